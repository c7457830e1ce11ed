"""Deciding whether a start square is balanced with as few games as it takes: a few looks, their errors spent bit by bit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairyring import _core
from fairyring._core import describe
from fairyring.arguments import MOST_GAMES, Seed, agent_list, fraction, master_seed, start_texts, whole
from fairyring.balance.behemoth import experiment_of, games_of
from fairyring.batch import Batch, Run, concat
from fairyring.engines import Engine, engine_of
from fairyring.errors import Interrupted
from fairyring.plain import plain_fields
from fairyring.simulation import Progress, play, reporter, thread_count
from fairyring.statistics import moments


@dataclass(frozen=True)
class Decision:
    """A sequential test of equivalence: White's luck-adjusted score with the interval that holds at all looks together,
    how many looks were taken of how many, and the verdict: "balanced", "unbalanced", or "undecided" after the last."""

    square: str
    agent: str
    verdict: str
    score: float
    low: float
    high: float
    games: int
    most: int
    look: int
    looks: int
    margin: float
    alpha: float
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """The decision as plain values."""
        return plain_fields(self)

    def __str__(self) -> str:
        return (
            f"{self.square}, {self.agent}: {self.verdict} (margin {self.margin:g}), White's score {self.score:.4f} "
            f"[{self.low:.4f}, {self.high:.4f}] after {self.games:,} of {self.most:,} games, look {self.look} of "
            f"{self.looks}; seed {self.seed}"
        )


def decide(
    square: str = "d4",
    *,
    agent: str = "twoply",
    games: int | None = None,
    looks: int = 5,
    margin: float = 0.01,
    alpha: float = 0.05,
    pocock: bool = False,
    seed: Seed = None,
    engine: Engine = "threads",
    workers: int | None = None,
    progress: Progress = True,
    **rules: Any,
) -> Decision:
    """Whether Behemoth chess from a square is balanced for an agent, stopping at the first of some looks that tells.

    games: at most, divided evenly between looks (None: the usual number of the agent). At each look the interval of
    1 - 2 alpha that holds at all looks together is compared with 1/2 ± margin, and the one of 1 - alpha for the verdict
    that it lies outside: group-sequential bounds with the spending of O'Brien and Fleming, or of Pocock. The games are
    those of `start_squares`, so a decision and a study agree.
    """
    count = whole(games_of(agent) if games is None else games, "games", 2, MOST_GAMES)
    parts = whole(looks, "looks", 1, 100)
    fraction(margin, "margin")
    shares = [(look + 1) / parts for look in range(parts)]
    inner = _core.spending_bounds(2 * fraction(alpha, "alpha"), shares, pocock)
    outer = _core.spending_bounds(alpha, shares, pocock)
    starts, resolved = start_texts("behemoth", None, rules | {"behemoth_start": square})
    players = agent_list(agent, tuple(describe("behemoth")["seats"]))
    run, threads, where = Run(master_seed(seed), experiment_of(square, agent)), thread_count(workers), engine_of(engine)
    batch: Batch | None = None
    with reporter(progress, count, "looks") as report:
        for look in range(parts):
            first = 0 if batch is None else len(batch)
            until = round(count * shares[look])
            told = None if report is None else lambda n, _, before=first: report(before + n, count)
            try:
                more = play(
                    "behemoth", resolved, starts, players, run, first, until - first, threads, None, told, engine=where
                )
            except KeyboardInterrupt as stop:
                raise Interrupted(f"stopped before look {look + 1}", batch=batch) from stop
            batch = more if batch is None else concat([batch, more])
            found = moments(batch.utility[:, 0], batch.luck)
            score, error = found.score - found.luck, (found.var_adjusted() / found.n) ** 0.5
            near, far = inner[look] * error, outer[look] * error
            distance = abs(score - 0.5)
            verdict = (
                "balanced" if distance + near < margin else "unbalanced" if distance - far > margin else "undecided"
            )
            if verdict != "undecided":
                break
    return Decision(
        square,
        agent,
        verdict,
        score,
        score - far,
        score + far,
        found.n,
        count,
        look + 1,
        parts,
        margin,
        alpha,
        run.seed,
    )
