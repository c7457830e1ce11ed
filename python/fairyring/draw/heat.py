"""Numbers on the squares of a chess board."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fairyring.arguments import whole
from fairyring.draw.grid import CELL, EDGE, Board, cell_name, coordinates
from fairyring.draw.style import label, num, picture, rect

#: Ends of the diverging scale, told apart by people of every colour vision: below the centre, at it, above it.
_LOW, _CENTRE, _HIGH = (42, 94, 161), (247, 246, 242), (214, 110, 24)


def heat_map(
    values: Mapping[str, float],
    *,
    centre: float | None = None,
    digits: int = 3,
    size: int | None = None,
    dark: bool | None = None,
    title: str = "heat map",
) -> str:
    """A chess board whose squares are coloured by a number each, as SVG text.

    values: by square; squares without one stay grey. centre: the number of the neutral colour, None for the middle of
    the values. digits: behind the point.

    >>> import fairyring as fr
    >>> fr.draw.heat_map({"d4": 0.4879, "e4": 0.5172}, centre=0.5).count("<rect")
    64
    """
    board = Board("chess", "w")
    names = {cell_name(x, y) for x, y in board.cells()}
    for name, value in values.items():
        if name not in names:
            raise ValueError(f"unknown square {name!r}; squares are a1 to h8")
        if not math.isfinite(value):
            raise ValueError(f"the value of {name} is {value}, which has no colour")
    places = whole(digits, "digits", 0, 6)
    ends = list(values.values()) or [0.0]
    middle = (min(ends) + max(ends)) / 2 if centre is None else centre
    reach = max((abs(value - middle) for value in ends), default=0.0) or 1.0
    body = []
    for x, y in board.cells():
        column, row = board.place(x, y)
        left, top = EDGE + CELL * column, CELL * row
        name = cell_name(x, y)
        if name not in values:
            body.append(rect(left, top, CELL, CELL, "line"))
            continue
        value = values[name]
        part = (value - middle) / reach
        colour = tuple(
            round(c + abs(part) * (e - c)) for c, e in zip(_CENTRE, _HIGH if part > 0 else _LOW, strict=True)
        )
        body.append(
            f'<rect x="{num(left)}" y="{num(top)}" width="{CELL}" height="{CELL}" fill="rgb{colour}" '
            'stroke="#8a8a8a" stroke-width="0.5"/>'
        )
        ink = "#ffffff" if sum(colour) < 420 else "#222222"
        text = label(left + CELL / 2, top + CELL / 2, f"{value:.{places}f}", 12)
        body.append(text.replace('class="ink"', f'fill="{ink}"'))
    body += coordinates(board, 8, 8)
    pixels = None if size is None else whole(size, "size", 16, 10_000)
    return picture(EDGE + 8 * CELL, 8 * CELL + EDGE, body, size=pixels, dark=dark, title=title)
