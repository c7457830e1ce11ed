"""Tasks: units that one side owns against units of the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_TERM = re.compile(r"(\d*)([A-Z])")

#: Tasks that fix the scale among orthodox units.
ANCHORS = ("P:0", "N:3P", "B:N", "R:N+2P", "R:B+P", "Q:R+B+P", "N:0", "R:0")

#: Tasks that compare a unit of the class of a minor piece with orthodox ones; `X` stands for it.
COMPARED = ("X:N", "X:N+P", "X:N+2P", "X:R", "X:B+P", "2X:Q")

#: The same tasks with a knight in the unit's place: they say nothing of it, and must give what orthodox units give.
CONTROLS = ("N:N", "N:N+P", "N:R", "N:B+P")


@dataclass(frozen=True)
class Task:
    """One side, the owner, has the units `left` where its opponent has the units `right`; text like `T:N+2P`."""

    text: str
    left: tuple[str, ...]
    right: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Task:
        """The task of a text: letters with numbers, joined by plus, `0` for nothing. Raises ValueError.

        >>> Task.of("2T:Q+P").difference
        {'T': 2, 'Q': -1, 'P': -1}
        """
        sides = text.replace(" ", "").split(":") if isinstance(text, str) else []
        if len(sides) != 2:
            raise ValueError(f"a task is text like 'T:N+P', the owner's units before the colon, not {text!r}")
        return cls(":".join(sides), units_of(sides[0], text), units_of(sides[1], text))

    @property
    def difference(self) -> dict[str, int]:
        """How many of each unit the owner has more than its opponent."""
        counts = Counter(self.left)
        counts.subtract(self.right)
        return {unit: count for unit, count in counts.items() if count}

    def __str__(self) -> str:
        return self.text


def units_of(side: str, whole: str) -> tuple[str, ...]:
    """Letters of units, each as often as it is meant."""
    if side == "0":
        return ()
    found: list[str] = []
    for term in side.split("+"):
        match = _TERM.fullmatch(term)
        if match is None or match[1] == "0":
            raise ValueError(
                f"{term!r} of task {whole!r} is no unit: a capital letter, with a number before it if many"
            )
        if match[2] == "K":
            raise ValueError(f"kings are not for exchange: task {whole!r}")
        found += [match[2]] * int(match[1] or 1)
    return tuple(found)


def tasks_for(piece: str) -> tuple[str, ...]:
    """The declared tasks of a study of a unit: orthodox units by the anchors, others compared with them besides."""
    if piece in "PNBRQ":
        return (*ANCHORS, *CONTROLS)
    return (*(text.replace("X", piece) for text in COMPARED), *CONTROLS, *ANCHORS)


def listed(tasks: Iterable[str | Task]) -> tuple[Task, ...]:
    """Checked tasks. One that is named twice is dealt twice as often."""
    found = tuple(
        task if isinstance(task, Task) else Task.of(task) for task in ([tasks] if isinstance(tasks, str) else tasks)
    )
    if not found:
        raise ValueError("tasks is empty; name at least one, like 'T:N+P'")
    return found
