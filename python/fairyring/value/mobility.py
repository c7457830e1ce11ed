"""Mobility of units on boards without games, exactly: priors, and checks of move generators; not values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from fairyring._core import Position

_ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_KNIGHT = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))


@dataclass(frozen=True)
class Mover:
    """How a unit moves: single leaps, rides that end at the edge or a unit, and jumps of 1 to `torus` squares round a
    board without edges, over everything."""

    leaps: tuple[tuple[int, int], ...] = ()
    rides: tuple[tuple[int, int], ...] = ()
    torus: int = 0


#: Units by letter. A Teleport moves here as it captures, as a knight: what it gains by teleporting depends on the game
#: (`teleports`). A and C are the compounds of the knight with bishop and rook. `*` is the Behemoth.
MOVERS = {
    "N": Mover(leaps=_KNIGHT),
    "T": Mover(leaps=_KNIGHT),
    "B": Mover(rides=_DIAGONAL),
    "R": Mover(rides=_ORTHOGONAL),
    "Q": Mover(rides=_ORTHOGONAL + _DIAGONAL),
    "K": Mover(leaps=_ORTHOGONAL + _DIAGONAL),
    "A": Mover(leaps=_KNIGHT, rides=_DIAGONAL),
    "C": Mover(leaps=_KNIGHT, rides=_ORTHOGONAL),
    "*": Mover(torus=4),
}


@dataclass(frozen=True)
class Mobility:
    """Statistics of a unit, means over the 64 squares it may stand on.

    empty: squares it reaches on the empty board. crowded: those it is expected to reach where every other square is
    empty with probability `emptiness`, independently; it may end on any (Betza). half: the same where half of the
    squares are empty. check: probability that it attacks a king on another random square. safe_check: that it does so
    and the king does not attack it (Taylor 1876).
    """

    unit: str
    empty: float
    crowded: float
    half: float
    check: float
    safe_check: float
    emptiness: float


def mobility(unit: str | Mover, *, emptiness: float = 0.69) -> Mobility:
    """The statistics of a unit by letter (of chess, Astral or Behemoth), or of any `Mover`.

    >>> mobility("N").empty, round(3 * mobility("R").safe_check / mobility("N").safe_check, 9)
    (5.25, 6.0)
    """
    if isinstance(unit, str) and unit not in MOVERS:
        raise ValueError(f"unknown unit {unit!r}; valid: {', '.join(MOVERS)}, or a Mover")
    if not 0 <= emptiness <= 1:
        raise ValueError(f"emptiness must lie between 0 and 1, not {emptiness}")
    mover = MOVERS[unit] if isinstance(unit, str) else unit
    reached = distances(mover)
    empty = Fraction(len(reached), 64)
    safe = sum(max(abs(x - a), abs(y - b)) > 1 for (x, y), (a, b), _ in reached)
    return Mobility(
        unit=unit if isinstance(unit, str) else "mover",
        empty=float(empty),
        crowded=sum(emptiness**between for *_, between in reached) / 64,
        half=float(sum(Fraction(1, 2**between) for *_, between in reached) / 64),
        check=float(empty / 63),
        safe_check=float(Fraction(safe, 64 * 63)),
        emptiness=emptiness,
    )


def distances(mover: Mover) -> list[tuple[tuple[int, int], tuple[int, int], int]]:
    """All moves on the empty board: from, to, and how many squares between must be empty."""
    found = []
    for x in range(8):
        for y in range(8):
            ends: dict[tuple[int, int], int] = {}
            for dx, dy in mover.leaps:
                if 0 <= x + dx < 8 and 0 <= y + dy < 8:
                    ends[x + dx, y + dy] = 0
            for dx, dy in mover.rides:
                a, b, between = x + dx, y + dy, 0
                while 0 <= a < 8 and 0 <= b < 8:
                    ends[a, b] = min(between, ends.get((a, b), between))
                    a, b, between = a + dx, b + dy, between + 1
            for dx, dy in (_ORTHOGONAL + _DIAGONAL) if mover.torus else ():
                for step in range(1, mover.torus + 1):
                    ends[(x + dx * step) % 8, (y + dy * step) % 8] = 0
            ends.pop((x, y), None)
            found += [((x, y), end, between) for end, between in ends.items()]
    return found


@dataclass(frozen=True)
class Teleports:
    """What teleporting adds to a Teleport's mobility, in positions of games.

    positions: how many with a Teleport of the side to move. ready: share of Teleports that are not
    recharging. targets: mean number of squares that a ready one may teleport to. knight: mean number of its knight
    moves. mobility: knight + ready * targets. error: standard error of mobility, position by position.
    """

    positions: int
    ready: float
    targets: float
    knight: float
    mobility: float
    error: float


def teleports(texts: Iterable[str], **rules: Any) -> Teleports:
    """The Teleport's own statistic over positions of Astral, given as texts: one a game, as errors take them as
    independent. Raises ValueError where none has a Teleport of the side to move."""
    rows = []
    for text in texts:
        position = Position("astral", text, **rules)
        board, side, *_, marks = text.split()
        own = "T" if side == "w" else "t"
        units = board.count(own)
        if not units or position.outcome is not None:
            continue
        moves = position.legal_moves()
        squares = _squares(board, own)
        resting = sum(mark.endswith("*") for mark in marks.split(",") if mark.rstrip("*") in squares)
        far = sum("~" in move for move in moves)
        near = sum("~" not in move and move[:2] in squares for move in moves)
        rows.append((units, units - resting, far, near))
    if not rows:
        raise ValueError("no position has a Teleport of the side to move")
    units, ready, far, near = np.array(rows, np.float64).T
    each = (near + far) / units
    return Teleports(
        positions=len(rows),
        ready=float(ready.sum() / units.sum()),
        targets=float(far.sum() / max(ready.sum(), 1)),
        knight=float(near.sum() / units.sum()),
        mobility=float(each.mean()),
        error=float(each.std(ddof=1) / np.sqrt(len(rows))) if len(rows) > 1 else float("inf"),
    )


def _squares(board: str, unit: str) -> set[str]:
    """Squares of a unit in the board field of a FEN."""
    found = set()
    for row, rank in enumerate(board.split("/")):
        column = 0
        for sign in rank:
            if sign.isdigit():
                column += int(sign)
            else:
                if sign == unit:
                    found.add(f"{'abcdefgh'[column]}{8 - row}")
                column += 1
    return found
