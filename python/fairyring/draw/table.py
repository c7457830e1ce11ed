"""Cards on an unbounded table of ring-numbered cells."""

from __future__ import annotations

import re

from fairyring._core import Position
from fairyring.draw.pieces import piece
from fairyring.draw.style import Options, check_marks, label, mark, num, picture, rect

#: Width and height of a cell, height of a line of text.
WIDTH, HEIGHT, LINE = 48, 60, 20

#: Up to so many cells their names are written into them.
_NAMED_CELLS = 600


def cell_at(name: str) -> tuple[int, int]:
    """The cell of a ring name: `0`, or ring and number clockwise from the ring's upper left corner."""
    if name == "0":
        return 0, 0
    ring, number = map(int, name.split(","))
    side, along = divmod(number - 1, 2 * ring)
    return ((along - ring, ring), (ring, ring - along), (ring - along, -ring), (-ring, along - ring))[side]


def cell_name(x: int, y: int) -> str:
    """The ring name of a cell."""
    ring = max(abs(x), abs(y))
    if ring == 0:
        return "0"
    if y == ring and x < ring:
        along = x + ring
    elif x == ring and y > -ring:
        along = 3 * ring - y
    elif y == -ring and x > -ring:
        along = 5 * ring - x
    else:
        along = 7 * ring + y
    return f"{ring},{along + 1}"


def draw(position: Position, options: Options) -> str:
    """The cards on the table, as far as they reach and one cell beyond, and both hands."""
    up, down, hands, *_ = position.text.split()
    cards = [] if up == "-" else [(entry[0], cell_at(entry[1:])) for entry in up.split(";")]
    floor = set() if down == "-" else {cell_at(name) for name in down.split(";")}
    check_marks(options.marks, None)
    for name in options.marks:
        if not re.fullmatch(r"0|[1-9]\d{0,5},[1-9]\d{0,6}", name) or cell_name(*cell_at(name)) != name:
            raise ValueError(f"cannot mark {name!r}: the table has no such cell")
    marked = {cell_at(name): colour for name, colour in options.marks.items()}
    taken = [cell for _, cell in cards] + list(floor) + list(marked) or [(0, 0)]
    left, right = min(x for x, _ in taken) - 1, max(x for x, _ in taken) + 1
    low, high = min(y for _, y in taken) - 1, max(y for _, y in taken) + 1
    turned = options.turns == 1
    columns, rows = right - left + 1, high - low + 1

    def corner(x: int, y: int) -> tuple[float, float]:
        column, row = (right - x, y - low) if turned else (x - left, high - y)
        return WIDTH * column, LINE + HEIGHT * row

    body = _lines(columns, rows)
    if options.coordinates and columns * rows <= _NAMED_CELLS:
        for x in range(left, right + 1):
            for y in range(low, high + 1):
                at, top = corner(x, y)
                body.append(label(at + WIDTH / 2, top + HEIGHT - 9, cell_name(x, y), 9, "faint"))
    tinted = set()
    if options.last_move and position.history:
        tinted = {cell_at(name) for name in re.findall(r"\d+,\d+|(?<![\d,])0", position.history[-1])}
    for x, y in sorted(tinted):
        if left <= x <= right and low <= y <= high:
            body.append(rect(*corner(x, y), WIDTH, HEIGHT, "last", ' fill-opacity="0.45"'))
    for x, y in sorted(floor):
        at, top = corner(x, y)
        body.append(rect(at + 6, top + 5, WIDTH - 12, HEIGHT - 10, "back", ' rx="5"'))
        body.append(
            f'<path d="M{num(at + 6)} {num(top + 5)}l{WIDTH - 12} {HEIGHT - 10}m0 {10 - HEIGHT}l{12 - WIDTH} '
            f'{HEIGHT - 10}" stroke="#2e4a68" fill="none"/>'
        )
    for letter, (x, y) in cards:
        at, top = corner(x, y)
        role = "red" if letter.isupper() else "black"
        inset = 9 if (x, y) in floor else 6
        body.append(rect(at + inset, top + inset - 1, WIDTH - 2 * inset, HEIGHT - 2 * inset + 2, "card", ' rx="5"'))
        body.append(piece("cards", letter, 0, at + 9, top + 14, 30, role))
    for cell, colour in marked.items():
        body.append(mark(*corner(*cell), WIDTH, HEIGHT, colour))
    width, height = max(WIDTH * columns, 260), HEIGHT * rows + 2 * LINE
    red, black = hands.split("/")
    near, far = (
        (f"Black's hand: {black}", f"Red's hand: {red}") if turned else (f"Red's hand: {red}", f"Black's hand: {black}")
    )
    body.append(label(4, LINE / 2, far, 12, anchor="start"))
    body.append(label(4, height - LINE / 2, near, 12, anchor="start"))
    return picture(width, height, body, size=options.size, dark=options.dark, title=options.title)


def _lines(columns: int, rows: int) -> list[str]:
    """The grid."""
    upright = "".join(f"M{WIDTH * column} {LINE}v{HEIGHT * rows}" for column in range(columns + 1))
    level = "".join(f"M0 {LINE + HEIGHT * row}h{WIDTH * columns}" for row in range(rows + 1))
    return [f'<path d="{upright}{level}" stroke="#a5a5a5" stroke-opacity="0.5" fill="none"/>']
