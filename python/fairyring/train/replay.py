"""Samples of self-play that a network learns from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.train.selfplay import Game

#: Names of the arrays of a replay buffer, in order, one row a sample.
COLUMNS = ("observations", "masks", "policies", "values")


class Replay:
    """The last `size` samples: observations uint8, masks bool and policies float32 (actions), values float32 of the seat.

    A value is the λ-return of a sample: 1 - λ of what its search expected and λ of the return of the next sample of its
    game, for which the game's utility stands after the last one.
    """

    def __init__(self, shape: tuple[int, int, int], actions: int, size: int, lambda_: float) -> None:
        self.actions, self.size, self.lambda_ = actions, size, lambda_
        self.arrays: dict[str, npt.NDArray[Any]] = {
            "observations": np.zeros((0, *shape), np.uint8),
            "masks": np.zeros((0, actions), np.bool_),
            "policies": np.zeros((0, actions), np.float32),
            "values": np.zeros(0, np.float32),
        }

    def __len__(self) -> int:
        return len(self.arrays["values"])

    def add(self, games: Iterable[Game], teams: npt.NDArray[Any]) -> int:
        """Appends the samples of games in this order, and returns how many; teams: of the seats."""
        parts: dict[str, list[npt.NDArray[Any]]] = {name: [self.arrays[name]] for name in COLUMNS}
        for game in games:
            if game.observations is None or len(game.seats) == 0:
                continue
            offsets = game.offsets.astype(np.int64)
            rows = np.repeat(np.arange(len(game.seats)), offsets[1:] - offsets[:-1])
            masks = np.zeros((len(game.seats), self.actions), np.bool_)
            masks[rows, game.policy_actions] = True
            policies = np.zeros(masks.shape, np.float32)
            policies[rows, game.policy_actions] = game.policy
            values = self._returns(game, np.where(teams[game.seats] == 0, 1.0, -1.0))
            columns: tuple[npt.NDArray[Any], ...] = (game.observations, masks, policies, values)
            for name, column in zip(COLUMNS, columns, strict=True):
                parts[name].append(column)
        before = len(self)
        joined = {name: np.concatenate(parts[name]) for name in COLUMNS}
        added = len(joined["values"]) - before
        self.arrays = {name: column[-self.size :] for name, column in joined.items()}
        return added

    def _returns(self, game: Game, signs: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
        """The values of a game's samples; signs: 1 where the first team is to move, else -1."""
        following = game.utility
        returns = []
        for expected in (signs * game.values)[::-1].tolist():
            following = (1.0 - self.lambda_) * expected + self.lambda_ * following
            returns.append(following)
        values: npt.NDArray[np.float32] = (signs * returns[::-1]).astype(np.float32)
        return values

    def draw(self, count: int, random: np.random.Generator) -> tuple[npt.NDArray[Any], ...]:
        """`count` samples, drawn with replacement."""
        rows = random.integers(len(self), size=count)
        return tuple(self.arrays[name][rows] for name in COLUMNS)
