"""Many games in one call: what a step gives, and what it refuses."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from envs.playing import SHORT, choose, play, play_on, same
from fairyring.envs import VectorEnv
from helpers import resident

CHANCE, OVER = -1, -2


def make(game: str, n: int = 12, **options: Any) -> VectorEnv:
    env = VectorEnv(game, n, **({"seed": 3} | SHORT[game] | options))
    env.reset()
    return env


def test_arrays_agree_with_positions(game: str) -> None:
    env = make(game)
    facts = fr.describe(game)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(100):
        observations, rewards, terminations, truncations, infos = env.step(choose(env, rng))
        assert observations.shape == (12, *facts["observation_shape"])
        assert observations.dtype == np.uint8
        assert (rewards.dtype, terminations.dtype, truncations.dtype) == (np.float32, np.bool_, np.bool_)
        for row in range(0, 12, 5):
            position = env.position(row)
            over = terminations[row] or truncations[row]
            assert (position.actor == "over") == terminations[row]
            seat = facts["seats"][infos["observer"][row]]
            assert np.array_equal(observations[row], position.observation(seat))
            legal = np.flatnonzero(infos["action_mask"][row])
            if over:
                ends += 1
                assert infos["actor"][row] == OVER
                assert len(legal) == facts["action_count"]
                outcome = position.outcome if terminations[row] else position.outcome_by_limit
                assert infos["rewards"][row].tolist() == list(outcome.utility)
                assert env.reasons[infos["reason"][row]] == outcome.reason
                assert rewards[row] in infos["rewards"][row]
            else:
                assert position.actor == facts["seats"][infos["actor"][row]]
                assert np.array_equal(legal, position.legal_actions())
                assert not infos["rewards"][row].any()
    assert ends > 0


def test_sampled_actions_are_uniform_legal_ones(game: str) -> None:
    env = make(game)
    for _ in range(10):
        env.step(env.sample_actions())
    offsets, actions = env.legal_actions()
    draws = np.stack([env.sample_actions(seed) for seed in range(4000)])
    assert draws.dtype == np.int64
    assert not (draws[0] == draws[1]).all()
    for row in range(12):
        legal = actions[offsets[row] : offsets[row + 1]]
        values, counts = np.unique(draws[:, row], return_counts=True)
        if len(legal) == 0:
            assert values.tolist() == [0]
            continue
        assert np.array_equal(values, legal), "4,000 draws find every one of a few dozen"
        # Chi-square with k - 1 degrees of freedom: mean k - 1, variance 2 (k - 1); six standard deviations.
        free = len(legal) - 1
        expected = 4000 / len(legal)
        assert ((counts - expected) ** 2 / expected).sum() <= free + 6 * np.sqrt(2 * free) + 1e-9


def test_sampled_actions_depend_on_game_seed_and_length_alone(game: str) -> None:
    one, two = make(game, 20, threads=1), make(game, 20, threads=2)
    for _ in range(30):
        first, second = one.sample_actions(3), two.sample_actions(3)
        assert np.array_equal(first, second)
        assert np.array_equal(first, one.sample_actions(3)), "asked twice, the same answer"
        one.step(first)
        two.step(second)
    again = pickle.loads(pickle.dumps(one))
    assert np.array_equal(again.sample_actions(3), one.sample_actions(3))


def test_nothing_is_sampled_before_the_first_reset() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        VectorEnv("wari", 2).sample_actions()
    with pytest.raises(ValueError, match="seed"):
        make("wari").sample_actions(-1)


def test_threads_give_the_same_bits(game: str) -> None:
    results = []
    for threads in (1, 2, 8):
        env = make(game, 30, threads=threads)
        results.append((play(env, 30), env._env.state()))
    assert results[0][1] == results[1][1] == results[2][1]
    assert same(results[0][0], results[1][0])
    assert same(results[0][0], results[2][0])


def test_a_seed_repeats_and_rows_differ(game: str) -> None:
    one, other = make(game), make(game)
    assert same(play(one, 20), play(other, 20))
    one.reset(seed=9)
    other.reset(seed=9)
    assert same(play(one, 20), play(other, 20))
    if game == "behemoth":
        rolls = {tuple(one.position(row).history[1::2]) for row in range(12)}
        assert len(rolls) == 12


def test_seeds_of_single_rows() -> None:
    env = VectorEnv("behemoth", 3, seed=1)
    env.reset(seed=[5, None, 7])
    alone = VectorEnv("behemoth", 1, seed=7)
    alone.reset()
    for _ in range(30):
        action = alone.legal_actions()[1][:1].astype(int)
        legal = env.legal_actions()
        firsts = [legal[1][at] if end > at else 0 for at, end in zip(legal[0], legal[0][1:], strict=False)]
        if len(action) == 0:
            break
        assert firsts[2] == action[0]
        env.step(np.array(firsts))
        alone.step(action)
        assert env.position(2).history == alone.position(0).history


def test_a_subset_is_reset() -> None:
    env = make("wari", 4)
    play(env, 5)
    before = env.position(1).history
    _, infos = env.reset(options={"reset_mask": np.array([True, False, True, False])})
    assert infos["plies"].tolist() == [0, 5, 0, 5]
    assert env.position(1).history == before
    assert env._env.state()[3] == [2, 1, 2, 1]


def test_a_finished_row_waits_one_step_and_its_returns_stay() -> None:
    env = make("behemoth", 16)
    rng = np.random.default_rng(2)
    before: Any = None
    ends = 0
    for _ in range(150):
        actions = choose(env, rng)
        if before is not None:
            # The action of a finished game is ignored, whatever it is.
            actions[before["actor"] == OVER] = -12345
        _, rewards, terminations, _, infos = env.step(actions)
        if before is not None:
            for row in np.flatnonzero(before["actor"] == OVER):
                ends += 1
                assert infos["plies"][row] == 0
                assert rewards[row] == 0
                assert not terminations[row]
                assert np.array_equal(infos["returns"][row], before["rewards"][row])
                assert infos["games"][row] == before["games"][row] > 0
                assert infos["reason"][row] == before["reason"][row] >= 0
        before = infos
    assert ends > 50


def test_dice_are_exposed_as_a_seat() -> None:
    env = VectorEnv("behemoth", 8, seed=1, dice="exposed")
    _, infos = env.reset()
    seen = set()
    before = infos["actor"]
    rng = np.random.default_rng(0)
    for _ in range(60):
        for row in np.flatnonzero(infos["actor"] == CHANCE):
            legal = np.flatnonzero(infos["action_mask"][row])
            position = env.position(int(row))
            assert sorted(position.action(move) for move, _ in position.chance()) == legal.tolist()
            assert infos["observer"][row] == before[row]
            seen.add(row)
        before = infos["actor"]
        *_, infos = env.step(choose(env, rng))
    assert seen == set(range(8))


def test_masks_in_bits_and_ragged(game: str) -> None:
    forms = {mask: make(game, mask=mask) for mask in ("bytes", "bits", "ragged")}
    count = fr.describe(game)["action_count"]
    for _ in range(20):
        infos = {mask: play(env, 1)[0][-1] for mask, env in forms.items()}
        bits = np.unpackbits(infos["bits"]["action_mask"], axis=1, bitorder="little", count=count)
        assert np.array_equal(bits, infos["bytes"]["action_mask"])
        offsets, actions = infos["ragged"]["legal_actions"]
        for row in range(12):
            marked = [] if infos["bytes"]["actor"][row] == OVER else np.flatnonzero(bits[row]).tolist()
            assert actions[offsets[row] : offsets[row + 1]].tolist() == marked


def test_floats_are_the_same_numbers(game: str) -> None:
    bytes_, floats = make(game), make(game, observation="float32")
    for (one, *_), (other, *_) in zip(play(bytes_, 10), play(floats, 10), strict=True):
        assert other.dtype == np.float32
        assert np.array_equal(one, other)


def test_without_copy_the_arrays_are_the_same_ones() -> None:
    env = make("wari", copy=False)
    first, second = play(env, 2)
    assert first[0] is second[0]
    kept = make("wari")
    first, second = play(kept, 2)
    assert first[0] is not second[0]
    assert not np.array_equal(first[0], second[0])


def test_opponents_play_the_other_seats(game: str) -> None:
    seats = fr.describe(game)["seats"]
    env = make(game, opponents="random", seat=seats[-1])
    assert env.caller == len(seats) - 1
    for _, rewards, _, _, infos in play(env, 30):
        assert set(infos["actor"]) <= {len(seats) - 1, OVER}
        assert (infos["observer"] == len(seats) - 1).all()
        assert np.array_equal(rewards, infos["rewards"][:, -1])
    pair = {seats[0]: "greedy"}
    assert len(make(game, opponents=pair)._arguments["opponents"]) == 1


def test_a_greedy_opponent_beats_random_play() -> None:
    env = VectorEnv("wari", 100, seed=1, opponents={"n": "greedy"})
    env.reset()
    infos = play(env, 200)[-1][-1]
    done = infos["games"] > 0
    assert done.sum() > 50
    assert infos["returns"][done, 0].mean() < -0.3


def test_games_start_where_they_are_told() -> None:
    second = fr.Position("wari").play("a")
    env = VectorEnv("wari", 3, seed=1, start=[fr.Position("wari"), second])
    env.reset()
    assert [env.position(row).start for row in range(3)] == [
        fr.Position("wari").text,
        second.text,
        env.position(0).start,
    ]
    presets = VectorEnv("wari", 2, preset="awari")
    assert presets.rules == {
        name: str(value).lower() for name, value in fr.Position("wari", preset="awari").rules.items()
    }


def test_a_window_masks_and_counts_what_it_does_not_hold() -> None:
    env = VectorEnv("cards", 4, seed=1, window=7, max_plies=60)
    _, infos = env.reset()
    lost = 0
    for step in range(60):
        *_, infos = play(env, 1, seed=step)[0]
        for row in np.flatnonzero(infos["actor"] >= 0):
            position = env.position(int(row))
            assert infos["outside"][row] == len(position.legal_moves()) - infos["action_mask"][row].sum()
        lost += infos["outside"].sum()
    assert lost > 0


def test_chains_are_played_step_by_step() -> None:
    env = make("shahki", 20, max_plies=120)
    partial = 0
    for step in range(150):
        *_, infos = play(env, 1, seed=step)[0]
        for row in range(20):
            taken = env.position(row).taken
            partial += len(taken) > 0
            assert infos["actor"][row] in (OVER, 1, 3) or not taken
    assert partial > 0


def test_copies_go_on_alike(game: str) -> None:
    env = make(game, 6, opponents={fr.describe(game)["seats"][1]: "random"})
    play(env, 25)
    twins = [pickle.loads(pickle.dumps(env)), copy.copy(env), copy.deepcopy(env)]
    expected = play(env, 25, seed=4)
    for twin in twins:
        assert twin.rules == env.rules
        assert same(play(twin, 25, seed=4), expected)
    fresh = pickle.loads(pickle.dumps(VectorEnv(game, 2, seed=8)))
    with pytest.raises(RuntimeError, match="reset"):
        fresh.step(np.zeros(2, dtype=int))


def test_rules_named_like_arguments_survive_pickling() -> None:
    start = fr.Position("shahki", max_plies=50)
    env = VectorEnv("shahki", 2, seed=1, start=start, max_plies=30)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.rules == env.rules
    assert (twin.rules["max_plies"], twin._arguments["max_plies"]) == ("50", 30)


def test_a_spawned_process_goes_on_alike() -> None:
    env = make("behemoth", 8, threads=2)
    play(env, 10)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [there] = pool.map(play_on, [env])
    assert same(play_on(env), there)


FORK = """
import os, sys
from fairyring.envs import VectorEnv
env = VectorEnv("wari", 64, seed=1, threads=2)
env.reset()
act = lambda: env.step(env.legal_actions()[1][env.legal_actions()[0][:-1]].astype(int))
act()
child = os.fork()
act()
if child == 0:
    os._exit(0 if (env.reset()[1]["plies"] == 0).all() else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="no fork here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], timeout=120)
    assert done.returncode == 0


def test_illegal_actions_name_the_row_and_change_nothing(game: str) -> None:
    env = make(game, 4)
    play(env, 3)
    good = choose(env, np.random.default_rng(0))
    state = env._env.state()
    illegal = int(np.flatnonzero(env._arrays["mask"][2] == 0)[0])
    for wrong in (illegal, -1, fr.describe(game)["action_count"], 2**40):
        actions = good.copy()
        actions[2] = wrong
        with pytest.raises(fr.IllegalMoveError, match=rf"row 2: action {wrong} is not legal for"):
            env.step(actions)
        assert env._env.state() == state
    env.step(good)


def test_wrong_actions_are_refused() -> None:
    env = make("wari", 3)
    for actions in ([0.0, 1.0, 2.0], ["a", "b", "c"], [True, False, True], [None] * 3):
        with pytest.raises(TypeError, match="actions must be whole numbers"):
            env.step(actions)
    for actions in ([0, 1], [0, 1, 2, 3], [[0, 1, 2]], 0, []):
        expected = TypeError if actions == [] else ValueError
        with pytest.raises(expected, match="actions"):
            env.step(actions)
    env.step(np.array([0, 1, 2], dtype=np.uint8))


def test_wrong_resets_are_refused() -> None:
    env = VectorEnv("wari", 3, seed=1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0, 0, 0])
    with pytest.raises(RuntimeError, match="reset"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    for options in ({"reset_mask": [1, 0, 1]}, {"reset_mask": np.ones(2, dtype=bool)}):
        with pytest.raises(ValueError, match="reset_mask must be a bool array"):
            env.reset(options=options)
    with pytest.raises(ValueError, match="unknown option 'rest'"):
        env.reset(options={"rest": 1})
    with pytest.raises(ValueError, match="list of seeds has 2 entries"):
        env.reset(seed=[1, 2])
    with pytest.raises(TypeError, match="seed"):
        env.reset(seed="one")
    env.reset()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step([0, 0, 0])


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"num_envs": 0}, ValueError, "num_envs"),
        ({"num_envs": 2.5}, TypeError, "num_envs"),
        ({"observation": "float64"}, ValueError, "unknown observation 'float64'"),
        ({"mask": "words"}, ValueError, "unknown mask 'words'"),
        ({"dice": "loaded"}, ValueError, "unknown dice 'loaded'"),
        ({"opponents": "nobody"}, ValueError, "unknown agent"),
        ({"opponents": {"w": "random"}}, ValueError, "unknown seat 'w'"),
        ({"opponents": {"s": 5}}, TypeError, "an opponent must be text"),
        ({"opponents": {"s": "random", "n": "random"}}, ValueError, "at least one of them"),
        ({"opponents": 5}, TypeError, "opponents must be"),
        ({"seat": "s"}, ValueError, "name them too"),
        ({"seat": "x", "opponents": "random"}, ValueError, "unknown seat 'x'"),
        ({"max_plies": 0}, ValueError, "max_plies"),
        ({"window": 0}, ValueError, "window"),
        ({"window": 256}, ValueError, "window"),
        ({"threads": 0}, ValueError, "threads"),
        ({"start": "nonsense"}, fr.PositionError, "refused"),
        ({"start": []}, ValueError, "empty list"),
        ({"render_mode": "human"}, ValueError, "render_mode"),
        ({"houses": 7}, ValueError, "unknown rule"),
    ],
)
def test_bad_set_ups_are_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        VectorEnv("wari", **options)


