"""Matches: pairs, statistics, sequential tests, files, ladders."""

from __future__ import annotations

import itertools
import json
import math
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring import _core, cli
from fairyring.match import Sprt
from helpers import started, stopped


def test_a_match_counts_pairs(game: str) -> None:
    match = fr.match.play(game, "greedy", "random", pairs=12, seed=5, max_plies=80, progress=False)
    assert sum(match.counts) == match.pairs == 12
    assert match.wins + match.draws + match.losses == match.games == 24
    points = sum(count * half for half, count in enumerate(match.counts)) / 2
    assert points == match.wins + match.draws / 2
    assert match.score == pytest.approx(points / 24)
    assert match.score_low <= match.score <= match.score_high
    assert sum(match.reasons.values()) == pytest.approx(1)
    assert 0 < match.distinct <= 24
    # The other way round it is the same match seen from the other side.
    turned = fr.match.play(game, "random", "greedy", pairs=12, seed=5, max_plies=80, progress=False)
    if not fr.describe(game)["has_dice"]:
        assert turned.pairs == 12
    again = fr.match.play(game, "greedy", "random", pairs=12, seed=5, max_plies=80, workers=2, batch=5, progress=False)
    assert again == match
    assert json.loads(json.dumps(match.to_dict()))["counts"] == list(match.counts)
    assert f"{game}: greedy against random" in str(match)


def test_an_agent_is_as_good_as_itself() -> None:
    match = fr.match.play("wari", "greedy", "greedy", pairs=200, seed=2, progress=False)
    # The player of most seeds is beaten by none: every pair is even, and the interval is that of what was never seen.
    assert match.elo_low < 0 < match.elo_high
    assert match.nelo == 0
    assert (match.adjusted_score, match.sprt, match.llr, match.decision) == (None, None, None, None)


@pytest.mark.skipif("behemoth" not in fr.games(), reason="needs behemoth")
def test_luck_is_subtracted_where_there_are_dice() -> None:
    match = fr.match.play("behemoth", "greedy", "random", pairs=60, seed=2, progress=False)
    assert match.adjusted_low is not None
    assert match.adjusted_high is not None
    assert match.adjusted_score is not None
    assert match.adjusted_high - match.adjusted_low < match.score_high - match.score_low
    assert abs(match.adjusted_score - match.score) < match.score_high - match.score_low


class Follower:
    """A player from outside that plays what a native one would."""

    def __init__(self, game: str, spec: str) -> None:
        self.game, self.spec = game, spec
        self.player = _core.Player(game, spec)
        self.games = 0

    def copy(self) -> Follower:
        return Follower(self.game, self.spec)

    def begin_game(self, seed: int) -> None:
        self.games += 1
        self.player.begin_game(seed)

    def choose(self, position: fr.Position) -> str:
        return self.player.choose(position)

    def __str__(self) -> str:
        return self.spec


def test_players_from_outside_play_the_same_games(game: str) -> None:
    options: dict[str, Any] = {"pairs": 4, "seed": 11, "max_plies": 50, "opening_plies": 4, "progress": False}
    for a, b in (("greedy", "random"), ("twoply", "greedy")):
        native = fr.match.play(game, a, b, **options)
        outside = fr.match.play(game, Follower(game, a), b, **options)
        for name in ("counts", "wins", "plies", "reasons", "distinct", "a"):
            assert getattr(native, name) == getattr(outside, name), name
        for name in ("adjusted_score", "adjusted_low", "adjusted_high"):
            assert getattr(native, name) == pytest.approx(getattr(outside, name), abs=1e-5), name


def test_objects_that_evaluate_play_matches() -> None:
    policy = fr.agents.Policy(lambda o, m: (np.zeros(m.shape), np.zeros(len(m))))
    match = fr.match.play("wari", policy, "greedy", pairs=10, seed=1, progress=False)
    assert match.score < 0.5
    again = fr.match.play("wari", policy, "greedy", pairs=10, seed=1, progress=False)
    assert again == match


class Cheat:
    """Plays what is not legal."""

    def choose(self, _position: fr.Position) -> str:
        return "zz"


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(fr.IllegalMoveError, match="zz"):
        fr.match.play("wari", Cheat(), "random", pairs=1, seed=1, progress=False)


