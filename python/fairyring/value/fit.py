"""Outcome models of count differences, with errors by clusters."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from fairyring.errors import require
from fairyring.statistics import quantile

Floats: TypeAlias = npt.NDArray[np.float64]

#: fractional: logistic regression of the score, a draw as one half (Papke and Wooldridge 1996). ordered: ordered logit
#: of loss, draw, win. tanh: least squares of the utility on tanh of half the logit (Tomašev and others 2020).
Model: TypeAlias = Literal["fractional", "ordered", "tanh"]
MODELS = ("fractional", "ordered", "tanh")

#: The constant: the logit of White's score with equal armies.
FIRST_MOVE = "first move"


@dataclass(frozen=True)
class Rows:
    """Observations: White's scores (float64; luck-adjusted ones may leave [0, 1]), count differences White minus Black
    (n, units), and the cluster of each."""

    scores: Floats
    names: tuple[str, ...]
    differences: Floats
    clusters: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.scores)

    def renamed(self, names: Mapping[str, str]) -> Rows:
        """The same rows with other names of units, so that one unit can have several values."""
        return Rows(self.scores, tuple(names.get(name, name) for name in self.names), self.differences, self.clusters)

    def picked(self, rows: npt.NDArray[Any]) -> Rows:
        """The rows of a mask or indices."""
        return Rows(self.scores[rows], self.names, self.differences[rows], self.clusters[rows])


def joined(parts: Sequence[Rows]) -> Rows:
    """All rows of several sets; a unit that a set does not name is equal there. Equal clusters stay equal."""
    names = tuple(dict.fromkeys(name for part in parts for name in part.names))
    blocks = []
    for part in parts:
        block = np.zeros((len(part), len(names)))
        block[:, [names.index(name) for name in part.names]] = part.differences
        blocks.append(block)
    return Rows(
        np.concatenate([part.scores for part in parts]),
        names,
        np.concatenate(blocks),
        np.concatenate([part.clusters for part in parts]),
    )


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval; low may be -inf and high inf."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"
        return f"{self.value:.2f} ± {(self.high - self.low) / 2:.2f}"


@dataclass(frozen=True, eq=False)
class Fit:
    """Coefficients in logits of White's score, by name, `first move` among them, with their covariance."""

    model: str
    names: tuple[str, ...]
    coefficients: Floats
    covariance: Floats
    games: int
    clusters: int

    def __getitem__(self, name: str) -> float:
        return float(self.coefficients[self.names.index(name)])

    def weights(self, units: Mapping[str, float]) -> Floats:
        """The vector of a sum of units. Raises ValueError for one that the fit does not know."""
        vector = np.zeros(len(self.names))
        for name, weight in units.items():
            if name not in self.names:
                raise ValueError(f"no unit {name!r} in this fit; there are: {', '.join(self.names)}")
            vector[self.names.index(name)] += weight
        return vector

    def contrast(self, units: Mapping[str, float], level: float = 0.95) -> Interval:
        """A sum of units, in logits."""
        vector = self.weights(units)
        value, radius = float(vector @ self.coefficients), quantile((1 + level) / 2) * self.error(units)
        return Interval(value, value - radius, value + radius)

    def error(self, units: Mapping[str, float]) -> float:
        """The standard error of a sum of units, in logits."""
        vector = self.weights(units)
        return math.sqrt(max(float(vector @ self.covariance @ vector), 0.0))

    def p_not_above(self, units: Mapping[str, float]) -> float:
        """One-sided p-value of the hypothesis that a sum of units is not above 0."""
        error = self.error(units)
        value = float(self.weights(units) @ self.coefficients)
        return float(value <= 0) if error == 0 else 0.5 * math.erfc(value / error / math.sqrt(2))

    def ratio(self, units: Mapping[str, float], unit: Mapping[str, float], level: float = 0.95) -> Interval:
        """The ratio of two sums, with Fieller's interval (1954): unbounded where `unit` may be 0."""
        a, b = self.weights(units), self.weights(unit)
        z = quantile((1 + level) / 2)
        top, bottom = float(a @ self.coefficients), float(b @ self.coefficients)
        aa, ab, bb = (float(x @ self.covariance @ y) for x, y in ((a, a), (a, b), (b, b)))
        value = top / bottom if bottom else math.nan
        lead = bottom**2 - z**2 * bb
        if lead <= 0:
            return Interval(value, -math.inf, math.inf)
        middle = top * bottom - z**2 * ab
        root = math.sqrt(max(middle**2 - lead * (top**2 - z**2 * aa), 0.0))
        return Interval(value, (middle - root) / lead, (middle + root) / lead)


