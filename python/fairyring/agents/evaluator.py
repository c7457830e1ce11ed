"""Agents by evaluation: objects that are asked about many positions at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from fairyring._core import LeafBatch, Position, describe


@runtime_checkable
class Evaluator(Protocol):
    """What evaluates positions.

    evaluate(observations, masks) gets uint8 (batch, planes, rows, columns) and bool (batch, actions), True where an
    action is legal, and returns logits (batch, actions), those of illegal actions are not looked at, and values
    (batch), the expected utility of the seat to act, from -1 to 1. An attribute `temperature` (default 1) says how
    moves are drawn: by exp(logit / temperature), or the best at 0.
    """

    def evaluate(self, observations: npt.NDArray[np.uint8], masks: npt.NDArray[np.bool_]) -> tuple[Any, Any]:
        """Logits and values."""


class Policy:
    """An evaluator from a function: plays by its logits, with a name and a temperature."""

    def __init__(self, evaluate: Callable[..., tuple[Any, Any]], *, temperature: float = 1.0, name: str = "") -> None:
        if not callable(evaluate):
            raise TypeError(f"evaluate must be a function of (observations, masks), not {evaluate!r}")
        self.evaluate = evaluate
        self.temperature = temperature
        self.name = name or getattr(evaluate, "__name__", type(evaluate).__name__)
        temperature_of(self)

    def __str__(self) -> str:
        return f"policy {self.name}"


def temperature_of(evaluator: object) -> float:
    """The temperature of an evaluator."""
    value = getattr(evaluator, "temperature", 1.0)
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"temperature must be a number, not {value!r}")
    if not 0.0 <= float(value) < 1e6:
        raise ValueError(f"temperature must lie between 0 and 1e6, not {value}")
    return float(value)


def answers(batch: LeafBatch, result: Any) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Logits and values of a batch as contiguous float32 arrays; errors say what is wrong with them.

    Logits may be dense, (batch, actions), or ragged, one for each of the batch's legal actions; values have the shape
    (batch,) or (batch, 1).
    """
    if not isinstance(result, tuple | list) or len(result) != 2:
        kind = f"{type(result).__name__} of {len(result)}" if hasattr(result, "__len__") else type(result).__name__
        raise TypeError(f"an evaluation is a pair (logits, values), not {kind}")
    logits, values = (_floats(value, name) for value, name in zip(result, ("logits", "values"), strict=True))
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.shape != (len(batch),):
        raise ValueError(f"values must have the shape ({len(batch)},), not {values.shape}")
    dense = (len(batch), batch.action_count)
    if logits.shape not in (dense, (len(batch.actions),)):
        raise ValueError(f"logits must have the shape {dense}, or ({len(batch.actions)},), not {logits.shape}")
    return np.ascontiguousarray(logits), np.ascontiguousarray(values)


def _floats(value: Any, name: str) -> npt.NDArray[np.float32]:
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} cannot be made an array: {error}") from None
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be an array of numbers, not of {array.dtype}")
    with np.errstate(over="ignore"):
        return array.astype(np.float32, copy=False)


class EvaluatorSeat:
    """An evaluator at a board, asked about one position at a time."""

    def __init__(self, evaluator: Any) -> None:
        self.evaluator = evaluator
        self.temperature = temperature_of(evaluator)
        self.random = np.random.default_rng(0)

    def begin_game(self, seed: int) -> None:
        """Draws moves from this seed from now on."""
        self.random = np.random.default_rng(seed)

    def choose(self, position: Position) -> str:
        """A move, by as many evaluations as it has actions."""
        moves = position.legal_moves()
        taken = position
        before = len(position.history)
        while len(taken.history) == before:
            legal = taken.legal_actions()
            if len(legal) == 0:
                return moves[0]
            observation = taken.observation()
            mask = np.zeros((1, describe(position.game)["action_count"]), dtype=np.bool_)
            mask[0, legal] = True
            logits, _ = self.evaluator.evaluate(observation[None], mask)
            row = _floats(logits, "logits").reshape(-1)[legal].astype(np.float64)
            if not np.isfinite(row).all():
                raise ValueError("the logits of legal actions must be finite")
            if self.temperature == 0.0:
                pick = int(row.argmax())
            else:
                weights = np.exp((row - row.max()) / self.temperature)
                pick = int(self.random.choice(len(row), p=weights / weights.sum()))
            taken = taken.play_action(int(legal[pick]))
        return taken.history[before]
