"""The moves of many games as one list of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from fairyring._core import describe

#: Action ids.
Actions: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]


class Moves:
    """Actions of games, one list a game: those of game i are `actions[offsets[i]:offsets[i + 1]]`, as `moves[i]` gives
    them.

    offsets: int64 (n + 1), ascending from 0; actions: uint16, or uint32 for games whose action space depends on a
    window. The ids are those of `Position.action`, step by step, rolls included. Where the window (the default one)
    does not hold a move, the id is `action_count` plus the move's place among the legal moves in the game's own order.
    """

    def __init__(self, offsets: npt.NDArray[np.int64], actions: Actions) -> None:
        if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(actions) or (np.diff(offsets) < 0).any():
            raise ValueError("offsets must ascend from 0 to the number of actions")
        self.offsets = offsets
        self.actions = actions

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Number of actions of each game."""
        return np.diff(self.offsets)

    @overload
    def __getitem__(self, key: int) -> Actions: ...
    @overload
    def __getitem__(self, key: slice | npt.NDArray[Any]) -> Moves: ...

    def __getitem__(self, key: Any) -> Any:
        """The actions of a game, or the games that a mask, a slice or indices pick."""
        if isinstance(key, int | np.integer):
            if not -len(self) <= key < len(self):
                raise IndexError(f"game {key} of {len(self)}")
            game = int(key) % len(self)
            return self.actions[self.offsets[game] : self.offsets[game + 1]]
        games = np.arange(len(self))[key]
        lengths = self.lengths[games]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        # Place of each action picked: where its game begins, plus its place in the game.
        places = np.repeat(self.offsets[games] - offsets[:-1], lengths) + np.arange(offsets[-1])
        return Moves(offsets, self.actions[places])

    def __iter__(self) -> Iterator[Actions]:
        return (self[game] for game in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        return np.array_equal(self.offsets, other.offsets) and np.array_equal(self.actions, other.actions)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Moves of {len(self)} games, {len(self.actions)} actions ({self.actions.dtype})>"

    @classmethod
    def join(cls, pieces: Sequence[Moves]) -> Moves:
        """The games of several lists, one after another."""
        lengths = np.concatenate([piece.lengths for piece in pieces])
        actions = np.concatenate([piece.actions for piece in pieces])
        return cls(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64), actions)


def action_type(game: str) -> type[np.uint16] | type[np.uint32]:
    """The type that a game's actions are kept in."""
    return np.uint32 if describe(game)["windowed"] else np.uint16
