"""Playing a match: in batches, looked at after each, stored, stopped and gone on with."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from pathlib import Path
from typing import Any

from fairyring._core import SequentialTest, describe
from fairyring.arguments import Seed, Start, fraction, master_seed, start_texts, whole
from fairyring.engines import Engine
from fairyring.errors import Interrupted
from fairyring.match.games import Contest, engine_for, name_of, play_rounds
from fairyring.match.result import Match, statistics
from fairyring.match.sprt import Sprt
from fairyring.simulation import Progress, reporter, thread_count
from fairyring.statistics import quantile

#: Raised when the meaning of a stored match changes.
FORMAT = 1

#: Pairs of a match without a test, and most of one with a test.
PAIRS, MOST_PAIRS = 200, 100_000


def play(
    game: str,
    a: Any,
    b: Any,
    *,
    pairs: int | None = None,
    sprt: Any = None,
    opening_plies: int = 8,
    start: Start = None,
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    max_plies: int | None = None,
    batch: int = 16,
    level: float = 0.95,
    state: str | os.PathLike[str] | None = None,
    resume: bool = False,
    engine: Engine | str = "threads",
    progress: Progress = True,
    **rules: Any,
) -> Match:
    """Plays two agents against each other: every opening twice, with the seats exchanged and the same dice.

    a, b: specs, objects of fairyring.agents, engines (`fairyring.agents.uci`), objects with `evaluate` or `choose`.
    pairs: how many pairs of games (200), or at most (100,000) where a test decides. sprt: a sequential test, as
    `fairyring.match.Sprt`, a dict or text like "elo0=0,elo1=10"; the match ends when it accepts a hypothesis. Openings
    are `opening_plies` random plies from the start (or from start i % len(start)), the same for any two agents and any
    number of workers. batch: pairs between looks of the test; part of what defines it. level: coverage of the
    intervals.

    state: a JSON file that holds the match after every batch, written whole or not at all; with resume=True a match
    that is there goes on (one that is not begins), and one that was defined otherwise is refused. Ctrl-C raises
    Interrupted with the result so far as its `table`.

    engine: "threads", "ray" or an object of `fairyring.engines`; the result is the same. A cluster plays `batch` pairs at a
    time, so give it many.

    A match by native agents with budgets in depth or nodes is a function of its definition. Agents from outside play
    one game at a time.
    """
    return play_by(
        rules,
        game,
        a,
        b,
        pairs=pairs,
        sprt=sprt,
        opening_plies=opening_plies,
        start=start,
        seed=seed,
        experiment=experiment,
        workers=workers,
        max_plies=max_plies,
        batch=batch,
        level=level,
        state=state,
        resume=resume,
        engine=engine,
        progress=progress,
    )


def play_by(
    rules: dict[str, Any],
    game: str,
    a: Any,
    b: Any,
    *,
    pairs: int | None = None,
    sprt: Any = None,
    opening_plies: int = 8,
    start: Start = None,
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    max_plies: int | None = None,
    batch: int = 16,
    level: float = 0.95,
    state: str | os.PathLike[str] | None = None,
    resume: bool = False,
    engine: Engine | str = "threads",
    progress: Progress = True,
) -> Match:
    """`play` with the rules as a mapping."""
    where = engine_for((a, b), engine)
    starts, resolved = start_texts(game, start, rules)
    test = Sprt.of(sprt)
    stored = None if state is None else Path(os.fspath(state))
    if seed is None and resume and stored is not None and stored.exists():
        seed = int(_read(stored)["definition"]["seed"])
    contest = Contest(
        game,
        resolved,
        starts,
        whole(opening_plies, "opening_plies", 0, 10_000),
        master_seed(seed),
        whole(experiment, "experiment", 0, 2**64 - 1),
        None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1),
    )
    most = whole(MOST_PAIRS if test else PAIRS, "pairs", 1, 10**7) if pairs is None else whole(pairs, "pairs", 1, 10**7)
    run = _Run(contest, (a, b), test, whole(batch, "batch", 1, 10**6), fraction(level, "level"), stored)
    run.load(resume)
    threads = thread_count(workers)
    try:
        _play(run, (a, b), most, threads, where, progress)
    except KeyboardInterrupt as stop:
        # It may have come between any two steps.
        run.settle()
        result = run.result()
        raise Interrupted(f"stopped after {result.pairs:,} pairs, whose result is in .table", table=result) from stop
    return run.result()


def _play(run: _Run, agents: tuple[Any, Any], most: int, threads: int, engine: Engine, progress: Progress) -> None:
    """Plays until the test has decided or so many pairs are played."""
    with reporter(progress, most, f"{run.contest.game} match", unit="pair") as report:
        while not run.decided and len(run.rounds) < most:
            done = len(run.rounds)
            count = min(run.batch - done % run.batch, most - done)

            def tell(finished: int, _all: int, done: int = done) -> None:
                if report is not None:
                    report(done + finished, most)

            columns, error = play_rounds(run.contest, agents, done, count, threads, tell, engine)
            run.extend(columns)
            if error is not None:
                raise error


class _Run:
    """A match in play: its definition and its rounds."""

    def __init__(
        self,
        contest: Contest,
        agents: tuple[Any, Any],
        test: Sprt | None,
        batch: int,
        level: float,
        stored: Path | None,
    ) -> None:
        self.contest, self.test, self.batch, self.level, self.stored = contest, test, batch, level, stored
        self.names = tuple(name_of(agent) for agent in agents)
        #: For each opening: utilities of the first team, plies, reasons, lucks and games, in both seatings.
        self.rounds: list[list[list[float]]] = []
        self.counts = [0, 0, 0, 0, 0]
        self.sequential: SequentialTest | None = test.begin(batch) if test else None

    @property
    def decided(self) -> bool:
        return self.sequential is not None and self.sequential.decision is not None

    def definition(self) -> dict[str, Any]:
        contest = self.contest
        return {
            "game": contest.game,
            "rules_version": describe(contest.game)["rules_version"],
            "rules": contest.rules,
            "starts": list(contest.starts),
            "agents": list(self.names),
            "opening_plies": contest.opening_plies,
            "seed": contest.seed,
            "experiment": contest.experiment,
            "max_plies": contest.max_plies,
            "sprt": self.test and self.test.to_dict(),
            "batch": self.batch,
        }

    def load(self, resume: bool) -> None:
        """Takes the rounds of the file, if the match is to go on; looks at them as when they were played."""
        if self.stored is None:
            if resume:
                raise ValueError("resume needs state, the file of the match")
            return
        if not self.stored.exists():
            self._write()
            return
        if not resume:
            raise ValueError(
                f"{str(self.stored)!r} is there already: give resume=True to go on with it, or another name"
            )
        found = _read(self.stored)
        mine = json.loads(json.dumps(self.definition()))
        differ = [name for name in mine if found["definition"].get(name) != mine[name]]
        if differ:
            raise ValueError(f"{str(self.stored)!r} is another match: it differs in {', '.join(differ)}")
        for row in found["rounds"]:
            self._add(row)

    def settle(self) -> None:
        """Counts and looks anew at the rounds that are there, and stores them."""
        rounds, self.rounds, self.counts = self.rounds, [], [0, 0, 0, 0, 0]
        self.sequential = self.test.begin(self.batch) if self.test else None
        for row in rounds:
            self._add(row)
        self._write()

    def extend(self, columns: dict[str, Any]) -> None:
        """Adds finished rounds and stores them."""
        names = ("utility", "plies", "reason", "luck", "game")
        for row in zip(*(columns[name].tolist() for name in names), strict=True):
            self._add(list(row))
        self._write()

    def _add(self, row: list[list[float]]) -> None:
        self.rounds.append(row)
        first, second = row[0]
        self.counts[_half_points(first) + _half_points(-second)] += 1
        if self.sequential is not None and len(self.rounds) % self.batch == 0 and not self.decided:
            self.sequential.look(self.counts)

    def _write(self) -> None:
        if self.stored is None:
            return
        document = {"format": FORMAT, "definition": self.definition(), "counts": self.counts, "rounds": self.rounds}
        temporary = self.stored.with_name(self.stored.name + ".tmp")
        with temporary.open("w", encoding="utf-8") as file:
            json.dump(document, file, separators=(",", ":"))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.stored)

    def result(self) -> Match:
        """What the rounds show."""
        contest = self.contest
        utilities = [own for row in self.rounds for own in (row[0][0], -row[0][1])]
        plies = [n for row in self.rounds for n in row[1]]
        words = describe(contest.game)["reasons"]
        reasons = Counter(words[int(number)] for row in self.rounds for number in row[2])
        games = len(utilities)
        known = statistics(self.counts, self.level)
        known.pop("units")
        known.pop("error")
        adjusted, low, high = self._adjusted()
        return Match(
            game=contest.game,
            a=self.names[0],
            b=self.names[1],
            rules=contest.rules,
            seed=contest.seed,
            experiment=contest.experiment,
            opening_plies=contest.opening_plies,
            level=self.level,
            counts=(self.counts[0], self.counts[1], self.counts[2], self.counts[3], self.counts[4]),
            wins=sum(value > 0 for value in utilities),
            draws=sum(value == 0 for value in utilities),
            losses=sum(value < 0 for value in utilities),
            sprt=self.test,
            decision=self.sequential.decision if self.sequential else None,
            llr=self.sequential.llr if self.sequential else None,
            bounds=self.sequential.bounds if self.sequential else None,
            distinct=len({number for row in self.rounds for number in row[4]}),
            plies=sum(plies) / games if games else math.nan,
            reasons={word: count / games for word, count in reasons.most_common()},
            adjusted_score=adjusted,
            adjusted_low=low,
            adjusted_high=high,
            **known,
        )

    def _adjusted(self) -> tuple[float | None, float | None, float | None]:
        """The score less the luck of the dice, by pairs."""
        if not describe(self.contest.game)["has_dice"] or not any(any(row[3]) for row in self.rounds):
            return None, None, None
        values = []
        for utility, _, _, luck, _ in self.rounds:
            first = (utility[0] + 1) / 2 - luck[0]
            second = 1 - ((utility[1] + 1) / 2 - luck[1])
            values.append((first + second) / 2)
        mean = math.fsum(values) / len(values)
        if len(values) < 2:
            return mean, -math.inf, math.inf
        variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        radius = quantile((1 + self.level) / 2) * math.sqrt(variance / len(values))
        return mean, mean - radius, mean + radius


def _half_points(utility: float) -> int:
    """Half points of a result: 2 for a win."""
    return 2 if utility > 0 else 1 if utility == 0 else 0


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if (
            found["format"] != FORMAT
            or not isinstance(found["definition"], dict)
            or not isinstance(found["rounds"], list)
        ):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{str(path)!r} holds no match of format {FORMAT}") from None
    return dict(found)
