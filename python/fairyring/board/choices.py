"""Legal moves as a hand plays them: cells to touch in order, and words for what a touch leaves open."""

from __future__ import annotations

from typing import Any

from fairyring._core import Position
from fairyring.draw.paths import cells_of
from fairyring.draw.words import unit_word


def choices(position: Position) -> list[dict[str, Any]]:
    """Every legal move as a dict: move, path (cells in the order of touch), word (what a menu calls it), ask (whether
    a menu asks even where no other move is meant), takes (whether it takes something)."""
    return [
        {
            "move": move,
            "path": list(cells_of(position.game, move)),
            "word": _word(position.game, move),
            "ask": _asks(position.game, move),
            "takes": bool(position.captures(move)),
        }
        for move in position.legal_moves()
    ]


def _asks(game: str, move: str) -> bool:
    """Whether a move is asked about: to take one's own unit off the board is seldom meant."""
    cells = cells_of(game, move)
    return game == "ultima" and cells[0] == cells[-1]


def _word(game: str, move: str) -> str:
    cells = cells_of(game, move)
    if _asks(game, move):
        return f"take {cells[0]} off the board"
    if game == "cards" and "@" in move:
        return f"place {unit_word(game, move[0])}"
    if game == "astral" and "~" in move:
        return f"teleport to {cells[-1]}"
    if ":" in move:
        return f"stop on {cells[-1]}"
    if game in ("chess", "behemoth", "astral", "shahki") and move[-1] in "qrbn":
        return f"promote to {unit_word(game, move[-1])}"
    return f"move to {cells[-1]}"
