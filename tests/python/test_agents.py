"""Agents as objects, and objects that evaluate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fairyring as fr
from helpers import samples

SPECS = [
    (fr.agents.Random(), "random"),
    (fr.agents.Greedy(), "greedy"),
    (fr.agents.TwoPly(), "twoply"),
    (fr.agents.AlphaBeta(depth=3), "alphabeta(depth=3)"),
    (fr.agents.AlphaBeta(nodes=500, selective=False), "alphabeta(nodes=500, selective=false)"),
    (fr.agents.Expectiminimax(depth=1, star=1), "expectiminimax(depth=1, star=1)"),
    (fr.agents.MCTS(simulations=50, c=1.5), "mcts(simulations=50, c=1.5)"),
    (fr.agents.MCTS(simulations=16, rule="gumbel", rollouts=0), "mcts(simulations=16, rule=gumbel, rollouts=0)"),
]


@pytest.mark.parametrize(("agent", "spec"), SPECS, ids=[spec for _, spec in SPECS])
def test_objects_are_their_specs(agent: fr.agents.Agent, spec: str, game: str) -> None:
    assert str(agent) == spec
    p = next(p for p in samples(game, games=1)[3:] if p.actor not in ("chance", "over"))
    found = fr.analyse(p, agent, seed=4)
    assert found == fr.analyse(p, spec, seed=4)
    assert found.agent == spec
    assert found.move in p.legal_moves()
    assert {move for move, _ in found.moves} == set(p.legal_moves())
    assert found.pv[0] == found.move


def test_budgets_are_checked() -> None:
    for budgets in ({}, {"depth": 2, "nodes": 10}):
        with pytest.raises(ValueError, match="exactly one of depth, nodes and ms"):
            fr.agents.AlphaBeta(**budgets)
    for spec in (
        "alphabeta(depth=0)",
        "alphabeta(depth=65)",
        "alphabeta(nodes=0)",
        "alphabeta(nodes=-1)",
        "alphabeta(nodes=1e99)",
        "alphabeta(nodes=1_000_000_001)",
        "alphabeta(ms=0)",
        "alphabeta(ms=nan)",
        "alphabeta(depth=99999999999999999999)",
        "alphabeta(depth=2, table=29)",
        "alphabeta(depth=2, quiescence=33)",
        "expectiminimax(nodes=0)",
        "mcts(simulations=0)",
        "mcts(simulations=1_000_001)",
        "mcts(simulations=1, rollouts=-1)",
        "mcts(simulations=1, c=nan)",
        "mcts(simulations=1, c=-1)",
        "alphabeta(depth=1, temperature=inf)",
    ):
        with pytest.raises(ValueError, match="must be a number from"):
            fr.analyse(fr.Position("chess"), spec)
    for wrong in (3, None, object()):
        with pytest.raises(TypeError, match="an agent must be text or an object"):
            fr.simulate("chess", games=1, agents=[wrong, "random"], progress=False)
    with pytest.raises(ValueError, match=r"drift .*must be true or false"):
        fr.simulate("behemoth", games=1, agents="alphabeta(depth=2, drift=2)", progress=False)


def test_weights_are_overridden_by_name(game: str) -> None:
    facts = fr.describe(game)["weights"]
    p = fr.Position(game)
    defaults = {weight["name"]: weight["default"] for weight in facts}
    for kind in (fr.agents.Greedy, fr.agents.TwoPly):
        assert fr.analyse(p, kind(weights=defaults)).moves == fr.analyse(p, kind()).moves
    zero = fr.agents.Greedy(weights=dict.fromkeys(defaults, 0))
    assert {value for _, value in fr.analyse(p, zero).moves} == {0.0}
    with pytest.raises(ValueError, match=f"unknown weight .speed. of {game}; valid: {facts[0]['name']}"):
        fr.analyse(p, fr.agents.Greedy(weights={"speed": 3}))


class First:
    """Prefers low actions, and counts what it is asked."""

    temperature = 0.0

    def __init__(self) -> None:
        self.batches: list[int] = []

    def evaluate(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        self.batches.append(len(observations))
        assert observations.dtype == np.uint8
        assert masks.dtype == np.bool_
        assert len(masks) == len(observations)
        assert masks.any(axis=1).all()
        return -np.arange(masks.shape[1], dtype=np.float32) * np.ones((len(masks), 1)), np.zeros(len(masks))


def uniform(_observations: Any, masks: Any) -> tuple[Any, Any]:
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def test_evaluators_play_every_game_in_lockstep(game: str) -> None:
    agent = First()
    batch = fr.simulate(game, games=6, agents=agent, seed=3, max_plies=60, progress=False)
    assert len(batch) == 6
    assert max(agent.batches) > 1
    again = fr.simulate(game, games=6, agents=First(), seed=3, max_plies=60, progress=False)
    assert np.array_equal(batch.utility, again.utility)
    assert np.array_equal(batch.plies, again.plies)
    # Played again by hand, action by action.
    if not fr.describe(game)["has_dice"]:
        p = fr.Position(game)
        for _ in range(60):
            before = len(p.history)
            while p.actor != "over" and len(p.history) == before:
                legal = p.legal_actions()
                if len(legal) == 0:
                    break
                p = p.play_action(int(legal[0]))
            if p.actor == "over" or len(p.history) == before:
                break
        assert batch.plies[0] == len(p.history)
        if p.outcome is not None:
            assert tuple(batch.utility[0]) == p.outcome.utility


def test_uniform_evaluators_play_like_random() -> None:
    evaluated = fr.simulate("wari", games=3000, agents=fr.agents.Policy(uniform), seed=1, progress=False)
    played = fr.simulate("wari", games=3000, agents="random", seed=2, progress=False)
    spread = np.sqrt(evaluated.plies.var() / 3000 + played.plies.var() / 3000)
    assert abs(evaluated.plies.mean() - played.plies.mean()) < 4 * spread
    assert abs(evaluated.utility[:, 0].mean() - played.utility[:, 0].mean()) < 4 * np.sqrt(2 / 3000)


def test_an_evaluator_meets_native_agents() -> None:
    batch = fr.simulate("wari", games=40, agents=[fr.agents.Policy(uniform), "greedy"], seed=1, progress=False)
    turned = fr.simulate("wari", games=40, agents=["greedy", fr.agents.Policy(uniform)], seed=1, progress=False)
    assert batch.utility[:, 1].mean() > 0.3
    assert turned.utility[:, 0].mean() > 0.3
    assert batch.agents == ("policy uniform", "greedy")
    with pytest.raises(ValueError, match="cannot be replayed"):
        batch.replay(0)
    # Parts of a run are its rows.
    two = fr.simulate("wari", games=40, agents=[First(), fr.agents.Policy(uniform)], seed=1, progress=False)
    assert len(set(two.plies.tolist())) > 5


def rows(masks: Any) -> Any:
    return np.zeros(masks.shape)


BROKEN = [
    (lambda o, m: (rows(m) * np.nan, np.zeros(len(m))), ValueError, r"logit of legal action \d+ is NaN"),
    (lambda o, m: (rows(m) + np.inf, np.zeros(len(m))), ValueError, "logit of legal action"),
    (lambda o, m: (rows(m), np.full(len(m), np.nan)), ValueError, "the value is NaN"),
    (lambda o, m: (rows(m), np.full(len(m), 1.5)), ValueError, "the value is 1.5; it must lie in"),
    (lambda o, m: (rows(m)[:, :3], np.zeros(len(m))), ValueError, "logits must have the shape"),
    (lambda o, m: (rows(m).ravel(), np.zeros(len(m))), ValueError, "logits must have the shape"),
    (lambda o, m: (rows(m), np.zeros(len(m) + 1)), ValueError, "values must have the shape"),
    (lambda o, m: (rows(m), 0.0), ValueError, "values must have the shape"),
    (lambda o, m: rows(m), TypeError, "pair"),
    (lambda o, m: None, TypeError, "pair"),
    (lambda o, m: (rows(m).astype(str), np.zeros(len(m))), TypeError, "logits must be an array of numbers"),
    (lambda o, m: ([[1, 2], [3]], np.zeros(len(m))), ValueError, "logits cannot be made an array"),
    (lambda o, m: 1 / 0, ZeroDivisionError, "division"),
]


@pytest.mark.parametrize(("evaluate", "kind", "message"), BROKEN)
def test_what_evaluators_do_wrong_is_said(evaluate: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        fr.simulate("wari", games=5, agents=fr.agents.Policy(evaluate), seed=1, progress=False)
    pool = fr.train.SelfPlay("wari", games=5, search="gumbel(simulations=4)", seed=1)
    with pytest.raises(kind, match=message):
        pool.run(fr.agents.Policy(evaluate))
    # The pool is still usable.
    [number] = pool.batches_out
    batch = pool._out[number]
    pool.answer(number, np.zeros(len(batch.actions)), np.zeros(len(batch)))
    assert len(pool.run(fr.agents.Policy(uniform))) == 5


def test_temperatures_are_checked() -> None:
    for temperature in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="temperature must lie"):
            fr.agents.Policy(uniform, temperature=temperature)
    with pytest.raises(TypeError, match="temperature must be a number"):
        fr.agents.Policy(uniform, temperature="hot")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evaluate must be a function"):
        fr.agents.Policy(3)  # type: ignore[arg-type]


def test_an_evaluator_can_be_stopped() -> None:
    asked = 0

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        nonlocal asked
        asked += 1
        if asked == 400:
            raise KeyboardInterrupt
        return uniform(observations, masks)

    with pytest.raises(fr.Interrupted) as stop:
        fr.simulate("wari", games=5000, agents=fr.agents.Policy(evaluate), seed=1, progress=False)
    kept = stop.value.batch
    assert len(kept) > 0
    whole = fr.simulate("wari", games=len(kept), agents=fr.agents.Policy(uniform), seed=1, progress=False)
    assert np.array_equal(kept.plies, whole.plies)