def test_bad_arguments_are_named() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"pairs": 0}, "pairs must lie"),
        ({"batch": 0}, "batch must lie"),
        ({"level": 1}, "level must lie"),
        ({"opening_plies": -1}, "opening_plies must lie"),
        ({"resume": True}, "resume needs state"),
        ({"sprt": "elo0=5,elo1=1"}, "ascending"),
        ({"sprt": "elo2=5"}, "unknown parameter 'elo2'"),
        ({"sprt": {"elo1": "x"}}, "must be a number"),
        ({"sprt": {"alpha": 0.7, "beta": 0.4}}, "sum to less than 1"),
        ({"sprt": {"model": "bayes"}}, "unknown model"),
        ({"sprt": "elo0=0,elo1=400"}, "must lie between -200 and 200"),
        ({"nothing": 1}, "unknown rule"),
    ]
    for options, message in wrong:
        with pytest.raises(ValueError, match=message):
            fr.match.play("wari", "random", "greedy", **({"seed": 1, "progress": False} | options))
    with pytest.raises(ValueError, match="unknown agent"):
        fr.match.play("wari", "nobody", "greedy", seed=1, progress=False)
    with pytest.raises(TypeError, match="an agent must be"):
        fr.match.play("wari", 3, "greedy", seed=1, progress=False)


# Statistics


def test_statistics_are_those_of_the_formulas() -> None:
    counts = [20, 130, 400, 180, 40]
    found = _core.pair_statistics(counts, 0.95)
    n = sum(counts)
    mean = sum(count * cell / 4 for cell, count in enumerate(counts)) / n
    variance = sum(count * (cell / 4 - mean) ** 2 for cell, count in enumerate(counts)) / n
    error = math.sqrt(variance / n)
    assert found["units"] == n
    assert found["score"] == pytest.approx(mean)
    assert found["error"] == pytest.approx(error)
    assert found["elo"] == pytest.approx(-400 * math.log10(1 / mean - 1))
    assert found["nelo"] == pytest.approx((mean - 0.5) / math.sqrt(2 * variance) * 800 / math.log(10))
    assert found["los"] == pytest.approx(0.5 * math.erfc(-(mean - 0.5) / error / math.sqrt(2)))
    assert found["score_low"] == pytest.approx(mean - 1.959963984540054 * error)
    assert found["elo_low"] == pytest.approx(_core.elo_of_score(found["score_low"]))
    assert _core.score_of_elo(found["elo"]) == pytest.approx(mean)
    with pytest.raises(ValueError, match="counts are 3"):
        _core.pair_statistics([1, 2], 0.95)
    with pytest.raises(ValueError, match="level"):
        _core.pair_statistics(counts, 1.0)


def plain_llr(counts: list[int], s0: float, s1: float) -> float:
    """The generalised likelihood ratio for means s0 and s1, by plain bisection for the multiplier: the fit under a
    mean s
    is p / (1 + x (a - s))."""
    filled = [count or 1e-3 for count in counts]
    n = sum(filled)
    p = [count / n for count in filled]
    a = [cell / (len(counts) - 1) for cell in range(len(counts))]

    def fitted(s: float) -> list[float]:
        low, high = -1 / (1 - s) + 1e-12, 1 / s - 1e-12
        for _ in range(300):
            x = (low + high) / 2
            total = sum(q * (b - s) / (1 + x * (b - s)) for q, b in zip(p, a, strict=True))
            low, high = (x, high) if total > 0 else (low, x)
        return [q / (1 + low * (b - s)) for q, b in zip(p, a, strict=True)]

    return n * sum(q * math.log(u / v) for q, u, v in zip(p, fitted(s1), fitted(s0), strict=True))


def test_llr_equals_a_plain_computation() -> None:
    for counts in ([20, 130, 400, 180, 40], [0, 3, 10, 5, 0], [100, 200, 110]):
        for elo0, elo1 in ((0, 5), (-3, 1), (0, 50)):
            test = _core.SequentialTest(elo0, elo1, normalised=False)
            expected = plain_llr(counts, _core.score_of_elo(elo0), _core.score_of_elo(elo1))
            assert test.llr_of(counts) == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_llr_equals_the_worked_examples() -> None:
    # Those of the Rust tests, computed in 30 digits and equal to the published tool's.
    for elo0, elo1, normalised, counts, expected in (
        (-3.0, 1.0, False, [10789, 19328, 33806, 19402, 10543], 2.13106781178789),
        (0.2, 0.9, False, [39, 2226, 31451, 2412, 40], 2.16254258004691),
        (0.764, 3.439, True, [39, 2226, 31451, 2412, 40], 2.16294086958356),
        (0.0, 5.0, True, [440, 2910, 5170, 2888, 455], -2.27385748462348),
        (0.0, 10.0, True, [2000, 9000, 2200], 4.73958851886458),
    ):
        test = _core.SequentialTest(elo0, elo1, normalised=normalised)
        assert test.llr_of(counts) == pytest.approx(expected, abs=1e-8)


