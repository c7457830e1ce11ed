"""Figures show the numbers they are given."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import matplotlib
import numpy as np
import pytest

import fairyring as fr
from fairyring import plots

matplotlib.use("agg")
pyplot: Any = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def batch() -> fr.Batch:
    return fr.simulate("behemoth", games=60, agents="greedy", seed=1, progress=False)


def bars(ax: Any) -> list[tuple[float, float, float]]:
    """Value, low and high of every point with an interval."""
    found = []
    for container in ax.containers:
        line, _, (segments,) = container
        for value, ((_, low), (_, high)) in zip(line.get_ydata(), segments.get_segments(), strict=True):
            found.append((float(value), float(low), float(high)))
    return found


def test_heat_maps_hold_the_values() -> None:
    scores = fr.balance.behemoth_chain().scores()
    ax = plots.heat(scores, centre=0.5)
    image = ax.images[0].get_array()
    assert image[3, 3] == scores["d4"]
    assert image[0, 7] == scores["h1"]
    low, high = ax.images[0].get_clim()
    assert math.isclose((low + high) / 2, 0.5)
    assert f"{scores['d4']:.3f}" in [text.get_text() for text in ax.texts]
    with pytest.raises(ValueError, match="unknown square 'i9'"):
        plots.heat({"i9": 1.0})
    with pytest.raises(ValueError, match="nan"):
        plots.heat({"a1": math.nan})
    assert len(plots.heat({}).texts) == 0


def test_start_squares_show_the_intervals() -> None:
    study = fr.balance.start_squares(["d4", "e5"], agents=["random", "greedy"], games=400, seed=1, progress=False)
    ax = plots.start_squares(study)
    wanted = sorted((row.adjusted_score, row.adjusted_low, row.adjusted_high) for row in study)
    assert np.allclose(sorted(bars(ax)), wanted)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["d4", "e5"]
    with pytest.raises(TypeError, match="study must be"):
        plots.start_squares([])  # type: ignore[arg-type]


def test_ladders_show_ratings() -> None:
    table = fr.match.ladder("wari", ["random", "greedy"], pairs=20, seed=1, progress=False)
    ax = plots.ladder(table)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["random", "greedy"]
    assert np.allclose(ax.lines[0].get_xdata(), [rung.elo for rung in table.rungs[::-1]])


def test_piece_values_and_learning_curves() -> None:
    rows = [
        {"piece": "T", "estimator": "regression", "budget": "greedy", "value": 4.2, "low": 4.0, "high": 4.5},
        {"piece": "T", "estimator": "td", "budget": None, "value": 4.6, "low": 4.4, "high": 4.9},
    ]
    ax = plots.piece_values(rows)
    assert np.allclose(sorted(bars(ax)), [(4.2, 4.0, 4.5), (4.6, 4.4, 4.9)])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["regression, greedy", "td"]
    with pytest.raises(ValueError, match="lacks 'low'"):
        plots.piece_values([{"piece": "T", "estimator": "x", "value": 1.0}])
    curve = [{"step": 2, "score": 0.7}, {"step": 1, "score": 0.5, "low": 0.4, "high": 0.6}]
    ax = plots.learning_curve({"wari": curve})
    assert ax.lines[0].get_xdata().tolist() == [1, 2]
    assert ax.lines[0].get_ydata().tolist() == [0.5, 0.7]
    with pytest.raises(ValueError, match="no curves"):
        plots.learning_curve({})


def test_distributions_are_of_the_games(batch: fr.Batch) -> None:
    ax = plots.lengths(batch, bins=10)
    [mean] = ax.lines
    assert math.isclose(mean.get_xdata()[0], batch.plies.mean())
    counts, _ = np.histogram(batch.plies, 10)
    heights = {round(float(y), 9) for y in ax.patches[0].get_path().vertices[:, 1]}
    assert {round(count / 60, 9) for count in counts} <= heights
    ax = plots.branching(batch, games=2)
    legal = [len(p.legal_moves()) for game in (0, 1) for p in batch.replay(game) if p.actor not in ("chance", "over")]
    assert math.isclose(ax.lines[0].get_xdata()[0], np.mean(legal))
    with pytest.raises(ValueError, match="without games"):
        plots.lengths(batch[:0])


def test_axes_are_taken(batch: fr.Batch) -> None:
    _, ax = pyplot.subplots()
    assert plots.lengths(batch, ax=ax) is ax
    assert plots.heat({"d4": 0.5}, ax=ax) is ax
    with pytest.raises(TypeError, match="ax must be matplotlib axes"):
        plots.lengths(batch, ax="x")  # type: ignore[arg-type]
