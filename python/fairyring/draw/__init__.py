"""Boards as SVG, drawn by this package alone: no fonts, pictures or scripts from elsewhere.

>>> import fairyring as fr
>>> fr.draw.svg(fr.Position("behemoth")).startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from fairyring._core import Position, describe
from fairyring.arguments import whole
from fairyring.draw import grid, pits, table
from fairyring.draw.heat import heat_map
from fairyring.draw.style import Options

__all__ = ["heat_map", "svg"]

#: Cells to mark: names, or names with a CSS colour each.
Marks: TypeAlias = Iterable[str] | Mapping[str, str]


def svg(
    position: Position,
    *,
    size: int | None = None,
    orientation: str | None = None,
    coordinates: bool = True,
    last_move: bool = True,
    marks: Marks = (),
    dark: bool | None = None,
    title: str | None = None,
) -> str:
    """A position as SVG text.

    size: the larger side in pixels, 16 to 10,000, or None for the natural one. orientation: the seat at the lower
    edge, None for the first. coordinates: whether cells are named along the edge. last_move: whether the last move's
    cells are tinted. marks: cells to mark, by name, or a mapping of cells to CSS colours. dark: True or False for a
    dark or a light background, None to follow the reader's setting. title: for screen readers; None for game, text
    and actor.

    Raises ValueError for an unknown seat or cell, TypeError for a value of another kind.
    """
    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")
    seats = describe(position.game)["seats"]
    if orientation is not None and orientation not in seats:
        raise ValueError(f"unknown seat {orientation!r}; valid: {', '.join(seats)}")
    for name, value in {"coordinates": coordinates, "last_move": last_move}.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {value!r}")
    if not (dark is None or isinstance(dark, bool)):
        raise TypeError(f"dark must be True, False or None, not {dark!r}")
    colours = dict(marks) if isinstance(marks, Mapping) else dict.fromkeys(marks, "#2a9d8f")
    options = Options(
        size=None if size is None else whole(size, "size", 16, 10_000),
        seat=seats[0] if orientation is None else orientation,
        turns=0 if orientation is None else seats.index(orientation),
        coordinates=coordinates,
        last_move=last_move,
        marks=colours,
        dark=dark,
        title=title or f"{position.game}: {position.text}, {position.actor} to act",
    )
    if position.game == "wari":
        return pits.draw(position, options)
    if position.game == "cards":
        return table.draw(position, options)
    return grid.draw(position, options)
