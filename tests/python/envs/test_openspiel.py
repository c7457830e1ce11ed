"""OpenSpiel: its random simulation with serialisation, and its own algorithms on our games."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import fairyring as fr

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts, minimax  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from fairyring.envs import spiel  # noqa: E402

#: Parameters under which games end soon.
SOON: dict[str, dict[str, Any]] = {"wari": {"max_actions": 200}, "cards": {"max_actions": 30, "window": 9}}


def load(game: str, **more: Any) -> Any:
    """A game that is cut off early."""
    return pyspiel.load_game(spiel.short_name(game), {"max_actions": 40, **SOON.get(game, {}), **more})


def walk(state: Any, steps: int, seed: int = 0) -> Any:
    """So many random actions, dice included."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=np.array(chances) / sum(chances))))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_openspiel_finds_nothing_wrong(game: str, long: bool) -> None:
    options = {} if long else {"max_actions": 12}
    pyspiel.random_sim_test(load(game, **options), num_sims=3 if long else 1, serialize=True, verbose=False)


def test_its_mcts_plays_our_games(game: str) -> None:
    """OpenSpiel's MCTS bot, against a random one, to the end of a game."""
    loaded = load(game, max_actions=6)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(loaded, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = loaded.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            walk(state, 1, seed=decisions)
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
        else:
            state.apply_action(state.legal_actions()[0])
    assert decisions > 0
    assert len(state.returns()) == loaded.num_players()
    assert sum(state.returns()) == pytest.approx(0)


def test_its_mcts_finds_a_mate() -> None:
    loaded = load("chess")
    state = loaded.new_initial_state()
    for move in ("f2f3", "e7e5", "g2g4"):
        state.apply_action(state.string_to_action(move))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(loaded, 1.4, 300, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "d8h4"


def test_its_minimax_finds_the_mate_too() -> None:
    """With one move left OpenSpiel's exhaustive search knows: the mate wins, every other move ends by the limit, drawn."""
    loaded = load("chess", max_actions=4)
    state = loaded.new_initial_state()
    for move in ("f2f3", "e7e5", "g2g4"):
        state.apply_action(state.string_to_action(move))
    value, action = minimax.alpha_beta_search(loaded, state=state)
    assert value == 1
    assert state.action_to_string(action) == fr.analyse(state.position, "alphabeta(depth=2)").move == "d8h4"


def test_states_tell_the_position(game: str) -> None:
    loaded = load(game)
    facts = fr.describe(game, loaded.window)
    assert loaded.num_players() == len(facts["seats"])
    assert loaded.num_distinct_actions() == facts["action_count"]
    state = loaded.new_initial_state()
    window = loaded.window
    observer = make_observation(loaded)
    for step in range(15):
        position = state.position
        if state.is_terminal():
            break
        if state.is_chance_node():
            assert position.actor == "chance"
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            expected = {position.action(move): chance for move, chance in position.chance()}
            assert dict(outcomes) == expected
        else:
            assert position.actor == facts["seats"][state.current_player()]
            assert state.legal_actions() == position.legal_actions(window=window).tolist()
            assert state.returns() == [0.0] * loaded.num_players()
            for player, seat in enumerate(facts["seats"]):
                observer.set_from(state, player)
                seen = position.observation(seat, window=window)
                assert np.array_equal(observer.dict["observation"], seen)
                assert np.array_equal(observer.tensor, seen.ravel())
        walk(state, 1, seed=step)


def test_history_is_kept_in_what_is_serialised(game: str) -> None:
    """A state that is read again is the same to the rules too: what they remember of the past is in it."""
    loaded = load(game)
    state = walk(loaded.new_initial_state(), 20, seed=2)
    for again in (
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))[1],
        pickle.loads(pickle.dumps(state)),
        copy.deepcopy(state),
        state.clone(),
    ):
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.position.history == state.position.history
        assert str(walk(again, 10, seed=3)) == str(walk(state.clone(), 10, seed=3))


def test_repetition_is_remembered() -> None:
    """The knights go out and back twice: the game read again knows it is the third time."""
    loaded = load("chess", max_actions=100)
    state = loaded.new_initial_state()
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    for move in moves[:-1]:
        state.apply_action(state.string_to_action(move))
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))[1]
    action = again.string_to_action(moves[-1])
    ends = [s.child(action).is_terminal() for s in (state, again)]
    assert ends == [True, True]
    assert again.child(action).position.outcome.reason == "repetition"


def test_clones_do_not_touch_the_original() -> None:
    state = load("behemoth").new_initial_state()
    text = str(state)
    walk(state.clone(), 5)
    assert str(state) == text


def test_a_cut_off_game_ends_by_the_rules_for_limits(game: str) -> None:
    loaded = load(game, max_actions=3)
    state = walk(loaded.new_initial_state(), 20)
    assert state.is_terminal()
    expected = state.position.outcome or state.position.outcome_by_limit
    assert state.returns() == list(expected.utility)
    assert loaded.max_game_length() == 3


def test_refused_actions_change_nothing(game: str) -> None:
    """Neither an illegal action nor one after the end, by the rules or by the limit, is played or counted."""
    state = load(game, max_actions=3).new_initial_state()
    while True:
        legal = state.legal_actions()
        text, history = str(state), state.history()
        wrong = {0, 5000, 10**6} - set(legal) if not state.is_terminal() else {0, 1}
        for action in wrong:
            with pytest.raises(fr.IllegalMoveError, match="refused"):
                state.apply_action(action)
        assert (str(state), state.history(), state.legal_actions()) == (text, history, legal)
        if state.is_terminal():
            break
        walk(state, 1)
    assert legal == []
    # All three actions were there to be played.
    assert len([player for player in state.full_history() if player.player >= 0]) == 3


def test_rules_are_parameters() -> None:
    loaded = pyspiel.load_game("python_fairyring_wari(grand_slam=illegal)")
    assert loaded.new_initial_state().position.rules["grand_slam"] == "illegal"
    with pytest.raises(Exception, match="grand_slam"):
        pyspiel.load_game("python_fairyring_wari(grand_slam=no)")
    with pytest.raises(Exception, match="max_actions"):
        load("wari", max_actions=0)
    with pytest.raises(Exception, match="houses"):
        pyspiel.load_game("python_fairyring_wari(houses=7)")
