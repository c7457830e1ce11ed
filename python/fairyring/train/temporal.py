"""Learning an evaluation by temporal differences, natively."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring._core import TdTrainer, td_options
from fairyring.agents import Learned
from fairyring.arguments import Seed, Start, finite, master_seed, start_texts, whole
from fairyring.errors import Interrupted, RunError
from fairyring.simulation import Progress, reporter, thread_count
from fairyring.train import checkpoint
from fairyring.train.curves import plot_curves


@dataclass(frozen=True)
class Learning:
    """A run by temporal differences.

    game, rules; options: all that define it; games: played so far; weights: of the game's evaluation, by name, in
    hundredths of a pawn, averaged over the run; curve: columns of one number an update: games so far, plies (mean),
    decided (share of games), score (of the first team), loss (mean squared error of the values, in utility), and every
    weight; path: the file, or None.
    """

    game: str
    rules: dict[str, str]
    options: dict[str, Any]
    games: int
    weights: dict[str, float]
    curve: dict[str, npt.NDArray[np.float64]]
    path: str | None

    def agent(self, **budget: Any) -> Learned:
        """The player that searches with what was learned; arguments as of `fairyring.agents.Learned`."""
        if self.path is None:
            raise ValueError("a player reads a file: train with out=")
        return Learned(self.path, **budget)

    def plot(self, columns: Sequence[str] | None = None) -> Any:
        """The curves over the number of games (all weights if none are named), as a matplotlib figure."""
        return plot_curves(self.curve, "games", list(self.weights) if columns is None else list(columns))

    def to_dict(self) -> dict[str, Any]:
        """The run as plain data, the curve as lists."""
        return {
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "games": self.games,
            "weights": self.weights,
            "curve": {name: column.tolist() for name, column in self.curve.items()},
            "path": self.path,
        }

    def __str__(self) -> str:
        width = max(map(len, self.weights))
        lines = [f"{self.game}: {self.games:,} games, seed {self.options['seed']}"]
        lines += [f"  {name:<{width}}  {value:9.1f}" for name, value in self.weights.items()]
        return "\n".join(lines)


def td(
    game: str,
    *,
    games: int = 2000,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    terms: Sequence[str] | None = None,
    defaults: bool = False,
    inputs: bool = False,
    hidden: int = 0,
    depth: int = 1,
    nodes: int | None = None,
    fixed: bool = False,
    leaf: bool = True,
    lambda_: float = 0.8,
    rate: float = 20.0,
    decay: float = 20.0,
    batch: int = 20,
    opening_plies: int = 8,
    explore: float = 0.0,
    max_plies: int = 300,
    start: Start = None,
    seed: Seed = None,
    experiment: int = 0,
    workers: int | None = None,
    save_every: int = 10,
    progress: Progress = True,
    **rules: Any,
) -> Learning:
    """Learns an evaluation from self-play by TD(lambda) or TDLeaf(lambda).

    The value of a position is the game's evaluation with learned weights; the values that follow it in a game, and the
    result, say what it should have been. A value v in hundredths of a pawn means the expected utility
    tanh(v ln 10 / 800).

    games: to be played in all, rounded up to whole batches. out: the run's file, written every `save_every` updates
    and at the end, whole or not at all. resume: go on with the run in that file, or begin it where there is none; a run
    that was asked for differently is refused, but `games` may differ. terms: names of the weights that learn (all);
    the others stay as they begin: at 0, or at the game's defaults with defaults=True. inputs: also learn weights of the
    game's inputs (units by square, and around kings, dragons or the Behemoth); hidden: through so many hidden units,
    0 for a linear sum. depth: plies that self-play searches, captures besides; nodes: positions that it looks at for a
    move instead. fixed: both sides play by the game's default weights throughout, so that what is learned is what
    positions are worth in their games, and cannot change the games. leaf: the end of the principal variation
    learns (TDLeaf), or the position itself (TD). lambda_: 0 learns from the next value alone, 1 from the result alone.
    rate: the optimiser's first step, in hundredths of a pawn; decay: updates after which it has fallen to 0.71 of that;
    batch: games between updates. opening_plies: random plies at the beginning, at most; explore: probability of a
    random move later; max_plies: ends games. start, seed, experiment, workers, progress and other keywords are those of
    `simulate`.

    A run is a function of these but `workers`, `save_every` and stops. Ctrl-C raises Interrupted within a second, with
    the run so far as its `table`, the updates made being kept in `out`.

    Raises ValueError or TypeError naming the argument at fault, RunError if `out` holds another run.

    >>> import fairyring as fr
    >>> run = fr.train.td("wari", games=40, seed=1, progress=False)
    >>> run.games, sorted(run.weights)
    (40, ['counter', 'mobility', 'side'])
    """
    place, is_there = checkpoint.place(out, resume)
    path = None if place is None else str(place)
    starts, resolved = start_texts(game, start, rules)
    stored = TdTrainer.open(game, path) if path is not None and is_there else None
    if seed is None and stored is not None:
        seed = json.loads(stored.header())["options"]["seed"]
    size = whole(batch, "batch", 1, 10**6)
    default = json.loads(td_options(game))
    options = default | {
        "seed": master_seed(seed),
        "experiment": whole(experiment, "experiment", 0, 2**64 - 1),
        "lambda": finite(lambda_, "lambda_"),
        "rate": finite(rate, "rate"),
        "decay": finite(decay, "decay"),
        "batch": size,
        "depth": whole(depth, "depth", 1, 16),
        "nodes": 0 if nodes is None else whole(nodes, "nodes", 1, 10**9),
        "fixed": bool(fixed),
        "leaf": bool(leaf),
        "opening_plies": whole(opening_plies, "opening_plies", 0, 10_000),
        "explore": finite(explore, "explore"),
        "max_plies": whole(max_plies, "max_plies", 1, 10**6),
        "terms": default["terms"] if terms is None else _names(terms),
        "defaults": bool(defaults),
        "inputs": bool(inputs),
        "hidden": whole(hidden, "hidden", 0, 256),
    }
    trainer = TdTrainer(game, list(resolved.items()), list(starts), json.dumps(options))
    if stored is not None:
        _same(json.loads(stored.header()), json.loads(trainer.header()), path)
        trainer = stored
    updates = -(-whole(games, "games", 1, 10**12) // size)
    every = whole(save_every, "save_every", 1, 10**9)
    threads = thread_count(workers)
    stop: BaseException | None = None
    with reporter(progress, updates * size, f"{game} td", unit="game") as report:
        done = _updates(trainer)
        try:
            while done < updates and stop is None:
                before = done * size
                beat = None if report is None else lambda played, before=before: report(before + played, updates * size)
                stop = trainer.advance(min(updates, done + every), threads, beat)
                done = _updates(trainer)
                if path is not None:
                    trainer.save(path)
                if stop is None and report is not None:
                    # Updates that take a moment are told here only.
                    report(done * size, updates * size)
        except KeyboardInterrupt as interrupt:
            # It may have come between any two steps.
            stop = interrupt
    result = _result(trainer, path)
    if stop is None:
        return result
    if isinstance(stop, KeyboardInterrupt):
        kept = "" if path is None else f"; {path} keeps them"
        raise Interrupted(f"stopped after {result.games:,} games{kept}", table=result) from stop
    raise stop


def load(game: str, path: str | os.PathLike[str]) -> Learning:
    """The run of a file that `td` wrote for this game. Raises ValueError that says why a file is refused."""
    return _result(TdTrainer.open(game, os.fspath(path)), os.fspath(path))


def _same(stored: dict[str, Any], asked: dict[str, Any], path: str | None) -> None:
    """Refuses a stored run that differs from what was asked for."""
    flat = [{**header, **header["options"], "rules": dict(header["rules"])} for header in (stored, asked)]
    for name in ("rules", "starts", *asked["options"]):
        there, here = flat[0][name], flat[1][name]
        if there != here:
            raise RunError(f"{path} holds another run: its {name} is {there}, not {here}")


def _updates(trainer: TdTrainer) -> int:
    return int(json.loads(trainer.header())["updates"])


def _result(trainer: TdTrainer, path: str | None) -> Learning:
    header = json.loads(trainer.header())
    options = header["options"]
    return Learning(
        header["game"],
        dict(header["rules"]),
        options,
        header["updates"] * options["batch"],
        dict(trainer.weights()),
        trainer.curve(),
        path,
    )


def _names(terms: Sequence[str]) -> list[str]:
    if isinstance(terms, str) or not all(isinstance(term, str) for term in terms):
        raise TypeError(f"terms must be a list of names, not {terms!r}")
    return list(terms)
