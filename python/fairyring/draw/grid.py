"""Boards of squares: 8 by 8, and the cross of 144 cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fairyring._core import Position
from fairyring.draw.pieces import piece
from fairyring.draw.style import Options, check_marks, label, mark, picture, rect

#: Side of a cell and width of the edge with coordinates, in user units.
CELL, EDGE = 45, 18

#: What the eight directions of a Behemoth's roll add to file and rank.
_DIRECTIONS = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))

Place = Callable[[int, int], tuple[int, int]]


class Board:
    """A board's cells, and where a viewer sees them."""

    def __init__(self, game: str, seat: str) -> None:
        self.cross = game == "shahki"
        self.width, self.height = (14, 12) if self.cross else (8, 8)
        self.place: Place
        width, height = self.width, self.height
        # Seats sit at the four edges; each sees its own forward direction upwards.
        if seat == "wd":
            self.place = lambda x, y: (height - 1 - y, width - 1 - x)
        elif seat == "bd":
            self.place = lambda x, y: (y, x)
        elif seat.startswith("b"):
            self.place = lambda x, y: (width - 1 - x, y)
        else:
            self.place = lambda x, y: (x, height - 1 - y)
        self.sideways = seat in ("wd", "bd")

    def has(self, x: int, y: int) -> bool:
        """Whether there is a cell."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return False
        return not (self.cross and (x < 3 or x > 10) and (y < 2 or y > 9))

    def cells(self) -> Iterator[tuple[int, int]]:
        """All cells."""
        return ((x, y) for y in range(self.height) for x in range(self.width) if self.has(x, y))

    def is_dark(self, x: int, y: int) -> bool:
        """Whether a cell is dark: a1 is, on the cross d1 is."""
        return (x + y) % 2 == (1 if self.cross else 0)


def cell_name(x: int, y: int) -> str:
    """The name of a cell: `a1` is 0, 0."""
    return f"{chr(ord('a') + x)}{y + 1}"


def cell_at(name: str) -> tuple[int, int]:
    """The cell of a name."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def draw(position: Position, options: Options) -> str:
    """A position on a board of squares."""
    board = Board(position.game, options.seat)
    check_marks(options.marks, {cell_name(x, y) for x, y in board.cells()})
    edge = EDGE if options.coordinates else 0
    columns, rows = (board.height, board.width) if board.sideways else (board.width, board.height)

    def corner(x: int, y: int) -> tuple[float, float]:
        column, row = board.place(x, y)
        return edge + CELL * column, CELL * row

    tinted = _last_cells(position, board) if options.last_move else set()
    body = []
    for x, y in board.cells():
        left, top = corner(x, y)
        body.append(rect(left, top, CELL, CELL, "dark" if board.is_dark(x, y) else "light"))
        if (x, y) in tinted:
            body.append(rect(left, top, CELL, CELL, "last", ' fill-opacity="0.45"'))
    for cell, colour in options.marks.items():
        body.append(mark(*corner(*cell_at(cell)), CELL, CELL, colour))
    for x, y, letter, owner, _count in position.board.tolist():
        body.append(piece(position.game, letter, owner, *corner(x, y), CELL))
    if options.coordinates:
        body += coordinates(board, columns, rows)
    return picture(
        edge + CELL * columns, CELL * rows + edge, body, size=options.size, dark=options.dark, title=options.title
    )


def coordinates(board: Board, columns: int, rows: int) -> list[str]:
    """Names of files and ranks along the left and the lower edge."""
    texts = []
    for x in range(board.width):
        column, row = board.place(x, 0)
        letter = chr(ord("a") + x)
        at = (
            (EDGE / 2, CELL * (row + 0.5)) if board.sideways else (EDGE + CELL * (column + 0.5), CELL * rows + EDGE / 2)
        )
        texts.append(label(*at, letter, 12))
    for y in range(board.height):
        column, row = board.place(0, y)
        at = (
            (EDGE + CELL * (column + 0.5), CELL * rows + EDGE / 2) if board.sideways else (EDGE / 2, CELL * (row + 0.5))
        )
        texts.append(label(*at, str(y + 1), 12))
    return texts


def _last_cells(position: Position, board: Board) -> set[tuple[int, int]]:
    """Cells of the last move; of a roll, the cells that the Behemoth entered."""
    if not position.history:
        return set()
    last = position.history[-1]
    roll = re.fullmatch(r"\*([1-8])([1-4])", last)
    if roll:
        dx, dy = _DIRECTIONS[int(roll[1]) - 1]
        where = [(x, y) for x, y, letter, *_ in position.board.tolist() if letter == "*"]
        return {((x - back * dx) % 8, (y - back * dy) % 8) for x, y in where for back in range(int(roll[2]))}
    return {cell_at(name) for name in re.findall(r"[a-n](?:1[0-2]|[1-9])", last)} & set(board.cells())
