"""The traces of slow independent implementations, through the installed wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring as fr
from helpers import rows_of, vector_files


@pytest.mark.parametrize("path", vector_files(), ids=lambda path: path.stem)
def test_traces_are_reproduced(path: Path) -> None:
    compared = 0
    for number, row in enumerate(rows_of(path), 1):
        position = fr.Position(row["game"], row["start"], **row["options"])
        place = f"{path.name}:{number}"
        assert position.text == row["start"], place
        if "perft" in row:
            counts = [
                position.perft(depth) for depth in range(1, len(row["perft"]) + 1) if row["perft"][depth - 1] < 200_000
            ]
            assert counts == row["perft"][: len(counts)], place
            continue
        for move, text, legal in zip(row["moves"], row["positions"], row["legal"], strict=True):
            assert position.legal_moves() == legal, (place, position.text)
            position = position.play(move)
            assert position.text == text, (place, move)
            compared += 1
        assert position.history == row["moves"], place
        check_end(position, row["over"], place)
    assert compared > 100


def check_end(position: fr.Position, over: dict[str, object] | None, place: str) -> None:
    if over is None:
        assert position.outcome is None, place
        return
    outcome = position.outcome
    assert outcome is not None, place
    assert position.actor == "over"
    assert outcome.reason == over["reason"], place
    teams = fr.describe(position.game)["teams"]
    assert outcome.utility == tuple(over["utility"][team] for team in teams), place  # type: ignore[index]
    points = over.get("points", over.get("score"))
    if points is not None:
        assert outcome.score == tuple(points), place  # type: ignore[arg-type]
