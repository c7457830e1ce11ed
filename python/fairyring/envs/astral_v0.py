"""PettingZoo: Astral as an AEC environment."""

from __future__ import annotations

from functools import partial

from fairyring.envs import aec

env = partial(aec.env, "astral")
raw_env = partial(aec.raw_env, "astral")

__all__ = ["env", "raw_env"]
