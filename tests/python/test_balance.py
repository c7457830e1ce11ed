"""The balance of Behemoth chess: exact chain, estimates, verdicts."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from fairyring import statistics
from helpers import run_command

needs_behemoth = pytest.mark.skipif("behemoth" not in fr.games(), reason="needs behemoth")


def study(**options: Any) -> fr.balance.Study:
    return fr.balance.start_squares(**({"games": 400, "seed": 7, "progress": False} | options))


@needs_behemoth
def test_the_chain_has_the_known_values() -> None:
    chain = fr.balance.behemoth_chain()
    assert len(chain) == 64
    assert chain["d4"].score == pytest.approx(0.4879, abs=5e-5)
    assert chain["e4"].score == pytest.approx(0.5172, abs=5e-5)
    assert chain["a4"].score == pytest.approx(0.5787, abs=5e-5)
    assert (chain["d4"].win, chain["d4"].draw, chain["d4"].loss) == pytest.approx((0.4452, 0.0855, 0.4694), abs=1e-4)
    assert chain["d4"].moves == pytest.approx(15.99, abs=5e-3)
    for square, entry in chain.items():
        mirror = chain[f"{square[0]}{9 - int(square[1])}"]
        assert entry.score + mirror.score == pytest.approx(1, abs=1e-12)
        assert entry.win + entry.draw + entry.loss == pytest.approx(1, abs=1e-12)
        assert entry.score == pytest.approx(entry.win + entry.draw / 2, abs=1e-12)
    with pytest.raises(KeyError, match="i9"):
        chain["i9"]
    assert chain._repr_svg_().startswith("<svg ")


@needs_behemoth
def test_rows_have_every_column() -> None:
    s = study(squares=["d4", "e4"], agents=["random", "greedy"])
    assert [(row.square, row.agent) for row in s] == [
        ("d4", "random"),
        ("d4", "greedy"),
        ("e4", "random"),
        ("e4", "greedy"),
    ]
    for name in ("raw_score", "raw_low", "raw_high", "adjusted_score", "adjusted_low", "adjusted_high"):
        assert s[name].shape == (4,)
        assert np.array_equal(getattr(s, name), s[name])
    assert (s["variance_ratio"] < 1).all()
    assert np.allclose(s["variance_ratio"] + s["luck_share"], 1)
    assert s["games"].tolist() == [400] * 4
    assert (s["plies"] > 1).all()
    row = s["e4", "greedy"]
    assert row.white + row.draws + row.black == row.games
    assert sum(row.reasons.values()) == pytest.approx(1)
    assert row.chain_score == fr.balance.behemoth_chain()["e4"].score
    assert len(s[1:3]) == 2
    assert s.to_dict()["square"] == ["d4", "d4", "e4", "e4"]
    assert len(str(s).splitlines()) == 5
    assert "<table>" in s._repr_html_()
    for key in ("nothing", ("d5", "random")):
        with pytest.raises(KeyError):
            s[key]
    with pytest.raises(AttributeError):
        s.nothing  # noqa: B018


@needs_behemoth
def test_rows_are_independent_of_each_other() -> None:
    together = study(squares=["d4", "e4"], agents=["random", "greedy"])
    assert study(squares=["e4"], agents=["greedy"])[0] == together["e4", "greedy"]
    assert study(squares=["e4"], agents=["greedy"], workers=1)[0] == together["e4", "greedy"]
    assert len(set(together["experiment"].tolist())) == 4


@needs_behemoth
def test_a_row_is_a_batch_that_can_be_played_again() -> None:
    row = study(agents=["greedy"])[0]
    b = fr.simulate(
        "behemoth",
        games=400,
        agents="greedy",
        seed=row.seed,
        experiment=row.experiment,
        progress=False,
        behemoth_start="d4",
    )
    assert b.summary().raw.value == row.raw_score
    assert b.summary().adjusted.value == row.adjusted_score  # type: ignore[union-attr]


@needs_behemoth
def test_until_reaches_its_half_width() -> None:
    row = study(agents=["random"], games=None, until=0.004)[0]
    assert row.games > fr.balance.behemoth.PILOT
    assert (row.adjusted_high - row.adjusted_low) / 2 <= 0.004
    assert study(agents=["random"], games=row.games)[0] == row


@needs_behemoth
def test_adjustment_is_unbiased(long: bool) -> None:
    games = 200_000 if long else 40_000
    for agent in ("random", "greedy"):
        raw = fr.simulate("behemoth", games=games, agents=agent, seed=11, progress=False).summary()
        adjusted = fr.simulate("behemoth", games=games // 4, agents=agent, seed=12, progress=False).summary().adjusted
        assert adjusted is not None
        assert abs(raw.raw.value - adjusted.value) < 4 * math.hypot(raw.raw.error, adjusted.error)
        luck = fr.simulate("behemoth", games=games, agents=agent, seed=13, progress=False).luck.astype(np.float64)
        assert abs(luck.mean()) < 4 * luck.std() / math.sqrt(games)


@needs_behemoth
def test_the_control_has_no_luck() -> None:
    s = fr.balance.control(agents=["random"], games=200, seed=3, progress=False)
    assert s[0].square == "off"
    assert s[0].chain_score is None
    assert (s[0].raw_score, s[0].variance_ratio) == (s[0].adjusted_score, 1.0)


def test_human_games_have_their_published_score() -> None:
    human = fr.balance.HUMAN
    assert human.games == 35_543
    assert human.score.value == pytest.approx(0.4936, abs=5e-5)
    assert human.score.high - human.score.value == pytest.approx(0.0051, abs=5e-5)


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"squares": ["a1"]}, ValueError, "cannot start on 'a1'"),
    ({"squares": []}, ValueError, "squares is empty"),
    ({"squares": ["d4", "d4"]}, ValueError, "named twice"),
    ({"agents": []}, ValueError, "agents is empty"),
    ({"agents": ["random", "nobody"]}, ValueError, "unknown agent"),
    ({"games": 1}, ValueError, "games must lie between 2"),
    ({"games": 10, "until": 0.1}, ValueError, "not both"),
    ({"games": None, "until": -1.0}, ValueError, "until must lie"),
    ({"games": None, "until": "x"}, TypeError, "until must be"),
    ({"margin": 0}, ValueError, "margin must lie"),
    ({"seed": -1}, ValueError, "seed"),
    ({"engine": "steam"}, ValueError, "engine"),
    ({"behemoth_start": "e4"}, ValueError, "squares="),
    ({"gravity": 1}, ValueError, "unknown rule"),
]


@needs_behemoth
@pytest.mark.parametrize(("options", "error", "message"), BAD, ids=[str(options) for options, *_ in BAD])
def test_bad_arguments_are_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        study(**options)


@needs_behemoth
def test_the_command_prints_table_and_json(tmp_path: Path) -> None:
    picture = tmp_path / "chain.svg"
    arguments = [
        "balance",
        "behemoth",
        "--games",
        "100",
        "--seed",
        "7",
        "--agents",
        "random,greedy",
        "--squares",
        "d4,e4",
    ]
    done = run_command(*arguments, "--svg", str(picture))
    assert done.returncode == 0, done.stderr
    for text in ("luck-adjusted", "Control", "0.4879", "people: 16,757 won", "king_destroyed", "equivalence test"):
        assert text in done.stdout
    assert picture.read_text().startswith("<svg ")
    done = run_command(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(document) >= {"squares", "human", "run"}
    entry = document["squares"]["d4"]["greedy"]
    for name in (
        "raw_score",
        "raw_low",
        "raw_high",
        "adjusted_score",
        "adjusted_low",
        "adjusted_high",
        "variance_ratio",
    ):
        assert isinstance(entry[name], float)
    assert entry == study(squares=["d4"], agents=["greedy"], games=100)[0].to_dict()
    assert document["squares"]["e4"]["chain"]["score"] == pytest.approx(0.5172, abs=5e-5)
    assert document["run"]["seed"] == 7
    assert document["human"]["simulated"]["greedy"]["games"] == 100


def test_intervals_cover_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    truth, covered = 0.5 * 0.2 + 0.45, 0
    for _ in range(1000):
        utility = rng.choice([1, 0, -1], size=400, p=[0.45, 0.2, 0.35]).astype(np.float32)
        found = statistics.moments(utility, np.zeros(400, np.float32))
        interval = statistics.estimate(found.score, found.var_score, found.n)
        covered += interval.low <= truth <= interval.high
    assert 935 <= covered <= 965


def test_intervals_of_equal_results_are_no_points() -> None:
    interval = statistics.estimate(1.0, 0.0, 10)
    # If the mean were lower than this, ten wins in a row would come in fewer than 5 % of samples.
    assert interval.low == pytest.approx(0.05 ** (1 / 10))
    assert interval.high == 1.0
    assert statistics.estimate(0.5, 0.0, 400).low < 0.5 < statistics.estimate(0.5, 0.0, 400).high
    assert statistics.equivalence(1.0, interval.error).verdict == "unbalanced"


def test_moments_equal_numpys() -> None:
    rng = np.random.default_rng(6)
    utility = rng.choice([1, 0, -1], size=5000).astype(np.float32)
    luck = (0.4 * utility + rng.normal(0, 0.1, 5000)).astype(np.float32)
    found = statistics.moments(utility, luck)
    score = (utility.astype(np.float64) + 1) / 2
    assert found.score == pytest.approx(score.mean())
    for coefficient in (0.0, 0.5, 1.0):
        expected = np.var(score - coefficient * luck.astype(np.float64), ddof=1)
        assert found.var_adjusted(coefficient) == pytest.approx(expected)


def test_wilson_and_quantiles_have_textbook_values() -> None:
    assert statistics.quantile(0.975) == pytest.approx(1.959964, abs=1e-6)
    # Wilson's interval of 81 of 263 at 95 %: Newcombe 1998, table I.
    assert statistics.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert statistics.wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert statistics.wilson(0, 0) == (0.0, 1.0)


def test_equivalence_needs_evidence() -> None:
    assert statistics.equivalence(0.5, 0.001).verdict == "balanced"
    assert statistics.equivalence(0.5, 0.02).verdict == "undecided"
    assert statistics.equivalence(0.55, 0.002).verdict == "unbalanced"
    assert statistics.equivalence(0.5, math.inf).verdict == "undecided"
    # At the margin itself the test errs in alpha of the cases.
    rng = np.random.default_rng(7)
    errs = [statistics.equivalence(0.51 + 0.002 * z, 0.002).verdict == "balanced" for z in rng.normal(size=20_000)]
    assert np.mean(errs) == pytest.approx(0.05, abs=0.006)


@given(st.floats(0.3, 0.7), st.floats(0.0005, 0.1), st.floats(0.001, 0.2))
def test_verdicts_agree_with_their_intervals(mean: float, error: float, margin: float) -> None:
    test = statistics.equivalence(mean, error, margin)
    z90, z95 = statistics.quantile(0.95), statistics.quantile(0.975)
    inside = abs(mean - 0.5) + z90 * error < margin
    outside = abs(mean - 0.5) - z95 * error > margin
    assert (test.verdict == "balanced") == inside or math.isclose(abs(mean - 0.5) + z90 * error, margin, rel_tol=1e-9)
    assert test.verdict != "balanced" or not outside
    assert 0 <= test.p <= 1
