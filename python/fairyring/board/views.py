"""What the browser shows of a line: a picture, the cells, the choices, the state in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fairyring import draw
from fairyring._core import Position, describe
from fairyring.analysis import analyse
from fairyring.board.choices import choices
from fairyring.board.line import Line
from fairyring.draw.grid import roll_cells
from fairyring.draw.paths import cells_of, roll_of
from fairyring.draw.words import actor_word, describe_units, roll_word, team_of, unit_word, units_of


def picture(
    position: Position, *, orientation: str, marks: Mapping[str, str], arrows: Mapping[Any, str]
) -> dict[str, Any]:
    """The drawn position: svg, and place and words of each cell."""
    scene = draw.scene(position, orientation=orientation, marks=marks, arrows=arrows)
    words = cell_words(position)
    cells = {
        name: {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "word": words.get(name, "empty")}
        for name, box in scene.cells.items()
    }
    title = f"{position.game}: {actor_word(position)}"
    svg = scene.svg(size=None, dark=None, title=title, about=describe_units(position))
    return {"svg": svg, "cells": cells}


def cell_words(position: Position) -> dict[str, str]:
    """What lies on each cell that is not empty."""
    if position.game == "wari":
        pits = position.text.split()[0].replace("/", ",").split(",")
        return {pit: f"{count} counters" for pit, count in zip("abcdefABCDEF", pits, strict=True)}
    words = {
        name: unit_word(position.game, letter) if side == "neutral" else f"{side} {unit_word(position.game, letter)}"
        for name, (letter, side) in units_of(position).items()
    }
    if position.game == "cards":
        _, down, hands, *_ = position.text.split()
        for name in () if down == "-" else down.split(";"):
            words.setdefault(name, "card face down")
        for side, hand in zip(("Red", "Black"), hands.split("/"), strict=True):
            for letter in hand:
                if letter.isalpha():
                    words[f"hand:{letter}"] = f"{side} {unit_word('cards', letter)} in the hand"
    return words


def moves_of(position: Position, may_act: bool) -> list[dict[str, Any]]:
    """The choices of a position, none where nobody may act."""
    return choices(position) if may_act else []


def animation(line: Line, ply: int) -> dict[str, Any] | None:
    """How the move that led to a position of a line looks: the cells on its way, and what it took."""
    if ply == 0:
        return None
    before, after = line.positions[ply - 1], line.positions[ply]
    move = after.history[-1]
    if roll_of(move) is None:
        return {"kind": "move", "move": move, "path": list(cells_of(after.game, move)), "takes": before.captures(move)}
    lost = before.captures(move)
    words = cell_words(before)
    told = ", ".join(f"{words.get(cell, 'unit')} on {cell}" for cell in lost)
    return {
        "kind": "roll",
        "move": move,
        "path": roll_cells(after, move),
        "takes": lost,
        "direction": int(move[1]),
        "distance": int(move[2]),
        "word": f"The dice: {roll_word(move)}" + (f"; destroyed: {told}" if told else ""),
    }


def evaluation(position: Position, asked: str) -> dict[str, Any]:
    """A value for the first team: text, and the share of the bar that is its.

    asked: "static" or the spec of an agent. The share is a logistic curve over hundredths of a pawn, 400 of which make
    ten to one, or half of one plus the expected utility of mcts: a scale for the eye, no probability."""
    outcome = position.outcome
    if outcome is not None:
        return {"text": f"{outcome.utility[0]:+g}", "share": (1 + outcome.utility[0]) / 2, "by": "the rules"}
    searched = asked != "static" and position.actor != "chance"
    value, expected = float(position.evaluate()), False
    if searched:
        found = analyse(position, asked)
        value, expected = found.value, asked.startswith("mcts")
        value = -value if team_of(position.game, position.actor) else value
    share = (1 + value) / 2 if expected else 1 / (1 + math.pow(10, -max(-4000.0, min(4000.0, value)) / 400))
    return {
        "text": f"{value:+.2f}" if expected else f"{value / 100:+.2f}",
        "share": share,
        "by": asked if searched else "static evaluation",
    }


def seats_of(game: str) -> list[str]:
    """Codes of the seats."""
    return list(describe(game)["seats"])
