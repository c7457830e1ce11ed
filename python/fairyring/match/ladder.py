"""Several agents: a round robin with ratings, and games of more than two seats with all seats rotated."""

from __future__ import annotations

import hashlib
import itertools
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from fairyring import _core
from fairyring._core import describe
from fairyring.arguments import Seed, Start, fraction, master_seed, start_texts, whole
from fairyring.engines import Engine
from fairyring.errors import Interrupted
from fairyring.match.games import Contest, engine_for, name_of, opponent_of, play_rounds
from fairyring.match.result import Match
from fairyring.match.rounds import seed_of
from fairyring.match.runner import play_by
from fairyring.plain import plain
from fairyring.simulation import Progress, reporter, thread_count
from fairyring.statistics import quantile
from fairyring.tables import html_table


@dataclass(frozen=True)
class Rung:
    """An agent of a ladder: its rating, of which the mean of all is 0, and how much it is better than the next agent
    of the ladder, each with its interval (step: None for the last). Where there are dice, adjusted is the score against
    the next agent, in their match alone, less the luck of the dice, with its interval; else None."""

    agent: str
    elo: float
    elo_low: float
    elo_high: float
    step: float | None
    step_low: float | None
    step_high: float | None
    adjusted: float | None
    adjusted_low: float | None
    adjusted_high: float | None


@dataclass(frozen=True)
class Ladder:
    """Ratings of several agents by Bradley and Terry, the best first, and the matches they come from."""

    game: str
    rungs: tuple[Rung, ...]
    matches: tuple[Match, ...]
    level: float
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """The ladder as plain values."""
        found = plain(
            {
                "game": self.game,
                "level": self.level,
                "seed": self.seed,
                "rungs": [vars(rung) for rung in self.rungs],
                "matches": [match.to_dict() for match in self.matches],
            }
        )
        assert isinstance(found, dict)
        return found

    def __str__(self) -> str:
        width = max(len(rung.agent) for rung in self.rungs)
        lines = [f"{self.game}: ratings of {len(self.rungs)} agents, {100 * self.level:g} % intervals"]
        for rung in self.rungs:
            line = f"{rung.agent:<{width}}  {rung.elo:+8.1f} [{rung.elo_low:+.1f}, {rung.elo_high:+.1f}]"
            if rung.step is not None:
                line += f"  above the next by {rung.step:.1f} [{rung.step_low:.1f}, {rung.step_high:.1f}]"
            if rung.adjusted is not None:
                line += f", score less luck {rung.adjusted:.4f} [{rung.adjusted_low:.4f}, {rung.adjusted_high:.4f}]"
            lines.append(line)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (
                rung.agent,
                f"{rung.elo:+.1f} [{rung.elo_low:+.1f}, {rung.elo_high:+.1f}]",
                "" if rung.step is None else f"{rung.step:.1f} [{rung.step_low:.1f}, {rung.step_high:.1f}]",
            )
            for rung in self.rungs
        ]
        pairs = sum(match.pairs for match in self.matches)
        caption = f"{self.game}: {pairs:,} pairs of games, {100 * self.level:g} % intervals, seed {self.seed}"
        return html_table(rows, caption=caption, head=("agent", "Elo", "above the next"))


def ladder(
    game: str,
    agents: Sequence[Any],
    *,
    pairs: int = 100,
    opening_plies: int = 8,
    start: Start = None,
    seed: Seed = None,
    workers: int | None = None,
    max_plies: int | None = None,
    level: float = 0.95,
    state: str | os.PathLike[str] | None = None,
    resume: bool = False,
    engine: Engine | str = "threads",
    progress: Progress = True,
    **rules: Any,
) -> Ladder:
    """Plays every two of the agents against each other, `pairs` pairs of games each, and rates them.

    Ratings are those of Bradley and Terry, a draw as half a win, with errors that take the pair of games as the unit.
    Every pairing counts half an even pair besides, so that who wins everything has a rating. All pairings play the same
    openings. Ctrl-C raises Interrupted with the matches so far, the last of them perhaps in part, as its `table`.

    state: a directory that holds a file a match, as `play` keeps it; with resume=True what is there goes on, with more
    agents or more pairs too. engine: as in `play`.

    >>> import fairyring as fr
    >>> table = fr.match.ladder("wari", ["random", "greedy"], pairs=50, seed=1, progress=False)
    >>> [rung.agent for rung in table.rungs]
    ['greedy', 'random']
    """
    listed = list(agents)
    names = [name_of(agent) for agent in listed]
    if len(listed) < 2 or len(set(names)) < len(names):
        raise ValueError(f"a ladder takes at least two different agents, not {names}")
    where = engine_for(listed, engine)
    _, resolved = start_texts(game, start, rules)
    for opponent in map(opponent_of, listed):
        if isinstance(opponent, str):
            # Refused here, and not when its first match is due.
            _core.Player(game, opponent, **resolved)  # type: ignore[arg-type]
    master = master_seed(seed)
    coverage = fraction(level, "level")
    pairings = list(itertools.combinations(range(len(listed)), 2))
    folder = None if state is None else _folder(state, resume)
    if folder is None and resume:
        raise ValueError("resume needs state, the directory of the ladder")
    if folder is not None and seed is None:
        master = next((seed_of(file) for file in sorted(folder.glob("*.json"))), master)
    matches: list[Match] = []
    results = []
    with reporter(progress, len(pairings) * pairs, f"{game} ladder", unit="pair") as report:
        for number, (i, j) in enumerate(pairings):

            def tell(done: int, _all: int, number: int = number) -> None:
                if report is not None:
                    report(number * pairs + done, len(pairings) * pairs)

            try:
                match = play_by(
                    rules,
                    game,
                    listed[i],
                    listed[j],
                    pairs=pairs,
                    opening_plies=opening_plies,
                    start=start,
                    seed=master,
                    workers=workers,
                    max_plies=max_plies,
                    level=coverage,
                    state=None if folder is None else folder / _file_of(names[i], names[j]),
                    resume=resume,
                    engine=where,
                    progress=tell,
                )
            except Interrupted as stop:
                matches += [stop.table] if stop.table.pairs else []
                raise Interrupted(f"stopped; {len(matches)} matches are in .table", table=matches) from stop
            matches.append(match)
            results.append((i, j, list(match.counts)))
    found = _core.bradley_terry(len(listed), results)
    order = sorted(range(len(listed)), key=lambda i: (-found["elo"][i], names[i]))
    z = quantile((1 + coverage) / 2)
    rungs = []
    for place, i in enumerate(order):
        elo, radius = found["elo"][i], z * found["error"][i]
        step: _Interval = (None, None, None)
        adjusted: _Interval = (None, None, None)
        if place + 1 < len(order):
            gap, error = found["differences"][i][order[place + 1]]
            step = (gap, gap - z * error, gap + z * error)
            adjusted = _adjusted(matches, names[i], names[order[place + 1]])
        rungs.append(Rung(names[i], elo, elo - radius, elo + radius, *step, *adjusted))
    return Ladder(game, tuple(rungs), tuple(matches), coverage, master)


