"""Random play through the environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairyring.envs import VectorEnv

#: Options under which random games of every game end soon.
SHORT: dict[str, dict[str, Any]] = {
    "chess": {"max_plies": 80},
    "behemoth": {"max_plies": 80},
    "astral": {"max_plies": 80},
    "ultima": {"max_plies": 80},
    "shahki": {"max_plies": 40},
    "cards": {"max_plies": 30},
    "wari": {},
}


def choose(env: VectorEnv, rng: np.random.Generator) -> NDArray[np.int64]:
    """A uniformly random legal action a row; 0 where the game is over."""
    offsets, actions = env.legal_actions()
    counts = np.diff(offsets)
    picks = offsets[:-1] + (rng.random(env.num_envs) * counts).astype(np.int64)
    padded = np.append(actions, 0).astype(np.int64)
    return np.where(counts > 0, padded[np.minimum(picks, len(actions))], 0)


def play(env: VectorEnv, steps: int, seed: int = 0) -> list[Any]:
    """So many random steps; what each gave."""
    rng = np.random.default_rng(seed)
    return [env.step(choose(env, rng)) for _ in range(steps)]


def same(one: Any, other: Any) -> bool:
    """Whether two results of steps hold the same arrays."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return one.dtype == other.dtype and np.array_equal(one, other)


def play_on(env: VectorEnv) -> list[Any]:
    """What another process does with an environment."""
    return play(env, 20, seed=5)


def act_on(env: Any) -> list[str]:
    """Two last legal actions; what was played."""
    for _ in range(2):
        env.step(int(env.unwrapped.position.legal_actions()[-1]))
    return list(env.unwrapped.position.history)
