"""Batches in which objects with `evaluate` play, asked about many games at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fairyring import _core
from fairyring.agents.evaluator import answers, temperature_of
from fairyring.batch import Run

#: Most games at a time, and where native agents with memories of their own play too.
SLOTS, SLOTS_WITH_PLAYERS = 512, 64


def play_lockstep(
    game: str,
    rules: dict[str, str],
    starts: Sequence[str],
    agents: Sequence[Any],
    run: Run,
    first: int,
    games: int,
    max_plies: int | None,
    report: Callable[[int, int], object] | None,
) -> tuple[dict[str, Any], BaseException | None]:
    """Columns, and the KeyboardInterrupt that stopped it early, or None; errors of evaluators are raised."""
    evaluators: list[Any] = []
    numbers = []
    for agent in agents:
        if not isinstance(agent, str) and not any(agent is other for other in evaluators):
            evaluators.append(agent)
        numbers.append(next((n for n, other in enumerate(evaluators) if other is agent), 0))
    native = [agent if isinstance(agent, str) else None for agent in agents]
    lockstep = _core.Lockstep(
        game,
        list(rules.items()),
        list(starts),
        native,
        numbers,
        [temperature_of(evaluator) for evaluator in evaluators],
        run.seed,
        run.experiment,
        first,
        games,
        max_plies,
        17,
        SLOTS_WITH_PLAYERS if any(native) else SLOTS,
    )
    try:
        while (batch := lockstep.next()) is not None:
            logits, values = answers(batch, evaluators[batch.agent].evaluate(batch.obs, batch.mask))
            lockstep.answer(batch.id, logits, values)
            if report is not None:
                report(lockstep.done, games)
    except KeyboardInterrupt as stop:
        return lockstep.columns(), stop
    return lockstep.columns(), None
