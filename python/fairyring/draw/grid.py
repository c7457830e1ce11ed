"""Boards of squares: 8 by 8, and the cross of 144 cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fairyring._core import Position
from fairyring.draw.attacks import frozen
from fairyring.draw.paths import cells_of, roll_of
from fairyring.draw.pieces import piece
from fairyring.draw.signs import frost, signs, steps
from fairyring.draw.style import Box, Options, Scene, label, rect

#: Side of a cell and width of the edge with coordinates, in user units.
CELL, EDGE = 45, 18

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


def draw(position: Position, options: Options) -> Scene:
    """A position on a board of squares."""
    board = Board(position.game, options.seat)
    edge = EDGE if options.coordinates else 0
    columns, rows = (board.height, board.width) if board.sideways else (board.width, board.height)
    cells = {}
    for x, y in board.cells():
        column, row = board.place(x, y)
        cells[cell_name(x, y)] = Box(edge + CELL * column, CELL * row, CELL, CELL)
    body = [rect(*cells[cell_name(x, y)], "dark" if board.is_dark(x, y) else "light") for x, y in board.cells()]
    if options.last_move and position.history:
        body += _last(position, board, cells)
    if position.game == "ultima":
        body += [frost(cells[cell_name(x, y)]) for x, y in sorted(frozen(position))]
    for x, y, letter, owner, _count in position.board.tolist():
        name = cell_name(x, y)
        body.append(piece(position.game, letter, owner, cells[name].x, cells[name].y, CELL, cell=name))
    body += signs(position, options, cells)
    if options.coordinates:
        body += coordinates(board, columns, rows)
    return Scene(edge + CELL * columns, CELL * rows + edge, body, cells)


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


def roll_cells(position: Position, move: str) -> list[str]:
    """The cells of a roll that led to this position, the one it began on first; [] where the Behemoth is gone."""
    roll = roll_of(move)
    where = [(x, y) for x, y, letter, *_ in position.board.tolist() if letter == "*"]
    if roll is None or not where:
        return []
    (x, y), (dx, dy, distance) = where[0], roll
    return [cell_name((x - back * dx) % 8, (y - back * dy) % 8) for back in range(distance, -1, -1)]


def _last(position: Position, board: Board, cells: dict[str, Box]) -> list[str]:
    """The last move: its cells tinted; of a roll, the cells that the Behemoth entered, and its path."""
    move = position.history[-1]
    roll = roll_of(move)
    if roll is None:
        named = cells_of(position.game, move)
        return [rect(*cells[name], "last", ' fill-opacity="0.45"') for name in sorted({*named} & cells.keys())]
    entered = roll_cells(position, move)
    if not entered:
        return []
    tints = [rect(*cells[name], "last", ' fill-opacity="0.45"') for name in sorted(entered[1:])]
    (x0, y0), (x1, y1) = board.place(0, 0), board.place(roll[0], roll[1])
    way = (x1 - x0, y1 - y0)
    return [*tints, steps([(cells[name], way) for name in entered[:-1]], cells[entered[-1]])]
