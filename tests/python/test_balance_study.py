"""Studies of any game, the joint model of start squares, sequential decisions, and the mirror of a whole game."""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.balance import HUMAN, SQUARES, GameStudy, Study, StudyRow, behemoth_chain
from fairyring.studies.report import filled


@pytest.fixture
def frozen() -> Iterator[None]:
    """Keeps what there is out of garbage collection, which statsmodels asks for with every correction."""
    gc.freeze()
    yield
    gc.unfreeze()


@cache
def any_row() -> StudyRow:
    return fr.balance.start_squares(["d4"], agents=["random"], games=50, seed=1, progress=False)[0]


def made_up(seed: int, *, first_move: float, slope: float, spread: float, error: float) -> Study:
    """Rows of 32 squares whose scores follow the joint model with known values."""
    rng = np.random.default_rng(seed)
    row = any_row()
    rows = []
    for square in SQUARES:
        chain = behemoth_chain()[square].score
        score = 0.5 + first_move + slope * (chain - 0.5) + rng.normal(0, spread) + rng.normal(0, error)
        low, high = score - 1.959964 * error, score + 1.959964 * error
        rows.append(
            replace(row, square=square, chain_score=chain, adjusted_score=score, adjusted_low=low, adjusted_high=high)
        )
    return Study(rows)


@pytest.mark.parametrize("spread", [0.0, 0.004])
def test_the_joint_model_covers_its_truth_at_the_nominal_rate(spread: float, long: bool, frozen: None) -> None:
    pytest.importorskip("statsmodels")
    trials, hits = 500 if long else 60, {"first move": 0, "slope": 0}
    for trial in range(trials):
        model = fr.balance.joint(made_up(trial, first_move=0.002, slope=0.95, spread=spread, error=0.003))
        hits["first move"] += model.first_move.low <= 0.002 <= model.first_move.high
        hits["slope"] += model.slope.low <= 0.95 <= model.slope.high
    for name, count in hits.items():
        # With a spread estimated from 32 squares the normal interval is a little narrow: one more per cent is let go.
        slack = 4 * math.sqrt(trials * 0.95 * 0.05) + (0.01 * trials if spread else 0)
        assert abs(count - 0.95 * trials) <= slack, (name, count)


def test_holm_keeps_false_alarms_rare_and_shrinkage_helps(long: bool, frozen: None) -> None:
    pytest.importorskip("statsmodels")
    trials, alarms, raw, shrunk = 500 if long else 60, 0, 0.0, 0.0
    for trial in range(trials):
        model = fr.balance.joint(made_up(trial, first_move=0, slope=1, spread=0, error=0.004))
        alarms += any(row.p_holm < 0.05 for row in model.rows)
        truth = np.array([row.chain for row in model.rows])
        raw += float(((np.array([row.score.value for row in model.rows]) - truth) ** 2).sum())
        shrunk += float(((np.array([row.shrunk.value for row in model.rows]) - truth) ** 2).sum())
    # At most 5 %, within four standard errors.
    assert alarms <= trials * 0.05 + 4 * math.sqrt(trials * 0.05 * 0.95)
    assert shrunk < raw / 3


def test_mirror_pairs_give_the_first_move_without_the_chain() -> None:
    pytest.importorskip("statsmodels")
    model = fr.balance.joint(made_up(3, first_move=0.01, slope=1, spread=0, error=1e-6))
    assert model["d4"].mirror is not None
    assert model["d4"].mirror.value == pytest.approx(0.01, abs=1e-5)
    assert model["d4"].verdict == "balanced" if abs(model["d4"].score.value - 0.5) < 0.01 else "unbalanced"
    assert model.svg().startswith("<svg ")
    assert "32 squares" in str(model)
    with pytest.raises(ValueError, match="at least 4 squares"):
        fr.balance.joint(fr.balance.start_squares(["d4"], agents=["random"], games=50, seed=1, progress=False))


