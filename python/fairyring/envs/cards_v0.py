"""PettingZoo: Cards as an AEC environment."""

from __future__ import annotations

from functools import partial

from fairyring.envs import aec

env = partial(aec.env, "cards")
raw_env = partial(aec.raw_env, "cards")

__all__ = ["env", "raw_env"]
