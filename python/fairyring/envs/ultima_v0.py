"""PettingZoo: Ultima as an AEC environment."""

from __future__ import annotations

from functools import partial

from fairyring.envs import aec

env = partial(aec.env, "ultima")
raw_env = partial(aec.raw_env, "ultima")

__all__ = ["env", "raw_env"]
