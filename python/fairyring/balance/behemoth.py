"""Start squares of the Behemoth by self-play: raw and luck-adjusted scores, with the control beside them."""

from __future__ import annotations

import html
import math
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from fairyring._core import describe
from fairyring.arguments import MOST_GAMES, Seed, agent_list, fraction, master_seed, start_texts, whole
from fairyring.balance.chain import SQUARE_NAMES, behemoth_chain
from fairyring.batch import Batch, Run, concat
from fairyring.engines import Engine, engine_of
from fairyring.errors import Interrupted
from fairyring.plain import plain_fields
from fairyring.simulation import Progress, play, reporter, simulate_by, thread_count
from fairyring.statistics import Equivalence, equivalence, moments, quantile
from fairyring.summary import Summary

#: Squares on which the Behemoth can start in the usual array.
SQUARES = tuple(name for name in SQUARE_NAMES if name[1] in "3456")

#: Games per square that bring the adjusted score to ±0.002 or better (95 %) for agents of this name.
GAMES = {"random": 200_000, "greedy": 100_000, "twoply": 32_000}

#: Games per square for every other agent.
OTHER_GAMES = 2_000

#: Games per agent of the control.
CONTROL_GAMES = 2_000

#: Random plies before each game of the control, as agents that hardly ever choose at random would repeat few games.
OPENING_PLIES = 6

#: Number of the control, and of its openings, where a start square has its own.
_OFF, _OPENINGS = len(SQUARE_NAMES), len(SQUARE_NAMES) + 1

#: Games of a part where they are kept.
KEPT = 1_000

#: Least number of games before a study with `until` looks at its interval.
PILOT = 1_000


@dataclass(frozen=True)
class StudyRow:
    """One start square and one agent on both sides.

    Scores are White's with 95 % intervals; the adjusted one is the raw one minus luck. variance_ratio is what the
    adjustment leaves of the variance, luck_share the rest, coefficient the factor of luck that would leave least.
    plies is the mean length, reasons the share of games per reason. chain_score is what the Behemoth alone gives
    (None with it off). verdict and equivalence_p belong to the test whether the adjusted score lies within `margin`
    of 1/2.
    """

    square: str
    agent: str
    games: int
    white: int
    draws: int
    black: int
    raw_score: float
    raw_low: float
    raw_high: float
    adjusted_score: float
    adjusted_low: float
    adjusted_high: float
    variance_ratio: float
    luck_share: float
    coefficient: float | None
    plies: float
    reasons: dict[str, float]
    chain_score: float | None
    margin: float
    verdict: str
    equivalence_p: float
    seed: int
    experiment: int

    @classmethod
    def of(cls, square: str, agent: str, batch: Batch, margin: float) -> StudyRow:
        """The row of a batch of one square and agent."""
        summary = Summary.of(batch)
        adjusted = summary.adjusted or summary.raw
        test: Equivalence = equivalence(adjusted.value, adjusted.error, margin)
        variance_ratio = 1.0 if summary.variance_ratio is None else summary.variance_ratio
        run = batch.runs[0]
        return cls(
            square=square,
            agent=agent,
            games=summary.games,
            white=summary.wins,
            draws=summary.draws,
            black=summary.losses,
            raw_score=summary.raw.value,
            raw_low=summary.raw.low,
            raw_high=summary.raw.high,
            adjusted_score=adjusted.value,
            adjusted_low=adjusted.low,
            adjusted_high=adjusted.high,
            variance_ratio=variance_ratio,
            luck_share=1 - variance_ratio,
            coefficient=summary.coefficient,
            plies=summary.plies,
            reasons={word: count / summary.games for word, count in summary.reasons.items()},
            chain_score=behemoth_chain()[square].score if square in SQUARE_NAMES else None,
            margin=margin,
            verdict=test.verdict,
            equivalence_p=test.p,
            seed=run.seed,
            experiment=run.experiment,
        )

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values; numbers that are not finite become None."""
        return plain_fields(self)


class Study(Sequence[StudyRow]):
    """Rows of a study: as a sequence of rows, and by column name as arrays (`study["adjusted_score"]`).

    >>> import fairyring as fr
    >>> study = fr.balance.start_squares(["d4"], agents=["random"], games=200, seed=1, progress=False)
    >>> study[0].square, study["games"].tolist()
    ('d4', [200])
    """

    #: Names of the columns.
    columns = tuple(field.name for field in dataclass_fields(StudyRow))

    def __init__(self, rows: Iterable[StudyRow], rules: dict[str, str] | None = None) -> None:
        self.rows = tuple(rows)
        self.rules = dict(rules or {})

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[StudyRow]:
        return iter(self.rows)

    @overload
    def __getitem__(self, key: int) -> StudyRow: ...
    @overload
    def __getitem__(self, key: slice) -> Study: ...
    @overload
    def __getitem__(self, key: tuple[str, str]) -> StudyRow: ...
    @overload
    def __getitem__(self, key: str) -> npt.NDArray[Any]: ...

    def __getitem__(self, key: Any) -> Any:
        """A row by number or (square, agent); rows by a slice; a column by name."""
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(f"no column {key!r}; columns: {', '.join(self.columns)}")
            return np.array([getattr(row, key) for row in self.rows])
        if isinstance(key, tuple):
            for row in self.rows:
                if (row.square, row.agent) == key:
                    return row
            raise KeyError(f"no row for square and agent {key!r}")
        return Study(self.rows[key], self.rules) if isinstance(key, slice) else self.rows[key]

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        if name in Study.columns:
            return self[name]
        raise AttributeError(f"a study has no attribute or column {name!r}")

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns by name, as lists of plain values."""
        rows = [row.to_dict() for row in self.rows]
        return {name: [row[name] for row in rows] for name in self.columns}

    def __repr__(self) -> str:
        return f"<Study of {len(self)} rows: {', '.join(f'{row.square} {row.agent}' for row in self.rows[:4])}>"

    def lines(self) -> list[list[str]]:
        """The table as texts, its head first."""
        head = [
            "square",
            "agent",
            "games",
            "raw score",
            "luck-adjusted",
            "chain",
            "var. ratio",
            "luck",
            "plies",
            "verdict",
        ]
        return [head, *(_texts(row) for row in self.rows)]

    def __str__(self) -> str:
        return aligned(self.lines())

    def _repr_html_(self) -> str:
        head, *body = self.lines()
        cells = "".join(f"<th scope='col'>{html.escape(text)}</th>" for text in head)
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in line) + "</tr>" for line in body)
        caption = "White's score with 95 % intervals"
        return f"<table><caption>{caption}</caption><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>"