def test_a_finished_start_is_refused() -> None:
    batch = fr.simulate("wari", games=1, seed=1, progress=False)
    with pytest.raises(ValueError, match="the game is over at the start"):
        VectorEnv("wari", start=batch.replay(0)[-1])


@pytest.mark.parametrize("name", ["observations", "mask", "rewards", "terminated", "actor", "plies", "reason", "games"])
def test_the_native_part_refuses_wrong_arrays(name: str) -> None:
    env = make("wari", 3)
    actions = np.zeros(3, dtype=np.int64)
    good = env._arrays[name]
    shape, dtype = good.shape, good.dtype
    strided = np.zeros((*shape, 2), dtype)[..., 0]
    frozen = np.zeros(shape, dtype)
    frozen.flags.writeable = False
    state = env._env.state()
    wrong: list[tuple[Any, type[Exception]]] = [
        (np.zeros((*shape, 1), dtype), ValueError),
        (np.zeros(shape[::-1] if len(shape) > 1 else (4,), dtype), ValueError),
        (np.zeros(shape, np.complex128), TypeError),
        (np.zeros(shape, dtype.newbyteorder()) if dtype.itemsize > 1 else good.tolist(), TypeError),
        (strided, ValueError),
        (frozen, ValueError),
        (good.tolist(), TypeError),
    ]
    for array, error in wrong:
        with pytest.raises(error, match=name):
            env._env.step(actions, {**env._arrays, name: array})
    if name not in ("observations", "mask"):
        arrays = dict(env._arrays)
        del arrays[name]
        with pytest.raises(TypeError, match=name):
            env._env.step(actions, arrays)
    assert env._env.state() == state


