"""Values inside games: outcomes regressed on what is on the board at quiet positions."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring._core import describe
from fairyring.arguments import Seed, changed_rules, fraction, master_seed, rules_text, whole
from fairyring.balance.behemoth import aligned
from fairyring.batch import Batch
from fairyring.engines import Engine
from fairyring.plain import plain
from fairyring.positions import Positions, sample_positions
from fairyring.simulation import Progress, simulate_by
from fairyring.value.fit import Fit, Model, Rows, fit
from fairyring.value.values import ValueRow, table_of, value_of, values_of

#: The agent: its first plies are drawn, so that games differ.
AGENT = "alphabeta(nodes=1000, plies_random=10)"

#: Games of a part of a stored run.
CHUNK = 100

#: Stages by the number of units on the board besides kings and pawns: at least so many.
STAGES = {"opening": 11, "middle": 6, "end": 0}


def differences_of(texts: Iterable[str]) -> tuple[tuple[str, ...], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Units that occur, White's of each minus Black's (n, units), and the number of units besides kings and pawns (n,)."""
    boards = [text.split(maxsplit=1)[0] for text in texts]
    names = tuple(sorted({sign for board in boards for sign in board.upper() if sign.isalpha()} - {"K"}))
    white = np.array([[board.count(name) for name in names] for board in boards], np.float64).reshape(-1, len(names))
    black = np.array([[board.count(name.lower()) for name in names] for board in boards], np.float64)
    black = black.reshape(white.shape)
    pieces = [name != "P" for name in names]
    return names, white - black, (white + black)[:, pieces].sum(axis=1).astype(np.int64)


def rows_at(batch: Batch, positions: Positions) -> tuple[Rows, npt.NDArray[np.int64]]:
    """Rows of positions, the game as the cluster, and how many units are on the board in each.

    Luck is not subtracted: the dice of a game before the position are no luck of its rest.
    """
    names, differences, pieces = differences_of(positions.texts)
    sign = np.where(np.array(describe(batch.game)["teams"])[positions.seat] == 0, 1.0, -1.0)
    scores = (positions.outcome * sign + 1) / 2
    return Rows(scores.astype(np.float64), names, differences, positions.row.astype(np.int64)), pieces


@dataclass(frozen=True, eq=False)
class InsideStudy:
    """What units are worth inside games, for the agent that played.

    A correlation, not a cause: who is ahead in units is often ahead otherwise. stages holds the same values for the
    positions of each stage, or None where it has too few.
    """

    game: str
    agent: str
    rules: dict[str, str]
    model: str
    games: int
    positions: int
    draws: float
    seed: int
    level: float
    values: tuple[ValueRow, ...]
    stages: dict[str, tuple[ValueRow, ...] | None]
    fit: Fit = field(repr=False)

    def __getitem__(self, unit: str) -> ValueRow:
        return value_of(self.values, unit)

    @property
    def holds_for(self) -> str:
        """Game, rules, agents, numbers and seed."""
        return (
            f"{self.game} by {rules_text(self.rules)}; {self.agent} on both sides; {self.positions:,} quiet positions of "
            f"{self.games:,} games; seed {self.seed}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything but the fit as plain values."""
        names = ("game", "agent", "rules", "model", "games", "positions", "draws", "seed", "level")
        return {name: plain(getattr(self, name)) for name in names} | {
            "values": [row.to_dict() for row in self.values],
            "stages": {name: rows and [row.to_dict() for row in rows] for name, rows in self.stages.items()},
        }

    def __str__(self) -> str:
        lines = [aligned(table_of(self.values))]
        for name, rows in self.stages.items():
            lines += ["", f"{name}:", "too few positions" if rows is None else aligned(table_of(rows))]
        return "\n".join(
            [*lines, "", f"{self.model} model, {100 * self.level:g} % intervals. Holds for {self.holds_for}."]
        )

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def inside(
    game: str,
    *,
    agent: Any = AGENT,
    games: int = 2000,
    per_game: int = 1,
    model: Model = "tanh",
    start: Any = None,
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
) -> InsideStudy:
    """Measures what units are worth inside games, from quiet positions and how their games ended.

    The form of AlphaZero's study (Tomašev and others 2020): the outcome by tanh of a linear sum of count differences
    and a constant, by least squares; model="fractional" or "ordered" fits logits instead. per_game: positions drawn
    from each game; errors take the game as the unit. The agent should choose at random sometimes (plies_random=), or
    begin from different starts: else games repeat.
    """
    count, coverage = whole(games, "games", 2, 10**7), fraction(level, "level")
    master = master_seed(seed)
    batch = simulate_by(
        rules,
        game,
        games=count,
        agents=agent,
        start=start,
        seed=master,
        experiment=experiment,
        workers=workers,
        engine=engine,
        max_plies=max_plies,
        out=out,
        resume=resume,
        chunk=None if out is None else CHUNK,
        moves=True,
        progress=progress,
    )
    return inside_of(batch, per_game=per_game, model=model, level=coverage, workers=workers, progress=progress)


def inside_of(
    batch: Batch,
    *,
    per_game: int = 1,
    model: Model = "tanh",
    level: float = 0.95,
    workers: int | None = None,
    progress: Progress = False,
) -> InsideStudy:
    """The same from games that were played already."""
    run = batch.runs[0]
    drawn = sample_positions(batch, per_game=per_game, quiet=True, seed=run.seed, workers=workers, progress=progress)
    rows, pieces = rows_at(batch, drawn)
    found = fit(rows, model)
    stages: dict[str, tuple[ValueRow, ...] | None] = {}
    most = np.inf
    for name, least in STAGES.items():
        stages[name] = _stage(rows.picked((pieces >= least) & (pieces < most)), model, level)
        most = least
    return InsideStudy(
        game=batch.game,
        agent=batch.agents[0],
        rules=changed_rules(batch.game, batch.rules),
        model=model,
        games=len(np.unique(rows.clusters)),
        positions=len(rows),
        draws=float((batch.utility[:, 0] == 0).mean()),
        seed=run.seed,
        level=level,
        values=values_of(found, level),
        stages=stages,
        fit=found,
    )


def _stage(rows: Rows, model: Model, level: float) -> tuple[ValueRow, ...] | None:
    """Values of a stage, or None where its positions do not tell the units apart."""
    try:
        return values_of(fit(rows, model), level)
    except ValueError:
        return None


def counts(texts: Iterable[str]) -> Mapping[str, npt.NDArray[np.float64]]:
    """White's units minus Black's in each position, by unit.

    >>> import fairyring as fr
    >>> {unit: found.tolist() for unit, found in counts([fr.Position("chess").text]).items() if unit in "PQ"}
    {'P': [0.0], 'Q': [0.0]}
    """
    names, differences, _ = differences_of(texts)
    return {name: differences[:, column] for column, name in enumerate(names)}
