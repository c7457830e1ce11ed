"""Boards as SVG, drawn by this package alone: no fonts, pictures or scripts from elsewhere.

>>> import fairyring as fr
>>> fr.draw.svg(fr.Position("behemoth")).startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from fairyring._core import Position, describe
from fairyring.arguments import whole
from fairyring.draw import grid, pits, table
from fairyring.draw.attacks import ORTHODOX, attacked, taken
from fairyring.draw.heat import heat_map
from fairyring.draw.paths import cells_of
from fairyring.draw.style import Options, Scene, check_colour
from fairyring.draw.words import describe_units

__all__ = ["heat_map", "scene", "svg"]

#: Cells to mark: names, or names with a CSS colour each.
Marks: TypeAlias = Iterable[str] | Mapping[str, str]

#: Arrows: texts of moves or pairs of cells, or such with a CSS colour each.
Arrows: TypeAlias = Iterable[str | tuple[str, str]] | Mapping[Any, str]

_MARK, _ARROW = "#2a9d8f", "#2f6fbf"


def svg(
    position: Position,
    *,
    size: int | None = None,
    orientation: str | None = None,
    coordinates: bool = True,
    last_move: bool = True,
    marks: Marks = (),
    arrows: Arrows = (),
    attacked: str | None = None,
    targets: str | None = None,
    dark: bool | None = None,
    title: str | None = None,
) -> str:
    """A position as SVG text.

    size: the larger side in pixels, 16 to 10,000, or None for the natural one. orientation: the seat at the lower
    edge, None for the first. coordinates: whether cells are named, along the edge or by their ring numbers. last_move:
    whether the last move's cells are tinted and the path of the Behemoth is drawn. marks: cells to mark, by name, or a
    mapping of cells to CSS colours. arrows: move texts or pairs of cells, or a mapping of these to CSS colours.
    attacked: a seat; cells that its team's orthodox units attack get a cross, in the other games (and for the draughts
    seats of Shahki, where the seat must be the one to act) what its moves take. targets: a cell whose unit's moves are
    shown: a dot, a ring where the move takes something, a star for a teleport. dark: True or False for a dark or a
    light background, None to follow the reader's setting. title: for screen readers; None for game, text and actor.
    Frozen units of Ultima always lie under ice.

    Raises ValueError for an unknown seat or cell, TypeError for a value of another kind.
    """
    drawn = scene(
        position,
        orientation=orientation,
        coordinates=coordinates,
        last_move=last_move,
        marks=marks,
        arrows=arrows,
        attacked=attacked,
        targets=targets,
    )
    if not (dark is None or isinstance(dark, bool)):
        raise TypeError(f"dark must be True, False or None, not {dark!r}")
    if not (title is None or isinstance(title, str)):
        raise TypeError(f"title must be text or None, not {title!r}")
    return drawn.svg(
        size=None if size is None else whole(size, "size", 16, 10_000),
        dark=dark,
        title=title or f"{position.game}: {position.text}, {position.actor} to act",
        about=describe_units(position),
    )


def scene(
    position: Position,
    *,
    orientation: str | None = None,
    coordinates: bool = True,
    last_move: bool = True,
    marks: Marks = (),
    arrows: Arrows = (),
    attacked: str | None = None,
    targets: str | None = None,
) -> Scene:
    """What `svg` draws, with the place of each cell; options as there."""
    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")
    seats = describe(position.game)["seats"]
    for seat in (orientation, attacked):
        if seat is not None and seat not in seats:
            raise ValueError(f"unknown seat {seat!r}; valid: {', '.join(seats)}")
    for name, value in {"coordinates": coordinates, "last_move": last_move}.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {value!r}")
    options = Options(
        seat=seats[0] if orientation is None else orientation,
        turns=0 if orientation is None else seats.index(orientation),
        coordinates=coordinates,
        last_move=last_move,
        marks={cell: check_colour(cell, colour) for cell, colour in _coloured(marks, _MARK)},
        arrows={_ends(position, arrow): check_colour(arrow, colour) for arrow, colour in _coloured(arrows, _ARROW)},
        attacked=frozenset() if attacked is None else _attacked(position, attacked),
        targets=targets,
    )
    if position.game == "wari":
        return pits.draw(position, options)
    if position.game == "cards":
        return table.draw(position, options)
    return grid.draw(position, options)


def _coloured(items: Any, colour: str) -> Iterable[tuple[Any, str]]:
    return dict(items if isinstance(items, Mapping) else dict.fromkeys(items, colour)).items()


def _ends(position: Position, arrow: Any) -> tuple[str, str]:
    """First and last cell of an arrow: a pair of cells, or the text of a move."""
    if isinstance(arrow, tuple) and len(arrow) == 2:
        return str(arrow[0]), str(arrow[1])
    cells = cells_of(position.game, arrow) if isinstance(arrow, str) else ()
    if not cells:
        raise ValueError(f"{arrow!r} is no arrow: neither a pair of cells nor a move that names cells")
    return cells[0], cells[-1]


def _attacked(position: Position, seat: str) -> frozenset[str]:
    """Names of the cells that a seat attacks."""
    facts = describe(position.game)
    owner = int(facts["teams"][facts["seats"].index(seat)])
    if position.game not in ORTHODOX or seat in ("wd", "bd"):
        if position.actor != seat:
            raise ValueError(f"what {seat} attacks is told by its moves, and {position.actor} is to act")
        return frozenset(taken(position))
    if position.game == "cards":
        return table.attacked_cells(position, owner)
    board = grid.Board(position.game, facts["seats"][0])
    units = {(x, y): (letter, side) for x, y, letter, side, _ in position.board.tolist()}
    return frozenset(grid.cell_name(*cell) for cell in attacked(units, owner, board.has))