def simulated(elo: float, sprt: Sprt, matches: int, batch: int, seed: int) -> tuple[float, float]:
    """Share of simulated matches of this normalised Elo that accept H1, and their mean length in pairs."""
    random = np.random.default_rng(seed)
    shape = np.array([0.06, 0.19, 0.5, 0.19, 0.06])
    points = np.arange(5) / 4
    # An exponential tilt of the shape until its normalised Elo is the one wanted.
    low, high = -5.0, 5.0
    for _ in range(200):
        tilt = (low + high) / 2
        p = shape * np.exp(tilt * points)
        p /= p.sum()
        mean = p @ points
        nelo = (mean - 0.5) / np.sqrt(2 * (p @ (points - mean) ** 2)) * 800 / math.log(10)
        low, high = (tilt, high) if nelo < elo else (low, tilt)
    accepted = pairs = 0
    for _ in range(matches):
        test = sprt.begin(batch)
        counts = np.zeros(5, np.int64)
        decision = None
        while decision is None:
            for drawn in random.multinomial(batch, p, size=64):
                counts += drawn
                decision = test.look(counts.tolist())
                if decision is not None:
                    break
        accepted += decision == "H1"
        pairs += int(counts.sum())
    return accepted / matches, pairs / matches


def test_sequential_tests_keep_their_errors(long: bool) -> None:
    matches = 10_000 if long else 300
    sprt = Sprt(elo0=0, elo1=30)
    for elo, bound in ((0, 0.05), (30, 0.05)):
        accepted, pairs = simulated(elo, sprt, matches, batch=16, seed=int(elo))
        wrong = accepted if elo == 0 else 1 - accepted
        # Five standard deviations of the share of so many matches at the bound.
        assert wrong < bound + 5 * math.sqrt(bound * (1 - bound) / matches), (elo, accepted)
        assert wrong > bound / 4 or not long, (elo, accepted)
        deviation = 0.5
        _, expected = sprt.begin(1).expected(0.5 + elo / (800 / math.log(10)) * deviation, deviation)
        assert pairs == pytest.approx(expected / 2, rel=0.25)


def test_sequential_tests_take_any_results() -> None:
    for elo0, elo1 in ((-200, 200), (0, 5), (199, 200), (-200, -199)):
        for model in ("normalised", "logistic"):
            for cell in range(5):
                counts = [0] * 5
                counts[cell] = 16
                Sprt(elo0, elo1, model=model).begin(16).look(counts)
                counts[(cell + 1) % 5] = 1
                Sprt(elo0, elo1, model=model).begin(17).look(counts)


def test_a_sequential_test_stops_a_match() -> None:
    match = fr.match.play("wari", "greedy", "random", sprt="elo0=0,elo1=60", seed=3, progress=False)
    assert match.decision == "H1"
    assert match.llr is not None
    assert match.bounds is not None
    assert match.llr >= match.bounds[1]
    assert match.pairs % 16 == 0
    lost = fr.match.play("wari", "random", "greedy", sprt={"elo0": 0, "elo1": 60}, seed=3, progress=False)
    assert lost.decision == "H0"
    open_end = fr.match.play("wari", "greedy", "greedy", sprt=Sprt(0, 1), pairs=32, seed=3, progress=False)
    assert (open_end.decision, open_end.pairs) == (None, 32)
    assert "undecided" in str(open_end)


# Files


