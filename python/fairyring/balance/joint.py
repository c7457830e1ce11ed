"""All start squares in one model: what the square does, what the first move does, and what is left."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairyring.balance.behemoth import Study, StudyRow, aligned
from fairyring.balance.chain import behemoth_chain
from fairyring.errors import require
from fairyring.plain import plain_fields
from fairyring.statistics import equivalence, quantile


@dataclass(frozen=True)
class Effect:
    """An effect with its 95 % interval and standard error."""

    value: float
    low: float
    high: float
    error: float

    @classmethod
    def of(cls, value: float, error: float) -> Effect:
        """The effect of an estimate with a normal error."""
        radius = quantile(0.975) * error
        return cls(value, value - radius, value + radius, error)

    def __str__(self) -> str:
        return f"{self.value:+.4f} ± {(self.high - self.low) / 2:.4f}"


@dataclass(frozen=True)
class SquareRow:
    """One square: White's score as measured and as the chain has it, what the model leaves over, and tests.

    residual: score minus model. p, p_holm: of the hypothesis that it is 0, alone and among all squares (Holm 1979).
    shrunk: score drawn towards the model by as much as the spread of residuals says, with its interval. mirror: mean of
    the scores of this square and of its mirror square on the other side, minus 1/2; it does not lean on the chain.
    verdict: whether the score lies within the margin of 1/2, tested for all squares together.
    """

    square: str
    score: Effect
    chain: float
    residual: float
    p: float
    p_holm: float
    shrunk: Effect
    mirror: Effect | None
    verdict: str
    p_equivalence: float

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        return plain_fields(self)


@dataclass(frozen=True)
class JointModel:
    """Score = 1/2 + first move + slope (chain - 1/2) + residual, over the squares that one agent played from.

    first_move: of this agent, from all squares. slope: how much of the chain's effect is left when there are players.
    spread: standard deviation of the residuals beyond their errors, by moments (DerSimonian and Laird 1986).
    correlation: of scores with the chain. chi2, freedom: of the residuals, without spread.
    """

    agent: str
    games: int
    margin: float
    first_move: Effect
    slope: Effect
    spread: float
    correlation: float
    chi2: float
    freedom: int
    rows: tuple[SquareRow, ...]

    def __getitem__(self, square: str) -> SquareRow:
        for row in self.rows:
            if row.square == square:
                return row
        raise KeyError(f"no square {square!r} in the model; there are: {', '.join(row.square for row in self.rows)}")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return plain_fields(self)

    def __str__(self) -> str:
        head = ["square", "verdict", "score", "chain", "shrunk", "mirror pair", "residual", "Holm p"]
        body = [
            [
                row.square,
                row.verdict,
                f"{row.score.value:.4f} ± {(row.score.high - row.score.low) / 2:.4f}",
                f"{row.chain:.4f}",
                f"{row.shrunk.value:.4f}",
                "-" if row.mirror is None else str(row.mirror),
                f"{row.residual:+.4f}",
                f"{row.p_holm:.2g}",
            ]
            for row in self.rows
        ]
        facts = (
            f"{self.agent}, {self.games:,} games on {len(self.rows)} squares: first move {self.first_move}, slope "
            f"{self.slope} of the chain, correlation {self.correlation:.3f}, residual spread {self.spread:.4f}, "
            f"chi2 {self.chi2:.1f} on {self.freedom}; margin {self.margin:g}, all squares together"
        )
        return f"{facts}\n{aligned([head, *body])}"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def svg(self) -> str:
        """A heat map of the shrunk scores."""
        from fairyring import draw

        values = {row.square: row.shrunk.value for row in self.rows}
        return draw.heat_map(values, centre=0.5, title=f"White's score by start square, {self.agent}")


def joint(study: Study, agent: str | None = None, *, alpha: float = 0.05) -> JointModel:
    """The joint model of a study of start squares; agent: which one, where the study has several.

    Every square has dice of its own, so that errors of squares are independent. Raises ValueError with fewer than four
    squares.
    """
    agents = list(dict.fromkeys(row.agent for row in study))
    chosen = agents[0] if agent is None and len(agents) == 1 else agent
    if chosen not in agents:
        raise ValueError(f"which agent? the study has {', '.join(agents)}")
    rows: Sequence[StudyRow] = [row for row in study if row.agent == chosen and row.chain_score is not None]
    if len(rows) < 4:
        raise ValueError(f"the joint model wants at least 4 squares, not {len(rows)}")
    models = require("statsmodels.api", "stats", "the joint model")
    multiple = require("statsmodels.stats.multitest", "stats", "the joint model")
    z = quantile(0.975)
    scores = np.array([row.adjusted_score for row in rows])
    errors = np.array([(row.adjusted_high - row.adjusted_low) / (2 * z) for row in rows])
    chain = np.array([behemoth_chain()[row.square].score for row in rows])
    design = np.column_stack([np.ones(len(rows)), chain - 0.5])

    def solve(variance: Any) -> Any:
        return models.WLS(scores - 0.5, design, weights=1 / variance).fit(cov_type="fixed scale")

    fixed = solve(errors**2)
    weights = 1 / errors**2
    chi2 = float((weights * fixed.resid**2).sum())
    freedom = len(rows) - 2
    # Sum of the weights that the residuals keep once the two coefficients are taken out.
    kept = float(
        weights.sum() - np.trace(np.linalg.solve((design.T * weights) @ design, (design.T * weights**2) @ design))
    )
    spread = max(chi2 - freedom, 0.0) / kept
    found = solve(errors**2 + spread)
    model = 0.5 + design @ found.params
    residuals = scores - model
    p = np.array(
        [math.erfc(abs(residual) / error / math.sqrt(2)) for residual, error in zip(residuals, errors, strict=True)]
    )
    holm = multiple.multipletests(p, method="holm")[1]
    share = spread / (spread + errors**2)
    tests = [equivalence(score, error, rows[0].margin, alpha) for score, error in zip(scores, errors, strict=True)]
    inside = multiple.multipletests([test.p for test in tests], method="holm")[1]
    outside = multiple.multipletests(
        [
            math.erfc(max(abs(score - 0.5) - rows[0].margin, 0) / error / math.sqrt(2))
            for score, error in zip(scores, errors, strict=True)
        ],
        method="holm",
    )[1]
    place = {row.square: number for number, row in enumerate(rows)}
    entries = []
    for number, row in enumerate(rows):
        other = place.get(f"{row.square[0]}{9 - int(row.square[1])}")
        mirror = None
        if other is not None:
            mirror = Effect.of(
                float(scores[number] + scores[other]) / 2 - 0.5,
                math.hypot(float(errors[number]), float(errors[other])) / 2,
            )
        verdict = "balanced" if inside[number] < alpha else "unbalanced" if outside[number] < alpha else "undecided"
        entries.append(
            SquareRow(
                square=row.square,
                score=Effect.of(float(scores[number]), float(errors[number])),
                chain=float(chain[number]),
                residual=float(residuals[number]),
                p=float(p[number]),
                p_holm=float(holm[number]),
                shrunk=Effect.of(
                    float(model[number] + share[number] * residuals[number]),
                    float(errors[number] * math.sqrt(share[number])),
                ),
                mirror=mirror,
                verdict=verdict,
                p_equivalence=float(inside[number]),
            )
        )
    first, slope = (Effect.of(float(value), float(error)) for value, error in zip(found.params, found.bse, strict=True))
    return JointModel(
        agent=chosen,
        games=sum(row.games for row in rows),
        margin=rows[0].margin,
        first_move=first,
        slope=slope,
        spread=math.sqrt(spread),
        correlation=float(np.corrcoef(scores, chain)[0, 1]),
        chi2=chi2,
        freedom=freedom,
        rows=tuple(entries),
    )
