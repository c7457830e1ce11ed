"""Gymnasium: its own checks, its names, and one seat against players."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from envs.playing import SHORT, choose, play, same
from fairyring.envs import VectorEnv, gymnasium_id

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.utils.seeding import np_random  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from fairyring.envs.single import SingleEnv  # noqa: E402


def first(position: fr.Position) -> str:
    """The player that takes the first legal move."""
    return position.legal_moves()[0]


def finish(env: SingleEnv, seed: int) -> tuple[float, bool, bool, dict[str, Any]]:
    """Plays a random game; its last step."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    while True:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        if terminated or truncated:
            return reward, terminated, truncated, info
        assert reward == 0


@pytest.mark.parametrize("observation", ["uint8", "float32"])
def test_gymnasium_finds_nothing_wrong(game: str, observation: str) -> None:
    env = gymnasium.make(gymnasium_id(game), observation=observation, render_mode="ansi", **SHORT[game])
    check_env(env.unwrapped)


def test_names_are_registered_by_the_import() -> None:
    script = "import gymnasium, fairyring.envs\nfor game in fairyring.games(): gymnasium.spec(f'fairyring/{game.title()}-v0')"
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", script]).returncode == 0
    env = gymnasium.make("fairyring/Wari-v0", opponent="greedy", seat="n", grand_slam="illegal")
    assert (env.unwrapped.seats, env.unwrapped.seat) == (("s", "n"), "n")
    env.reset(seed=1)
    assert env.unwrapped.position.rules["grand_slam"] == "illegal"
    assert gymnasium.make("fairyring.envs:fairyring/Chess-v0").unwrapped.game == "chess"


def test_many_are_made_in_one_call(game: str) -> None:
    env = gymnasium.make_vec(gymnasium_id(game), num_envs=5, opponent="random", seed=3, **SHORT[game])
    assert isinstance(env.unwrapped, VectorEnv)
    twin = VectorEnv(game, 5, opponents="random", seed=3, **SHORT[game])
    observations, infos = env.reset()
    assert same((observations, infos), twin.reset())
    assert same([env.step(choose(env.unwrapped, np.random.default_rng(1)))], play(twin, 1, seed=1))
    single = gymnasium.make_vec(gymnasium_id("wari"), num_envs=2, vectorization_mode="sync", opponent="random")
    observations, _ = single.reset(seed=1)
    assert observations.shape == (2, 4, 2, 6)


@pytest.mark.parametrize("observation", ["uint8", "float32"])
def test_the_vector_is_one_of_gymnasium(game: str, observation: str) -> None:
    env = VectorEnv(game, 6, seed=1, observation=observation, **SHORT[game])
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.unwrapped is env
    assert env.spec is None
    shape, count = env.single_observation_space.shape, env.single_action_space.n
    assert env.observation_space.shape == (6, *shape)
    assert env.observation_space.dtype == env.single_observation_space.dtype == np.dtype(observation)
    assert env.action_space.shape == (6,)
    observations, infos = env.reset(seed=[1, 2, 3, 4, 5, 6])
    rng = np.random.default_rng(0)
    for _ in range(60):
        assert env.observation_space.contains(observations)
        assert infos["action_mask"].shape == (6, count)
        assert set(np.unique(infos["action_mask"])) <= {0, 1}
        actions = choose(env, rng)
        assert env.action_space.contains(actions)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (6,)
        assert not (terminations & truncations).any()
    env.close()
    env.close()


def test_masks_sample_legal_actions() -> None:
    env = VectorEnv("chess", 4, seed=1)
    _, infos = env.reset()
    env.single_action_space.seed(1)
    for _ in range(20):
        actions = [env.single_action_space.sample(mask=mask) for mask in infos["action_mask"]]
        *_, infos = env.step(np.array(actions))


def test_a_wrapper_counts_what_the_environment_counts() -> None:
    """Gymnasium's own record of returns and lengths agrees, so its rules of autoreset are kept."""
    env = VectorEnv("wari", 16, seed=2, opponents="random")
    wrapped = RecordEpisodeStatistics(env)
    wrapped.reset()
    rng = np.random.default_rng(3)
    ends, decided = 0, 0
    for _ in range(150):
        _, _, terminations, truncations, infos = wrapped.step(choose(env, rng))
        done = terminations | truncations
        if done.any():
            assert np.array_equal(infos["_episode"], done)
            assert np.array_equal(infos["episode"]["r"][done], infos["returns"][done, 0])
            ends += int(done.sum())
            decided += int((infos["returns"][done, 0] != 0).sum())
    assert ends > 20
    assert decided > 10


