"""Cards on an unbounded table of ring-numbered cells."""

from __future__ import annotations

import re

from fairyring._core import Position
from fairyring.draw.attacks import attacked
from fairyring.draw.paths import cells_of
from fairyring.draw.pieces import piece
from fairyring.draw.signs import signs
from fairyring.draw.style import Box, Options, Scene, label, num, rect

#: Width and height of a cell, and width of a card in a hand, which overlaps its neighbour of the same kind.
WIDTH, HEIGHT = 48, 60

#: Height of a hand.
HAND = 44

#: Up to so many cells their names are written into them.
_NAMED_CELLS = 600

#: What is written on the card of a unit; pawns are sixes to nines, which of them makes no difference.
_INDEX = {"k": "K", "q": "Q", "r": "10", "b": "J", "n": "A", "p": ""}

_ORDER = "KQRBNP"


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


def is_cell(name: str) -> bool:
    """Whether a text is the ring name of a cell, as it is written."""
    return bool(re.fullmatch(r"0|[1-9]\d{0,5},[1-9]\d{0,6}", name)) and cell_name(*cell_at(name)) == name


def hand_of(text: str) -> dict[str, int]:
    """How many cards of each kind a hand's text holds, `KQR2B2N2P8` or a part of it."""
    return {letter: int(count or 1) for letter, count in re.findall(r"([A-Za-z])(\d*)", text)}


def draw(position: Position, options: Options) -> Scene:
    """The cards on the table, as far as they reach and one cell beyond, and both hands."""
    cards, floor, (red, black) = _lying(position)
    wanted = [*options.marks, *(end for arrow in options.arrows for end in arrow)]
    for name in wanted:
        if not is_cell(name) and not name.startswith("hand:"):
            raise ValueError(f"cannot mark {name!r}: the table has no such cell")
    asked = [cell_at(name) for name in wanted if is_cell(name)]
    left, right, low, high = _extent([*cards, *floor, *asked])
    turned = options.turns == 1
    columns, rows = right - left + 1, high - low + 1
    far, near = (red, black) if turned else (black, red)
    width = max(WIDTH * columns, 280)
    shift = (width - WIDTH * columns) / 2
    cells: dict[str, Box] = {}
    for y in range(high, low - 1, -1):
        for x in range(left, right + 1):
            column, row = (right - x, y - low) if turned else (x - left, high - y)
            cells[cell_name(x, y)] = Box(shift + WIDTH * column, HAND + HEIGHT * row, WIDTH, HEIGHT)
    body = _table(width, columns, rows, shift)
    if options.coordinates and columns * rows <= _NAMED_CELLS:
        body += [label(box.centre[0], box.y + HEIGHT - 8, name, 9, "faint") for name, box in cells.items()]
    if options.last_move and position.history:
        last = cells_of("cards", position.history[-1])
        body += [rect(*cells[name], "last", ' fill-opacity="0.45"') for name in last if name in cells]
    for cell in sorted(floor):
        body += _back(cells[cell_name(*cell)])
    for cell, letter in cards.items():
        name = cell_name(*cell)
        body.append(_card(letter, cells[name], name, raised=cell in floor))
    height = HEIGHT * rows + 2 * HAND
    for top, hand in ((0, far), (height - HAND, near)):
        body += _hand(hand, width, top, cells)
    body += signs(position, options, cells)
    return Scene(width, height, body, cells)


def attacked_cells(position: Position, owner: int) -> frozenset[str]:
    """The cells that an owner's cards attack, of those that are drawn."""
    cards, floor, _ = _lying(position)
    left, right, low, high = _extent([*cards, *floor])
    units = {cell: (letter, int(letter.islower())) for cell, letter in cards.items()}
    found = attacked(units, owner, lambda x, y: left <= x <= right and low <= y <= high)
    return frozenset(cell_name(*cell) for cell in found)


def _lying(position: Position) -> tuple[dict[tuple[int, int], str], set[tuple[int, int]], tuple[str, str]]:
    """Letters of the cards face up by cell, cells of those face down, and the texts of both hands."""
    up, down, hands, *_ = position.text.split()
    cards = {} if up == "-" else {cell_at(entry[1:]): entry[0] for entry in up.split(";")}
    floor = set() if down == "-" else {cell_at(name) for name in down.split(";")}
    red, black = hands.split("/")
    return cards, floor, (red, black)


def _extent(cells: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Ends of the table that holds these cells and one more on each side: left, right, low, high."""
    taken = cells or [(0, 0)]
    left, right = min(x for x, _ in taken) - 1, max(x for x, _ in taken) + 1
    return left, right, min(y for _, y in taken) - 1, max(y for _, y in taken) + 1


def _table(width: float, columns: int, rows: int, shift: float) -> list[str]:
    """The cloth and the grid."""
    upright = "".join(f"M{num(shift + WIDTH * column)} {HAND}v{HEIGHT * rows}" for column in range(columns + 1))
    level = "".join(f"M{num(shift)} {HAND + HEIGHT * row}h{WIDTH * columns}" for row in range(rows + 1))
    return [
        rect(0, HAND, width, HEIGHT * rows, "felt"),
        f'<path d="{upright}{level}" stroke="#8fa397" stroke-opacity="0.45" fill="none"/>',
    ]


def _card(letter: str, box: Box, cell: str, raised: bool = False) -> str:
    """A card face up; on a card face down it lies a little aside, so that both are seen."""
    role = "red" if letter.isupper() else "black"
    x, y = box.x + (8 if raised else 6), box.y + (7 if raised else 4)
    width, height = box.width - 12, box.height - 10
    index = _INDEX[letter.lower()]
    paint = "#b3202c" if role == "red" else "#24242a"
    corner = (
        f'<text x="{num(x + 4)}" y="{num(y + 11)}" font-size="10" font-weight="bold" fill="{paint}">{index}</text>'
        if index
        else ""
    )
    figure = piece("cards", letter, 0, x + width / 2 - 15, y + height / 2 - 12, 30, role)
    return f'<g data-cell="{cell}">' + rect(x, y, width, height, "card", ' rx="5"') + corner + figure + "</g>"


def _back(box: Box) -> list[str]:
    """A card face down."""
    x, y, width, height = box.x + 6, box.y + 4, box.width - 12, box.height - 10
    weave = "".join(
        f"M{num(x + 4)} {num(y + 6 + 8 * row)}l{num(width - 8)} 6m0-6l{num(8 - width)} 6" for row in range(5)
    )
    return [
        rect(x, y, width, height, "back", ' rx="5"'),
        f'<path d="{weave}" class="weave" stroke-opacity="0.7"/>',
    ]


def _hand(text: str, width: float, top: float, cells: dict[str, Box]) -> list[str]:
    """The cards that a player still holds, one drawn for each kind, with their number."""
    held = hand_of(text)
    body: list[str] = []
    ordered = sorted(held, key=lambda letter: _ORDER.index(letter.upper()))
    left = width / 2 - 44 * len(ordered) / 2
    for number, letter in enumerate(ordered):
        role = "red" if letter.isupper() else "black"
        box = Box(left + 44 * number, top + 2, 44, HAND - 4)
        cells[f"hand:{letter}"] = box
        body.append(rect(box.x + 4, box.y + 2, 26, HAND - 8, "card held", ' rx="4"'))
        body.append(piece("cards", letter, 0, box.x + 4, box.y + 6, 26, role, cell=f"hand:{letter}"))
        if held[letter] > 1:
            body.append(label(box.x + 32, box.y + HAND / 2 - 2, f"\u00d7{held[letter]}", 10, anchor="start"))
    return body
