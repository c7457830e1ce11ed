"""Self-play in batches."""

from __future__ import annotations

import functools
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any, TypeAlias

from fairyring import _core
from fairyring._core import describe
from fairyring.arguments import MOST_GAMES, Agents, Seed, Start, master_seed, sitters, start_texts, whole
from fairyring.batch import Batch, Run, concat, no_columns
from fairyring.engines import Chunk, Engine, Ray, Report, cut, engine_of, run_chunks
from fairyring.errors import Interrupted

#: Called with the number of finished games and the number of all.
Progress: TypeAlias = bool | Callable[[int, int], object]

#: Largest number of games of a stored run.
MOST_STORED = 10**12

#: Games of a task of a cluster, at most, where nothing is stored.
_TASK = 1 << 16


def simulate(
    game: str,
    *,
    games: int = 1000,
    agents: Agents = "random",
    start: Start = None,
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    max_plies: int | None = None,
    progress: Progress = True,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    chunk: int | None = None,
    moves: bool = False,
    engine: Engine = "threads",
    address: str | None = None,
    **rules: Any,
) -> Batch:
    """Plays many games and returns their results as columns.

    game: one of `games()`. games: how many. agents: one for all seats ("random", "greedy", "twoply", ...), or a list
    of one per seat: specs, objects of fairyring.agents, or objects with evaluate(observations, masks) -> (logits,
    values), which are asked about many games at once (see fairyring.agents.Evaluator). start: None for the usual
    start, a text, a Position, or a list of these, of which game i takes number i % len(start). seed: a whole number
    below 2**64, a NumPy SeedSequence or Generator, or None for a fresh one, kept in the batch. experiment: a number
    that is mixed into every game's seed. workers: threads, None for one per core. max_plies: ends any game after so
    many plies, with the reason "max_plies". progress: True for a bar on a terminal, False, or a function of (finished,
    all). Other keywords are rule options, or preset=.

    out: a directory, new or empty, to store the run in, part by part (`docs/runs.md`); the batch then reads its columns
    when they are asked for. resume: go on with the run in that directory, or begin it where there is none; a run that
    differs in what was asked for is refused. chunk: games of a part, None for as many as take some seconds. moves: keep
    the moves too. engine: "threads", or "ray" for a cluster (at `address`, None for one on this machine), or an object
    of `fairyring.engines`.

    The columns depend on nothing but game, rules, agents, start, seed and experiment: not on workers, chunks, engine or
    resume. Ctrl-C raises Interrupted within a second, with the games finished so far (or stored) as its `batch`.

    Raises ValueError or TypeError naming the argument at fault, before anything is played.

    >>> import fairyring as fr
    >>> b = fr.simulate("behemoth", games=1000, agents="random", seed=7, progress=False)
    >>> b.summary().games
    1000
    """
    return simulate_by(
        rules,
        game,
        games=games,
        agents=agents,
        start=start,
        seed=seed,
        experiment=experiment,
        workers=workers,
        max_plies=max_plies,
        progress=progress,
        out=out,
        resume=resume,
        chunk=chunk,
        moves=moves,
        engine=engine,
        address=address,
    )


def simulate_by(
    rules: Mapping[str, Any],
    game: str,
    *,
    games: int,
    agents: Agents,
    start: Start = None,
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    max_plies: int | None = None,
    progress: Progress = True,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    chunk: int | None = None,
    moves: bool = False,
    engine: Engine | str = "threads",
    address: str | None = None,
) -> Batch:
    """`simulate` with the rules as a mapping, which may hold a rule that is named like an argument (`max_plies`)."""
    facts = describe(game)
    where = engine_of(engine, address)
    if out is None and (resume or chunk is not None):
        raise ValueError("resume= and chunk= are about stored runs: say in which directory by out=")
    total = whole(games, "games", 1, MOST_GAMES if out is None else MOST_STORED)
    players = sitters(agents, tuple(facts["seats"]))
    if not all(isinstance(player, str) for player in players) and (out is not None or moves or isinstance(where, Ray)):
        raise ValueError("agents with evaluate() play in this process: not with out=, moves= or engine='ray'")
    starts, resolved = start_texts(game, start, rules)
    run = Run(master_seed(seed), whole(experiment, "experiment", 0, 2**64 - 1))
    limit = None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1)
    threads = thread_count(workers)
    with reporter(progress, total, game) as report:
        if out is None:
            return play(
                game, resolved, starts, players, run, 0, total, threads, limit, report, moves=moves, engine=where
            )
        from fairyring.store import RunSpec, run_into

        # A batch of no games checks the agents, so that nothing is made for a bad name.
        play(game, resolved, starts, players, run, 0, 0, 1, limit, None)
        size = None if chunk is None else whole(chunk, "chunk", 1, 2**32 - 1)
        spec = RunSpec.of(game, resolved, players, starts, run, limit, bool(moves), size or 1, total)
        return run_into(
            out,
            spec,
            functools.partial(_play, game, resolved, starts, players, run, limit, bool(moves)),
            chunk=size,
            seeded=seed is not None,
            resume=resume,
            engine=where,
            workers=threads,
            report=report,
        )


