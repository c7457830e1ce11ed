"""A line of play: a start and the moves from it, with the position after each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fairyring._core import Position


class Line:
    """The positions of a game or a part of one, the start first; it never changes."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = tuple(positions)

    @classmethod
    def of(cls, position: Position) -> Line:
        """The line that led to a position. Raises ValueError in the middle of a move that is played step by step."""
        if position.taken:
            raise ValueError("a board shows positions between moves, not one in the middle of a move")
        return cls.begin(position).played(position.history)

    @classmethod
    def begin(cls, position: Position) -> Line:
        """The line of the position that another's history began with."""
        rules: dict[str, Any] = position.rules
        return cls([Position(position.game, position.start, **rules)])

    @property
    def start(self) -> Position:
        """Where it begins."""
        return self.positions[0]

    @property
    def last(self) -> Position:
        """Where it ends."""
        return self.positions[-1]

    @property
    def moves(self) -> list[str]:
        """The moves, rolls included."""
        return list(self.last.history)

    def played(self, moves: Iterable[str], ply: int | None = None) -> Line:
        """The line with moves played after so many moves of it (all of them for None); what followed is left out.

        Raises IllegalMoveError."""
        positions = list(self.positions if ply is None else self.positions[: ply + 1])
        for move in moves:
            positions.append(positions[-1].play(move))
        return Line(positions)

    def cut(self, ply: int) -> Line:
        """Its first so many moves."""
        return Line(self.positions[: ply + 1])

    def __len__(self) -> int:
        return len(self.positions) - 1