def start_squares(
    squares: Iterable[str] | str = ("d4",),
    *,
    agents: Iterable[str] | str = ("random", "greedy", "twoply"),
    games: int | None = None,
    until: float | None = None,
    margin: float = 0.01,
    seed: Seed = None,
    engine: Engine = "threads",
    workers: int | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Progress = True,
    **rules: Any,
) -> Study:
    """Plays Behemoth chess from start squares, each agent against itself, and estimates White's score.

    squares: names of squares of ranks 3 to 6, or "all" for these 32. agents: names, each on both sides. games: per
    square and agent; None for as many as bring the usual agents to about ±0.002. until: instead of games, play until
    the 95 % interval of the adjusted score has this half-width. margin: of the equivalence test. Other keywords are
    rule options. out: a directory that keeps the games of each square and agent; what is there is not played again.

    Every square and agent has an experiment number of its own, so that the dice of different rows are independent, and
    a row does not change when others are asked for. Ctrl-C raises Interrupted with the rows so far as its `table`.

    With `until`, the number of games is set by the variance alone, after at least 1,000 games; the interval is then
    that of the games played (Chow and Robbins 1965: its coverage is right in the limit of small half-widths).
    """
    names = _squares(squares)
    players = [agents] if isinstance(agents, str) else list(agents)
    if not players:
        raise ValueError("agents is empty; name at least one")
    if "behemoth_start" in rules:
        raise ValueError("the start square is set by squares=, not by the rule behemoth_start")
    cells = [(square, player) for square in names for player in players]
    return _study(cells, games, until, margin, seed, engine, workers, progress, rules, out=out)


def control(
    *,
    agents: Iterable[str] | str = ("random", "greedy", "twoply"),
    games: int | None = None,
    margin: float = 0.01,
    seed: Seed = None,
    engine: Engine = "threads",
    workers: int | None = None,
    progress: Progress = True,
    **rules: Any,
) -> Study:
    """The control: the same study with the Behemoth off, which is orthodox chess. Its rows have the square "off".

    games: per agent; None for 2,000. Every game begins with six random plies of its own, the same for all agents:
    without dice, agents that choose at random among equal moves only would play few different games, and an interval
    of repeated games would be too narrow. There is no luck to subtract, so the adjusted score is the raw one.
    """
    players = [agents] if isinstance(agents, str) else list(agents)
    cells = [("off", player) for player in players]
    count = CONTROL_GAMES if games is None else whole(games, "games", 2, MOST_GAMES)
    master = master_seed(seed)
    starts = _openings(count, master, rules | {"behemoth_start": "off"})
    return _study(cells, count, None, margin, master, engine, workers, progress, rules, starts)


def _openings(count: int, master: int, rules: dict[str, Any]) -> list[str]:
    """Positions after random plies, one per game unless the game has ended by then."""
    batch = simulate_by(
        rules,
        "behemoth",
        games=count,
        agents="random",
        seed=master,
        experiment=_OPENINGS,
        max_plies=OPENING_PLIES,
        progress=False,
    )
    ends = (batch.replay(i)[-1] for i in range(count))
    return [end.text for end in ends if end.outcome is None]


