"""What an agent that begins with nothing but the rules comes to think that units are worth."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fairyring._core import td_options
from fairyring.arguments import Seed, fraction, master_seed, whole
from fairyring.balance.behemoth import aligned
from fairyring.errors import require
from fairyring.plain import plain_fields
from fairyring.simulation import Progress
from fairyring.train import td
from fairyring.value.fit import Interval
from fairyring.value.values import ELO, SCALES, Scale, ValueRow, table_of, value_of

#: Terms of the evaluations that stand for a unit, with the letters of those that studies of armies know.
UNITS = {
    "pawn": "P",
    "knight": "N",
    "bishop": "B",
    "rook": "R",
    "queen": "Q",
    "teleport": "T",
    **{name: name for name in ("pincer", "spy", "jumper", "coordinator", "dragon", "chameleon", "man", "dama")},
}


@dataclass(frozen=True)
class LearnedStudy:
    """Values learned from self-play from nothing, by independent runs.

    weights: of every unit, one number a run, in hundredths of a pawn of the evaluation's scale, which are Elo of the
    learner at its own level. values: their means with intervals by Student's t over the runs, and on each scale the
    mean of the runs' ratios, likewise.
    """

    game: str
    rules: dict[str, str]
    games: int
    depth: int
    seed: int
    weights: dict[str, tuple[float, ...]]
    values: tuple[ValueRow, ...]

    @property
    def runs(self) -> int:
        """Independent runs, the unit of all intervals."""
        return len(next(iter(self.weights.values())))

    def __getitem__(self, unit: str) -> ValueRow:
        return value_of(self.values, unit)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return plain_fields(self)

    def __str__(self) -> str:
        head = (
            f"{self.game}: {self.runs} runs of {self.games:,} games by {self.depth} ply and captures, seed {self.seed}"
        )
        return f"{head}\n{aligned(table_of(self.values))}"


def learned(
    game: str = "astral",
    *,
    runs: int = 5,
    games: int = 2000,
    depth: int = 1,
    seed: Seed = None,
    level: float = 0.95,
    workers: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress = True,
    **rules: Any,
) -> LearnedStudy:
    """Learns the weights of all units from zero by TDLeaf(lambda), `fairyring.train.td` with units as its only terms.

    runs: how many, each with games of its own (experiment 0, 1, ...), at least 2; games: of each. depth: plies that
    self-play searches, captures besides. level: of the intervals. out: a directory for the runs' files; resume: go on
    with what is there. Other keywords are those of `train.td`.

    The numbers are those of a learner of that depth: a unit that it uses badly is worth little to it.

    Raises ValueError for a game without units (wari), or naming the argument at fault. Needs SciPy (`stats` extra).
    """
    count = whole(runs, "runs", 2, 1000)
    coverage = fraction(level, "level")
    terms = [term for term in json.loads(td_options(game))["terms"] if term in UNITS]
    if not terms:
        raise ValueError(f"the evaluation of {game} has no units to learn")
    master = master_seed(seed)
    folder = None if out is None else Path(out)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    learning = [
        td(
            game,
            terms=terms,
            games=games,
            depth=depth,
            seed=master,
            experiment=run,
            workers=workers,
            out=None if folder is None else folder / f"{run:03}.td",
            resume=resume,
            progress=progress,
            **rules,
        )
        for run in range(count)
    ]
    weights = {UNITS[term]: tuple(run.weights[term] for run in learning) for term in terms}
    first = learning[0]
    rows = tuple(sorted((_row(unit, weights, coverage) for unit in weights), key=lambda row: (row.elo.value, row.unit)))
    return LearnedStudy(game, first.rules, first.games, depth, master, weights, rows)


def _row(unit: str, weights: Mapping[str, Sequence[float]], level: float) -> ValueRow:
    elo = mean_interval(weights[unit], level)
    logit = Interval(elo.value / ELO, elo.low / ELO, elo.high / ELO)
    scales = {
        name: mean_interval(_ratios(weights[unit], scale, weights), level)
        for name, scale in SCALES.items()
        if all(base in weights for base in scale[0])
    }
    return ValueRow(unit, logit, elo, scales)


def _ratios(values: Sequence[float], scale: Scale, weights: Mapping[str, Sequence[float]]) -> list[float]:
    """A unit on a scale, run by run."""
    units, count = scale
    bases = np.sum([factor * np.asarray(weights[unit]) for unit, factor in units.items()], axis=0)
    return [count * value / base if base else math.nan for value, base in zip(values, bases, strict=True)]


def mean_interval(values: Sequence[float], level: float = 0.95) -> Interval:
    """The mean of independent numbers with Student's interval.

    >>> str(mean_interval([1.0, 2.0, 3.0]))
    '2.00 ± 2.48'
    """
    stats = require("scipy.stats", "stats", "an interval over runs")
    mean = float(np.mean(values))
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    half = float(stats.t.ppf((1 + level) / 2, len(values) - 1)) * error
    return Interval(mean, mean - half, mean + half)
