"""Self-play in batches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

from fairyring import _core
from fairyring._core import describe
from fairyring.arguments import MOST_GAMES, Agents, Seed, Start, master_seed, sitters, start_texts, whole
from fairyring.batch import Batch, Run
from fairyring.errors import Interrupted

#: Called with the number of finished games and the number of all.
Progress: TypeAlias = bool | Callable[[int, int], object]

#: What plays the games.
Engine: TypeAlias = Literal["threads", "ray"]


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
    engine: Engine = "threads",
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

    The columns depend on nothing but game, rules, agents, start, seed and experiment: not on workers or chunks. Ctrl-C
    raises Interrupted within a second, with the games finished so far as its `batch`.

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
        engine=engine,
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
    engine: str = "threads",
) -> Batch:
    """`simulate` with the rules as a mapping, which may hold a rule that is named like an argument (`max_plies`)."""
    facts = describe(game)
    refuse_unbuilt(engine, out=out, resume=resume)
    total = whole(games, "games", 1, MOST_GAMES)
    players = sitters(agents, tuple(facts["seats"]))
    starts, resolved = start_texts(game, start, rules)
    run = Run(master_seed(seed), whole(experiment, "experiment", 0, 2**64 - 1))
    limit = None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1)
    threads = thread_count(workers)
    with reporter(progress, total, game) as report:
        return play(game, resolved, starts, players, run, 0, total, threads, limit, report)


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
    report: Callable[[int, int], object] | None,
) -> Batch:
    """Games number `first` on of a run whose arguments were checked. Raises Interrupted with what was finished."""
    evaluated = not all(isinstance(agent, str) for agent in agents)
    if not evaluated:
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
        )
    else:
        from fairyring.lockstep import play_lockstep

        columns, error = play_lockstep(game, rules, starts, agents, run, first, games, max_plies, report)
        agents = tuple(str(agent) for agent in agents)
    batch = Batch(
        columns,
        game=game,
        rules=rules,
        agents=agents,
        starts=starts,
        runs=[run],
        max_plies=max_plies,
        evaluated=evaluated,
    )
    if isinstance(error, KeyboardInterrupt):
        message = f"stopped after {len(batch):,} of {games:,} games, which are kept in .batch"
        raise Interrupted(message, batch=batch) from error
    if error is not None:
        raise error
    return batch


def refuse_unbuilt(engine: str, *, out: object = None, resume: bool = False) -> None:
    """Refuses what is planned but not built, and what does not exist."""
    if engine not in ("threads", "ray"):
        raise ValueError(f"unknown engine {engine!r}; valid: threads, ray")
    if engine == "ray":
        raise NotImplementedError('engine="ray" is not built yet; use engine="threads"')
    if out is not None or resume:
        raise NotImplementedError("storing a run (out=, resume=) is not built yet; leave both out")


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
