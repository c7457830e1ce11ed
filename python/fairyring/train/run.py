"""A run of `alphazero` from iteration to iteration."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring._core import describe
from fairyring.errors import RunError
from fairyring.match.runner import play_by
from fairyring.train import checkpoint
from fairyring.train.replay import COLUMNS, Replay
from fairyring.train.selfplay import Game, SelfPlay
from fairyring.train.trained import NetworkPlayer, Trained

#: Columns of the curve, one number an iteration.
CURVE = ("games", "samples", "plies", "policy_loss", "value_loss", "rung", "rung_score")

#: Positions that the network is asked about together in self-play.
EVALUATED = 256

#: Games of an iteration that search at once.
MOST_SLOTS = 4096

#: Experiment of self-play's seeds, apart from that of gates.
SELF_PLAY, GATES = 0, 1


class Run:
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
        evaluator = network.NetworkEvaluator(self.network, parameters, 1, is_constant=True)
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

        check_game(self.game, header, self.path)
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


def check_game(game: str, header: dict[str, Any], path: Path | None) -> None:
    """Refuses a file of another game, or of another version of it."""
    version = describe(game)["rules_version"]
    for name, here in (("game", game), ("rules_version", version)):
        if header.get(name) != here:
            raise ValueError(f"{path} refused: its {name} is {header.get(name)!r}, not {here!r}")