def test_a_match_is_kept_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    options: dict[str, Any] = {"seed": 9, "sprt": "elo0=-100,elo1=100", "batch": 4, "progress": False}
    whole = fr.match.play("wari", "greedy", "random", pairs=24, **options)
    first = fr.match.play("wari", "greedy", "random", pairs=10, state=file, **options)
    assert first.pairs <= 10
    resumed = fr.match.play("wari", "greedy", "random", pairs=24, state=file, resume=True, **options)
    assert resumed == whole
    # Without a seed the file's is taken.
    unseeded = {name: value for name, value in options.items() if name != "seed"}
    again = fr.match.play("wari", "greedy", "random", pairs=24, state=file, resume=True, **unseeded)
    assert again == whole
    with pytest.raises(ValueError, match="is there already"):
        fr.match.play("wari", "greedy", "random", pairs=24, state=file, **options)
    for change in ({"seed": 8}, {"batch": 5}, {"sprt": None}, {"opening_plies": 3}, {"cycle": "play_on"}):
        name = next(iter(change))
        try:
            fr.match.play("wari", "greedy", "random", pairs=24, state=file, resume=True, **(options | change))
        except ValueError as error:
            assert "another match: it differs in" in str(error) or name == "cycle"
        else:
            raise AssertionError(name)
    with pytest.raises(ValueError, match="differs in agents"):
        fr.match.play("wari", "greedy", "greedy", pairs=24, state=file, resume=True, **options)
    file.write_text("{}")
    with pytest.raises(ValueError, match="holds no match"):
        fr.match.play("wari", "greedy", "random", pairs=24, state=file, resume=True, **options)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match.json"]


