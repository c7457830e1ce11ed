"""Which cells a move names, in the order in which a hand would touch them."""

from __future__ import annotations

import re

#: A cell of each kind of board.
_SQUARE = re.compile(r"[a-n](?:1[0-2]|[1-9])")
_RING = re.compile(r"\d+,\d+|(?<![\d,])0(?![\d,])")

#: What the eight directions of a roll add to file and rank.
DIRECTIONS = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))


def cells_of(game: str, move: str) -> tuple[str, ...]:
    """The cells of a move's text: from and to, every landing of a chain, a pit; `hand:Q` is a card in the hand.

    A roll of the dice names no cell.

    >>> cells_of("shahki", "c4:e6:g8"), cells_of("cards", "q@2,3"), cells_of("behemoth", "*74")
    (('c4', 'e6', 'g8'), ('hand:q', '2,3'), ())
    """
    if game == "wari":
        return (move,)
    if game != "cards":
        return tuple(_SQUARE.findall(move))
    cells = tuple(_RING.findall(move))
    return (f"hand:{move[0]}", *cells) if "@" in move else cells


def roll_of(move: str) -> tuple[int, int, int] | None:
    """File and rank steps and the distance of a roll of the Behemoth, or None for another move."""
    found = re.fullmatch(r"\*([1-8])([1-4])", move)
    return None if found is None else (*DIRECTIONS[int(found[1]) - 1], int(found[2]))
