"""A board of pits with counters."""

from __future__ import annotations

import math

from fairyring._core import Position
from fairyring.draw.signs import signs
from fairyring.draw.style import Box, Options, Scene, label, num, rect

#: Side of a pit's square, width of a store, height of the edge with names.
PIT, STORE, EDGE = 70, 80, 16

_SOUTH, _NORTH = "abcdef", "ABCDEF"

#: The angle between successive counters, which spreads them evenly over a disc.
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def draw(position: Position, options: Options) -> Scene:
    """A position of twelve pits and two stores; a player's store lies at the right hand."""
    pits, stores, *_ = position.text.split()
    counts = dict(zip(_SOUTH + _NORTH, map(int, pits.replace("/", ",").split(",")), strict=True))
    south, north = map(int, stores.split("-"))
    near, far = (_SOUTH, _NORTH) if options.turns == 0 else (_NORTH, _SOUTH)
    mine, theirs = (south, north) if options.turns == 0 else (north, south)
    edge = EDGE if options.coordinates else 0
    width, height = 2 * STORE + 6 * PIT, 2 * PIT + 2 * edge
    last = position.history[-1] if options.last_move and position.history else ""
    body = [rect(0, edge, width, 2 * PIT, "wood", ' rx="30"')]
    cells: dict[str, Box] = {}
    for pit, count in counts.items():
        column = near.index(pit) if pit in near else 5 - far.index(pit)
        cells[pit] = box = Box(STORE + PIT * column, edge + PIT * (pit in near), PIT, PIT)
        x, y = box.centre
        body.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.44 * PIT)}" class="pit"/>')
        if pit == last:
            body.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.46 * PIT)}" fill="none" stroke="#e8c92e" '
                'stroke-width="4"/>'
            )
        body += _counters(x, y, count)
        if options.coordinates:
            body.append(label(x, height - edge / 2 if pit in near else edge / 2, f"{pit}  {count}", 12))
    for x, count in ((width - STORE / 2, mine), (STORE / 2, theirs)):
        body.append(rect(x - 0.32 * STORE, edge + 0.25 * PIT, 0.64 * STORE, 1.5 * PIT, "pit", ' rx="22"'))
        body += _counters(x, edge + 0.82 * PIT, count, 0.24 * STORE, "seed stored")
        body.append(label(x, edge + 1.55 * PIT, str(count), 18, "on-wood"))
    body += signs(position, options, cells)
    return Scene(width, height, body, cells)


def _counters(x: float, y: float, count: int, room: float = 0.42 * PIT, role: str = "seed") -> list[str]:
    """Counters spread over a disc; what each takes of it shrinks with their number."""
    radius = min(6.0, room / (1 + 1.9 * math.sqrt(count)))
    return [
        f'<circle cx="{num(x + spread * math.cos(k * _GOLDEN_ANGLE))}" '
        f'cy="{num(y + spread * math.sin(k * _GOLDEN_ANGLE))}" r="{num(radius)}" class="{role}"/>'
        for k, spread in ((k, 1.9 * radius * math.sqrt(k)) for k in range(count))
    ]
