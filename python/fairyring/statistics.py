"""Arithmetic of results: intervals, luck adjustment, tests of equivalence. Knows nothing of games.

A score is the first seat's result in [0, 1]: a win 1, a draw 1/2, a loss 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

_NORMAL = NormalDist()

#: Rows looked at together, so that temporary arrays stay small however long the columns are.
_BLOCK = 1 << 20


def quantile(p: float) -> float:
    """The standard normal quantile of `p`."""
    return _NORMAL.inv_cdf(p)


@dataclass(frozen=True, slots=True)
class Moments:
    """Means and (co)variances of scores and luck sums of `n` games, as float64."""

    n: int
    score: float
    luck: float
    var_score: float
    var_luck: float
    covariance: float

    def var_adjusted(self, coefficient: float = 1.0) -> float:
        """Variance per game of score - coefficient * luck."""
        value = self.var_score - 2 * coefficient * self.covariance + coefficient**2 * self.var_luck
        return max(value, 0.0)


def moments(utility: npt.NDArray[np.float32], luck: npt.NDArray[np.float32]) -> Moments:
    """Moments of a batch's first-seat scores and luck sums, in one pass over blocks (variances with n - 1)."""
    n = len(utility)
    if n == 0:
        return Moments(0, math.nan, math.nan, math.nan, math.nan, math.nan)
    sums = np.zeros(2)
    for block in range(0, n, _BLOCK):
        sums += [
            (utility[block : block + _BLOCK].sum(dtype=np.float64)),
            (luck[block : block + _BLOCK].sum(dtype=np.float64)),
        ]
    mean_utility, mean_luck = sums / n
    products = np.zeros(3)
    for block in range(0, n, _BLOCK):
        x = (utility[block : block + _BLOCK].astype(np.float64) - mean_utility) / 2
        y = luck[block : block + _BLOCK].astype(np.float64) - mean_luck
        products += [x @ x, y @ y, x @ y]
    products /= max(n - 1, 1)
    var_score, var_luck, covariance = products.tolist()
    return Moments(n, float((mean_utility + 1) / 2), float(mean_luck), var_score, var_luck, covariance)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean score with its interval at `level`, by the normal approximation with the variance of the games."""

    value: float
    low: float
    high: float
    error: float
    level: float = 0.95

    def __str__(self) -> str:
        return f"{self.value:.4f} ± {(self.high - self.low) / 2:.4f}"


def estimate(mean: float, variance: float, n: int, level: float = 0.95) -> Estimate:
    """The estimate of a mean score from its variance per game.

    With fewer than two games the interval is unbounded. Where all games gave the same score, which would make the
    normal interval a point, it reaches as far as results that were never seen in n games can pull the mean (the rule
    of three).
    """
    z = quantile((1 + level) / 2)
    if n < 2:
        return Estimate(mean, -math.inf, math.inf, math.inf, level)
    if variance == 0.0 and 0.0 <= mean <= 1.0:
        unseen = 1 - (1 - level) ** (1 / n)
        return Estimate(mean, mean - unseen * mean, mean + unseen * (1 - mean), unseen / (2 * z), level)
    error = math.sqrt(variance / n)
    return Estimate(mean, mean - z * error, mean + z * error, error, level)


def wilson(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson's interval of a proportion (Wilson 1927)."""
    if n == 0:
        return 0.0, 1.0
    z = quantile((1 + level) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At the ends the formula gives exactly 0 and 1, but for rounding.
    return (max(0.0, centre - half) if successes else 0.0), (min(1.0, centre + half) if successes < n else 1.0)


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Two one-sided tests of whether a score lies within `margin` of 1/2.

    verdict: "balanced" where both reject at `alpha` (the 1 - 2 alpha interval lies inside the margin), "unbalanced"
    where the 1 - alpha interval lies outside of it, else "undecided". p is the larger of the two p-values.
    """

    verdict: str
    p: float
    margin: float
    alpha: float


def equivalence(mean: float, error: float, margin: float = 0.01, alpha: float = 0.05) -> Equivalence:
    """Schuirmann's test of equivalence (1987) of a mean with 1/2."""
    if not math.isfinite(error):
        return Equivalence("undecided", 1.0, margin, alpha)
    distance = abs(mean - 0.5)
    if error == 0.0:
        return Equivalence("balanced" if distance < margin else "unbalanced", float(distance >= margin), margin, alpha)
    p = _NORMAL.cdf((distance - margin) / error)
    beyond = distance - quantile(1 - alpha / 2) * error > margin
    verdict = "balanced" if p < alpha else "unbalanced" if beyond else "undecided"
    return Equivalence(verdict, p, margin, alpha)


def ratio(numerator: float, denominator: float) -> float:
    """A ratio of variances; 1 where both are 0, as adjustment then changes nothing."""
    if denominator == 0.0:
        return 1.0 if numerator == 0.0 else math.inf
    return numerator / denominator
