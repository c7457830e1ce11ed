"""Randomised army imbalance: what a unit is worth at the start of a game, by design and not by correlation."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from fairyring._core import describe
from fairyring.arguments import Seed, changed_rules, fraction, master_seed, rules_text, whole
from fairyring.balance.behemoth import aligned
from fairyring.batch import Batch, concat
from fairyring.engines import Engine
from fairyring.plain import plain, plain_fields
from fairyring.simulation import Progress, reporter, simulate_by
from fairyring.statistics import Estimate, estimate
from fairyring.value.deal import Deal, Dealer
from fairyring.value.fit import FIRST_MOVE, Fit, Interval, Model, Rows, fit
from fairyring.value.tasks import Task, listed, tasks_for
from fairyring.value.values import ValueRow, table_of, value_of, values_of

#: The agent of a study where none is named.
AGENT = "alphabeta(nodes=1000)"

#: Games of a run of a study, each with the starts of its own: a study can grow without playing them again.
BLOCK = 900

#: Games of a part of a run.
CHUNK = 100

#: Most games of a study: every start is a text of its own.
MOST = 200_000


@dataclass(frozen=True)
class TaskRow:
    """The games of one task: the owner's score with its 95 % interval, and the share of draws."""

    task: str
    games: int
    score: Estimate
    draws: float

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        return plain_fields(self)


@dataclass(frozen=True, eq=False)
class ArmyGames:
    """Games of dealt armies: the batch, the deal of each game, and the rows that models are fitted to."""

    batch: Batch
    deals: tuple[Deal, ...]
    tasks: tuple[Task, ...]
    rows: Rows

    def by_task(self) -> tuple[TaskRow, ...]:
        """The owner's score in each task."""
        task = np.array([deal.task for deal in self.deals])
        owns = np.array([deal.white_owns for deal in self.deals])
        score = np.where(owns, self.rows.scores, 1 - self.rows.scores)
        draw = self.batch.utility[:, 0] == 0
        found = []
        for text in dict.fromkeys(entry.text for entry in self.tasks):
            which = np.isin(task, [number for number, entry in enumerate(self.tasks) if entry.text == text])
            mine = score[which]
            if len(mine) > 1:
                spread = estimate(float(mine.mean()), float(mine.var(ddof=1)), len(mine))
                found.append(TaskRow(text, len(mine), spread, float(draw[which].mean())))
        return tuple(found)

    def without(self, unit: str) -> ArmyGames:
        """The games in which nobody owns a unit more than the other."""
        kept = np.flatnonzero([unit not in deal.difference for deal in self.deals])
        deals = tuple(self.deals[row] for row in kept)
        return ArmyGames(self.batch[kept], deals, self.tasks, rows_of(self.batch[kept], deals))

    def __add__(self, other: ArmyGames) -> ArmyGames:
        """The games of both, by the same agents and rules."""
        moved = tuple(replace(deal, task=deal.task + len(self.tasks)) for deal in other.deals)
        batch, deals = concat([self.batch, other.batch]), self.deals + moved
        return ArmyGames(batch, deals, self.tasks + other.tasks, rows_of(batch, deals))


def play_armies(
    game: str,
    tasks: Iterable[str | Task],
    *,
    agent: Any = AGENT,
    games: int = 6000,
    first: int = 0,
    array: str | None = None,
    without: str = "0",
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    engine: Engine = "threads",
    max_plies: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress = True,
    rules: Mapping[str, Any] | None = None,
) -> ArmyGames:
    """Plays dealt armies, one game a deal, the same agent on both sides.

    first: number of the first deal, a multiple of BLOCK if games are to be those of a bigger study. Other arguments as
    of `army`.
    """
    chosen = listed(tasks)
    count = whole(games, "games", 2, MOST)
    master = master_seed(seed)
    options = dict(rules or {})
    dealer = Dealer(game, chosen, options, seed=master, array=array, without=without)
    deals = tuple(dealer(first + number) for number in range(count))
    seeds = whole(experiment, "experiment", 0, 2**40)
    batches = []
    with reporter(progress, count, f"{game} armies") as report:
        for block, begin in enumerate(range(0, count, BLOCK)):
            size = min(BLOCK, count - begin)
            told = None if report is None else lambda n, _, before=begin: report(before + n, count)
            batches.append(
                simulate_by(
                    options,
                    game,
                    games=size,
                    agents=agent,
                    start=[deal.text for deal in deals[begin : begin + size]],
                    seed=master,
                    experiment=(seeds << 20) + first // BLOCK + block,
                    workers=workers,
                    engine=engine,
                    max_plies=max_plies,
                    out=None if out is None else Path(out) / f"{first + begin:07}-{size}",
                    resume=resume,
                    chunk=None if out is None else CHUNK,
                    progress=told or False,
                )
            )
    batch = concat(batches)
    return ArmyGames(batch, deals, chosen, rows_of(batch, deals))


def rows_of(batch: Batch, deals: tuple[Deal, ...]) -> Rows:
    """The rows of games: luck-adjusted scores where there are dice; the array is the cluster."""
    names = tuple(sorted({unit for deal in deals for unit in deal.difference}))
    differences = np.array([[deal.difference.get(name, 0) for name in names] for deal in deals], np.float64)
    scores = (batch.utility[:, 0].astype(np.float64) + 1) / 2
    if describe(batch.game)["has_dice"]:
        scores -= batch.luck
    return Rows(scores, names, differences, np.array([deal.array for deal in deals], np.int64))


