"""What a batch of games shows, and for whom it holds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fairyring._core import describe
from fairyring.arguments import changed_rules, fraction, rules_text
from fairyring.plain import plain_fields
from fairyring.statistics import Estimate, estimate, moments, ratio, wilson
from fairyring.tables import html_table

if TYPE_CHECKING:
    from fairyring.batch import Batch, Run


@dataclass(frozen=True)
class Summary:
    """What a batch shows, and for whom it holds.

    Scores are the first seat's: a win 1, a draw 1/2. `raw` is their mean; `adjusted` the mean of score minus luck,
    unbiased because luck has mean 0 by the rules, or None where there are no dice. `variance_ratio` is what
    adjustment leaves of the variance, `luck_share` the rest; `coefficient` the factor of luck that would leave least.
    Shares of wins, draws and losses have Wilson intervals.
    """

    game: str
    rules: dict[str, str]
    agents: tuple[str, ...]
    runs: tuple[Run, ...]
    seats: tuple[str, ...]
    games: int
    level: float
    wins: int
    draws: int
    losses: int
    win_share: tuple[float, float]
    draw_share: tuple[float, float]
    loss_share: tuple[float, float]
    raw: Estimate
    adjusted: Estimate | None
    variance_ratio: float | None
    luck_share: float | None
    coefficient: float | None
    plies: float
    plies_quartiles: tuple[float, float, float]
    reasons: dict[str, int]
    points: tuple[float, float] | None
    counts: dict[str, tuple[Estimate, ...]]

    @classmethod
    def of(cls, batch: Batch, level: float = 0.95) -> Summary:
        """The summary of a batch."""
        level = fraction(level, "level")
        n = len(batch)
        facts = describe(batch.game)
        utility = batch.utility[:, 0]
        found = moments(utility, batch.luck)
        wins, losses = int((utility > 0).sum()), int((utility < 0).sum())
        draws = n - wins - losses
        dice = facts["has_dice"]
        counts = np.bincount(batch.reason, minlength=len(facts["reasons"]))
        variance_ratio = ratio(found.var_adjusted(), found.var_score) if dice and n > 1 else None
        quartiles = np.percentile(batch.plies, [25, 50, 75]) if n else np.full(3, math.nan)
        return cls(
            game=batch.game,
            rules=changed_rules(batch.game, batch.rules),
            agents=batch.agents,
            runs=batch.runs,
            seats=batch.seats,
            games=n,
            level=level,
            wins=wins,
            draws=draws,
            losses=losses,
            win_share=wilson(wins, n, level),
            draw_share=wilson(draws, n, level),
            loss_share=wilson(losses, n, level),
            raw=estimate(found.score, found.var_score, n, level),
            adjusted=estimate(found.score - found.luck, found.var_adjusted(), n, level) if dice else None,
            variance_ratio=variance_ratio,
            luck_share=None if variance_ratio is None else 1 - variance_ratio,
            coefficient=found.covariance / found.var_luck if dice and found.var_luck > 0 else None,
            plies=float(batch.plies.mean(dtype=np.float64)) if n else math.nan,
            plies_quartiles=(float(quartiles[0]), float(quartiles[1]), float(quartiles[2])),
            reasons={word: int(count) for word, count in zip(facts["reasons"], counts, strict=True) if count},
            counts={name: _means(getattr(batch, name), level) for name in facts["counts"]},
            points=None if batch.score is None or not n else tuple(batch.score.mean(axis=0, dtype=np.float64).tolist()),
        )

    @property
    def holds_for(self) -> str:
        """The agents, rules, budget and seeds that the numbers belong to, in a sentence."""
        if len(set(self.agents)) == 1:
            agents = f"{self.agents[0]} on all seats"
        else:
            agents = ", ".join(f"{seat} {agent}" for seat, agent in zip(self.seats, self.agents, strict=True))
        seeds = "; ".join(f"seed {run.seed}, experiment {run.experiment}" for run in self.runs)
        return f"{self.game} by {rules_text(self.rules)}; {agents}; {self.games:,} games; {seeds}"

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON; numbers that are not finite become None."""
        return plain_fields(self) | {"runs": [run._asdict() for run in self.runs], "holds_for": self.holds_for}

    def rows(self) -> list[tuple[str, str]]:
        """The summary as pairs of a name and a text."""
        first = self.seats[0]
        percent = f"{100 * self.level:g} %"
        rows = [
            ("games", f"{self.games:,}"),
            (f"{first} wins", _share(self.wins, self.games, self.win_share)),
            ("draws", _share(self.draws, self.games, self.draw_share)),
            (f"{first} loses", _share(self.losses, self.games, self.loss_share)),
            (f"score of {first}", f"{self.raw}  ({percent})"),
        ]
        if self.adjusted is not None:
            rows.append(("luck-adjusted", f"{self.adjusted}  ({percent})"))
        if self.variance_ratio is not None and self.luck_share is not None:
            rows.append(("variance ratio", f"{self.variance_ratio:.3f}  (luck share {100 * self.luck_share:.1f} %)"))
        if self.points is not None:
            rows.append(("mean points", f"{self.points[0]:.3f} : {self.points[1]:.3f}"))
        for name, means in self.counts.items():
            numbers = ", ".join(f"{seat} {_mean(mean)}" for seat, mean in zip(self.seats, means, strict=True))
            rows.append((f"{name} a game", f"{numbers}  ({percent})"))
        low, median, high = self.plies_quartiles
        rows.append(("plies", f"mean {self.plies:.1f}, median {median:g}, half of the games {low:g} to {high:g}"))
        total = max(self.games, 1)
        ordered = sorted(self.reasons.items(), key=lambda item: -item[1])
        rows.append(("ended by", ", ".join(f"{word} {100 * count / total:.1f} %" for word, count in ordered)))
        return rows

    def __str__(self) -> str:
        rows = self.rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join([*(f"{name:<{width}}  {text}" for name, text in rows), f"Holds for {self.holds_for}."])

    def _repr_html_(self) -> str:
        return html_table(self.rows(), caption=self.holds_for)


def _means(column: npt.NDArray[np.uint32], level: float) -> tuple[Estimate, ...]:
    """The mean of each seat's numbers, by the normal approximation."""
    n = len(column)
    means = column.mean(axis=0, dtype=np.float64) if n else np.full(column.shape[1], math.nan)
    variances = column.var(axis=0, ddof=1, dtype=np.float64) if n > 1 else np.zeros(column.shape[1])
    return tuple(estimate(float(m), float(v), n, level) for m, v in zip(means, variances, strict=True))


def _mean(mean: Estimate) -> str:
    return f"{mean.value:.3f} ± {(mean.high - mean.low) / 2:.3f}"


def _share(count: int, total: int, interval: tuple[float, float]) -> str:
    share = 100 * count / total if total else math.nan
    return f"{count:,}  ({share:.2f} %, {100 * interval[0]:.2f} to {100 * interval[1]:.2f})"
