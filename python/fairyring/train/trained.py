"""What `alphazero` has trained, and the player that searches with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring._core import Position
from fairyring.train.curves import plot_curves
from fairyring.train.selfplay import SelfPlay


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

        return NetworkEvaluator(self.network, self.parameters, size, is_constant=True)

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