def test_the_native_part_refuses_an_array_given_twice_and_foreign_actions() -> None:
    env = make("wari", 3)
    arrays = dict(env._arrays, returns=env._arrays["rewards"])
    with pytest.raises(ValueError, match="returns"):
        env._env.step(np.zeros(3, dtype=np.int64), arrays)
    for actions in (np.zeros(3, dtype=np.int32), np.zeros((3, 1), dtype=np.int64), [0, 0, 0]):
        with pytest.raises(TypeError):
            env._env.step(actions, env._arrays)
    with pytest.raises(ValueError, match="contiguous"):
        env._env.step(np.zeros(6, dtype=np.int64)[::2], env._arrays)


def test_states_that_do_not_fit_are_refused() -> None:
    env = make("wari", 2)
    with pytest.raises(ValueError, match="does not fit"):
        env._env.restore(make("wari", 3)._env.state())
    with pytest.raises(ValueError, match="not legal"):
        env._env.restore((True, [1, 1], [0, 0], [1, 1], [0, 0], [0.0, 0.0], [-1, -1], [1, 0], [11]))


def test_two_threads_cannot_step_one_environment_at_once() -> None:
    env = make("chess", 64, opponents="alphabeta(nodes=2000)")
    errors: list[BaseException] = []
    steps = [choose(env, np.random.default_rng(0))]

    def step() -> None:
        try:
            env._env.step(steps[0], env._fresh())
        except RuntimeError as error:
            errors.append(error)
        except fr.IllegalMoveError:
            # The thread came after another had finished, and the action was one for the position before.
            pass

    workers = [threading.Thread(target=step) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert errors
    assert all("another thread" in str(error) for error in errors)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_memory_does_not_grow(long: bool) -> None:
    env = VectorEnv("chess", 1024, seed=1, mask="bits", copy=False, max_plies=300, threads=2)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(400):
        env.step(choose(env, rng))
    before = resident()
    for _ in range(9766 if long else 400):
        env.step(choose(env, rng))
    assert resident() - before < 4 << 20


def test_render_and_repr() -> None:
    env = make("chess", 2, render_mode="ansi")
    assert env.render() == (str(fr.Position("chess")),) * 2
    assert make("chess", 2).render() is None
    assert repr(env).startswith("VectorEnv('chess', num_envs=2, ")