#: A value and the ends of its interval.
_Interval: TypeAlias = tuple[float | None, float | None, float | None]


def _folder(state: str | os.PathLike[str], resume: bool) -> Path:
    """The directory of a ladder, made where it is not there."""
    folder = Path(os.fspath(state))
    if not resume and folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{str(folder)!r} is there already: give resume=True to go on with it, or another name")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _file_of(a: str, b: str) -> str:
    """The name of a match's file: agents' names may be paths, or too long."""
    return hashlib.blake2b(f"{a}\n{b}".encode(), digest_size=8).hexdigest() + ".json"


def _adjusted(matches: Sequence[Match], a: str, b: str) -> _Interval:
    """The score of a against b less the luck of the dice."""
    match = next(match for match in matches if {match.a, match.b} == {a, b})
    score, low, high = match.adjusted_score, match.adjusted_low, match.adjusted_high
    if score is None or low is None or high is None:
        return None, None, None
    return (score, low, high) if match.a == a else (1 - score, 1 - high, 1 - low)


@dataclass(frozen=True)
class Rotation:
    """Agents of a game of several seats, each on every seat once an opening: mean scores (a win of its team is 1) with
    intervals by openings, best first."""

    game: str
    agents: tuple[str, ...]
    scores: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    openings: int
    level: float
    seed: int

    def __str__(self) -> str:
        width = max(len(agent) for agent in self.agents)
        lines = [f"{self.game}: {self.openings} openings, every agent on every seat, {100 * self.level:g} % intervals"]
        for agent, score, low, high in zip(self.agents, self.scores, self.lows, self.highs, strict=True):
            lines.append(f"{agent:<{width}}  {score:.4f} [{low:.4f}, {high:.4f}]")
        return "\n".join(lines)


def rotate(
    game: str,
    agents: Sequence[Any],
    *,
    openings: int = 100,
    opening_plies: int = 8,
    start: Start = None,
    seed: Seed = None,
    workers: int | None = None,
    max_plies: int | None = None,
    level: float = 0.95,
    engine: Engine | str = "threads",
    progress: Progress = True,
    **rules: Any,
) -> Rotation:
    """Plays as many agents as the game has seats, each opening once in every rotation of the seats (a Latin square).

    The same agent may be given several times. engine: as in `play`. Ctrl-C raises Interrupted with the result so far as
    its `table`.
    """
    facts = describe(game)
    listed = list(agents)
    if len(listed) != len(facts["seats"]):
        raise ValueError(f"{game} has {len(facts['seats'])} seats; {len(listed)} agents were given")
    where = engine_for(listed, engine)
    starts, resolved = start_texts(game, start, rules)
    contest = Contest(
        game,
        resolved,
        starts,
        whole(opening_plies, "opening_plies", 0, 10_000),
        master_seed(seed),
        0,
        None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1),
    )
    count = whole(openings, "openings", 1, 10**7)
    coverage = fraction(level, "level")
    with reporter(progress, count, f"{game} rotation", unit="opening") as report:
        columns, error = play_rounds(contest, listed, 0, count, thread_count(workers), report, where)
    result = _rotation(contest, listed, columns["utility"].tolist(), facts["teams"], coverage)
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted(
            f"stopped after {result.openings} openings, whose result is in .table", table=result
        ) from error
    if error is not None:
        raise error
    return result


def _rotation(
    contest: Contest, agents: Sequence[Any], utility: list[list[float]], teams: Sequence[int], level: float
) -> Rotation:
    n = len(agents)
    z = quantile((1 + level) / 2)
    rows = []
    for agent in range(n):
        # In seating `shift` agent (seat + shift) % n sits on each seat.
        values = []
        for row in utility:
            own = [(1 if teams[(agent - shift) % n] == 0 else -1) * row[shift] for shift in range(n)]
            values.append(math.fsum((value + 1) / 2 for value in own) / n)
        mean = math.fsum(values) / len(values) if values else math.nan
        variance = (
            math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) if len(values) > 1 else math.inf
        )
        radius = z * math.sqrt(variance / len(values)) if values else math.inf
        rows.append((mean, mean - radius, mean + radius, name_of(agents[agent])))
    rows.sort(key=lambda row: (-row[0], row[3]))
    scores, lows, highs, names = zip(*rows, strict=True)
    return Rotation(contest.game, names, scores, lows, highs, len(utility), level, contest.seed)
