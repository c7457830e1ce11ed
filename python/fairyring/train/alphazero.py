"""Learning a policy and a value by self-play with Gumbel search, in the manner of AlphaZero."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairyring.arguments import Seed, Start, finite, master_seed, start_texts, whole
from fairyring.errors import Interrupted, require
from fairyring.simulation import Progress, reporter, thread_count
from fairyring.train import checkpoint
from fairyring.train.run import Run, check_game
from fairyring.train.trained import Trained


def alphazero(
    game: str,
    *,
    games: int = 10_000,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    simulations: int = 32,
    width: int = 128,
    blocks: int = 2,
    rate: float = 2e-3,
    decay: float = 10.0,
    batch: int = 256,
    reuse: float = 4.0,
    games_per_iteration: int = 256,
    replay: int = 100_000,
    lambda_: float = 0.9,
    points: float | None = None,
    max_plies: int = 300,
    ladder: Sequence[str] = ("random", "greedy", "alphabeta(depth=2)", "alphabeta(depth=4)"),
    gate_every: int = 0,
    gate_pairs: int = 32,
    start: Start = None,
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    save_every: int = 10,
    progress: Progress = True,
    **rules: Any,
) -> Trained:
    """Learns a policy and a value by self-play: Gumbel search with a network, which learns what the searches found.

    Each iteration plays `games_per_iteration` games of `simulations` a move with the network as it is, adds their
    samples to the last `replay` ones, and makes steps by batches of `batch` of them, so that a sample is used `reuse`
    times on average. A sample's value is its λ-return: `lambda_` 1 learns from the results alone, 0 from what the search
    itself expected. What plays is the average of the network's parameters over the last steps.

    games: to be played in all, rounded up to whole iterations. out, resume: as in `td`; the file holds network,
    optimiser and samples, so that a run goes on exactly. width, blocks: of the network (`fairyring.train.network`);
    rate: of Adam at first; decay: iterations after which it has fallen to 0.71 of that. points: in a game with points,
    play for the lead over so many of them instead of the result. ladder, gate_every, gate_pairs: after every
    `gate_every` iterations (0: never) the network plays the first agent of the ladder that it has not passed, by a
    sequential test of at most `gate_pairs` pairs of games for an advantage of 0 against one of 100 Elo; if that accepts
    the advantage, the agent is passed. workers: threads that play, each a part of an
    iteration's games, None for one per core. start, seed, experiment, max_plies, progress and other keywords are those of `simulate`.

    A run is a function of these but `workers`, `save_every` and stops, on one machine: the network's answers do not
    depend on the company of a position in a batch. Ctrl-C raises Interrupted with the run so far as its `table`; the
    iteration in play is then abandoned.

    Raises ValueError or TypeError naming the argument at fault, RunError if `out` holds another run, ImportError
    without the extra `train`.
    """
    for module in ("jax", "flax", "optax"):
        require(module, "train", "alphazero")
    path, is_there = checkpoint.place(out, resume)
    starts, resolved = start_texts(game, start, rules)
    stored = checkpoint.read(path) if path is not None and is_there else None
    if seed is None and stored is not None:
        seed = stored[0]["options"]["seed"]
    size = whole(games_per_iteration, "games_per_iteration", 1, 2**20)
    options: dict[str, Any] = {
        "seed": master_seed(seed),
        "experiment": whole(experiment, "experiment", 0, 2**32 - 1),
        "simulations": whole(simulations, "simulations", 1, 100_000),
        "width": whole(width, "width", 1, 65_536),
        "blocks": whole(blocks, "blocks", 0, 1000),
        "rate": _positive(rate, "rate"),
        "decay": _positive(decay, "decay"),
        "batch": whole(batch, "batch", 1, 2**20),
        "reuse": _positive(reuse, "reuse"),
        "games_per_iteration": size,
        "replay": whole(replay, "replay", 1, 2**31),
        "lambda": _share(lambda_, "lambda_"),
        "points": None if points is None else float(points),
        "max_plies": whole(max_plies, "max_plies", 1, 2**32 - 1),
        "ladder": [str(agent) for agent in ladder],
        "gate_every": whole(gate_every, "gate_every", 0, 10**9),
        "gate_pairs": whole(gate_pairs, "gate_pairs", 1, 10**6),
    }
    run = Run(game, resolved, starts, options, path)
    if stored is not None:
        run.restore(*stored)
    iterations = -(-whole(games, "games", 1, 10**12) // size)
    every = whole(save_every, "save_every", 1, 10**9)
    threads = thread_count(workers) or os.cpu_count() or 1
    try:
        with reporter(progress, iterations * size, f"{game} alphazero", unit="game") as report:
            while run.iterations < iterations:
                run.iterate(threads)
                if path is not None and (run.iterations % every == 0 or run.iterations == iterations):
                    run.save()
                if report is not None:
                    report(run.iterations * size, iterations * size)
    except KeyboardInterrupt as stop:
        if path is not None and run.iterations > 0:
            run.save()
        kept = f"; {path} keeps them" if path is not None and run.iterations > 0 else ""
        raise Interrupted(f"stopped after {run.iterations * size:,} games{kept}", table=run.result()) from stop
    return run.result()


def load_network(game: str, path: str | os.PathLike[str]) -> Trained:
    """The run of a file that `alphazero` wrote for this game. Raises ValueError that says why a file is refused."""
    require("jax", "train", "a network")
    place = Path(os.fspath(path))
    header, arrays = checkpoint.read(place)
    check_game(game, header, place)
    run = Run(game, header["rules"], tuple(header["starts"]), header["options"], place)
    run.restore(header, arrays)
    return run.result()


def _positive(value: object, name: str) -> float:
    number = finite(value, name)
    if number <= 0.0:
        raise ValueError(f"{name} must be greater than 0, not {value}")
    return number


def _share(value: object, name: str) -> float:
    number = finite(value, name)
    if not 0.0 <= number <= 1.0:
        raise ValueError(f"{name} must lie between 0 and 1, not {value}")
    return number
