"""PettingZoo: its own tests, its tutorial's loop, its names."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from envs.playing import SHORT, act_on
from fairyring.envs import pettingzoo_id

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from fairyring.envs import aec  # noqa: E402


def module(game: str) -> Any:
    """The classic module of a game."""
    return importlib.import_module(f"fairyring.envs.{game}_v0")


def tutorial(env: Any, seed: int) -> dict[str, float]:
    """The loop of PettingZoo's documentation for environments with masks; every agent's rewards summed."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agents:
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        totals[agent] += reward
        if termination or truncation:
            action = None
        else:
            mask = observation["action_mask"]
            assert np.array_equal(info["action_mask"], mask)
            action = env.action_space(agent).sample(mask)
        env.step(action)
    env.close()
    return totals


# PettingZoo warns of what board games do: observations that are not between 0 and 1, or that are no images.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_nothing_wrong(game: str, long: bool, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(module(game).env(**({} if long else SHORT[game])), num_cycles=1000 if long else 60)
    assert "Passed API test" in capsys.readouterr().out


def test_seeds_repeat_games(game: str, long: bool) -> None:
    seed_test(lambda: module(game).env(**({} if long else SHORT[game])), num_cycles=500 if long else 60)


def test_the_tutorials_loop_plays_whole_games(game: str) -> None:
    env = module(game).env(**SHORT[game])
    for seed in (1, 2):
        totals = tutorial(env, seed)
        position = env.unwrapped.position
        outcome = position.outcome or position.outcome_by_limit
        assert list(totals.values()) == list(outcome.utility)
        assert sum(totals.values()) == pytest.approx(0)
        assert not env.agents


def test_names_are_registered(game: str) -> None:
    script = "import pettingzoo, fairyring.envs\nfor game in fairyring.games(): pettingzoo.make('aec', f'fairyring/{game}-v0')"
    if game == "chess":
        assert subprocess.run([sys.executable, "-W", "ignore", "-c", script]).returncode == 0
    env = pettingzoo.make("aec", pettingzoo_id(game))
    assert env.unwrapped.metadata["name"] == f"{game}_v0"
    assert env.unwrapped.game == game


def test_agents_sit_in_the_order_of_seats(game: str) -> None:
    env = module(game).raw_env(**SHORT[game])
    env.reset(seed=3)
    seats = fr.describe(game)["seats"]
    assert env.possible_agents == [f"player_{index}" for index in range(len(seats))]
    assert [env.agent_of(seat) for seat in seats] == env.possible_agents
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert env.action_space("player_1") is env.action_space("player_1")
    rng = np.random.default_rng(0)
    while not (env.terminations["player_0"] or env.truncations["player_0"]):
        assert env.agent_selection == env.agent_of(env.position.actor)
        for agent, seat in zip(env.agents, seats, strict=True):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            assert np.array_equal(seen["observation"], env.position.observation(seat))
            mine = agent == env.agent_selection
            assert np.flatnonzero(seen["action_mask"]).tolist() == (
                env.position.legal_actions().tolist() if mine else []
            )
        env.step(int(rng.choice(env.position.legal_actions())))
    assert env.plies == env.infos["player_0"]["plies"] > 0
    assert env.infos["player_1"]["reason"] in fr.describe(game)["reasons"]


def test_skipped_seats_of_shahki_are_passed_over() -> None:
    """Where a seat cannot move the rules go on to the next one; the cycle of agents follows them."""
    env = module("shahki").raw_env(max_plies=600)
    turns = skipped = 0
    for seed in range(3):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        before = None
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            if not env.position.taken:
                seat = env.position.actor
                if before is not None:
                    seats = env.seats
                    turns += 1
                    skipped += seats.index(seat) != (seats.index(before) + 1) % 4
                before = seat
            env.step(int(rng.choice(env.position.legal_actions())))
    assert turns > 500
    assert skipped > 0


def test_dice_follow_the_seed() -> None:
    rolls = []
    for seed in (1, 1, 2):
        env = module("behemoth").raw_env()
        env.reset(seed=seed)
        while env.position.actor != "over":
            env.step(int(env.position.legal_actions()[0]))
        rolls.append([move for move in env.position.history if move.startswith("*")])
    assert rolls[0] == rolls[1] != rolls[2]
    assert len(rolls[0]) > 2


def test_a_window_without_a_legal_move_truncates() -> None:
    env = module("cards").raw_env(window=1)
    env.reset(seed=1)
    while not env.truncations["player_0"] and not env.terminations["player_0"]:
        env.step(int(env.position.legal_actions(window=1)[0]))
    assert all(env.truncations.values())
    assert len(env.position.legal_moves()) > 0


@pytest.mark.parametrize("kind", ["raw_env", "env"])
def test_copies_go_on_alike(kind: str) -> None:
    env = getattr(module("behemoth"), kind)()
    env.reset(seed=4)
    act_on(env)
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [there] = pool.map(act_on, [env])
    expected = act_on(env)
    assert there == expected
    for twin in twins:
        assert act_on(twin) == expected


def test_an_illegal_action_ends_a_wrapped_game() -> None:
    env = module("chess").env()
    env.reset(seed=1)
    env.step(0)
    assert all(env.terminations.values()) or all(env.truncations.values())
    assert env.rewards["player_0"] == -1
    raw = module("chess").raw_env()
    raw.reset(seed=1)
    before = raw.position
    for wrong in (0, 10**6):
        with pytest.raises(fr.IllegalMoveError, match=f'"{wrong}.*not a legal action'):
            raw.step(wrong)
        assert raw.position is before
    for wrong in (True, 0.5, "e2e4", None):
        with pytest.raises(TypeError, match="whole number"):
            raw.step(wrong)
    raw.step(np.int64(raw.position.action("e2e4")))
    assert raw.position.history == ["e2e4"]


def test_steps_out_of_order_are_refused() -> None:
    raw = module("wari").raw_env(render_mode="ansi")
    for call in (lambda: raw.step(0), lambda: raw.observe("player_0")):
        with pytest.raises(RuntimeError, match="reset"):
            call()
    assert raw.render() is None
    raw.reset(seed=1)
    assert raw.render() == str(fr.Position("wari"))
    tutorial(raw, 1)
    ended = module("wari").raw_env(max_plies=1)
    ended.reset(seed=1)
    ended.step(0)
    with pytest.raises(ValueError, match="only valid action is None"):
        ended.step(0)
    with pytest.raises(AssertionError, match="reset"):
        module("wari").env().step(0)


def test_starts_follow_one_another() -> None:
    second = fr.Position("wari").play("a")
    env = aec.raw_env("wari", start=[fr.Position("wari"), second])
    texts = []
    for seed in (1, None, None):
        env.reset(seed=seed)
        texts.append(env.position.text)
    assert texts == [fr.Position("wari").text, second.text, fr.Position("wari").text]
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"render_mode": "human"}, ValueError, "render_mode"),
        ({"max_plies": 0}, ValueError, "max_plies"),
        ({"window": 0}, ValueError, "window"),
        ({"houses": 7}, ValueError, "unknown rule"),
        ({"start": "nonsense"}, fr.PositionError, "refused"),
    ],
)
def test_bad_set_ups_are_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        aec.raw_env("wari", **options)