def test_squares_are_kept_on_disk_and_gone_on_with(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    options: dict[str, Any] = {"agents": ["greedy"], "games": 400, "seed": 7, "progress": False}
    kept = fr.balance.start_squares(["d4", "e4"], out=tmp_path, **options)
    assert [row.to_dict() for row in kept] == [
        row.to_dict() for row in fr.balance.start_squares(["d4", "e4"], **options)
    ]
    assert len(list(tmp_path.iterdir())) == 2
    again = fr.balance.start_squares(["d4", "e4"], out=tmp_path, **options)
    assert again.to_dict() == kept.to_dict()


def test_a_decision_stops_at_the_first_look_that_tells() -> None:
    far = fr.balance.decide("a4", agent="greedy", games=8000, margin=0.01, seed=5, progress=False)
    # The chain puts a4 0.079 above even.
    assert (far.verdict, far.look < far.looks) == ("unbalanced", True)
    assert far.low <= far.score <= far.high
    assert far.games == 8000 * far.look // far.looks
    wide = fr.balance.decide("d4", agent="greedy", games=8000, margin=0.2, seed=5, progress=False)
    assert wide.verdict == "balanced"
    open_ = fr.balance.decide("d4", agent="random", games=100, margin=0.01, seed=5, progress=False)
    assert (open_.verdict, open_.look, open_.games) == ("undecided", 5, 100)
    assert "undecided" in str(open_)


def test_group_sequential_bounds_err_as_seldom_as_they_say() -> None:
    """Random walks without drift leave the bounds of five looks in 5 % of cases."""
    bounds = np.array(fr._core.spending_bounds(0.05, [0.2, 0.4, 0.6, 0.8, 1.0]))
    steps = np.random.default_rng(1).normal(size=(40_000, 5)).cumsum(axis=1)
    left = (np.abs(steps / np.sqrt(np.arange(1, 6))) > bounds).any(axis=1).mean()
    assert abs(left - 0.05) < 4 * math.sqrt(0.05 * 0.95 / 40_000)
    with pytest.raises(ValueError, match="ascend"):
        fr._core.spending_bounds(0.05, [0.5, 0.4])


@pytest.fixture(scope="module")
def wari() -> GameStudy:
    return fr.balance.study(
        "wari", agents=["random", "greedy"], games=[400, 200], ladder=20, replayed=20, seed=7, progress=False
    )


def test_a_study_measures_a_game(wari: GameStudy) -> None:
    assert [row.agent for row in wari.rows] == ["random", "greedy"]
    row = wari["published", "random"]
    assert (row.games, row.BranchingFactor.games, row.luck_share) == (400, 20, None)
    assert 1 < row.BranchingFactor.value <= 6
    shares = row.Completion.value + row.Drawishness.value + row.Timeouts.value
    assert shares == pytest.approx(1)
    assert sum(row.reasons.values()) == pytest.approx(1)
    assert [match.a for match in wari.ladder] == ["greedy"]
    assert wari.skill[0] > 0
    assert json.loads(json.dumps(wari.to_dict()))["game"] == "wari"
    assert "greedy against random" in str(wari)


def test_metrics_agree_with_the_columns(wari: GameStudy) -> None:
    batch = fr.simulate("wari", games=300, seed=3, progress=False)
    row = fr.balance.metrics(batch, replayed=300)
    assert row.AdvantageP1.value == pytest.approx((batch.utility[:, 0] > 0).mean())
    wins = (batch.utility > 0).mean(axis=0)
    assert row.Balance == pytest.approx(1 - abs(wins[0] - wins[1]))
    assert row.first_move.value == pytest.approx(batch.utility[:, 0].mean() / 2)
    assert row.DurationMoves.value == pytest.approx(batch.plies.mean())
    game = batch.replay(0)
    assert len(game) - 1 == batch.plies[0]
    counts = [len(position.legal_moves()) for position in game[:-1]]
    one = fr.balance.metrics(batch[:2], replayed=1)
    assert one.BranchingFactor.value == pytest.approx(np.mean(counts))
    assert one.seats[0].move_share + one.seats[1].move_share == pytest.approx(1)


def test_four_seats_and_variants_are_measured() -> None:
    found = fr.balance.study(
        "shahki",
        variants={"clockwise": {}, "alternate": {"turn_order": "alternate"}},
        agents="random",
        games=8,
        ladder=None,
        replayed=1,
        max_plies=200,
        seed=1,
        progress=False,
    )
    assert [row.variant for row in found.rows] == ["clockwise", "alternate"]
    assert [seat.seat for seat in found.rows[0].seats] == ["wc", "wd", "bc", "bd"]
    assert sum(seat.move_share for seat in found.rows[0].seats) == pytest.approx(1)
    assert "wc" in str(found)


def test_a_study_is_gone_on_with_and_repeats_its_numbers(wari: GameStudy, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    options: dict[str, Any] = {"agents": ["random", "greedy"], "games": [400, 200], "ladder": 20, "replayed": 20}
    calls = 0

    def stop(_done: int, _all: int) -> None:
        nonlocal calls
        calls += 1
        if calls > 8:
            raise KeyboardInterrupt

    with pytest.raises(fr.Interrupted):
        fr.balance.study("wari", seed=7, out=tmp_path, progress=stop, **options)
    again = fr.balance.study("wari", seed=7, out=tmp_path, resume=True, progress=False, **options)
    assert again.to_dict() == wari.to_dict()


def test_wrong_studies_are_refused() -> None:
    for options, match in (
        ({"opening_plies": 3}, "even"),
        ({"starts": {}, "variants": {}}, "not both"),
        ({"games": [1, 2, 3]}, "3 numbers of games for 5 agents"),
        ({"agents": []}, "at least one agent"),
    ):
        with pytest.raises(ValueError, match=match):
            fr.balance.study("wari", **({"progress": False} | options))  # type: ignore[arg-type]


def test_figures_are_svg_and_the_same_each_time(wari: GameStudy) -> None:
    pytest.importorskip("matplotlib")
    figure = wari.figure()
    assert "<svg" in figure
    assert figure == wari.figure()


def test_blocks_of_documents_are_replaced() -> None:
    text = filled("# A\n\n<!-- t -->\nold\n<!-- end -->\n\nprose\n", {"t": "new"})
    assert text == "# A\n\n<!-- t -->\nnew\n<!-- end -->\n\nprose\n"
    assert filled("", {"t": "new"}) == "<!-- t -->\nnew\n<!-- end -->\n"


# V11: a game and its mirror, colours, board and dice exchanged, are exactly complementary.

#: Directions 1 to 8 seen from the other side: up and down change places.
FLIPPED = {"1": "6", "2": "7", "3": "8", "4": "4", "5": "5", "6": "1", "7": "2", "8": "3"}


def mirrored(move: str) -> str:
    """A move, or a roll, as it is on the board turned upside down."""
    if move.startswith("*"):
        return f"*{FLIPPED[move[1]]}{move[2]}"
    return "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in move)


def played(square: str, upside_down: bool, seed: int) -> tuple[list[str], Any]:
    """A game of an agent that plays the best move of a two-ply search, the first one as its own side counts moves."""
    rng = np.random.default_rng(seed)
    start = fr.Position("behemoth", behemoth_start=square).text
    if upside_down:
        # Black begins in the mirrored world, so it plays the twin's part of White.
        start = start.replace(" w ", " b ")
    position = fr.Position("behemoth", start, behemoth_start=square)
    moves = []
    while position.outcome is None:
        if position.actor == "chance":
            rolls = sorted(move for move, _ in position.chance())
            roll = rolls[rng.integers(len(rolls))]
            move = mirrored(roll) if upside_down else roll
        else:
            values = fr.analyse(position, "twoply").moves
            best = max(value for _, value in values)
            level = [move for move, value in values if value == best]
            move = min(level, key=mirrored if upside_down else str)
        moves.append(mirrored(move) if upside_down else move)
        position = position.play(move)
    return moves, position.outcome


@pytest.mark.parametrize("square", ["d4", "a3", "e6"])
def test_a_game_and_its_mirror_are_complementary(square: str) -> None:
    twin = square[0] + str(9 - int(square[1]))
    for seed in range(4):
        moves, outcome = played(square, False, seed)
        other, ending = played(twin, True, seed)
        assert moves == other
        assert outcome.utility == tuple(-value for value in ending.utility)
        assert outcome.reason == ending.reason


def test_people_and_chain_stand_beside_each_other() -> None:
    """V9 is tested in test_balance; here the sign of V10: the chain, and people, are below even from d4."""
    assert HUMAN.score.high < 0.5
    assert behemoth_chain()["d4"].score < 0.5
