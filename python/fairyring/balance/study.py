"""Any game by the same measures: variants of its start or rules, agents of growing strength, how they beat each other."""

from __future__ import annotations

import html
import itertools
import os
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairyring._core import describe
from fairyring.arguments import Seed, Start, agent_list, fraction, master_seed, whole
from fairyring.balance.behemoth import aligned
from fairyring.balance.metrics import MetricRow, metrics
from fairyring.engines import Engine
from fairyring.errors import Interrupted
from fairyring.match import Match
from fairyring.match.runner import play_by
from fairyring.plain import plain
from fairyring.simulation import Progress, simulate_by

#: The usual ladder: three budgets above the agents without search.
AGENTS = ("random", "greedy", "alphabeta(nodes=50)", "alphabeta(nodes=200)", "alphabeta(nodes=800)")

#: Openings of a study; more games than these begin from them again.
OPENINGS = 1000

#: Games of a part of a stored run.
CHUNK = 50


@dataclass(frozen=True, eq=False)
class GameStudy:
    """What a study of a game found.

    rows: one a variant and agent. ladder: matches of each agent against the one before it, by the first variant's
    rules. Every number belongs to its agent and budget.
    """

    game: str
    rows: tuple[MetricRow, ...]
    ladder: tuple[Match, ...]
    opening_plies: int
    seed: int

    def __getitem__(self, key: tuple[str, str]) -> MetricRow:
        for row in self.rows:
            if (row.variant, row.agent) == key:
                return row
        raise KeyError(f"no row for variant and agent {key!r}")

    @property
    def skill(self) -> tuple[float, float, float]:
        """Elo from the first agent of the ladder to the last, summed over its steps, with its interval.

        A step that is won or lost throughout has no finite Elo: the sum is infinite then.
        """
        value = sum(match.elo for match in self.ladder)
        low = sum((match.elo - match.elo_low) ** 2 for match in self.ladder) ** 0.5
        high = sum((match.elo_high - match.elo) ** 2 for match in self.ladder) ** 0.5
        return value, value - low, value + high

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        values: dict[str, Any] = plain(
            {
                "game": self.game,
                "opening_plies": self.opening_plies,
                "seed": self.seed,
                "rows": [row.to_dict() for row in self.rows],
                "ladder": [match.to_dict() for match in self.ladder],
            }
        )
        return values

    def lines(self) -> list[list[str]]:
        """The table as texts, its head first."""
        head = [
            "variant",
            "agent",
            "games",
            "first move",
            "draws",
            "plies",
            "branching",
            "decisions",
            "luck",
            "verdict",
        ]
        body = [
            [
                row.variant,
                row.agent,
                f"{row.games:,}",
                f"{row.first_move.value:+.4f} ± {(row.first_move.high - row.first_move.low) / 2:.4f}",
                f"{100 * row.Drawishness.value:.1f} %",
                f"{row.DurationMoves.value:.1f}",
                f"{row.BranchingFactor.value:.1f}",
                f"{100 * row.DecisionMoves.value:.0f} %",
                "-" if row.luck_share is None else f"{100 * row.luck_share:.0f} %",
                row.verdict,
            ]
            for row in self.rows
        ]
        return [head, *body]

    def __str__(self) -> str:
        lines = [f"{self.game}: each agent against itself, 95 % intervals", "", aligned(self.lines())]
        for row in self.rows:
            if len(row.seats) > 2:
                seats = ", ".join(
                    f"{seat.seat} {seat.score} ({100 * seat.move_share:.0f} % of moves)" for seat in row.seats
                )
                lines.append(f"{row.variant} {row.agent}: {seats}")
        lines += ["", *(f"{match.a} against {match.b}: {_elo(match)}" for match in self.ladder)]
        return "\n".join([*lines, f"After {self.opening_plies} random plies; seed {self.seed}."])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def figure(self) -> str:
        """The first-move advantage of every variant by agent, as SVG (the `plot` extra)."""
        from fairyring.draw.charts import forest

        groups: dict[str, dict[str, tuple[float, float, float]]] = {}
        for row in self.rows:
            found = row.first_move
            groups.setdefault(row.variant, {})[row.agent] = (found.value, found.low, found.high)
        return forest(groups, title=f"{self.game}: first-move advantage", axis="score - 1/2", marks=[(0.0, "even")])