def test_a_stopped_match_goes_on_to_the_same_end(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    arguments = ["match", "wari", "--agents", "alphabeta(depth=4),greedy", "--seed", "5", "--batch", "8"]
    command = [sys.executable, "-m", "fairyring", *arguments, "--pairs", "100000", "--state", str(file), "--json"]
    process = started(command)
    while not (file.exists() and len(json.loads(file.read_text())["rounds"]) >= 16):
        assert process.poll() is None
        time.sleep(0.05)
    sent = time.monotonic()
    out, err = stopped(process)
    assert process.returncode == 1
    assert err.count("\n") == 1
    assert "stopped after" in err
    assert time.monotonic() - sent < 10
    done = json.loads(out)["pairs"]
    assert done >= 16
    options: dict[str, Any] = {"pairs": done + 8, "seed": 5, "batch": 8, "progress": False}
    resumed = fr.match.play("wari", "alphabeta(depth=4)", "greedy", state=file, resume=True, **options)
    assert resumed == fr.match.play("wari", "alphabeta(depth=4)", "greedy", **options)


class Dying:
    """An evaluator that raises when it has been asked so often."""

    def __init__(self, answers: float) -> None:
        self.answers = answers

    def evaluate(self, observations: Any, masks: Any) -> Any:
        if self.answers <= 0:
            raise OSError("the device is gone")
        self.answers -= 1
        return -np.arange(masks.shape[1]) * np.ones((len(masks), 1)), np.zeros(len(masks))

    def __str__(self) -> str:
        return "first"


def test_a_match_outlives_its_evaluator(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    options: dict[str, Any] = {"pairs": 12, "seed": 3, "batch": 2, "progress": False}
    whole = fr.match.play("wari", Dying(math.inf), "greedy", **options)
    with pytest.raises(OSError, match="the device is gone"):
        fr.match.play("wari", Dying(300), "greedy", state=file, **options)
    played = len(json.loads(file.read_text())["rounds"])
    assert 0 < played < 12
    assert played % 2 == 0
    assert fr.match.play("wari", Dying(math.inf), "greedy", state=file, resume=True, **options) == whole


# Engines


def test_batches_count_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def scattered(play: Any, chunks: Any, **_options: Any) -> Iterator[Any]:
        # As from a cluster: four in flight, the last begun finished first.
        while flying := list(itertools.islice(chunks, 4)):
            for chunk in reversed(flying):
                yield chunk, play(chunk, 1, None)

    options: dict[str, Any] = {"seed": 3, "batch": 4, "progress": False}
    plain = fr.match.play("wari", "greedy", "random", pairs=30, **options)
    tested = fr.match.play("wari", "greedy", "random", sprt="elo0=0,elo1=60", **options)
    monkeypatch.setattr("fairyring.match.runner.run_chunks", scattered)
    assert fr.match.play("wari", "greedy", "random", pairs=30, **options) == plain
    assert fr.match.play("wari", "greedy", "random", sprt="elo0=0,elo1=60", **options) == tested


def test_matches_on_a_cluster_are_the_same() -> None:
    pytest.importorskip("ray")
    script = """
import fairyring as fr
options = dict(pairs=24, seed=5, batch=4, progress=False)
local = fr.match.play("wari", "greedy", "random", **options)
assert fr.match.play("wari", "greedy", "random", engine="ray", **options) == local
agents = ["random", "greedy", "twoply"]
table = fr.match.ladder("wari", agents, pairs=8, seed=5, progress=False)
assert fr.match.ladder("wari", agents, pairs=8, seed=5, progress=False, engine="ray") == table
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", script], check=True, timeout=300)


def test_engines_of_matches_are_checked() -> None:
    with pytest.raises(ValueError, match="unknown engine 'gpu'; valid: threads, ray"):
        fr.match.play("wari", "greedy", "random", engine="gpu", progress=False)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="from outside play in this process"):
        fr.match.play("wari", Dying(1), "random", engine="ray", progress=False)


# Several agents


def test_a_ladder_orders_agents() -> None:
    agents = ["random", fr.agents.AlphaBeta(depth=3), "greedy"]
    table = fr.match.ladder("wari", agents, pairs=60, seed=4, progress=False)
    assert [rung.agent for rung in table.rungs] == ["alphabeta(depth=3)", "greedy", "random"]
    assert sum(rung.elo for rung in table.rungs) == pytest.approx(0, abs=1e-6)
    assert all(rung.elo_low < rung.elo < rung.elo_high for rung in table.rungs)
    for upper, lower in zip(table.rungs, table.rungs[1:], strict=False):
        assert upper.step == pytest.approx(upper.elo - lower.elo)
        assert upper.step_low is not None
        assert upper.step_low > 0
    assert table.rungs[-1].step is None
    assert len(table.matches) == 3
    assert len(str(table).splitlines()) == 4
    assert json.loads(json.dumps(table.to_dict()))["rungs"][0]["agent"] == "alphabeta(depth=3)"
    with pytest.raises(ValueError, match="different agents"):
        fr.match.ladder("wari", ["random", "random"], progress=False)


def test_ratings_cover_the_truth() -> None:
    truth = np.array([150.0, 30.0, -60.0, -120.0])
    random = np.random.default_rng(3)
    inside = total = 0
    for _ in range(200):
        results = []
        for i in range(4):
            for j in range(i + 1, 4):
                p = 1 / (1 + 10 ** ((truth[j] - truth[i]) / 400))
                games = random.random((200, 2)) < p
                counts = np.bincount(2 * games.sum(axis=1), minlength=5).tolist()
                results.append((i, j, counts))
        found = _core.bradley_terry(4, results)
        inside += int((np.abs(np.array(found["elo"]) - truth) < 1.96 * np.array(found["error"])).sum())
        total += 4
    assert abs(inside / total - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 200)


def test_a_ladder_is_kept_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    agents = ["random", "greedy", "twoply"]
    options: dict[str, Any] = {"seed": 4, "progress": False}
    whole = fr.match.ladder("wari", agents, pairs=20, **options)
    seen: list[tuple[int, int]] = []

    def stop(done: int, of: int) -> None:
        seen.append((done, of))
        if done >= 30:
            raise KeyboardInterrupt

    with pytest.raises(fr.Interrupted, match="stopped; 2 matches are in") as stopped:
        fr.match.ladder("wari", agents, pairs=20, seed=4, state=folder, progress=stop)
    first, second = stopped.value.table
    assert (first.pairs, second.b) == (20, "twoply")
    assert 0 < second.pairs <= 20
    assert seen[-1][1] == 60
    with pytest.raises(ValueError, match="is there already"):
        fr.match.ladder("wari", agents, pairs=20, state=folder, **options)
    with pytest.raises(ValueError, match="another match: it differs in seed"):
        fr.match.ladder("wari", agents, pairs=20, seed=5, state=folder, resume=True, progress=False)
    # Without a seed that of the files is taken; what is there is not played again.
    told: list[int] = []
    resumed = fr.match.ladder(
        "wari", agents, pairs=20, state=folder, resume=True, progress=lambda done, _all: told.append(done)
    )
    assert resumed == whole
    assert min(told) > 20
    more = fr.match.ladder("wari", [*agents, "alphabeta(depth=3)"], pairs=30, state=folder, resume=True, **options)
    assert more == fr.match.ladder("wari", [*agents, "alphabeta(depth=3)"], pairs=30, **options)
    assert len(list(folder.iterdir())) == 6
    with pytest.raises(ValueError, match="resume needs state"):
        fr.match.ladder("wari", agents, resume=True, **options)
    with pytest.raises(ValueError, match="unknown agent"):
        fr.match.ladder("wari", ["random", "greedy", "nobody"], state=tmp_path / "other", **options)
    assert not (tmp_path / "other").exists()


def test_a_ladder_says_what_is_left_without_luck() -> None:
    table = fr.match.ladder("behemoth", ["random", "greedy"], pairs=40, seed=1, progress=False)
    match = table.matches[0]
    best, last = table.rungs
    assert (best.agent, last.adjusted) == ("greedy", None)
    # The match was played with the seats named the other way round.
    assert match.a == "random"
    assert match.adjusted_score is not None
    assert best.adjusted == 1 - match.adjusted_score
    assert best.adjusted_low is not None
    assert best.adjusted_high is not None
    assert best.adjusted_low < best.adjusted < best.adjusted_high
    assert "score less luck" in str(table)
    assert fr.match.ladder("wari", ["random", "greedy"], pairs=4, seed=1, progress=False).rungs[0].adjusted is None


@pytest.mark.skipif("shahki" not in fr.games(), reason="needs shahki")
def test_four_seats_are_rotated() -> None:
    options: dict[str, Any] = {"openings": 10, "seed": 4, "max_plies": 60, "progress": False}
    table = fr.match.rotate("shahki", ["greedy", "random", "random", "random"], **options)
    assert table.openings == 10
    assert math.fsum(table.scores) / 4 == pytest.approx(0.5)
    assert set(table.agents) == {"greedy", "random"}
    with pytest.raises(ValueError, match="4 seats; 2 agents"):
        fr.match.rotate("shahki", ["greedy", "random"], progress=False)
    match = fr.match.play("shahki", "greedy", "random", pairs=10, seed=4, max_plies=60, progress=False)
    assert match.pairs == 10


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "wari", "--agents", "greedy,random", "--pairs", "20", "--seed", "7"]
    expected = fr.match.play("wari", "greedy", "random", pairs=20, seed=7, progress=False)
    assert cli.run(arguments) == 0
    assert capsys.readouterr().out == f"{expected}\n"
    assert cli.run([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(expected.to_dict()))
    assert cli.run(["match", "wari", "--agents", "greedy,random,twoply", "--pairs", "5", "--seed", "7"]) == 0
    assert "ratings of 3 agents" in capsys.readouterr().out
    wrong = [
        ["match", "wari"],
        ["match", "wari", "--agents", "greedy"],
        ["match", "wari", "--agents", "greedy,nobody"],
        ["match", "wari", "--agents", "greedy,random", "--sprt", "x"],
        ["match", "wari", "--agents", "greedy,random,twoply", "--sprt", "elo1=5"],
        ["match", "wari", "--agents", "greedy,random", "--resume"],
        ["match", "wari", "--agents", "uci(stockfish),random"],
        ["match", "wari", "--agents", "uci(stockfish, nodes=x),random"],
        ["match", "wari", "--agents", "greedy,random,twoply", "--rotate"],
        ["match", "wari", "--agents", "greedy,random", "--address", "auto"],
    ]
    for arguments in wrong:
        assert cli.run(arguments) == 2, arguments
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


def test_notebooks_show_matches_as_tables() -> None:
    options = {"pairs": 6, "seed": 1, "progress": False}
    for match in (
        fr.match.play("wari", "greedy", "random", **options),
        fr.match.play("behemoth", "random", "greedy", sprt="elo0=0,elo1=50", **options),
    ):
        shown = ET.fromstring(match._repr_html_())
        assert shown.findtext("caption") == str(match).split("\n")[0]
        assert [cell.text for cell in shown.iter("td")] == str(match).split("\n")[1:]
    table = fr.match.ladder("wari", ["random", "greedy"], **options)
    shown = ET.fromstring(table._repr_html_())
    assert [cell.text for cell in shown.iter("th")][3:] == ["greedy", "random"]
    assert f"{table.rungs[0].elo:+.1f}" in table._repr_html_()
