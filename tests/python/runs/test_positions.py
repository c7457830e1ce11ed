"""Positions drawn from batches and runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr


def play(game: str, **options: Any) -> fr.Batch:
    return fr.simulate(game, **({"games": 30, "seed": 7, "max_plies": 100, "progress": False} | options))


def test_columns_tell_of_the_positions(game: str) -> None:
    b = play(game)
    facts = fr.describe(game)
    p = fr.sample_positions(b, per_game=4, seed=1)
    assert len(p) == len(p.texts) == len(p.observation) <= 120
    assert p.observation.shape[1:] == facts["observation_shape"]
    assert (np.bincount(p.row.astype(int)) <= 4).all()
    for i in range(0, len(p), 7):
        row = int(p.row[i])
        seats = [q for q in b.replay(row) if q.actor not in ("chance", "over")]
        position = seats[p.ply[i]]
        assert p.texts[i] == position.text
        assert facts["seats"][p.seat[i]] == position.actor
        assert np.array_equal(p.observation[i], position.observation())
        assert p.outcome[i] == b.utility[row, p.seat[i]]
        assert p.plies_to_end[i] == b.plies[row] - p.ply[i]
        assert fr.Position(game, p.texts[i], **b.rules) == position


def test_draws_do_not_depend_on_workers_moves_or_parts(game: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    b = play(game)
    options: dict[str, Any] = {"per_game": 3, "quiet": True, "seed": 5}
    first = fr.sample_positions(b, workers=1, **options)
    run = play(game, out=tmp_path / "run", chunk=7, moves=True)
    for other in (
        fr.sample_positions(b, workers=2, **options),
        fr.sample_positions(play(game, moves=True), **options),
        fr.sample_positions(run, **options),
        fr.sample_positions(tmp_path / "run", **options),
        fr.sample_positions(str(tmp_path / "run"), **options),
    ):
        assert other.texts == first.texts
        assert np.array_equal(other.observation, first.observation)
        assert np.array_equal(other.row, first.row)
        assert np.array_equal(other.outcome, first.outcome)
    assert fr.sample_positions(b, **(options | {"seed": 6})).texts != first.texts
    half = fr.sample_positions(b[10:], **options)
    assert half.texts == first.texts[int((first.row < 10).sum()) :]


def test_quiet_positions_are_quiet() -> None:
    b = play("chess", games=60)
    quiet = fr.sample_positions(b, per_game=5, quiet=True)
    for text in quiet.texts[::5]:
        p = fr.Position("chess", text)
        assert not p.in_check
        # Where quiescence finds nothing, search to depth 1 does not win material by a capture that is not answered.
        best = fr.analyse(p, "greedy")
        assert best.value < 900 or not p.captures(best.move)
    loud = fr.sample_positions(b, per_game=5)
    assert any(fr.Position("chess", text).in_check for text in loud.texts)


def test_all_positions_of_short_games() -> None:
    b = play("chess", games=5, max_plies=3)
    p = fr.sample_positions(b, per_game=100)
    assert p.ply.tolist() == [0, 1, 2] * 5
    assert p.plies_to_end.tolist() == [3, 2, 1] * 5
    assert len(fr.sample_positions(b[[]], per_game=2)) == 0


def test_other_starts_are_drawn_from() -> None:
    start = [fr.Position("wari").play("a"), fr.Position("wari").play("b")]
    b = play("wari", start=start)
    p = fr.sample_positions(b, per_game=1000)
    assert {p.texts[i] for i in np.flatnonzero(p.ply == 0)} == {q.text for q in start}


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"per_game": 0}, ValueError),
        ({"per_game": 1.5}, TypeError),
        ({"window": 0}, ValueError),
        ({"window": 256}, ValueError),
        ({"seed": "x"}, TypeError),
        ({"workers": 0}, ValueError),
        ({"source": 3}, TypeError),
        ({"source": "/nowhere"}, fr.RunError),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        fr.sample_positions(options.pop("source", play("wari", games=2)), **options)
