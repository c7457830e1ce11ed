"""Batches: columns, determinism, replay, errors, forms."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from fairyring import _core


def play(game: str, **options: Any) -> fr.Batch:
    return fr.simulate(game, **({"games": 60, "seed": 7, "max_plies": 80, "progress": False} | options))


def test_columns_have_their_types_and_meanings(game: str) -> None:
    b = play(game)
    facts = fr.describe(game)
    assert len(b) == 60
    assert b.utility.shape == (60, len(facts["seats"]))
    assert b.utility.dtype == np.float32
    assert (b.plies.dtype, b.reason.dtype, b.start.dtype) == (np.uint32, np.uint8, np.uint32)
    assert (b.luck.dtype, b.seed.dtype) == (np.float32, np.uint64)
    assert (b.plies <= 80).all()
    assert (b.reason < len(b.reasons)).all()
    teams = np.array(facts["teams"])
    assert (b.utility[:, teams == 0] == -b.utility[:, teams == 1]).all()
    assert (b.score is not None) == facts["has_score"]
    for name in ("interrupted", "passed"):
        numbers = getattr(b, name)
        assert (numbers is not None) == (name in facts["counts"])
        assert numbers is None or (numbers.dtype, numbers.shape) == (np.uint32, (60, len(facts["seats"])))
    assert facts["has_dice"] or not b.luck.any()
    assert len(np.unique(b.seed)) == 60


def test_interruptions_and_passes_are_counted_by_seat() -> None:
    def board(**ranks: str) -> str:
        empty = {"r12": "---8---", "r11": "---8---", "r2": "---8---", "r1": "---8---"}
        return "/".join((empty | ranks).get(f"r{n}", "14") for n in range(12, 0, -1))

    # The man on h5 stands between rook and king: each of its moves gives check, and bc answers where bd was next.
    shielded = board(r12="---4k3---", r6="12m1", r5="K6M6", r3="7R6") + " wd - - - 0 1"
    b = play("shahki", start=shielded, max_plies=1, turn_order="alternate")
    assert b.interrupted is not None
    assert b.passed is not None
    assert b.interrupted.tolist() == [[0, 0, 0, 1]] * 60
    assert not b.passed.any()
    means = b.summary().counts["interrupted"]
    assert [mean.value for mean in means] == [0, 0, 0, 1]
    # wd has no units: it passes after White's first and second move, with Black's two between.
    lonely = board(r12="---4k3---", r6="12m1", r1="---K7---") + " wc - - - 0 1"
    b = play("shahki", start=lonely, max_plies=4)
    assert b.passed is not None
    assert b.passed.tolist() == [[0, 2, 0, 0]] * 60
    assert "passed a game" in str(b.summary())
    # However the games are played, and wherever they went in between.
    games = play("shahki", max_plies=300)
    assert games.interrupted is not None
    assert games.interrupted.any()
    again = play("shahki", max_plies=300, moves=True)
    assert (again.interrupted == games.interrupted).all()
    assert fr.Batch.from_arrow(games) == games == pickle.loads(pickle.dumps(games))
    assert fr.concat([games[:20], games[20:]]) == games


def test_replays_end_as_the_columns_say(game: str) -> None:
    for agents in ("random", "greedy"):
        b = play(game, agents=agents, games=6)
        for i in range(len(b)):
            positions = b.replay(i)
            end = positions[-1]
            assert positions[0].text == b.starts[b.start[i]]
            rolls = sum(before.actor == "chance" for before in positions[:-1])
            assert len(positions) - 1 - rolls == b.plies[i]
            if end.outcome is None:
                assert b.reasons[b.reason[i]] == "max_plies"
            else:
                assert end.outcome.reason == b.reasons[b.reason[i]]
                assert end.outcome.utility == tuple(b.utility[i].tolist())


def test_columns_do_not_depend_on_workers_or_runs(game: str) -> None:
    for agents in ("random", "greedy"):
        first = play(game, agents=agents, workers=1)
        for workers in (1, 2, 8):
            assert play(game, agents=agents, workers=workers) == first


def test_columns_do_not_depend_on_chunks(game: str) -> None:
    whole = play(game, games=50)
    rules = list(whole.rules.items())
    pieces = []
    for first, games in ((0, 1), (1, 13), (14, 36)):
        columns, error = _core.simulate(game, rules, list(whole.starts), ["random"], 7, 0, first, games, 2, 80, None)
        assert error is None
        pieces.append(columns)
    for name, column in whole.to_dict().items():
        assert np.array_equal(np.concatenate([piece[name] for piece in pieces]), column), name


def test_other_seeds_and_experiments_give_other_games(game: str) -> None:
    b = play(game)
    assert not np.array_equal(b.seed, play(game, seed=8).seed)
    assert not np.array_equal(b.seed, play(game, experiment=1).seed)


def test_seeds_of_every_kind_repeat(game: str) -> None:
    fresh = play(game, seed=None)
    assert play(game, seed=fresh.master_seed) == fresh
    assert play(game, seed=np.uint64(7)) == play(game)
    assert play(game, seed=np.random.SeedSequence(3)) == play(game, seed=np.random.SeedSequence(3))
    assert play(game, seed=np.random.default_rng(3)) == play(game, seed=np.random.default_rng(3))
    assert play(game, seed=2**64 - 1).master_seed == 2**64 - 1


def test_agents_sit_where_they_are_named(game: str) -> None:
    seats = fr.describe(game)["seats"]
    b = play(game, agents=["greedy"] + ["random"] * (len(seats) - 1), games=5)
    assert b.agents == ("greedy",) + ("random",) * (len(seats) - 1)
    assert b.replay(2)[-1].outcome is None or len(b.replay(2)) > 1
    assert play(game, agents=["random"]) == play(game, agents="random")


def test_starts_take_turns(game: str) -> None:
    p = fr.Position(game)
    q = p.play(p.legal_moves()[0])
    b = play(game, games=7, start=[p, q.text, q])
    assert b.starts == (p.text, q.text, q.text)
    assert b.start.tolist() == [0, 1, 2, 0, 1, 2, 0]
    assert b.replay(1)[0].text == q.text
    assert play(game, start=p).starts == (p.text,)
    assert play(game, start=p) == play(game)


def test_rules_reach_the_games(game: str) -> None:
    for option in fr.describe(game)["options"]:
        if option["kind"] == "word":
            value = option["values"].split(", ")[-1]
            assert play(game, games=3, **{option["name"]: value}).rules[option["name"]] == value


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"games": 0}, ValueError, "games must lie between 1 and"),
    ({"games": -5}, ValueError, "games must lie between 1 and"),
    ({"games": 10**12}, ValueError, "games must lie between 1 and"),
    ({"games": 2.5}, TypeError, "games must be a whole number"),
    ({"games": True}, TypeError, "games must be a whole number"),
    ({"games": None}, TypeError, "games must be a whole number"),
    ({"agents": "nobody"}, ValueError, 'unknown agent "nobody"; valid: random'),
    ({"agents": "greedy(depth=3)"}, ValueError, "unknown argument"),
    ({"agents": "greedy("}, ValueError, "cannot be read"),
    ({"agents": ""}, ValueError, "cannot be read"),
    ({"agents": []}, ValueError, "0 agents for"),
    ({"agents": ["random"] * 9}, ValueError, "9 agents for"),
    ({"agents": 3}, TypeError, "an agent must be text"),
    ({"agents": [3]}, TypeError, "an agent must be text"),
    ({"start": "x"}, fr.PositionError, "refused"),
    ({"start": 4}, TypeError, "start must be"),
    ({"start": []}, ValueError, "empty list"),
    ({"start": [4]}, TypeError, "a start must be"),
    ({"seed": -1}, ValueError, "seed must lie between"),
    ({"seed": 2**64}, ValueError, "seed must lie between"),
    ({"seed": "x"}, TypeError, "seed must be"),
    ({"seed": True}, TypeError, "seed must be"),
    ({"experiment": -1}, ValueError, "experiment must lie between"),
    ({"experiment": "a"}, TypeError, "experiment must be"),
    ({"workers": 0}, ValueError, "workers must lie between"),
    ({"workers": 1.5}, TypeError, "workers must be"),
    ({"max_plies": 0}, ValueError, "max_plies must lie between"),
    ({"max_plies": "9"}, TypeError, "max_plies must be"),
    ({"progress": 3}, TypeError, "progress must be"),
    ({"engine": "gpu"}, ValueError, "unknown engine 'gpu'; valid: threads, ray"),
    ({"address": "auto"}, ValueError, "address= goes with"),
    ({"resume": True}, ValueError, "say in which directory by out="),
    ({"chunk": 5}, ValueError, "say in which directory by out="),
    ({"gravity": 1}, ValueError, 'unknown rule "gravity"'),
    ({"preset": "x"}, ValueError, 'unknown preset "x"'),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD, ids=[str(options) for options, *_ in BAD])
def test_bad_arguments_are_named(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        play(fr.games()[0], **options)


def test_starts_of_other_games_and_rules_are_refused() -> None:
    for game in fr.games():
        for other in fr.games():
            if other != game:
                with pytest.raises(ValueError, match=f"start is a position of {other}, not of {game}"):
                    play(game, start=fr.Position(other))
        for option in fr.describe(game)["options"]:
            if option["kind"] == "flag":
                p = fr.Position(game, **{option["name"]: not option["default"]})
                with pytest.raises(ValueError, match="other rules"):
                    play(game, start=p, **{option["name"]: option["default"]})
                assert play(game, games=2, start=p).rules[option["name"]] == str(not option["default"]).lower()


def test_progress_tells_every_game(game: str) -> None:
    told: list[tuple[int, int]] = []
    b = play(game, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (len(b), len(b))
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_an_error_in_progress_stops_the_batch() -> None:
    def fail(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        play(fr.games()[0], games=1000, progress=fail)


def test_rows_are_picked(game: str) -> None:
    b = play(game)
    mask = b.seed % 2 == 1
    assert len(b[mask]) == mask.sum()
    assert np.array_equal(b[mask].seed, b.seed[mask])
    assert np.array_equal(b[10:20].utility, b.utility[10:20])
    assert np.array_equal(b[[3, 1]].plies, b.plies[[3, 1]])
    assert len(b[[]]) == 0
    assert len(b[::7]) == 9
    assert b[-1]["seed"] == b.seed[-1]
    assert b[0]["reason"] == b.reasons[b.reason[0]]
    assert b[mask].replay(0)[-1] == b.replay(int(np.flatnonzero(mask)[0]))[-1]
    for key in (60, -61):
        with pytest.raises(IndexError):
            b[key]
        with pytest.raises(IndexError):
            b.replay(key)
    with pytest.raises(IndexError, match="mask"):
        b[np.ones(3, bool)]
    for bad in (1.5, "plies", True, None, np.ones((2, 2), bool)):
        with pytest.raises(TypeError):
            b[bad]  # type: ignore[call-overload]


def test_batches_are_put_together(game: str) -> None:
    p = fr.Position(game)
    q = p.play(p.legal_moves()[0])
    b, c = play(game, games=5), play(game, games=4, seed=9, start=[q, p])
    both = fr.concat([b, c])
    assert len(both) == 9
    assert both.starts == (p.text, q.text)
    assert both.start.tolist() == [0] * 5 + [1, 0, 1, 0]
    assert [run.seed for run in both.runs] == [7, 9]
    assert both.replay(5) == c.replay(0)
    with pytest.raises(ValueError, match="2 runs"):
        both.master_seed  # noqa: B018
    with pytest.raises(ValueError, match="differ in agents"):
        fr.concat([b, play(game, agents="greedy", games=2)])
    with pytest.raises(ValueError, match="at least one"):
        fr.concat([])
    with pytest.raises(TypeError, match="takes batches"):
        fr.concat([b, "x"])  # type: ignore[list-item]


def test_batches_pickle(game: str) -> None:
    b = play(game)
    again = pickle.loads(pickle.dumps(b))
    assert again == b
    assert again.replay(0) == b.replay(0)
    assert (b == "x") is False


def test_summaries_tell_their_agents_and_intervals(game: str) -> None:
    b = play(game, games=400)
    s = b.summary()
    assert s.games == 400 == s.wins + s.draws + s.losses == sum(s.reasons.values())
    assert s.raw.low <= s.raw.value <= s.raw.high
    assert s.raw.value == pytest.approx((b.utility[:, 0].mean(dtype=np.float64) + 1) / 2)
    half = 1.959964 * np.std((b.utility[:, 0].astype(np.float64) + 1) / 2, ddof=1) / 20
    assert half == 0 or (s.raw.high - s.raw.low) / 2 == pytest.approx(half, rel=1e-6)
    wide = b.summary(level=0.99)
    assert wide.raw.high > s.raw.high
    for text in (str(s), s._repr_html_(), b._repr_html_(), s.holds_for):
        assert "random" in text
        assert "seed 7" in text
    assert "random" in repr(b)
    dice = fr.describe(game)["has_dice"]
    assert (s.adjusted is not None) == dice
    if s.adjusted is not None and s.variance_ratio is not None:
        adjusted = (b.utility[:, 0].astype(np.float64) + 1) / 2 - b.luck
        assert s.adjusted.value == pytest.approx(adjusted.mean())
        raw_variance = np.var((b.utility[:, 0].astype(np.float64) + 1) / 2, ddof=1)
        assert s.variance_ratio == pytest.approx(np.var(adjusted, ddof=1) / raw_variance, rel=1e-6)
    assert s.to_dict()["games"] == 400


def test_summaries_of_few_games_are_honest(game: str) -> None:
    b = play(game, games=1)
    s = b.summary()
    assert s.raw.low == -np.inf
    assert s.to_dict()["raw"]["low"] is None
    assert "0 games" in b[[]].summary().holds_for


def test_arrow_round_trip(game: str) -> None:
    pa = pytest.importorskip("pyarrow")
    b = play(game)
    table = pa.table(b)
    assert table.num_rows == 60
    assert table["reason"].to_pylist() == [b.reasons[number] for number in b.reason]
    assert np.array_equal(np.array(table["utility"].to_pylist(), np.float32), b.utility)
    assert fr.Batch.from_arrow(table) == b
    assert fr.Batch.from_arrow(b[5:50]) == b[5:50]
    assert pa.schema(b) == table.schema
    with pytest.raises(ValueError, match="no metadata"):
        fr.Batch.from_arrow(pa.table({"plies": [1]}))


def test_wrong_columns_are_refused() -> None:
    b = play(fr.games()[0], games=3)
    facts = b._facts()
    for name, column in (("plies", b.plies.astype(np.int64)), ("luck", b.luck[:2]), ("utility", b.utility[:, :1])):
        with pytest.raises(ValueError, match=f"column '{name}' must be"):
            fr.Batch(b.to_dict() | {name: column}, **facts)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(1, 12), st.integers(1, 40))
def test_any_seed_plays_the_same_games_again(seed: int, experiment: int, games: int, limit: int) -> None:
    for game in fr.games():
        options = {"seed": seed, "experiment": experiment, "games": games, "max_plies": limit}
        assert play(game, **options) == play(game, workers=2, **options)


def test_analyse_asks_agents(game: str) -> None:
    p = fr.Position(game)
    for agent in ("random", "greedy", "twoply"):
        a = fr.analyse(p, agent)
        assert a.move in p.legal_moves()
        assert a.pv[0] == a.move
        assert {move for move, _ in a.moves} <= set(p.legal_moves())
        assert a.nodes >= 0
        assert fr.analyse(p, agent) == a
        assert a.move in str(a)
    for bad, error in (("nobody", ValueError), (3, TypeError)):
        with pytest.raises(error):
            fr.analyse(p, bad)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        fr.analyse(p.text, "random")  # type: ignore[arg-type]
