"""PettingZoo: Shahki as an AEC environment."""

from __future__ import annotations

from functools import partial

from fairyring.envs import aec

env = partial(aec.env, "shahki")
raw_env = partial(aec.raw_env, "shahki")

__all__ = ["env", "raw_env"]