def test_it_is_gymnasiums_own_vector_of_single_environments(game: str) -> None:
    """Gymnasium's SyncVectorEnv of single environments gives the same arrays at every step, autoreset included."""
    env = VectorEnv(game, 3, opponents="random", **SHORT[game])
    made: list[Callable[[], SingleEnv]] = [lambda: SingleEnv(game, opponent="random", **SHORT[game])] * 3
    theirs = SyncVectorEnv(made)
    assert theirs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    generators = [np_random(7 + row)[0] for row in range(3)]

    def game_seed(row: int) -> int:
        # As a single environment draws: its seat, of which there is one, then the game's seed.
        generators[row].integers(1)
        return int(generators[row].integers(2**63))

    observations, infos = env.reset(seed=[game_seed(row) for row in range(3)])
    expected, expected_infos = theirs.reset(seed=7)
    rng = np.random.default_rng(4)
    ends = 0
    for _ in range(100):
        assert np.array_equal(observations, expected)
        masks = np.array(list(expected_infos["action_mask"]))
        assert np.array_equal(infos["action_mask"], masks)
        over = infos["actor"] == -2
        actions = choose(env, rng)
        observations, *found, infos = env.step(actions)
        expected, *expected_rest, expected_infos = theirs.step(actions)
        for ours, other in zip(found, expected_rest, strict=True):
            assert np.array_equal(ours, other)
        ends += int(over.sum())
        if over.any():
            # The row has begun its next game; it is given the seed that the single environment has drawn for it.
            seeds = [game_seed(row) if over[row] else None for row in range(3)]
            observations, infos = env.reset(seed=seeds, options={"reset_mask": over})
    assert ends > 0


def test_a_game_ends_with_its_outcome(game: str) -> None:
    reasons = fr.describe(game)["reasons"]
    seat = fr.describe(game)["seats"][-1]
    env = SingleEnv(game, seat=seat, **SHORT[game])
    for seed in range(4):
        reward, terminated, truncated, info = finish(env, seed)
        outcome = env.position.outcome or env.position.outcome_by_limit
        assert terminated == (env.position.outcome is not None)
        assert terminated != truncated
        assert reward == np.float32(outcome.utility[-1])
        assert info["reason"] == outcome.reason
        assert info["reason"] in reasons
        assert info["seat"] == seat
        assert not info["illegal_action"]
        assert env.observation_space.contains(env.position.observation(seat))
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)


def test_seeds_repeat_games_and_pickles_go_on(game: str) -> None:
    one, other = SingleEnv(game, **SHORT[game]), SingleEnv(game, **SHORT[game])
    assert finish(one, 5)[0] == finish(other, 5)[0]
    assert one.position.history == other.position.history
    # The next game of the same generator is another, and again the same for both.
    for env in (one, other):
        finish_next(env)
    assert one.position.history == other.position.history
    one.reset(seed=6)
    twin = pickle.loads(pickle.dumps(one))
    for env in (one, twin):
        rng = np.random.default_rng(1)
        for _ in range(5):
            env.step(int(rng.choice(env.position.legal_actions())))
    assert twin.position.history == one.position.history


def finish_next(env: SingleEnv) -> None:
    """Plays a game of the generator as it is."""
    _, info = env.reset()
    rng = np.random.default_rng(0)
    over = False
    while not over:
        *_, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        over = terminated or truncated


def test_an_illegal_action_loses_or_raises() -> None:
    env = SingleEnv("chess")
    _, info = env.reset(seed=1)
    for wrong in (0, -1, 10**6):
        env.reset(seed=1)
        observation, reward, terminated, truncated, info = env.step(wrong)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert info["illegal_action"]
        assert info["reason"] == "illegal_action"
        assert env.observation_space.contains(observation)
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)
    strict = SingleEnv("chess", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(fr.IllegalMoveError, match="action 0 is not legal"):
        strict.step(0)
    legal = strict.position.action("e2e4")
    strict.step(legal)
    assert strict.position.history[0] == "e2e4"
    for action in (True, 1.5, "e2e4", None):
        with pytest.raises(TypeError, match="whole number"):
            strict.step(action)


def test_opponents_are_agents_functions_or_one_a_seat() -> None:
    env = SingleEnv("chess", opponent=first, seat="b")
    env.reset(seed=1)
    assert env.position.history == [first(fr.Position("chess"))]
    by_action = SingleEnv("chess", opponent=lambda position: position.legal_actions()[0], seat="b")
    by_action.reset(seed=1)
    assert len(by_action.position.history) == 1
    four = SingleEnv("shahki", opponent={"wd": "greedy", "bc": first, "bd": "random"}, max_plies=12)
    _, _, truncated, info = finish(four, 1)
    assert truncated
    assert info["reason"] == "max_plies"
    seats = set()
    for seed in range(20):
        env = SingleEnv("wari", seat="random")
        _, info = env.reset(seed=seed)
        assert env.position.actor == info["seat"] == env.seat
        seats.add(info["seat"])
    assert seats == {"s", "n"}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"seat": "w"}, ValueError, "unknown seat 'w'"),
        ({"illegal": "ignore"}, ValueError, "unknown illegal 'ignore'"),
        ({"opponent": "nobody"}, ValueError, "unknown agent"),
        ({"opponent": 3}, TypeError, "an opponent must be text or a function"),
        ({"opponent": {"x": "random"}}, ValueError, "unknown seat 'x'"),
        ({"opponent": {"s": "random"}}, ValueError, "no opponent is given for seat 'n'"),
        ({"render_mode": "human"}, ValueError, "render_mode"),
        ({"max_plies": 0}, ValueError, "max_plies"),
        ({"houses": 7}, ValueError, "unknown rule"),
        # Arguments of the environments inside.
        ({"dice": "exposed"}, ValueError, 'unknown rule "dice"'),
        ({"opponents": "random"}, ValueError, 'unknown rule "opponents"'),
        ({"threads": 2}, ValueError, 'unknown rule "threads"'),
    ],
)
def test_bad_set_ups_are_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        SingleEnv("wari", **options)
    with pytest.raises(ValueError, match="unknown option 'colour'"):
        SingleEnv("wari").reset(options={"colour": 1})
