"""Environments: the games in the interfaces of reinforcement learning.

- `VectorEnv`: many games stepped in one native call; a Gymnasium VectorEnv where Gymnasium is installed.
- `chess_v0`, `behemoth_v0`, ...: PettingZoo AEC environments (`env()` and `raw_env()`), also registered with PettingZoo as
  `fairyring/behemoth-v0`.
- Gymnasium environments of one player against others: `gymnasium.make("fairyring/Behemoth-v0")`.
- `fairyring.envs.spiel`: OpenSpiel games `python_fairyring_behemoth`, ..., registered when that module is imported.
- `decode`: the position that an observation shows.

Importing this package registers with Gymnasium and PettingZoo, as far as they are installed; the extras `rl` and `spiel`
bring them.

>>> from fairyring.envs import VectorEnv
>>> env = VectorEnv("wari", num_envs=8, seed=7)
>>> observations, infos = env.reset()
>>> observations.shape, infos["action_mask"].shape
((8, 4, 2, 6), (8, 12))
>>> actions = infos["action_mask"].argmax(axis=1)  # the first legal action of each
>>> observations, rewards, terminations, truncations, infos = env.step(actions)
>>> infos["actor"].tolist()  # North is to sow
[1, 1, 1, 1, 1, 1, 1, 1]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from fairyring._core import games
from fairyring.envs.decoding import decode
from fairyring.envs.registration import gymnasium_id, pettingzoo_id, register
from fairyring.envs.vector import VectorEnv

if TYPE_CHECKING:
    from fairyring.envs import aec, single, spiel

register()

#: What is loaded on first use: it needs an extra.
_MODULES = ("aec", "single", "spiel", *(f"{game}_v0" for game in games()))

__all__ = [
    "VectorEnv",
    "aec",
    "astral_v0",
    "behemoth_v0",
    "cards_v0",
    "chess_v0",
    "decode",
    "gymnasium_id",
    "pettingzoo_id",
    "register",
    "shahki_v0",
    "single",
    "spiel",
    "ultima_v0",
    "wari_v0",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'fairyring.envs' has no attribute {name!r}")
    return importlib.import_module(f"fairyring.envs.{name}")


def __dir__() -> list[str]:
    return sorted(__all__)
