"""Signs over the cells of a board: marks, arrows, targets of a unit, attacked cells, frozen units."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping

from fairyring._core import Position
from fairyring.draw.paths import cells_of
from fairyring.draw.style import Box, Options, num


def signs(position: Position, options: Options, cells: Mapping[str, Box]) -> list[str]:
    """What the options ask for, drawn over the units. Raises ValueError for cells that the board does not have."""
    for name in (*options.marks, *(end for arrow in options.arrows for end in arrow)):
        if name not in cells:
            raise ValueError(f"cannot mark {name!r}: the board has no such cell")
    body = [_cross(cells[name]) for name in sorted(options.attacked & cells.keys())]
    if options.targets is not None:
        body += _targets(position, options.targets, cells)
    body += [mark(cells[name], colour) for name, colour in options.marks.items()]
    return body + [arrow(cells[a], cells[b], colour) for (a, b), colour in options.arrows.items()]


def mark(box: Box, colour: str) -> str:
    """A frame inside a cell, in a colour of the caller's."""
    inset = 0.06 * min(box.width, box.height)
    return (
        f'<rect x="{num(box.x + inset)}" y="{num(box.y + inset)}" width="{num(box.width - 2 * inset)}" '
        f'height="{num(box.height - 2 * inset)}" rx="{num(inset)}" fill="none" stroke="{html.escape(colour)}" '
        f'stroke-width="{num(1.4 * inset)}"/>'
    )


def arrow(start: Box, end: Box, colour: str) -> str:
    """An arrow from the middle of a cell to that of another; on one cell a ring."""
    (x0, y0), (x1, y1) = start.centre, end.centre
    width = 0.14 * min(end.width, end.height)
    paint = html.escape(colour)
    length = math.hypot(x1 - x0, y1 - y0)
    if length == 0:
        return (
            f'<circle cx="{num(x0)}" cy="{num(y0)}" r="{num(3.2 * width)}" fill="none" stroke="{paint}" '
            f'stroke-width="{num(width)}" stroke-opacity="0.75"/>'
        )
    along, across = ((x1 - x0) / length, (y1 - y0) / length), ((y0 - y1) / length, (x1 - x0) / length)
    neck = length - 2.6 * width

    def at(far: float, aside: float) -> str:
        return (
            f"{num(x0 + along[0] * far + across[0] * aside * width)} "
            f"{num(y0 + along[1] * far + across[1] * aside * width)}"
        )

    outline = [at(0, 0.5), at(neck, 0.5), at(neck, 1.4), at(length, 0), at(neck, -1.4), at(neck, -0.5), at(0, -0.5)]
    return f'<path d="M{"L".join(outline)}z" fill="{paint}" fill-opacity="0.75"/>'


def frost(box: Box) -> str:
    """The sign of a frozen unit: ice over the cell and a flake in its corner."""
    x, y, r = box.x + 0.82 * box.width, box.y + 0.18 * box.height, 0.13 * box.width
    arms = "".join(
        f"M{num(x)} {num(y)}l{num(r * math.cos(turn * math.pi / 3))} {num(r * math.sin(turn * math.pi / 3))}"
        for turn in range(6)
    )
    shade = (
        f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}" class="frost"/>'
    )
    return f'{shade}<path d="{arms}" class="flake"/>'


def steps(ends: Iterable[tuple[Box, tuple[int, int]]], finish: Box) -> str:
    """The path of a unit over a closed board: for each cell left the way it went (right, down), and the last cell.

    A dot marks where it began. A step over the edge leaves the board on one side and comes back on the other."""
    lines = []
    boxes = list(ends)
    for number, (box, way) in enumerate(boxes):
        after = boxes[number + 1][0] if number + 1 < len(boxes) else finish
        dx, dy = way[0] * box.width / 2, way[1] * box.height / 2
        (x0, y0), (x1, y1) = box.centre, after.centre
        lines.append(f"M{num(x0)} {num(y0)}l{num(dx)} {num(dy)}M{num(x1 - dx)} {num(y1 - dy)}l{num(dx)} {num(dy)}")
    x, y = boxes[0][0].centre
    start = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.12 * finish.width)}" class="head"/>'
    return f'<path d="{"".join(lines)}" class="path"/>{start}'


def _cross(box: Box) -> str:
    size, x, y = 0.09 * box.width, box.x + 0.15 * box.width, box.y + 0.85 * box.height
    return (
        f'<path d="M{num(x - size)} {num(y - size)}l{num(2 * size)} {num(2 * size)}m0 {num(-2 * size)}'
        f'l{num(-2 * size)} {num(2 * size)}" class="attacked"/>'
    )


def _targets(position: Position, cell: str, cells: Mapping[str, Box]) -> list[str]:
    """Where the moves of the unit on a cell lead: a dot, a ring where something is taken there, a star by teleport."""
    if cell not in cells:
        raise ValueError(f"no targets of {cell!r}: the board has no such cell")
    kinds: dict[str, str] = {}
    for move in position.legal_moves():
        path = cells_of(position.game, move)
        if path[0] != cell:
            continue
        end = path[-1]
        kind = "teleporting" if "~" in move else "taking" if position.captures(move) else "target"
        kinds[end] = min(kind, kinds.get(end, kind))
    return [_target(cells[end], kind) for end, kind in kinds.items() if end in cells]


def _target(box: Box, kind: str) -> str:
    (x, y), size = box.centre, min(box.width, box.height)
    if kind == "target":
        return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.15 * size)}" class="target"/>'
    if kind == "taking":
        return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.43 * size)}" class="taking"/>'
    far, near = 0.2 * size, 0.06 * size
    points = [(0, -far), (near, -near), (far, 0), (near, near), (0, far), (-near, near), (-far, 0), (-near, -near)]
    return f'<path d="M{"L".join(f"{num(x + dx)} {num(y + dy)}" for dx, dy in points)}z" class="teleporting"/>'