def fit(rows: Rows, model: Model = "fractional") -> Fit:
    """Fits an outcome model to rows. Errors are sandwich errors that take the cluster as the unit.

    Raises ValueError where a unit never differs, or differs only together with others, so that it has no value.
    """
    if model not in MODELS:
        raise ValueError(f"unknown model {model!r}; valid: {', '.join(MODELS)}")
    used = np.any(rows.differences != 0, axis=0)
    names = tuple(name for name, use in zip(rows.names, used, strict=True) if use)
    design = np.column_stack([rows.differences[:, used], np.ones(len(rows))])
    if len(np.unique(rows.clusters)) < 2 or np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError(f"{len(rows)} games cannot tell the values of {', '.join(names)} apart: more tasks are needed")
    solve: Callable[[Rows, Floats], tuple[Floats, Floats]] = {
        "fractional": _fractional,
        "ordered": _ordered,
        "tanh": _tanh,
    }[model]
    coefficients, covariance = solve(rows, design)
    return Fit(model, (*names, FIRST_MOVE), coefficients, covariance, len(rows), len(np.unique(rows.clusters)))


def _fractional(rows: Rows, design: Floats) -> tuple[Floats, Floats]:
    models = require("statsmodels.api", "stats", "fitting values")
    if rows.scores.min() < 0 or rows.scores.max() > 1:
        raise ValueError("luck-adjusted scores leave [0, 1]; fit them by model='tanh'")
    tools = require("statsmodels.tools.sm_exceptions", "stats", "fitting values")
    with warnings.catch_warnings():
        warnings.simplefilter("error", tools.PerfectSeparationWarning)
        try:
            found = models.GLM(rows.scores, design, family=models.families.Binomial()).fit(
                cov_type="cluster", cov_kwds={"groups": rows.clusters}
            )
        except tools.PerfectSeparationWarning:
            raise ValueError("the units tell every result of these games: more games are needed") from None
    return np.asarray(found.params), np.asarray(found.cov_params())


def _ordered(rows: Rows, design: Floats) -> tuple[Floats, Floats]:
    ordinal = require("statsmodels.miscmodels.ordinal_model", "stats", "fitting values")
    classes = (2 * rows.scores).astype(np.int64)
    if not np.array_equal(classes, 2 * rows.scores) or len(np.unique(classes)) < 3:
        raise ValueError("an ordered logit needs wins, draws and losses; use model='fractional'")
    with warnings.catch_warnings():
        # The optimiser warns of its last digits; convergence is looked at below.
        warnings.simplefilter("ignore")
        found = ordinal.OrderedModel(classes, design[:, :-1], distr="logit").fit(
            method="bfgs", maxiter=500, disp=False, cov_type="cluster", cov_kwds={"groups": rows.clusters}
        )
    params, covariance = np.asarray(found.params), np.asarray(found.cov_params())
    if not (found.mle_retvals["converged"] or np.abs(found.model.score(params)).max() < 1e-2):
        raise ValueError("the ordered logit did not converge")
    # Thresholds are c and c + exp(d); White's edge is how far their middle lies below 0.
    units = design.shape[1] - 1
    step = math.exp(params[units + 1])
    turn = np.zeros((units + 1, units + 2))
    turn[:units, :units] = np.eye(units)
    turn[units, units:] = -1.0, -step / 2
    coefficients = np.append(params[:units], -params[units] - step / 2)
    return coefficients, turn @ covariance @ turn.T


def _tanh(rows: Rows, design: Floats) -> tuple[Floats, Floats]:
    optimize = require("scipy.optimize", "stats", "fitting values")
    utility = 2 * rows.scores - 1

    def residuals(w: Floats) -> Floats:
        return np.asarray(np.tanh(design @ w / 2) - utility)

    def slopes(w: Floats) -> Floats:
        return np.asarray(design / 2 * (1 - np.tanh(design @ w / 2) ** 2)[:, None])

    found = optimize.least_squares(residuals, np.zeros(design.shape[1]), jac=slopes)
    jacobian, rest = slopes(found.x), residuals(found.x)
    _, cluster = np.unique(rows.clusters, return_inverse=True)
    groups = int(cluster.max()) + 1
    sums = np.zeros((groups, design.shape[1]))
    np.add.at(sums, cluster, jacobian * rest[:, None])
    bread = np.linalg.inv(jacobian.T @ jacobian)
    return found.x, bread @ (sums.T @ sums) @ bread * (groups / max(groups - 1, 1))