def study(
    game: str,
    *,
    starts: Mapping[str, Start] | None = None,
    variants: Mapping[str, Mapping[str, Any]] | None = None,
    agents: Iterable[str] | str = AGENTS,
    games: int | Sequence[int] = 1000,
    ladder: int | None = 50,
    opening_plies: int = 4,
    replayed: int = 100,
    margin: float = 0.01,
    seed: Seed = None,
    max_plies: int | None = None,
    workers: int | None = None,
    engine: Engine = "threads",
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress = True,
) -> GameStudy:
    """Measures a game: who moves first, draws, length, choice, luck, seats, and how much skill there is in it.

    starts: start positions by name, or variants: rule options by name; neither for the game as published. agents: the
    weakest first, each on all seats. games: of each variant and agent, or a number for each agent. ladder: pairs of
    games of each agent against the one before it, None for no ladder. opening_plies: random plies before each game, an
    even number, so that agents that seldom choose at random do not repeat their games; the ladder's openings have as
    many. replayed: games played again to count moves. engine: "threads" or "ray", as in
    `simulate`. out, resume: a directory of stored runs, gone on with.

    Ctrl-C raises Interrupted with the finished rows as its `table`.
    """
    if starts is not None and variants is not None:
        raise ValueError("give starts or variants, not both")
    cells: dict[str, tuple[Start, dict[str, Any]]] = (
        {name: (start, {}) for name, start in starts.items()}
        if starts is not None
        else {name: (None, dict(rules)) for name, rules in (variants or {"published": {}}).items()}
    )
    seats = tuple(describe(game)["seats"])
    players = [agent_list(agent, seats)[0] for agent in ([agents] if isinstance(agents, str) else agents)]
    if not players or not cells:
        raise ValueError("a study takes at least one agent and one variant")
    plies = whole(opening_plies, "opening_plies", 0, 1000)
    if plies % 2:
        raise ValueError(f"opening_plies must be even, so that the first mover moves first, not {plies}")
    fraction(margin, "margin")
    numbers = [games] * len(players) if isinstance(games, int) else list(games)
    if len(numbers) != len(players):
        raise ValueError(f"{len(numbers)} numbers of games for {len(players)} agents")
    master = master_seed(seed)
    rows: list[MetricRow] = []
    matches: list[Match] = []
    try:
        for name, (start, rules) in cells.items():
            for agent, count in zip(players, numbers, strict=True):
                label = f"{name}-{agent}"
                batch = simulate_by(
                    rules,
                    game,
                    games=count,
                    agents=agent,
                    start=openings(game, rules, start, plies, master),
                    seed=master,
                    experiment=zlib.crc32(label.encode()),
                    workers=workers,
                    engine=engine,
                    max_plies=max_plies,
                    out=directory(out, label),
                    resume=resume,
                    chunk=None if out is None else CHUNK,
                    progress=progress,
                )
                rows.append(metrics(batch, variant=name, replayed=replayed, margin=margin))
        if ladder:
            start, rules = next(iter(cells.values()))
            for weak, strong in itertools.pairwise(players):
                matches.append(
                    play_by(
                        rules,
                        game,
                        strong,
                        weak,
                        pairs=ladder,
                        opening_plies=plies,
                        start=start,
                        seed=master,
                        workers=workers,
                        engine=engine,
                        max_plies=max_plies,
                        state=_match_file(out, strong, weak),
                        resume=resume and out is not None,
                        progress=progress,
                    )
                )
    except KeyboardInterrupt as stop:
        table = GameStudy(game, tuple(rows), tuple(matches), plies, master)
        raise Interrupted(f"stopped; {len(rows)} finished rows are in .table", table=table) from stop
    return GameStudy(game, tuple(rows), tuple(matches), plies, master)


def openings(game: str, rules: Mapping[str, Any], start: Start, plies: int, seed: int) -> Start | list[str]:
    """Positions after random plies, without those of games that ended by then; without plies the start itself.

    There are as many whatever the number of games, so that a stored study can grow.
    """
    if plies == 0:
        return start
    batch = simulate_by(
        rules,
        game,
        games=OPENINGS,
        agents="random",
        start=start,
        seed=seed,
        experiment=_RANDOM,
        max_plies=plies,
        progress=False,
    )
    ends = (batch.replay(row)[-1] for row in range(OPENINGS))
    return [end.text for end in ends if end.outcome is None]


#: The experiment of random openings.
_RANDOM = 2**63


def directory(out: str | os.PathLike[str] | None, label: str) -> Path | None:
    """The directory of a run, named so that a file system takes it."""
    return None if out is None else Path(out) / re.sub(r"[^A-Za-z0-9=.]+", "-", label).strip("-")


def _match_file(out: str | os.PathLike[str] | None, strong: str, weak: str) -> Path | None:
    found = directory(out, f"{strong} over {weak}.json")
    if found is not None:
        found.parent.mkdir(parents=True, exist_ok=True)
    return found


def _elo(match: Match) -> str:
    return f"{match.elo:+.0f} Elo [{match.elo_low:+.0f}, {match.elo_high:+.0f}] over {match.pairs} pairs"
