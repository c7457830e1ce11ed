"""Cells that a side attacks, and units that are frozen, as far as a picture shows them.

The rules themselves are native; these are for eyes only, and the tests hold them to the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from fairyring._core import Position

Cell = tuple[int, int]

_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))

_SLIDES = {"r": _STRAIGHT, "b": _DIAGONAL, "q": _STRAIGHT + _DIAGONAL}
_STEPS = {"k": _STRAIGHT + _DIAGONAL, "n": _LEAPS, "t": _LEAPS}

#: The games whose units attack cells; in the others a unit is in danger by what a move takes.
ORTHODOX = ("chess", "behemoth", "astral", "shahki", "cards")


def attacked(units: Mapping[Cell, tuple[str, int]], owner: int, has: Callable[[int, int], bool]) -> set[Cell]:
    """The cells that the orthodox units of an owner (0 first, 1 second team) attack, own units' cells included.

    units: letter and owner by cell; every unit blocks. has: whether there is a cell. Letters of other units (men,
    Behemoth) attack no cell."""
    found: set[Cell] = set()
    for (x, y), (letter, side) in units.items():
        if side != owner:
            continue
        kind = letter.lower()
        ahead = 1 if owner == 0 else -1
        steps: Iterable[Cell] = ((1, ahead), (-1, ahead)) if kind == "p" else _STEPS.get(kind, ())
        found |= {(x + dx, y + dy) for dx, dy in steps if has(x + dx, y + dy)}
        for dx, dy in _SLIDES.get(kind, ()):
            at = (x + dx, y + dy)
            while has(*at):
                found.add(at)
                if at in units:
                    break
                at = (at[0] + dx, at[1] + dy)
    return found


def taken(position: Position) -> set[str]:
    """Names of the cells that the moves of the seat to act take."""
    return {cell for move in position.legal_moves() for cell in position.captures(move)}


def frozen(position: Position) -> set[Cell]:
    """The units of Ultima beside an enemy dragon, and dragons beside an enemy chameleon (`cambridge` frees some of the
    former)."""
    units = {(x, y): (letter.lower(), owner) for x, y, letter, owner, _ in position.board.tolist()}
    cambridge = bool(position.rules["cambridge"])

    def near(cell: Cell) -> Iterable[Cell]:
        return ((cell[0] + dx, cell[1] + dy) for dx, dy in _STRAIGHT + _DIAGONAL)

    def freezes(dragon: Cell, cell: Cell) -> bool:
        side = units[cell][1]
        helpers = (other for other in near(dragon) if other != cell and other in units)
        return not (cambridge and any(units[other][0] in "ix" and units[other][1] == side for other in helpers))

    def touching(kind: str) -> Iterable[tuple[Cell, Cell]]:
        """Units of a kind, with each enemy beside them."""
        return (
            (cell, other)
            for cell, (letter, owner) in units.items()
            if letter == kind
            for other in near(cell)
            if other in units and units[other][1] != owner
        )

    # A chameleon does to a dragon what a dragon does to all.
    return {cell for dragon, cell in touching("i") if freezes(dragon, cell)} | {
        cell for _, cell in touching("x") if units[cell][0] == "i"
    }
