"""Outcome models recover values that are known, and their intervals cover them as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fairyring.statistics import quantile
from fairyring.value import KNIGHT_ROOK, Fit, Rows, fit, joined, tasks_for
from fairyring.value.tasks import listed

pytest.importorskip("statsmodels")

#: Logits that a simulated world has, and how far a result must be from even to be no draw.
TRUE = {"P": 0.35, "N": 1.2, "B": 1.3, "R": 1.7, "Q": 3.3, "T": 1.5}
FIRST, DRAWN = 0.12, 0.15

NAMES = tuple(sorted(TRUE))
TASKS = np.array([[task.difference.get(unit, 0) for unit in NAMES] for task in listed(tasks_for("T"))], np.float64)


def simulated(games: int, seed: int) -> Rows:
    """Rows of an ordered logit: tasks in turn, colours alternating, 960 arrays as clusters."""
    rng = np.random.default_rng(seed)
    number = np.arange(games)
    turn, task = np.divmod(number // 2, len(TASKS))
    design = TASKS[task] * np.where(number % 2, -1.0, 1.0)[:, None]
    latent = design @ np.array([TRUE[name] for name in NAMES]) + FIRST + rng.logistic(size=games)
    scores = np.where(latent > DRAWN, 1.0, np.where(latent < -DRAWN, 0.0, 0.5))
    return Rows(scores, NAMES, design, (turn * 37 + task * 13) % 960)


def within(hits: int, trials: int, level: float = 0.95) -> bool:
    """Whether so many hits agree with the nominal rate, four standard errors wide."""
    return abs(hits - level * trials) <= 4 * math.sqrt(trials * level * (1 - level))


def coverage(model: str, trials: int, games: int) -> dict[str, int]:
    """How often intervals cover the truth; draws make a fractional logit's slope smaller by one factor for all units,
    so that model is asked for ratios and the others for logits too."""
    hits = dict.fromkeys(("T knight/rook", "B/N", "N/P", "T logit"), 0)
    for trial in range(trials):
        found = fit(simulated(games, 1000 + trial), model)  # type: ignore[arg-type]
        value = found.ratio({"T": 1}, KNIGHT_ROOK[0])
        hits["T knight/rook"] += value.low <= TRUE["T"] / (TRUE["N"] + TRUE["R"]) <= value.high
        for name in ("B/N", "N/P"):
            top, bottom = name.split("/")
            value = found.ratio({top: 1}, {bottom: 1})
            hits[name] += value.low <= TRUE[top] / TRUE[bottom] <= value.high
        value = found.contrast({"T": 1})
        hits["T logit"] += value.low <= TRUE["T"] <= value.high
    return hits


@pytest.mark.parametrize("model", ["fractional", "tanh"])
def test_ratios_are_covered_at_their_nominal_rate(model: str, long: bool) -> None:
    trials = 500 if long else 60
    hits = coverage(model, trials, 2160)
    for name in ("T knight/rook", "B/N", "N/P"):
        assert within(hits[name], trials), (name, hits)


def test_the_ordered_logit_is_covered_at_its_nominal_rate(long: bool) -> None:
    trials = 500 if long else 6
    hits = coverage("ordered", trials, 2160)
    for name, count in hits.items():
        assert within(count, trials), (name, hits)


def test_an_ordered_logit_finds_the_first_move() -> None:
    found = fit(simulated(36_000, 5), "ordered")
    move = found.contrast({"first move": 1})
    assert abs(move.value - FIRST) < 4 * found.error({"first move": 1})
    assert found.error({"first move": 1}) < 0.02


def test_clusters_widen_the_interval_where_games_of_a_cluster_agree() -> None:
    rows = simulated(2160, 3)
    twice = Rows(
        np.repeat(rows.scores, 2),
        rows.names,
        np.repeat(rows.differences, 2, axis=0),
        np.repeat(np.arange(len(rows)), 2),
    )
    once, same = fit(Rows(rows.scores, rows.names, rows.differences, np.arange(len(rows)))), fit(twice)
    assert same.coefficients == pytest.approx(once.coefficients, abs=1e-8)
    # Every game told twice is no news: the errors must not shrink by the root of two.
    assert np.sqrt(np.diag(same.covariance)) == pytest.approx(np.sqrt(np.diag(once.covariance)), rel=1e-2)


def test_fieller_is_the_set_of_ratios_that_are_not_rejected() -> None:
    found = Fit("fractional", ("P", "T"), np.array([0.4, 1.6]), np.array([[0.01, 0.002], [0.002, 0.02]]), 100, 100)
    z = quantile(0.975)
    interval = found.ratio({"T": 1}, {"P": 1})
    for end in (interval.low, interval.high):
        # At an end the hypothesis T = end * P lies just at the edge of its own test.
        assert abs(found.contrast({"T": 1, "P": -end}).value) == pytest.approx(
            z * found.error({"T": 1, "P": -end}), rel=1e-9
        )
    assert interval.value == pytest.approx(4.0)
    weak = Fit("fractional", ("P", "T"), np.array([0.1, 1.6]), np.eye(2) * 0.01, 100, 100)
    assert weak.ratio({"T": 1}, {"P": 1}).high == math.inf


def test_units_of_several_sets_of_games_share_what_they_have_in_common() -> None:
    one = simulated(2160, 3)
    both = joined([one, simulated(2160, 4).renamed({"T": "T restricted"})])
    assert set(both.names) == {*NAMES, "T restricted"}
    assert len(both) == 4320
    found = fit(both)
    assert abs(found.contrast({"T": 1, "T restricted": -1}).value) < 4 * found.error({"T": 1, "T restricted": -1})


def test_what_cannot_be_told_apart_is_refused() -> None:
    rows = Rows(
        np.array([1.0, 0.0, 1.0, 0.0]), ("N", "T"), np.array([[1.0, -1], [-1, 1], [1, -1], [-1, 1]]), np.arange(4)
    )
    with pytest.raises(ValueError, match=r"N, T apart"):
        fit(rows)
    told = Rows(np.repeat([1.0, 0.0], 20), ("N",), np.repeat([[1.0], [-1.0]], 20, axis=0), np.arange(40))
    with pytest.raises(ValueError, match="more games are needed"):
        fit(told)
    with pytest.raises(ValueError, match="1 games cannot"):
        fit(simulated(1, 1))
    with pytest.raises(ValueError, match=r"unknown model 'probit'"):
        fit(rows, "probit")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"no unit 'X'"):
        fit(simulated(360, 1)).contrast({"X": 1})
    adjusted = Rows(rows.scores + 0.3, ("N",), rows.differences[:, :1], rows.clusters)
    with pytest.raises(ValueError, match=r"leave \[0, 1\]"):
        fit(adjusted)
