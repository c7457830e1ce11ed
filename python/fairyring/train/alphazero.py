"""Learning a policy and a value by self-play with Gumbel search, in the manner of AlphaZero."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring._core import Position, describe
from fairyring.arguments import Seed, Start, finite, master_seed, start_texts, whole
from fairyring.errors import Interrupted, RunError, require
from fairyring.match.runner import play_by
from fairyring.simulation import Progress, reporter, thread_count
from fairyring.train import checkpoint
from fairyring.train.curves import plot_curves
from fairyring.train.replay import COLUMNS, Replay
from fairyring.train.selfplay import Game, SelfPlay

#: Columns of the curve, one number an iteration.
CURVE = ("games", "samples", "plies", "policy_loss", "value_loss", "rung", "rung_score")

#: Positions that the network is asked about together in self-play.
EVALUATED = 256

#: Games of an iteration that search at once.
MOST_SLOTS = 4096

#: Experiment of self-play's seeds, apart from that of gates.
SELF_PLAY, GATES = 0, 1


class NetworkPlayer:
    """A player that searches with a network: Gumbel search without noise.

    An object with `choose` for matches. A search begins at the position without its past.
    """

    def __init__(
        self, game: str, rules: dict[str, Any], evaluator: Any, simulations: int, points: float | None
    ) -> None:
        self.game, self.rules, self.points = game, rules, points
        self.evaluator, self.simulations = evaluator, simulations

    def __str__(self) -> str:
        return f"network(simulations={self.simulations})"

    def choose(self, position: Position) -> str:
        """The move it plays."""
        return self.choices([position.text])[0]

    def choices(self, texts: Sequence[str], seed: int = 0) -> list[str]:
        """The moves it plays in positions, given as texts; batches of them are searched together."""
        with SelfPlay(
            self.game,
            games=len(texts),
            start=list(texts),
            search=f"gumbel(simulations={self.simulations}, noise=0)",
            threads=0,
            slots=min(len(texts), 512),
            max_plies=1,
            seed=seed,
            points=self.points,
            **self.rules,
        ) as pool:
            games = pool.run(self.evaluator)
        moves = []
        for text, game in zip(texts, games, strict=True):
            position = Position(self.game, text, **self.rules)
            for action in game.actions:
                position = position.play_action(int(action))
                if position.history:
                    break
            moves.append(position.history[0])
        return moves


@dataclass(frozen=True)
class Trained:
    """A run of `alphazero`.

    options: all that define it; games: played so far; curve: columns of one number an iteration: games so far, samples
    of the iteration, plies (mean), policy_loss, value_loss, rung (agents of the ladder that have been passed) and
    rung_score (against the next one, NaN where no gate was played); path: the file, or None.
    """

    game: str
    rules: dict[str, str]
    options: dict[str, Any]
    games: int
    curve: dict[str, npt.NDArray[np.float64]]
    path: str | None
    network: Any
    parameters: Any

    def evaluator(self, size: int = 256) -> Any:
        """The network as an evaluator (`fairyring.agents.Evaluator`) of batches of this size."""
        from fairyring.train.network import NetworkEvaluator

        return NetworkEvaluator(self.network, self.parameters, size)

    def player(self, simulations: int = 32, *, size: int = 1) -> NetworkPlayer:
        """The player that searches with the network, for matches; size: of its batches, 1 where it chooses one by one."""
        return NetworkPlayer(self.game, self.rules, self.evaluator(size), simulations, self.options["points"])

    def plot(self, columns: Sequence[str] = ("policy_loss", "value_loss")) -> Any:
        """Curves over the number of games, as a matplotlib figure."""
        return plot_curves(self.curve, "games", columns)

    def to_dict(self) -> dict[str, Any]:
        """The run as plain data, without the network."""
        curve = {name: column.tolist() for name, column in self.curve.items()}
        names = ("game", "rules", "options", "games", "path")
        return {name: getattr(self, name) for name in names} | {"curve": curve}

    def __str__(self) -> str:
        last = {name: column[-1] for name, column in self.curve.items() if len(column)}
        numbers = "".join(
            f", {name} {last[name]:.4g}" for name in ("policy_loss", "value_loss", "rung") if name in last
        )
        return f"{self.game}: {self.games:,} games, seed {self.options['seed']}{numbers}"


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
    run = _Run(game, resolved, starts, options, path)
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
        kept = "" if path is None else f"; {path} keeps them"
        raise Interrupted(f"stopped after {run.iterations * size:,} games{kept}", table=run.result()) from stop
    return run.result()


def load_network(game: str, path: str | os.PathLike[str]) -> Trained:
    """The run of a file that `alphazero` wrote for this game. Raises ValueError that says why a file is refused."""
    require("jax", "train", "a network")
    place = Path(os.fspath(path))
    header, arrays = checkpoint.read(place)
    _check(game, header, place)
    run = _Run(game, header["rules"], tuple(header["starts"]), header["options"], place)
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


def _check(game: str, header: dict[str, Any], path: Path | None) -> None:
    """Refuses a file of another game, or of another version of it."""
    version = describe(game)["rules_version"]
    for name, here in (("game", game), ("rules_version", version)):
        if header.get(name) != here:
            raise ValueError(f"{path} refused: its {name} is {header.get(name)!r}, not {here!r}")


class _Run:
    """A run: the network, its optimiser, the samples, the curve."""

    def __init__(
        self, game: str, rules: dict[str, str], starts: tuple[str, ...], options: dict[str, Any], path: Path | None
    ) -> None:
        from fairyring.train import network

        self.game, self.starts, self.options, self.path = game, starts, options, path
        self.rules: dict[str, Any] = dict(rules)
        facts = describe(game)
        shape, actions = tuple(facts["observation_shape"]), facts["action_count"]
        self.teams = np.array(facts["teams"])
        self.network = network.Network(actions, options["width"], options["blocks"])
        self.state = network.begin(self.network, shape, options["seed"])
        self.replay = Replay(shape, actions, options["replay"], options["lambda"])
        self.curve: dict[str, list[float]] = {name: [] for name in CURVE}
        self.iterations = 0

    def iterate(self, threads: int) -> None:
        """Plays and learns once. Nothing changes before its end, so that it can be abandoned."""
        from fairyring.train import network

        options = self.options
        count = options["games_per_iteration"]
        games = self._play(threads)
        replay = Replay(
            self.replay.arrays["observations"].shape[1:], self.replay.actions, self.replay.size, self.replay.lambda_
        )
        replay.arrays = self.replay.arrays
        added = replay.add(games, self.teams)
        random = np.random.default_rng([options["seed"], options["experiment"], self.iterations])
        state = self.state
        rate = options["rate"] / (1.0 + self.iterations / options["decay"]) ** 0.5
        losses = []
        for _ in range(max(1, round(added * options["reuse"] / options["batch"]))):
            drawn = replay.draw(options["batch"], random)
            state, loss = network.update(self.network, rate, state, *drawn)
            losses.append(np.asarray(loss))
        rung = self.curve["rung"][-1] if self.curve["rung"] else 0.0
        passed, score = self._gate(state.average, int(rung))
        policy_loss, value_loss = np.mean(losses, axis=0)
        plies = float(np.mean([game.plies for game in games]))
        row = ((self.iterations + 1) * count, added, plies, policy_loss, value_loss, rung + passed, score)
        self.state, self.replay = state, replay
        for name, value in zip(CURVE, row, strict=True):
            self.curve[name].append(float(value))
        self.iterations += 1

    def _play(self, threads: int) -> list[Game]:
        """The games of an iteration, by index."""
        from fairyring.train import network

        options, count = self.options, self.options["games_per_iteration"]
        evaluator = network.NetworkEvaluator(self.network, self.state.average, EVALUATED)
        bounds = [self.iterations * count + part * count // threads for part in range(threads + 1)]
        pools = [
            SelfPlay(
                self.game,
                games=last - first,
                first=first,
                search=f"gumbel(simulations={options['simulations']})",
                threads=0,
                slots=min(last - first, MOST_SLOTS),
                start=list(self.starts),
                seed=options["seed"],
                experiment=2 * options["experiment"] + SELF_PLAY,
                max_plies=options["max_plies"],
                keep_observations=True,
                points=options["points"],
                **self.rules,
            )
            for first, last in pairwise(bounds)
            if last > first
        ]
        with ExitStack() as stack:
            # Pools are closed before the threads are waited for, so that an interruption ends these.
            crew = stack.enter_context(ThreadPoolExecutor(len(pools)))
            for pool in pools:
                stack.callback(pool.close)
            parts = [crew.submit(pool.run, evaluator, max_batch=EVALUATED) for pool in pools]
            return [game for part in parts for game in part.result()]

    def _gate(self, parameters: Any, rung: int) -> tuple[bool, float]:
        """Plays the next agent of the ladder, where it is time; says whether it was passed, and the score."""
        from fairyring.train import network

        options = self.options
        every, ladder = options["gate_every"], options["ladder"]
        if every == 0 or (self.iterations + 1) % every != 0 or rung >= len(ladder):
            return False, float("nan")
        evaluator = network.NetworkEvaluator(self.network, parameters, 1)
        player = NetworkPlayer(self.game, self.rules, evaluator, options["simulations"], options["points"])
        match = play_by(
            self.rules,
            self.game,
            player,
            ladder[rung],
            pairs=options["gate_pairs"],
            sprt={"elo0": 0, "elo1": 100},
            seed=options["seed"],
            experiment=2 * (options["experiment"] + self.iterations) + GATES,
            max_plies=options["max_plies"],
            progress=False,
        )
        return match.decision == "H1", match.score

    def header(self) -> dict[str, Any]:
        """What the run is and how far it has come."""
        return {
            "game": self.game,
            "rules_version": describe(self.game)["rules_version"],
            "rules": self.rules,
            "starts": list(self.starts),
            "options": self.options,
            "iterations": self.iterations,
        }

    def _leaves(self) -> tuple[list[Any], Any]:
        import jax

        leaves, tree = jax.tree.flatten(self.state)
        return [np.asarray(leaf) for leaf in leaves], tree

    def save(self) -> None:
        """Writes the run's file."""
        assert self.path is not None
        leaves, _ = self._leaves()
        arrays = {f"parameter {i}": leaf for i, leaf in enumerate(leaves)}
        arrays |= {name: self.replay.arrays[name] for name in COLUMNS}
        arrays |= {f"curve {name}": np.array(column, np.float64) for name, column in self.curve.items()}
        checkpoint.write(self.path, self.header(), arrays)

    def restore(self, header: dict[str, Any], arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Takes up a stored run; refuses one that differs from what was asked for, or that has another shape."""
        import jax

        _check(self.game, header, self.path)
        here = self.header()
        flat = [
            {**document["options"], "rules": document["rules"], "starts": document["starts"]}
            for document in (header, here)
        ]
        for name in flat[1]:
            if flat[0].get(name) != flat[1][name]:
                raise RunError(f"{self.path} holds another run: its {name} is {flat[0].get(name)}, not {flat[1][name]}")
        leaves, tree = self._leaves()
        found = [arrays.get(f"parameter {i}") for i in range(len(leaves))]
        for i, (leaf, array) in enumerate(zip(leaves, found, strict=True)):
            if array is None or array.shape != leaf.shape or array.dtype != leaf.dtype:
                there = "absent" if array is None else f"{array.dtype} {array.shape}"
                raise ValueError(f"{self.path} refused: parameter {i} is {there}, not {leaf.dtype} {leaf.shape}")
        self.state = jax.tree.unflatten(tree, [jax.numpy.asarray(array) for array in found])
        for name in COLUMNS:
            if name not in arrays or arrays[name].shape[1:] != self.replay.arrays[name].shape[1:]:
                raise ValueError(f"{self.path} refused: its samples have no {name} of the right shape")
            self.replay.arrays[name] = arrays[name]
        for name in CURVE:
            if f"curve {name}" not in arrays:
                raise ValueError(f"{self.path} refused: its curve has no column {name}")
            self.curve[name] = arrays[f"curve {name}"].tolist()
        self.iterations = int(header["iterations"])

    def result(self) -> Trained:
        """The run as it is."""
        return Trained(
            self.game,
            self.rules,
            self.options,
            self.iterations * self.options["games_per_iteration"],
            {name: np.array(column) for name, column in self.curve.items()},
            None if self.path is None else os.fspath(self.path),
            self.network,
            self.state.average,
        )