def _study(
    cells: list[tuple[str, str]],
    games: int | None,
    until: float | None,
    margin: float,
    seed: Seed,
    engine: Engine,
    workers: int | None,
    progress: Progress,
    rules: dict[str, Any],
    start: Sequence[str] | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Study:
    """Rows for pairs of a start square (or "off") and an agent. All arguments are checked before anything is played."""
    if games is not None and until is not None:
        raise ValueError("give games or until, not both")
    if out is not None and until is not None:
        raise ValueError("out keeps runs of so many games: not with until")
    where = engine_of(engine)
    fraction(margin, "margin")
    half_width = None if until is None else fraction(until, "until")
    seats = tuple(describe("behemoth")["seats"])
    master, threads = master_seed(seed), thread_count(workers)
    planned = [whole(games_of(agent) if games is None else games, "games", 2, MOST_GAMES) for _, agent in cells]
    jobs = []
    for square, agent in cells:
        starts, resolved = start_texts("behemoth", start, rules | {"behemoth_start": square})
        pair = agent_list(agent, seats)
        # A batch of no games checks the agent, so that a bad name is told before the first row is played.
        play("behemoth", resolved, starts, pair, Run(master, 0), 0, 0, 1, None, None)
        jobs.append((square, agent, starts, resolved, pair))
    rows: list[StudyRow] = []
    shared = {name: value for name, value in jobs[0][3].items() if name != "behemoth_start"} if jobs else {}
    total = sum(planned) if half_width is None else PILOT * len(cells)
    done = 0
    with reporter(progress, total, "start squares") as report:
        for (square, agent, starts, resolved, players), count in zip(jobs, planned, strict=True):
            run = Run(master, experiment_of(square, agent))
            batch: Batch | None = None
            try:
                wanted = count if half_width is None else PILOT
                while batch is None or len(batch) < wanted:
                    first = 0 if batch is None else len(batch)
                    before = done
                    told = (
                        None
                        if report is None
                        else lambda n, _, before=before: report(before + n, max(total, before + n))
                    )
                    if out is None:
                        chunk = (run, first, wanted - first, threads, None, told)
                        more = play("behemoth", resolved, starts, players, *chunk, engine=where)
                    else:
                        more = simulate_by(
                            resolved,
                            "behemoth",
                            games=wanted,
                            agents=players,
                            start=start,
                            seed=run.seed,
                            experiment=run.experiment,
                            workers=workers,
                            progress=told or False,
                            out=Path(out) / re.sub(r"[^A-Za-z0-9=]+", "-", f"{square}-{agent}"),
                            resume=True,
                            chunk=KEPT,
                            engine=where,
                        )
                    done += len(more)
                    batch = more if batch is None else concat([batch, more])
                    if half_width is not None:
                        wanted = max(wanted, games_for(batch, half_width))
            except KeyboardInterrupt as stop:
                kept = [part for part in (batch, getattr(stop, "batch", None)) if part is not None]
                if kept and sum(len(part) for part in kept) >= 2:
                    rows.append(StudyRow.of(square, agent, concat(kept), margin))
                table = Study(rows, shared)
                played = sum(row.games for row in rows)
                raise Interrupted(f"stopped after {played:,} games, whose rows are in .table", table=table) from stop
            rows.append(StudyRow.of(square, agent, batch, margin))
    return Study(rows, shared)


def games_of(agent: str) -> int:
    """The usual number of games per square for an agent."""
    return GAMES.get(agent.partition("(")[0].strip(), OTHER_GAMES)


def games_for(batch: Batch, half_width: float) -> int:
    """Games that bring the 95 % interval of the adjusted score to this half-width, by the variance seen so far."""
    found = moments(batch.utility[:, 0], batch.luck)
    needed = math.ceil(found.var_adjusted() * (quantile(0.975) / half_width) ** 2)
    return min(needed, MOST_GAMES)


def experiment_of(square: str, agent: str) -> int:
    """The experiment number of a square (or "off") and an agent: the agent's checksum, then the square's number."""
    number = SQUARE_NAMES.index(square) if square in SQUARE_NAMES else _OFF
    return zlib.crc32(agent.encode()) << 8 | number


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Columns of texts, the first two to the left, the others to the right, two blanks between."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rows = []
    for line in lines:
        cells = [
            text.ljust(width) if column < 2 else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ]
        rows.append("  ".join(cells).rstrip())
    return "\n".join(rows)


def _squares(squares: Iterable[str] | str) -> list[str]:
    """Checked names of start squares."""
    if isinstance(squares, str):
        squares = SQUARES if squares == "all" else [squares]
    names = list(squares)
    if not names:
        raise ValueError("squares is empty; name at least one, or 'all'")
    for name in names:
        if name not in SQUARES:
            raise ValueError(f"the Behemoth cannot start on {name!r}; valid: a3 to h6 (ranks 3 to 6), or 'all'")
    if len(set(names)) < len(names):
        raise ValueError("a square is named twice")
    return names


def _texts(row: StudyRow) -> list[str]:
    """A row of the printed table."""
    half = (row.raw_high - row.raw_low) / 2
    adjusted = (row.adjusted_high - row.adjusted_low) / 2
    return [
        row.square,
        row.agent,
        f"{row.games:,}",
        f"{row.raw_score:.4f} ± {half:.4f}",
        f"{row.adjusted_score:.4f} ± {adjusted:.4f}",
        "-" if row.chain_score is None else f"{row.chain_score:.4f}",
        f"{row.variance_ratio:.3f}",
        f"{100 * row.luck_share:.1f} %",
        f"{row.plies:.1f}",
        row.verdict,
    ]
