"""Self-play by pulled leaf batches."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import fairyring as fr


def answer_of(batch: Any) -> tuple[Any, Any]:
    """Logits and values that depend on the position alone, exactly, whatever batch it is in."""
    rows = batch.obs.reshape(len(batch), -1)
    weights = (np.arange(rows.shape[1]) * 37 % 101).astype(np.float64)
    mark = (rows.astype(np.float64) @ weights) % 97
    actions = np.arange(batch.action_count)
    logits = ((mark[:, None] * 31 + actions * 17) % 23) / 10
    return logits.astype(np.float32), ((mark - 48) / 60).astype(np.float32)


def played(game: str, *, batch: int = 32, order: int = 1, **options: Any) -> list[fr.train.Game]:
    pool = fr.train.SelfPlay(game, games=5, search="gumbel(simulations=6)", seed=7, max_plies=30, **options)
    out: list[Any] = []

    def answer() -> None:
        for entry in reversed(out):
            pool.answer(entry.id, *answer_of(entry))
        out.clear()

    # Several in flight, answered from the last to the first; near the end there are fewer games than that.
    while True:
        try:
            for leaves in pool.leaves(max_batch=batch, max_wait_us=100):
                out.append(leaves)
                if len(out) == order:
                    answer()
            return pool.games()
        except RuntimeError as error:
            assert "answer one of them first" in str(error)
            answer()


def same(a: fr.train.Game, b: fr.train.Game) -> bool:
    for name, value in vars(a).items():
        other = getattr(b, name)
        if not (np.array_equal(value, other) if isinstance(value, np.ndarray) else value == other):
            return False
    return True


def test_games_depend_on_seed_and_answers_alone(game: str) -> None:
    games = played(game, threads=0)
    assert [entry.index for entry in games] == list(range(5))
    for entry in games:
        assert entry.reason in fr.describe(game)["reasons"]
        assert len(entry.values) == len(entry.sampled) == len(entry.seats) == len(entry.offsets) - 1
        sums = np.add.reduceat(entry.policy, entry.offsets[:-1]) if len(entry.values) else np.ones(0)
        assert np.allclose(sums, 1, atol=1e-5)
        assert np.all(np.abs(entry.values) <= 1)
    for options in ({"threads": 1}, {"threads": 2, "batch": 3}, {"threads": 0, "slots": 2}):
        assert all(same(a, b) for a, b in zip(games, played(game, **options), strict=True))
    if fr.describe(game)["has_dice"]:
        return
    # The record of actions is the game.
    p = fr.Position(game)
    for action in games[0].actions:
        p = p.play_action(int(action))
    if p.outcome is not None:
        assert (p.outcome.utility[0], p.outcome.reason) == (games[0].utility, games[0].reason)


def test_batches_are_answered_in_any_order() -> None:
    games = played("wari", threads=1)
    for order in (2, 3):
        assert all(same(a, b) for a, b in zip(games, played("wari", threads=1, batch=2, order=order), strict=True))


def test_batches_hold_what_they_say() -> None:
    pool = fr.train.SelfPlay("chess", games=40, search="puct(simulations=4)", threads=0, seed=1, max_plies=6)
    assert pool.observation_shape == tuple(fr.describe("chess")["observation_shape"])
    total = 0
    for batch in pool.leaves(max_batch=16):
        size = len(batch)
        assert 0 < size <= 16
        assert batch.obs.shape == (size, *pool.observation_shape)
        assert (batch.obs.dtype, batch.seats.dtype, batch.games.dtype) == (np.uint8, np.uint8, np.uint64)
        assert batch.obs.flags.c_contiguous
        # The same array at every look: nothing is copied.
        assert batch.obs is batch.obs or np.shares_memory(batch.obs, batch.obs)
        mask = batch.mask
        assert mask.shape == (size, pool.action_count)
        assert np.array_equal(np.diff(batch.offsets), mask.sum(axis=1))
        row, columns = np.nonzero(mask)
        assert np.array_equal(columns, batch.actions)
        assert np.array_equal(row, np.repeat(np.arange(size), np.diff(batch.offsets)))
        if total == 0:
            legal = fr.Position("chess").legal_actions()
            first = batch.actions[batch.offsets[0] : batch.offsets[1]]
            assert np.array_equal(first, legal)
            assert np.array_equal(batch.obs[0], fr.Position("chess").observation())
        total += size
        # Ragged logits and a column of values will do.
        pool.answer(batch, np.zeros(len(batch.actions), np.float64), np.zeros((size, 1)))
    assert len(pool.games()) == 40
    assert pool.games() == []


def test_what_cannot_be_answered_is_refused() -> None:
    pool = fr.train.SelfPlay("wari", games=8, search="gumbel(simulations=4)", seed=1, slots=8)
    batches = pool.leaves(max_batch=8, max_wait_us=10**6)
    batch = next(batches)
    with pytest.raises(ValueError, match="batch 99 is not out"):
        pool.answer(99, np.zeros(1), np.zeros(1))
    with pytest.raises(ValueError, match="logits must have the shape"):
        pool.answer(batch.id, np.zeros((1, 1, 1)), np.zeros(len(batch)))
    assert pool.batches_out == [batch.id]
    if len(batch) == 8:
        with pytest.raises(RuntimeError, match="all 8 leaves are out in unanswered batches"):
            next(pool.leaves(max_batch=8))
    pool.answer(batch.id, np.zeros(batch.mask.shape), np.zeros(len(batch)))
    with pytest.raises(ValueError, match="is not out"):
        pool.answer(batch.id, np.zeros(batch.mask.shape), np.zeros(len(batch)))
    pool.close()
    with pytest.raises(RuntimeError, match="closed"):
        next(pool.leaves())


@pytest.mark.parametrize("threads", [0, 2])
def test_an_evaluator_that_dies_leaves_a_pool_that_goes_on(threads: int) -> None:
    def play(deaths: int) -> list[Any]:
        pool = fr.train.SelfPlay("wari", games=20, search="gumbel(simulations=6)", threads=threads, seed=1, slots=20)
        asked = 0

        class Evaluator:
            def evaluate(self, observations: Any, masks: Any) -> Any:
                nonlocal asked
                asked += 1
                if asked % 7 == 0 and asked // 7 <= deaths:
                    raise OSError("the device is gone")
                total = observations.astype(np.float32).sum(axis=(1, 2, 3))
                return np.zeros(masks.shape), np.tanh(total / 500 - 1)

        evaluator = Evaluator()
        for _ in range(deaths):
            with pytest.raises(OSError, match="the device is gone"):
                pool.run(evaluator, max_batch=8)
            # What was out is asked again.
            [number] = pool.batches_out
            batch = pool._out[number]
            pool.answer(number, *evaluator.evaluate(batch.obs, batch.mask))
        return pool.run(evaluator, max_batch=8)

    assert all(same(a, b) for a, b in zip(play(0), play(3), strict=True))


def test_a_pool_whose_evaluator_died_can_be_closed_with_batches_out() -> None:
    pool = fr.train.SelfPlay("chess", games=None, search="puct(simulations=8)", threads=2, seed=1, slots=64)
    batches = pool.leaves(max_batch=8, max_wait_us=10**6)
    held = [next(batches) for _ in range(3)]
    with pytest.raises(ZeroDivisionError), pool:
        raise ZeroDivisionError
    assert pool.batches_out == []
    with pytest.raises(RuntimeError, match="closed"):
        next(pool.leaves())
    with pytest.raises(ValueError, match="is not out"):
        pool.answer(held[0], np.zeros(held[0].mask.shape), np.zeros(len(held[0])))


def test_options_are_checked() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"search": "magic"}, "unknown search .magic.; valid: gumbel, puct"),
        ({"search": "gumbel(simulations=0)"}, "simulations"),
        ({"search": "gumbel(simulations=99999999999999999999)"}, "simulations"),
        ({"search": "puct(simulations=-1)"}, "simulations"),
        ({"search": "puct(c=nan)"}, "argument c"),
        ({"search": "puct(speed=3)"}, "unknown argument"),
        ({"games": 0}, "games must lie"),
        ({"slots": 0}, "slots must lie"),
        ({"threads": 5000}, "threads must lie"),
        ({"start": "x"}, "position"),
        ({"nothing": 1}, "unknown rule"),
    ]
    for options, message in wrong:
        with pytest.raises(ValueError, match=message):
            fr.train.SelfPlay("wari", **options)
    with pytest.raises(ValueError, match="max_batch must lie"):
        fr.train.SelfPlay("wari").leaves(max_batch=0)


def test_the_interpreter_is_free_while_the_pool_searches() -> None:
    # No thread gives up the interpreter's lock unasked; so whatever another one does during a call, the call let it do.
    interval = sys.getswitchinterval()
    pool = fr.train.SelfPlay("chess", games=None, search="gumbel(simulations=16)", threads=0, seed=1, slots=256)
    ticks = 0
    finished = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not finished.is_set():
            ticks += 1
            time.sleep(0)

    ticker = threading.Thread(target=tick)
    sys.setswitchinterval(60)
    try:
        ticker.start()
        batches = pool.leaves(max_batch=256)
        for _ in range(1000):
            before = ticks
            batch = next(batches)
            if ticks > before:
                break
            pool.answer(batch.id, np.zeros(len(batch.actions)), np.zeros(len(batch)))
        else:
            raise AssertionError("nothing else ran during 1000 searches")
    finally:
        finished.set()
        sys.setswitchinterval(interval)
    ticker.join()
    pool.close()


def test_observations_are_kept_if_asked_for() -> None:
    pool = fr.train.SelfPlay("wari", games=2, search="gumbel(simulations=4)", seed=1, keep_observations=True)
    for game in pool.run(fr.agents.Policy(lambda o, m: (np.zeros(m.shape), np.zeros(len(m))))):
        assert game.observations is not None
        assert game.observations.shape == (len(game.values), *pool.observation_shape)
        assert np.array_equal(game.observations[0], fr.Position("wari").observation())