def play(
    game: str,
    rules: dict[str, str],
    starts: tuple[str, ...],
    agents: tuple[Any, ...],
    run: Run,
    first: int,
    games: int,
    workers: int,
    max_plies: int | None,
    report: Report | None,
    *,
    moves: bool = False,
    engine: Engine | str = "threads",
) -> Batch:
    """Games number `first` on of a run whose arguments were checked. Raises Interrupted with what was finished."""
    if not all(isinstance(agent, str) for agent in agents):
        return _play_evaluated(game, rules, starts, agents, run, max_plies, first, games, report)
    where = engine_of(engine)
    if not isinstance(where, Ray) or games == 0:
        return _play(game, rules, starts, agents, run, max_plies, moves, first, games, workers, report)
    # A batch of no games checks the agents here, so that nothing is sent for a bad name.
    _play(game, rules, starts, agents, run, max_plies, moves, first, 0, 1, None)
    work = functools.partial(_play_chunk, game, rules, starts, agents, run, max_plies, moves)
    pieces: dict[int, Batch] = {}
    chunks = cut(first, games, max(1, min(_TASK, games // 64)))
    results = run_chunks(work, chunks, engine=where, report=report, total=games)
    try:
        with closing(results):
            for chunk, batch in results:
                pieces[chunk.number] = batch
    except KeyboardInterrupt as stop:
        kept = [pieces[number] for number in itertools.takewhile(pieces.__contains__, itertools.count())]
        nothing = Batch(
            no_columns(game, moves),
            game=game,
            rules=rules,
            agents=agents,
            starts=starts,
            runs=[run],
            max_plies=max_plies,
        )
        raise _interrupted(concat(kept) if kept else nothing, games) from stop
    return concat([pieces[chunk.number] for chunk in chunks])


def _play_chunk(
    game: str,
    rules: dict[str, str],
    starts: tuple[str, ...],
    agents: tuple[str, ...],
    run: Run,
    max_plies: int | None,
    moves: bool,
    chunk: Chunk,
    workers: int,
    report: Report | None,
) -> Batch:
    return _play(game, rules, starts, agents, run, max_plies, moves, chunk.first, chunk.units, workers, report)


def _play(
    game: str,
    rules: dict[str, str],
    starts: tuple[str, ...],
    agents: tuple[str, ...],
    run: Run,
    max_plies: int | None,
    moves: bool,
    first: int,
    games: int,
    workers: int,
    report: Report | None,
) -> Batch:
    """Games on the threads of this process."""
    columns, error = _core.simulate(
        game,
        list(rules.items()),
        list(starts),
        list(agents),
        run.seed,
        run.experiment,
        first,
        games,
        workers,
        max_plies,
        report,
        moves,
    )
    batch = Batch(columns, game=game, rules=rules, agents=agents, starts=starts, runs=[run], max_plies=max_plies)
    return _settled(batch, error, games)


def _play_evaluated(
    game: str,
    rules: dict[str, str],
    starts: tuple[str, ...],
    agents: tuple[Any, ...],
    run: Run,
    max_plies: int | None,
    first: int,
    games: int,
    report: Report | None,
) -> Batch:
    """Games in which objects are asked about many positions at once."""
    from fairyring.lockstep import play_lockstep

    columns, error = play_lockstep(game, rules, starts, agents, run, first, games, max_plies, report)
    batch = Batch(
        columns,
        game=game,
        rules=rules,
        agents=tuple(str(agent) for agent in agents),
        starts=starts,
        runs=[run],
        max_plies=max_plies,
        evaluated=True,
    )
    return _settled(batch, error, games)


def _settled(batch: Batch, error: BaseException | None, games: int) -> Batch:
    """The batch, unless something stopped it."""
    if isinstance(error, KeyboardInterrupt):
        raise _interrupted(batch, games) from error
    if error is not None:
        raise error
    return batch


def _interrupted(batch: Batch, games: int) -> Interrupted:
    return Interrupted(f"stopped after {len(batch):,} of {games:,} games, which are kept in .batch", batch=batch)


def thread_count(workers: int | None) -> int:
    """Threads to use; 0 tells the native part to take one per core."""
    return 0 if workers is None else whole(workers, "workers", 1, 1024)


@contextmanager
def reporter(
    progress: Progress, total: int, name: str, *, unit: str = "game"
) -> Iterator[Callable[[int, int], object] | None]:
    """The function that is told about progress: a bar on a terminal or in a notebook, the caller's own, or None."""
    if progress is False or progress is None:
        yield None
    elif progress is True:
        with _bar(total, name, unit) as bar:

            def advance(done: int, _all: int) -> None:
                bar.update(done - bar.n)

            yield None if bar.disable else advance
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress must be True, False or a function of (finished, all), not {progress!r}")


def _bar(total: int, name: str, unit: str) -> Any:
    """A progress bar on stderr that shows itself on terminals and in notebooks only."""
    options: dict[str, Any] = {"total": total, "desc": name, "unit": unit, "unit_scale": True, "delay": 0.5}
    if "ipykernel" in sys.modules:
        try:
            import ipywidgets  # noqa: F401
            from tqdm.notebook import tqdm as notebook_tqdm

            return notebook_tqdm(**options)
        except ImportError:
            options["disable"] = False
    else:
        options["disable"] = None
    from tqdm import tqdm

    return tqdm(file=sys.stderr, leave=False, **options)
