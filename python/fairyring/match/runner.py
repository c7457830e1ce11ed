"""Playing a match: in batches, looked at after each, stopped and gone on with."""

from __future__ import annotations

import functools
import os
from contextlib import closing
from pathlib import Path
from typing import Any

from fairyring.arguments import Seed, Start, fraction, master_seed, start_texts, whole
from fairyring.engines import Chunk, Engine, Ray, Report, Threads, run_chunks
from fairyring.errors import Interrupted
from fairyring.match.games import Contest, engine_for, opponent_of, play_rounds
from fairyring.match.result import Match
from fairyring.match.rounds import Run, seed_of
from fairyring.match.sprt import Sprt
from fairyring.simulation import Progress, reporter, thread_count

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
    Interrupted with the result so far as its `table`. engine: "threads", or "ray" for a cluster, where each batch is a
    task; agents are specs then. The result does not depend on it.

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
        seed = seed_of(stored)
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
    run = Run(contest, (a, b), test, whole(batch, "batch", 1, 10**6), fraction(level, "level"), stored)
    if all(isinstance(opponent_of(agent), str) for agent in (a, b)):
        # A match of no games checks the agents, so that nothing is written or sent for a bad name.
        play_rounds(contest, (a, b), 0, 0, 1, None)
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


def _play(
    run: Run, agents: tuple[Any, Any], most: int, threads: int, engine: Threads | Ray, progress: Progress
) -> None:
    """Plays until the test has decided or so many pairs are played."""
    work = functools.partial(_play_chunk, run.contest, agents)
    early: dict[int, dict[str, Any]] = {}
    with reporter(progress, most, f"{run.contest.game} match", unit="pair") as report:
        done = len(run.rounds)
        results = run_chunks(
            work, run.chunks(most), engine=engine, workers=threads, report=report, total=most, done=done
        )
        with closing(results):
            for chunk, (columns, error) in results:
                # On a cluster batches come in any order; they count, and are looked at, in that of their numbers.
                early[chunk.first] = columns
                while not run.decided and len(run.rounds) in early:
                    run.extend(early.pop(len(run.rounds)))
                if error is not None:
                    raise error
                if report is not None:
                    # Batches that take a moment are told here only.
                    report(len(run.rounds), most)
                if run.decided:
                    return


def _play_chunk(
    contest: Contest, agents: tuple[Any, Any], chunk: Chunk, workers: int, report: Report | None
) -> tuple[dict[str, Any], BaseException | None]:
    return play_rounds(contest, agents, chunk.first, chunk.units, workers, report)
