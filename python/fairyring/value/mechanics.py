"""What the clauses of a unit's rule are worth, whom it likes beside it, and whether the agent's belief matters."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fairyring._core import describe
from fairyring.arguments import Seed, master_seed
from fairyring.balance.behemoth import aligned
from fairyring.engines import Engine
from fairyring.plain import plain_fields
from fairyring.simulation import Progress
from fairyring.statistics import quantile
from fairyring.value.army import AGENT, ArmyGames, play_armies
from fairyring.value.fit import Fit, Interval, fit, joined
from fairyring.value.tasks import ANCHORS, CONTROLS
from fairyring.value.values import KNIGHT_ROOK, scaled

#: Variants of the Teleport's rule; the owner of the only Teleport is the one concerned.
RESTRICTIONS: dict[str, dict[str, Any]] = {
    "as published": {},
    "never teleports": {"teleport": False},
    "recharge 0": {"recharge": 0},
    "recharge 2": {"recharge": 2},
    "any empty square": {"safe_target": False},
}

#: Tasks that say most of a unit between a knight and a rook; `X` stands for it.
DIRECT = ("X:N", "X:R")

#: Tasks without the unit: they do not depend on its rule, so that one set of games serves all variants.
SHARED = (*CONTROLS, *ANCHORS)


@dataclass(frozen=True)
class VariantRow:
    """One variant: the unit's value on the knight/rook scale, and how much more it is than the first variant's."""

    name: str
    rules: dict[str, Any]
    agent: str
    games: int
    value: Interval
    change: Interval

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        return plain_fields(self)


@dataclass(frozen=True, eq=False)
class Variants:
    """Variants of a unit's rule or of the agent's belief, fitted together with the orthodox units that they share."""

    piece: str
    rows: tuple[VariantRow, ...]
    fit: Fit
    seed: int

    def __getitem__(self, name: str) -> VariantRow:
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(f"no variant {name!r}; there are: {', '.join(row.name for row in self.rows)}")

    def to_dict(self) -> list[dict[str, Any]]:
        """The rows as plain values."""
        return [row.to_dict() for row in self.rows]

    def __str__(self) -> str:
        head = ["variant", "agent", "games", "knight/rook", "change"]
        body = [[row.name, row.agent, f"{row.games:,}", str(row.value), str(row.change)] for row in self.rows]
        return aligned([head, *body])


def fitted_together(
    piece: str, shared: ArmyGames, variants: Mapping[str, ArmyGames], rules: Mapping[str, dict[str, Any]] | None = None
) -> Variants:
    """One fit of several sets of games in which the unit has a value each, and orthodox units one for all."""
    parts = [shared.rows] + [games.rows.renamed({piece: f"{piece} {name}"}) for name, games in variants.items()]
    found = fit(joined(parts))
    rows = []
    base = next(iter(variants))
    for name, games in variants.items():
        own, first = f"{piece} {name}", f"{piece} {base}"
        change = {own: 1.0, first: -1.0} if own != first else {}
        rows.append(
            VariantRow(
                name,
                dict((rules or {}).get(name, {})),
                games.batch.agents[0],
                len(games.batch),
                scaled(found, {own: 1.0}, KNIGHT_ROOK),
                scaled(found, change, KNIGHT_ROOK),
            )
        )
    return Variants(piece, tuple(rows), found, shared.batch.runs[0].seed)


def restricted(
    game: str = "astral",
    piece: str = "T",
    *,
    variants: Mapping[str, dict[str, Any]] | None = None,
    agent: Any = AGENT,
    games: int = 1800,
    shared: int | ArmyGames = 3600,
    seed: Seed = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    workers: int | None = None,
    engine: Engine = "threads",
    progress: Progress = True,
) -> Variants:
    """Restricted play (Jaffe and others 2012): what each clause of a unit's rule is worth.

    Only one side owns the unit, so that a rule option about it restricts that side alone. variants: rule options by
    name, the first one being what others are compared with; None for the Teleport's. games: of each variant, by the
    tasks of `DIRECT`; shared: of the tasks without the unit, which fix the scale, or such games of the same agent that
    were played already.
    """
    chosen = dict(RESTRICTIONS if variants is None else variants)
    if not chosen:
        raise ValueError("variants is empty; name at least one")
    common: dict[str, Any] = {
        "agent": agent,
        "seed": master_seed(seed),
        "workers": workers,
        "engine": engine,
        "resume": resume,
        "progress": progress,
    }
    anchors = (
        shared
        if isinstance(shared, ArmyGames)
        else play_armies(game, SHARED, games=shared, out=under(out, "shared"), **common)
    )
    tasks = [text.replace("X", piece) for text in DIRECT]
    played = {
        name: play_armies(game, tasks, games=games, rules=rules, experiment=1, out=under(out, name), **common)
        for name, rules in chosen.items()
    }
    return fitted_together(piece, anchors, played, chosen)


@dataclass(frozen=True)
class Beside:
    """How a unit gets on with a knight beside it and with a bishop, against the same opponent, who has one of both.

    scores: the owner's mean score with the pair, in a table of pairs; interaction: how much more the unit gains, in
    logits, by a knight instead of a bishop than a knight does. p: of the hypothesis that it gains no more.
    """

    scores: dict[str, float]
    interaction: Interval
    p: float
    games: int
    agent: str
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return plain_fields(self)


def beside(
    game: str = "astral",
    piece: str = "T",
    *,
    agent: Any = AGENT,
    games: int = 4000,
    seed: Seed = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    workers: int | None = None,
    engine: Engine = "threads",
    progress: Progress = True,
) -> Beside:
    """Tests whether a unit works better beside a knight than beside a bishop: a 2 x 2 design.

    Both sides have rooks, queen and pawns; the opponent has a knight and a bishop, the owner the unit or a knight, with
    a knight or a bishop. What a knight and a bishop are worth by themselves cancels in the interaction.
    """
    pairs = [f"{piece}+N", f"{piece}+B", "N+N", "N+B"]
    played = play_armies(
        game,
        [f"{pair}:N+B" for pair in pairs],
        agent=agent,
        games=games,
        without="2N+2B",
        seed=seed,
        experiment=2,
        out=out,
        resume=resume,
        workers=workers,
        engine=engine,
        progress=progress,
    )
    task = np.array([deal.task for deal in played.deals])
    owns = np.array([deal.white_owns for deal in played.deals])
    score = np.where(owns, played.rows.scores, 1 - played.rows.scores)
    means, variance = [], 0.0
    for number in range(4):
        mine = score[task == number]
        mean = float(mine.mean())
        means.append(mean)
        variance += float(mine.var(ddof=1)) / len(mine) / (mean * (1 - mean)) ** 2
    logits = [math.log(mean / (1 - mean)) for mean in means]
    value, error = logits[0] - logits[1] - logits[2] + logits[3], math.sqrt(variance)
    radius = quantile(0.975) * error
    return Beside(
        dict(zip(pairs, means, strict=True)),
        Interval(value, value - radius, value + radius),
        0.5 * math.erfc(value / error / math.sqrt(2)),
        len(score),
        played.batch.agents[0],
        played.batch.runs[0].seed,
    )


def sensitivity(
    game: str = "astral",
    piece: str = "T",
    *,
    weight: str = "teleport",
    beliefs: Sequence[int] = (350, 550),
    rounds: int = 2,
    nodes: int = 1000,
    games: int = 1800,
    shared: int | ArmyGames = 3600,
    seed: Seed = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    workers: int | None = None,
    engine: Engine = "threads",
    progress: Progress = True,
) -> Variants:
    """How the estimate depends on what the agent believes the unit to be worth, in hundredths of a pawn.

    After the given beliefs the estimate of the last study becomes the next belief, for so many rounds or until the
    belief lies in the interval of its own estimate: a fixed point. The agent's pawn is taken from what it believes of
    knight and rook together, as estimates are on that scale. games, shared: as of `restricted`.
    """
    weights = {entry["name"]: entry["default"] for entry in describe(game)["weights"]}
    if weight not in weights:
        raise ValueError(f"unknown weight {weight!r} of {game}; valid: {', '.join(weights)}")
    pawn = (weights["knight"] + weights["rook"]) / KNIGHT_ROOK[1]
    common: dict[str, Any] = {
        "seed": master_seed(seed),
        "workers": workers,
        "engine": engine,
        "resume": resume,
        "progress": progress,
    }
    anchors = (
        shared
        if isinstance(shared, ArmyGames)
        else play_armies(
            game, SHARED, agent=f"alphabeta(nodes={nodes})", games=shared, out=under(out, "shared"), **common
        )
    )
    tasks = [text.replace("X", piece) for text in DIRECT]
    played: dict[str, ArmyGames] = {}
    found: Variants | None = None

    def study(belief: int) -> VariantRow:
        nonlocal found
        name = f"belief {belief}"
        if name not in played:
            agent = f"alphabeta(nodes={nodes}, weights={{{weight}:{belief}}})"
            played[name] = play_armies(
                game, tasks, agent=agent, games=games, experiment=1, out=under(out, name), **common
            )
            found = fitted_together(piece, anchors, played)
        assert found is not None
        return found[name]

    for belief in beliefs:
        row = study(belief)
    for _ in range(rounds):
        belief = round(row.value.value * pawn)
        row = study(belief)
        if row.value.low * pawn <= belief <= row.value.high * pawn:
            break
    if found is None:
        raise ValueError("beliefs is empty; name at least one")
    return found


def under(out: str | os.PathLike[str] | None, name: str) -> Path | None:
    """The directory of a run of a study."""
    return None if out is None else Path(out) / name.replace(" ", "-")