@dataclass(frozen=True, eq=False)
class ArmyStudy:
    """What units are worth at the start of the game, for the agent that played.

    values: one row a unit. tasks: the owner's score in each. brackets: sums of units that should be above 0, in logits,
    with one-sided p-values. first_move: logit of White's score with equal armies. distinct: different starts.
    """

    game: str
    piece: str
    agent: str
    rules: dict[str, str]
    model: str
    games: int
    clusters: int
    distinct: int
    draws: float
    plies: float
    seed: int
    level: float
    values: tuple[ValueRow, ...]
    tasks: tuple[TaskRow, ...]
    brackets: dict[str, tuple[Interval, float]]
    first_move: Interval
    fit: Fit = field(repr=False)

    def __getitem__(self, unit: str) -> ValueRow:
        return value_of(self.values, unit)

    @property
    def holds_for(self) -> str:
        """Game, rules, agents, number of games and seed."""
        return (
            f"{self.game} by {rules_text(self.rules)}, castling off; {self.agent} on both sides; {self.games:,} games of "
            f"{self.distinct:,} starts on {self.clusters} arrays; seed {self.seed}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything but the fit as plain values."""
        names = (
            "game",
            "piece",
            "agent",
            "rules",
            "model",
            "games",
            "clusters",
            "distinct",
            "draws",
            "plies",
            "seed",
            "level",
        )
        return {name: plain(getattr(self, name)) for name in names} | {
            "values": [row.to_dict() for row in self.values],
            "tasks": [row.to_dict() for row in self.tasks],
            "brackets": {name: plain(asdict(sum_) | {"p": p}) for name, (sum_, p) in self.brackets.items()},
            "first_move": plain(asdict(self.first_move)),
        }

    def __str__(self) -> str:
        head = ["task", "games", "owner's score", "draws"]
        tasks = [[row.task, f"{row.games:,}", str(row.score), f"{100 * row.draws:.1f} %"] for row in self.tasks]
        lines = [aligned(table_of(self.values)), "", aligned([head, *tasks]), ""]
        lines += [
            f"{name}: {value} logits, p = {p:.2g} that it is not so" for name, (value, p) in self.brackets.items()
        ]
        lines.append(f"First move: {self.first_move} logits. {100 * self.draws:.1f} % drawn, {self.plies:.0f} plies.")
        return "\n".join([*lines, f"{self.model} model, {100 * self.level:g} % intervals. Holds for {self.holds_for}."])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def army(
    game: str,
    piece: str = "T",
    *,
    tasks: Iterable[str | Task] | None = None,
    agent: Any = AGENT,
    games: int = 6000,
    model: Model | None = None,
    array: str | None = None,
    without: str = "0",
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    engine: Engine = "threads",
    max_plies: int | None = None,
    level: float = 0.95,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress = True,
    **rules: Any,
) -> ArmyStudy:
    """Measures what units are worth by games between armies that differ a little.

    Each game begins from a shuffled array, the same for both sides, without castling, on which one side owns other
    units than its opponent: a task of `tasks`, text like "T:N+P" (None: those declared for `piece`). Colours alternate,
    and each deal is played in both. The score is fitted on count differences and White's first move; the array is the
    cluster of the errors. Starts in check are never dealt.

    agent: of both sides. games: how many. model: "fractional" (logistic, a draw one half), "ordered" (ordered logit) or
    "tanh" (least squares); None for fractional, or tanh where scores are luck-adjusted. array: units to shuffle, None
    for the game's (in Astral the orthodox ones). without: units that both sides lack, for other contexts. engine,
    out, resume: where games are played and kept, as in `simulate`.

    Raises ValueError where the tasks cannot be dealt or do not tell the units apart.
    """
    wanted = tasks_for(piece) if tasks is None else tasks
    coverage = fraction(level, "level")
    played = play_armies(
        game,
        wanted,
        agent=agent,
        games=games,
        array=array,
        without=without,
        seed=seed,
        experiment=experiment,
        workers=workers,
        engine=engine,
        max_plies=max_plies,
        out=out,
        resume=resume,
        progress=progress,
        rules=rules,
    )
    chosen: Model = model or ("tanh" if describe(game)["has_dice"] else "fractional")
    return study_of(played, piece, fit(played.rows, chosen), coverage)


def study_of(played: ArmyGames, piece: str, found: Fit, level: float = 0.95) -> ArmyStudy:
    """The study of games and a fit to them."""
    batch = played.batch
    return ArmyStudy(
        game=batch.game,
        piece=piece,
        agent=batch.agents[0],
        rules=changed_rules(batch.game, batch.rules),
        model=found.model,
        games=found.games,
        clusters=found.clusters,
        distinct=len(set(batch.starts)),
        draws=float((batch.utility[:, 0] == 0).mean()),
        plies=float(batch.plies.mean(dtype=np.float64)),
        seed=batch.runs[0].seed,
        level=level,
        values=values_of(found, level),
        tasks=played.by_task(),
        brackets=brackets_of(found, piece, level),
        first_move=found.contrast({FIRST_MOVE: 1}, level),
        fit=found,
    )


def brackets_of(found: Fit, piece: str, level: float) -> dict[str, tuple[Interval, float]]:
    """Whether a unit is worth more than a knight and a pawn, and less than a rook."""
    if piece in "PNBRQ" or not all(name in found.names for name in (piece, "N", "P", "R")):
        return {}
    sums = {f"{piece} > N+P": {piece: 1.0, "N": -1.0, "P": -1.0}, f"{piece} < R": {"R": 1.0, piece: -1.0}}
    return {name: (found.contrast(units, level), found.p_not_above(units)) for name, units in sums.items()}
