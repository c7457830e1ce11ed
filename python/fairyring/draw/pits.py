"""A board of pits with counters."""

from __future__ import annotations

import math

from fairyring._core import Position
from fairyring.draw.style import Options, check_marks, label, num, picture, rect

#: Side of a pit's square, width of a store, height of the edge with names.
PIT, STORE, EDGE = 70, 80, 16

_SOUTH, _NORTH = "abcdef", "ABCDEF"

#: The angle between successive counters, which spreads them evenly over a disc.
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def draw(position: Position, options: Options) -> str:
    """A position of twelve pits and two stores; a player's store lies at the right hand."""
    check_marks(options.marks, set(_SOUTH + _NORTH))
    pits, stores, *_ = position.text.split()
    counts = dict(zip(_SOUTH + _NORTH, map(int, pits.replace("/", ",").split(",")), strict=True))
    south, north = map(int, stores.split("-"))
    near, far = (_SOUTH, _NORTH) if options.turns == 0 else (_NORTH, _SOUTH)
    mine, theirs = (south, north) if options.turns == 0 else (north, south)
    edge = EDGE if options.coordinates else 0
    width, height = 2 * STORE + 6 * PIT, 2 * PIT + 2 * edge
    last = position.history[-1] if options.last_move and position.history else ""
    body = [rect(0, edge, width, 2 * PIT, "wood", ' rx="30"')]
    for pit, count in counts.items():
        column = near.index(pit) if pit in near else 5 - far.index(pit)
        x, y = STORE + PIT * (column + 0.5), edge + PIT * (1.5 if pit in near else 0.5)
        body.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.44 * PIT)}" class="pit"/>')
        if pit == last:
            body.append(_ring(x, y, "#d9c23a"))
        if pit in options.marks:
            body.append(_ring(x, y, options.marks[pit]))
        body += _counters(x, y, count)
        if options.coordinates:
            body.append(label(x, height - edge / 2 if pit in near else edge / 2, f"{pit}  {count}", 12))
    for x, count in ((width - STORE / 2, mine), (STORE / 2, theirs)):
        body.append(rect(x - 0.32 * STORE, edge + 0.25 * PIT, 0.64 * STORE, 1.5 * PIT, "pit", ' rx="22"'))
        body.append(label(x, edge + PIT, str(count), 26).replace('class="ink"', 'fill="#f4efe2"'))
    return picture(width, height, body, size=options.size, dark=options.dark, title=options.title)


def _counters(x: float, y: float, count: int) -> list[str]:
    """Counters spread over a pit; the disc that each takes shrinks with their number."""
    radius = min(6.0, 0.42 * PIT / (1 + 1.9 * math.sqrt(count)))
    return [
        f'<circle cx="{num(x + spread * math.cos(k * _GOLDEN_ANGLE))}" '
        f'cy="{num(y + spread * math.sin(k * _GOLDEN_ANGLE))}" r="{num(radius)}" class="seed"/>'
        for k, spread in ((k, 1.9 * radius * math.sqrt(k)) for k in range(count))
    ]


def _ring(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.46 * PIT)}" fill="none" stroke="{colour}" stroke-width="4"/>'
