"""The native agents as objects whose text is their spec."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar


class Agent:
    """An agent that is played natively. Its text is its spec, as functions and the command line take it."""

    name: ClassVar[str]

    def __str__(self) -> str:
        values = [(field.name, getattr(self, field.name)) for field in fields(self)]  # type: ignore[arg-type]
        given = [f"{name}={_text(value)}" for name, value in values if value is not None]
        return f"{self.name}({', '.join(given)})" if given else self.name


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}:{number}" for key, number in value.items()) + "}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _one_budget(agent: Agent, *, optional: bool = False) -> None:
    given = [name for name in ("depth", "nodes", "ms") if getattr(agent, name) is not None]
    if len(given) > 1 or not (given or optional):
        raise ValueError(f"{type(agent).__name__} takes exactly one of depth, nodes and ms, not {given or 'none'}")


@dataclass(frozen=True)
class Random(Agent):
    """Plays uniformly random legal moves."""

    name: ClassVar[str] = "random"


@dataclass(frozen=True)
class Greedy(Agent):
    """Plays what is worth most at once. weights: of the evaluation, by name, where they differ from the defaults."""

    name: ClassVar[str] = "greedy"
    weights: Mapping[str, int] | None = None


@dataclass(frozen=True)
class TwoPly(Agent):
    """Plays the move whose worst answer is best."""

    name: ClassVar[str] = "twoply"
    weights: Mapping[str, int] | None = None


@dataclass(frozen=True)
class AlphaBeta(Agent):
    """Iterative deepening alpha-beta, by one of depth (plies), nodes, or ms (which is not reproducible).

    weights: of the evaluation, by name; selective: prune by null moves and late-move reductions; quiescence: most plies
    of it; table: log2 of the transposition table's size; drift: value what lies below a roll by the mean over
    all rolls that do not change its moves (the default), or as though nothing had been rolled; plies_random: plies from
    the start whose moves are drawn, at a temperature in hundredths of a pawn or uniformly.
    """

    name: ClassVar[str] = "alphabeta"
    depth: int | None = None
    nodes: int | None = None
    ms: int | None = None
    weights: Mapping[str, int] | None = None
    selective: bool | None = None
    quiescence: int | None = None
    table: int | None = None
    drift: bool | None = None
    plies_random: int | None = None
    temperature: float | None = None

    def __post_init__(self) -> None:
        _one_budget(self)


@dataclass(frozen=True)
class Expectiminimax(Agent):
    """Iterative deepening over all outcomes of the dice, with Star2 cuts (star=0: none, 1: Star1)."""

    name: ClassVar[str] = "expectiminimax"
    depth: int | None = None
    nodes: int | None = None
    ms: int | None = None
    weights: Mapping[str, int] | None = None
    star: int | None = None
    plies_random: int | None = None
    temperature: float | None = None

    def __post_init__(self) -> None:
        _one_budget(self)


@dataclass(frozen=True)
class MCTS(Agent):
    """Monte Carlo tree search: rule "uct", "puct" or "gumbel", with rollouts, or static values where rollouts is 0."""

    name: ClassVar[str] = "mcts"
    simulations: int = 200
    c: float | None = None
    rule: str | None = None
    rollouts: int | None = None
    rollout_plies: int | None = None
    reuse: bool | None = None
    weights: Mapping[str, int] | None = None
    plies_random: int | None = None
    temperature: float | None = None


@dataclass(frozen=True)
class Endgame(Agent):
    """Wari by an endgame table: perfect inside it, outside alpha-beta of two plies (or depth, nodes, ms) with the
    table at
    its leaves. Only for the rules of the table."""

    name: ClassVar[str] = "endgame"
    table: str | os.PathLike[str] = ""
    depth: int | None = None
    nodes: int | None = None
    ms: int | None = None
    weights: Mapping[str, int] | None = None
    plies_random: int | None = None
    temperature: float | None = None

    def __post_init__(self) -> None:
        if not os.fspath(self.table):
            raise ValueError("Endgame takes table, the directory of a table")
        _one_budget(self, optional=True)


@dataclass(frozen=True)
class Learned(Agent):
    """A player by the evaluation of a file that `fairyring.train.td` wrote: alpha-beta of three plies, or by another
    search ("expectiminimax", "twoply") or budget.

    any_rules: take a file that was learned by other rules of the game.
    """

    name: ClassVar[str] = "learned"
    path: str | os.PathLike[str] = ""
    search: str | None = None
    depth: int | None = None
    nodes: int | None = None
    ms: int | None = None
    any_rules: bool | None = None
    plies_random: int | None = None
    temperature: float | None = None

    def __post_init__(self) -> None:
        if not os.fspath(self.path):
            raise ValueError("Learned takes path, the file of a run")
        _one_budget(self, optional=True)
