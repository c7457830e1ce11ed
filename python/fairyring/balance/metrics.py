"""Measures of a game from its played games, by Ludii's names where the same thing is meant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.batch import Batch
from fairyring.plain import plain_fields
from fairyring.statistics import Equivalence, Estimate, equivalence, quantile, wilson
from fairyring.summary import Summary


@dataclass(frozen=True)
class Measure:
    """A mean with its 95 % interval, and from how many games it is."""

    value: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:.3g} ± {(self.high - self.low) / 2:.2g}"


@dataclass(frozen=True)
class SeatRow:
    """A seat: its mean score (a win of its team 1, a draw 1/2), the share of all moves that it plays, and the mean
    number of moves it chooses from."""

    seat: str
    score: Measure
    move_share: float
    branching: float


@dataclass(frozen=True)
class MetricRow:
    """A variant of a game and an agent on all seats.

    first_move: the first team's score minus 1/2, less the luck of the dice where there are any. By Ludii's names:
    AdvantageP1, Completion, Drawishness, Timeouts: shares of games that the first player wins, that somebody wins, that
    are drawn, that the ply limit ends, with Wilson's intervals; Balance: 1 minus the largest difference between shares of
    wins of seats; OutcomeUniformity: 1 minus the variance of utility, averaged over seats; DurationMoves: plies, with
    their standard deviation and quartiles; BranchingFactor: legal moves where a seat acts; DecisionMoves: share of
    those positions with more than one. The last two, and the seats, are from games played again. luck_share: what
    subtracting luck takes off the variance, None without dice. verdict: whether first_move lies within `margin` of 0.
    """

    variant: str
    agent: str
    games: int
    first_move: Measure
    AdvantageP1: Measure
    Balance: float
    Completion: Measure
    Drawishness: Measure
    Timeouts: Measure
    OutcomeUniformity: float
    DurationMoves: Measure
    DurationMovesStdDev: float
    duration_quartiles: tuple[float, float, float]
    BranchingFactor: Measure
    DecisionMoves: Measure
    luck_share: float | None
    reasons: dict[str, float]
    seats: tuple[SeatRow, ...]
    margin: float
    verdict: str
    seed: int
    experiment: int

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        return plain_fields(self)


def metrics(batch: Batch, *, variant: str = "", replayed: int = 100, margin: float = 0.01) -> MetricRow:
    """The measures of a batch; `replayed` games, the first ones, are played again to count moves.

    >>> import fairyring as fr
    >>> b = fr.simulate("wari", games=200, seed=7, progress=False)
    >>> row = fr.balance.metrics(b, replayed=20)
    >>> row.games, row.BranchingFactor.games, row.luck_share is None
    (200, 20, True)
    """
    n = len(batch)
    summary = Summary.of(batch)
    score: Estimate = summary.adjusted or summary.raw
    test: Equivalence = equivalence(score.value, score.error, margin)
    timed = batch.reason == batch.reasons.index("max_plies")
    wins = batch.utility[:, 0] > 0
    drawn = (batch.utility[:, 0] == 0) & ~timed
    won = batch.utility[:, 0] != 0
    plies = batch.plies.astype(np.float64)
    shares = (batch.utility > 0).mean(axis=0, dtype=np.float64)
    branching, decisions, seats = _again(batch, min(replayed, n))
    run = batch.runs[0]
    return MetricRow(
        variant=variant,
        agent=batch.agents[0],
        games=n,
        first_move=Measure(score.value - 0.5, score.low - 0.5, score.high - 0.5, n),
        AdvantageP1=_share(wins),
        Balance=float(1 - (shares.max() - shares.min())),
        Completion=_share(won & ~timed),
        Drawishness=_share(drawn),
        Timeouts=_share(timed),
        OutcomeUniformity=float(1 - batch.utility.var(axis=0, dtype=np.float64).mean()),
        DurationMoves=_mean(plies),
        DurationMovesStdDev=float(plies.std(ddof=1)) if n > 1 else math.nan,
        duration_quartiles=summary.plies_quartiles,
        BranchingFactor=branching,
        DecisionMoves=decisions,
        luck_share=summary.luck_share,
        reasons={word: count / n for word, count in summary.reasons.items()},
        seats=seats,
        margin=margin,
        verdict=test.verdict,
        seed=run.seed,
        experiment=run.experiment,
    )


def _again(batch: Batch, count: int) -> tuple[Measure, Measure, tuple[SeatRow, ...]]:
    """Moves to choose from, in games played again: means over games of means over positions; and by seat."""
    names = batch.seats
    moves, several = [], []
    played, offered = np.zeros(len(names)), np.zeros(len(names))
    for row in range(count):
        numbers = []
        for position in batch.replay(row)[:-1]:
            if position.actor in names:
                number = len(position.legal_actions())
                numbers.append(number)
                played[names.index(position.actor)] += 1
                offered[names.index(position.actor)] += number
        if numbers:
            moves.append(float(np.mean(numbers)))
            several.append(float(np.mean(np.array(numbers) > 1)))
    scores = (batch.utility.astype(np.float64) + 1) / 2
    seats = tuple(
        SeatRow(
            seat,
            _mean(scores[:, column]),
            float(played[column] / max(played.sum(), 1)),
            float(offered[column] / max(played[column], 1)),
        )
        for column, seat in enumerate(names)
    )
    return _mean(np.array(moves)), _mean(np.array(several)), seats


def _mean(values: npt.NDArray[np.float64] | Sequence[float]) -> Measure:
    found = np.asarray(values, np.float64)
    if len(found) == 0:
        return Measure(math.nan, -math.inf, math.inf, 0)
    spread = float(found.var(ddof=1)) if len(found) > 1 else 0.0
    radius = quantile(0.975) * math.sqrt(spread / len(found)) if len(found) > 1 else math.inf
    mean = float(found.mean())
    return Measure(mean, mean - radius, mean + radius, len(found))


def _share(which: npt.NDArray[np.bool_]) -> Measure:
    count = int(which.sum())
    return Measure(count / len(which), *wilson(count, len(which)), len(which))
