"""Dealing armies: shuffled mirror arrays from which a task takes units, or to which it adds some."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from fairyring._core import Position, PositionError
from fairyring.value.tasks import Task, units_of

#: The array that is shuffled, where it is not the game's own: in Astral tasks bring the Teleports.
_ARRAYS = {"astral": "RNBQKBNR"}

#: Draws of squares and pawns until a legal start is given up.
_ATTEMPTS = 50


@dataclass(frozen=True)
class Deal:
    """A start: its text, its task, whether White owns the task's left side, the number of its array, and how many of
    each unit White has more than Black."""

    text: str
    task: int
    white_owns: bool
    array: int
    difference: dict[str, int]


@cache
def arrays_of(units: str) -> tuple[str, ...]:
    """All arrays of these units: two bishops on squares of both colours, a king between two rooks, as in Chess960.

    >>> len(arrays_of("RNBQKBNR"))
    960
    """
    found = sorted(set(map("".join, itertools.permutations(units))))
    if units.count("B") == 2:
        found = [row for row in found if (row.index("B") + row.rindex("B")) % 2]
    if units.count("R") == 2 and units.count("K") == 1:
        found = [row for row in found if row.index("R") < row.index("K") < row.rindex("R")]
    return tuple(found)


class Dealer:
    """Deals starts by number; deal i depends on i, the seed and the arguments alone.

    Deals 2j and 2j + 1 are the same armies with the colours exchanged. Tasks take turns, and each goes through all
    arrays in an order of its own before one comes again. Castling is off. Starts in which a side is in check, or has no
    move, are never dealt.
    """

    def __init__(
        self,
        game: str,
        tasks: Sequence[Task],
        rules: Mapping[str, Any],
        *,
        seed: int,
        array: str | None = None,
        without: str = "0",
    ) -> None:
        """array: the units that are shuffled, None for the game's own. without: units that both sides lose, like a
        side of a task."""
        start = Position(game, **rules)
        board, *fields = start.text.split()
        ranks = board.split("/")
        if len(ranks) != 8 or ranks[6] != "PPPPPPPP" or not ranks[7].isalpha():
            raise ValueError(f"armies are dealt in games with arrays of 8 units behind 8 pawns, not in {game}")
        self.game, self.tasks, self.seed = game, tuple(tasks), seed
        self._rules = dict(rules)
        self._middle = "/".join(ranks[2:6])
        self._fields = " ".join("-" if field == "KQkq" else field for field in fields[1:])
        self.units = array or _ARRAYS.get(game, ranks[7])
        self._arrays = arrays_of(self.units)
        self._lost = units_of(without, without)
        self._orders: dict[tuple[int, int], Any] = {}

    def __call__(self, number: int) -> Deal:
        """Deal `number`. Raises ValueError where a task cannot be dealt."""
        pair, black = divmod(number, 2)
        turn, task = divmod(pair, len(self.tasks))
        lap, place = divmod(turn, len(self._arrays))
        if (task, lap) not in self._orders:
            rng = np.random.default_rng([self.seed, 1, task, lap])
            self._orders[task, lap] = rng.permutation(len(self._arrays))
        array = int(self._orders[task, lap][place])
        rng = np.random.default_rng([self.seed, 2, pair])
        for _ in range(_ATTEMPTS):
            owner, other = self._armies(self.tasks[task], self._arrays[array], rng)
            white, dark = (other, owner) if black else (owner, other)
            text = self._text(white, dark, "w")
            if self._is_fair(white, dark):
                counts = Counter(itertools.chain(*white))
                counts.subtract(itertools.chain(*dark))
                difference = {unit: count for unit, count in counts.items() if count and unit != "."}
                return Deal(text, task, not black, array, difference)
        raise ValueError(f"task {self.tasks[task]} gives no start without check in {_ATTEMPTS} draws")

    def _armies(self, task: Task, array: str, rng: np.random.Generator) -> tuple[list[list[str]], list[list[str]]]:
        """Both armies, each as its first and its second rank, a point for an empty square."""
        ranks = [[list(array), ["P"] * 8] for _ in range(2)]
        owner, other = ranks
        for unit in self._lost:
            where = _find(owner, unit, rng, self._lost)
            for side in ranks:
                side[where[0]][where[1]] = "."
        added: list[list[str]] = [[], []]
        for units, gains, loses in ((task.left, 0, 1), (task.right, 1, 0)):
            for unit in units:
                if any(unit in row for row in ranks[loses]):
                    row, column = _find(ranks[loses], unit, rng, (unit,))
                    ranks[loses][row][column] = "."
                elif unit == "P":
                    raise ValueError(f"task {task} needs more pawns than there are")
                else:
                    added[gains].append(unit)
        while any(len(new) > side[0].count(".") for new, side in zip(added, ranks, strict=True)):
            # No square is left for a new unit: both sides lose one more of the same kind.
            common = sorted((set(owner[0]) & set(other[0])) - {".", "K", "Q"})
            if not common:
                raise ValueError(f"task {task} has no room for {'+'.join(added[0] + added[1])}")
            unit = common[rng.integers(len(common))]
            for side in ranks:
                row, column = _find([side[0]], unit, rng, (unit,))
                side[row][column] = "."
        for new, side in zip(added, ranks, strict=True):
            empty = [column for column in range(8) if side[0][column] == "."]
            for unit, column in zip(new, rng.permutation(empty), strict=False):
                side[0][column] = unit
        return owner, other

    def _text(self, white: list[list[str]], black: list[list[str]], side: str) -> str:
        ranks = [_rank(black[0]).lower(), _rank(black[1]).lower(), self._middle, _rank(white[1]), _rank(white[0])]
        return f"{'/'.join(ranks)} {side} {self._fields}"

    def _is_fair(self, white: list[list[str]], black: list[list[str]]) -> bool:
        """Whether nobody is in check and both sides could move: a text whose other side is in check is refused."""
        for side in "wb":
            text = self._text(white, black, side)
            game, rules = self.game, self._rules
            if game == "behemoth":
                # There exposed kings are allowed; orthodox chess refuses them.
                game, rules = "chess", {}
                text = f"{text.replace(self._middle, '8/8/8/8').split()[0]} {side} - - 0 1"
            try:
                position = Position(game, text, **rules)
            except PositionError:
                return False
            if position.outcome is not None or not position.legal_moves():
                return False
        return True


def _find(rows: Sequence[Sequence[str]], unit: str, rng: np.random.Generator, whole: Sequence[str]) -> tuple[int, int]:
    """A random square of a unit."""
    places = [(row, column) for row, units in enumerate(rows) for column, found in enumerate(units) if found == unit]
    if not places:
        raise ValueError(f"the array has not enough {unit} for {'+'.join(whole)}")
    return places[rng.integers(len(places))]


def _rank(row: Sequence[str]) -> str:
    """A rank as a FEN writes it."""
    groups = ("".join(group) for _, group in itertools.groupby(row, key=lambda sign: sign == "."))
    return "".join(str(len(group)) if group[0] == "." else group for group in groups)
