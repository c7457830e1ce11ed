"""Mate problems: solutions and new ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairyring import _core
from fairyring._core import Position
from fairyring.arguments import Seed, master_seed, whole
from fairyring.errors import Interrupted
from fairyring.simulation import Progress, reporter


@dataclass(frozen=True)
class Reply:
    """An answer to a move that mates: the move, whether several moves mate after it (a dual), and those moves."""

    move: str
    dual: bool
    continuations: tuple[Variation, ...]


@dataclass(frozen=True)
class Variation:
    """A move that mates in `moves`, itself counted, with all answers to it; of a dual only the first move has them."""

    move: str
    moves: int
    replies: tuple[Reply, ...]


@dataclass(frozen=True)
class Solution:
    """The solution of a mate problem.

    verdict: "sound" (one key and no shorter mate), "cooked" (several keys, or a shorter mate) or "no solution"; keys:
    the first moves that mate in time; shortest: the fewest moves that mate, or None; tries: first moves that fail to
    few answers, each with the answers that refute it; tree: the keys with their variations; cut: whether the tree was
    cut at its limit; nodes: positions looked at. Its text is the solution in words.
    """

    position: Position
    moves: int
    verdict: str
    shortest: int | None
    tries: Mapping[str, tuple[str, ...]]
    tree: tuple[Variation, ...]
    cut: bool
    nodes: int
    lines: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The first moves that mate in time, sorted."""
        return tuple(sorted(key.move for key in self.tree))

    @property
    def sound(self) -> bool:
        """Whether there is one key, and no shorter mate."""
        return self.verdict == "sound"

    @property
    def cooked(self) -> bool:
        """Whether there are several keys, or a shorter mate than asked for."""
        return self.verdict == "cooked"

    @property
    def duals(self) -> tuple[tuple[str, ...], ...]:
        """Lines that end in an answer after which several moves mate: key, answer, move, answer, ..."""
        return tuple(line for key in self.tree for line in _duals(key, ()))

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain values."""
        return {
            "game": self.position.game,
            "text": self.position.text,
            "moves": self.moves,
            "verdict": self.verdict,
            "shortest": self.shortest,
            "keys": self.keys,
            "tries": {move: list(refutations) for move, refutations in self.tries.items()},
            "duals": self.duals,
            "tree": [_plain(key) for key in self.tree],
            "cut": self.cut,
            "nodes": self.nodes,
        }

    def __str__(self) -> str:
        return self.lines.rstrip("\n")


@dataclass(frozen=True)
class Problem:
    """A sound problem that was composed: its position, its solution, and the number of units on the board."""

    position: Position
    solution: Solution
    units: int

    def __str__(self) -> str:
        return f"{self.position.text}\n{self.solution}"


def mate(
    position: Position, moves: int = 2, *, refutations: int = 1, tree: int = 100_000, nodes: int | None = None
) -> Solution:
    """Solves mate in `moves` for the side to move, in any game without dice that a move can win at once.

    refutations: a first move is a try if it fails to at most so many answers; tree: how many nodes the tree of
    variations may have; nodes: positions looked at before the search gives up with RuntimeError. The position's past is
    left out. Ctrl-C stops it. Raises ValueError for games with dice or finished ones.

    >>> import fairyring as fr
    >>> p = fr.Position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> fr.solve.mate(p, moves=1).keys
    ('a1a8',)
    """
    _check(position)
    limit = None if nodes is None else whole(nodes, "nodes", 1, 2**63)
    found = _core.mate(
        position,
        whole(moves, "moves", 1, 50),
        whole(refutations, "refutations", 0, 1000),
        whole(tree, "tree", 0, 10**8),
        limit,
    )
    return _solution(position, found)


def compose(
    start: Position,
    *,
    moves: int = 2,
    wanted: int = 10,
    attempts: int = 100_000,
    quiet_key: bool = False,
    refutations: int = 1,
    nodes: int | None = 1_000_000,
    plies: int = 40,
    area: tuple[int, int] = (5, 5),
    seed: Seed = None,
    progress: Progress = True,
) -> list[Problem]:
    """Composes mate problems: draws positions and keeps those with exactly one key, no shorter mate and no check.

    Positions are drawn from `start` by up to `plies` random moves; cards that are in hand are instead laid at random on
    `area`, so many columns and rows around the middle of the table. wanted: how many problems to find; attempts:
    positions to draw at most; quiet_key: refuse keys that capture or check; nodes: positions looked at for each that is
    drawn. The most economical come first, then those with most tries. Ctrl-C raises Interrupted with what was found as
    its `table`.

    >>> import fairyring as fr
    >>> start = fr.Position("chess", "4k3/8/8/8/8/8/3Q4/R3K3 w - - 0 1")
    >>> problem = fr.solve.compose(start, wanted=1, seed=1, progress=False)[0]
    >>> fr.solve.mate(problem.position).verdict
    'sound'
    """
    _check(start)
    most = whole(attempts, "attempts", 1, 2**63)
    try:
        width, height = area
    except (TypeError, ValueError):
        raise TypeError(f"area must be a pair (columns, rows), not {area!r}") from None
    with reporter(progress, most, "compose", unit="position") as report:
        found, error = _core.compose(
            start,
            whole(moves, "moves", 1, 50),
            whole(refutations, "refutations", 0, 1000),
            None if nodes is None else whole(nodes, "nodes", 1, 2**63),
            whole(wanted, "wanted", 1, 10**6),
            most,
            bool(quiet_key),
            master_seed(seed),
            whole(plies, "plies", 0, 10_000),
            whole(width, "columns of area", 1, 1000),
            whole(height, "rows of area", 1, 1000),
            report,
        )
    problems = []
    for entry in found:
        position = Position(start.game, entry["text"], **start.rules)
        problems.append(Problem(position, _solution(position, entry["solution"]), entry["units"]))
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted(f"stopped; {len(problems)} problems are kept in .table", table=problems) from error
    if error is not None:
        raise error
    return problems


def _check(position: object) -> None:
    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")


def _solution(position: Position, found: dict[str, Any]) -> Solution:
    return Solution(
        position=position,
        moves=found["moves"],
        verdict=found["verdict"],
        shortest=found["shortest"],
        tries={move: tuple(refutations) for move, refutations in found["tries"]},
        tree=tuple(_variation(key) for key in found["keys"]),
        cut=found["cut"],
        nodes=found["nodes"],
        lines=found["lines"],
    )


def _variation(node: dict[str, Any]) -> Variation:
    replies = tuple(
        Reply(reply["move"], reply["dual"], tuple(_variation(entry) for entry in reply["continuations"]))
        for reply in node["replies"]
    )
    return Variation(node["move"], node["moves"], replies)


def _duals(node: Variation, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for reply in node.replies:
        line = (*before, node.move, reply.move)
        if reply.dual:
            yield line
        for continuation in reply.continuations:
            yield from _duals(continuation, line)


def _plain(node: Variation) -> dict[str, Any]:
    replies = [
        {"move": reply.move, "dual": reply.dual, "continuations": [_plain(entry) for entry in reply.continuations]}
        for reply in node.replies
    ]
    return {"move": node.move, "moves": node.moves, "replies": replies}
