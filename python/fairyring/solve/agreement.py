"""How often agents play what an endgame table calls best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairyring._core import Position, WariTable
from fairyring.analysis import analyse
from fairyring.arguments import Seed, agent_text, fraction, master_seed, whole
from fairyring.errors import Interrupted
from fairyring.simulation import Progress, reporter, simulate
from fairyring.statistics import quantile, wilson

#: Games played at a time, and most of them for a position asked for.
_GAMES, _MOST = 500, 50


@dataclass(frozen=True)
class Agreement:
    """How an agent does in positions that an endgame table knows, each of another game.

    positions: how many; best: in how many of them it plays a move that keeps the value; share: of these, with Wilson's
    interval; chance: the share expected of random moves; lost: points given away a move, by best play afterwards, with
    its interval. level: coverage of the intervals.
    """

    agent: str
    positions: int
    best: int
    share: float
    share_low: float
    share_high: float
    chance: float
    lost: float
    lost_low: float
    lost_high: float
    level: float
    seed: int

    def __str__(self) -> str:
        return (
            f"{self.agent}: {self.best:,} of {self.positions:,} moves are best, {100 * self.share:.1f} % "
            f"[{100 * self.share_low:.1f}, {100 * self.share_high:.1f}] (by chance {100 * self.chance:.1f}); "
            f"{self.lost:.3f} points a move given away [{self.lost_low:.3f}, {self.lost_high:.3f}]"
        )


def agreement(
    table: WariTable,
    agents: Sequence[Any],
    *,
    positions: int = 1000,
    players: Any = "alphabeta(depth=2, plies_random=12)",
    seed: Seed = None,
    level: float = 0.95,
    progress: Progress = True,
) -> list[Agreement]:
    """Asks agents, specs or objects of fairyring.agents, for a move in positions that an endgame table of wari knows.

    The positions come from games that `players` play by the Awari rules: of each game one, drawn from those that the
    table holds and in which some legal move is worse than another, and no text twice. All agents see the same ones.
    Raises ValueError where the games of these players reach too few. Ctrl-C raises Interrupted with the finished agents
    as its `table`.

    >>> import fairyring as fr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = fr.solve.wari(seeds=8, out=folder, progress=False)
    ...     agents = ["random", "alphabeta(depth=4)"]
    ...     random, searching = fr.solve.agreement(table, agents, positions=100, seed=1, progress=False)
    >>> searching.share_low > random.share_high
    True
    """
    specs = [agent_text(agent) for agent in agents]
    count = whole(positions, "positions", 1, 10**6)
    coverage = fraction(level, "level")
    master = master_seed(seed)
    found: list[Agreement] = []
    with reporter(progress, count * (len(specs) + 1), "agreement", unit="position") as report:

        def tell(done: int) -> None:
            if report is not None:
                report(done, count * (len(specs) + 1))

        try:
            drawn = _positions(table, players, count, master, tell)
            for number, spec in enumerate(specs):
                losses = []
                for index, (position, values) in enumerate(drawn):
                    move = analyse(position, spec, seed=_mixed(master, index)).move
                    losses.append(max(values.values()) - values[move])
                    tell((number + 1) * count + index + 1)
                found.append(_summary(spec, losses, drawn, coverage, master))
        except KeyboardInterrupt as stop:
            raise Interrupted(f"stopped; {len(found)} of {len(specs)} agents are in .table", table=found) from stop
    return found


def _positions(
    table: WariTable, players: Any, count: int, seed: int, tell: Any
) -> list[tuple[Position, dict[str, int]]]:
    """Positions of different games with the values of their moves."""
    drawn: dict[str, tuple[Position, dict[str, int]]] = {}
    random = np.random.default_rng(seed)
    for part in range(_MOST * count // _GAMES + 1):
        batch = simulate(
            "wari", games=_GAMES, agents=players, seed=seed, experiment=part, preset="awari", progress=False
        )
        for game in range(_GAMES):
            known = [(p, table.move_values(p)) for p in batch.replay(game) if _is_known(p, table.seeds)]
            choices = [(p, values) for p, values in known if len(set(values.values())) > 1 and p.text not in drawn]
            if choices:
                position, values = choices[random.integers(len(choices))]
                drawn[position.text] = (position, values)
                tell(len(drawn))
            if len(drawn) == count:
                return list(drawn.values())
    raise ValueError(
        f"{_GAMES * (part + 1):,} games of {players} reach {len(drawn):,} positions of up to {table.seeds} counters, "
        f"not {count:,}: give other players, or a table of more counters"
    )


def _is_known(position: Position, seeds: int) -> bool:
    """Whether the game goes on with so few counters in the pits."""
    return position.actor != "over" and int(position.board["count"].sum()) <= seeds


def _mixed(seed: int, index: int) -> int:
    """The seed of one question."""
    return int(np.random.SeedSequence([seed, index]).generate_state(1, np.uint64)[0])


def _summary(
    agent: str, losses: list[int], drawn: list[tuple[Position, dict[str, int]]], level: float, seed: int
) -> Agreement:
    count, best = len(losses), sum(loss == 0 for loss in losses)
    chances = [list(values.values()).count(max(values.values())) / len(values) for _, values in drawn]
    low, high = wilson(best, count, level)
    mean = sum(losses) / count
    radius = math.inf
    if count > 1:
        variance = math.fsum((loss - mean) ** 2 for loss in losses) / (count - 1)
        radius = quantile((1 + level) / 2) * math.sqrt(variance / count)
    return Agreement(
        agent=agent,
        positions=count,
        best=best,
        share=best / count,
        share_low=low,
        share_high=high,
        chance=math.fsum(chances) / count,
        lost=mean,
        lost_low=mean - radius,
        lost_high=mean + radius,
        level=level,
        seed=seed,
    )
