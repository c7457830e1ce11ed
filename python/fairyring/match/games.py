"""The games of matches: native ones on threads, those of other players one after another."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from fairyring import _core
from fairyring._core import Position, describe
from fairyring.arguments import agent_text
from fairyring.engines import Chunk, Engine, Ray, Report, Threads, cut, engine_of, run_chunks

#: Pieces into which the openings of a cluster are cut at least, where there are so many.
PIECES = 32

#: Columns of contests.
TYPES: dict[str, Any] = {
    "seed": np.uint64,
    "utility": np.float32,
    "plies": np.uint32,
    "reason": np.uint8,
    "luck": np.float32,
    "game": np.uint64,
}


@runtime_checkable
class Opponent(Protocol):
    """A player from outside: an engine, a person, an object that evaluates.

    choose(position) returns the text of a legal move. begin_game(seed), where there is one, is called before each game;
    copy(), where there is one, gives a second player for games in which it sits on several seats.
    """

    def choose(self, position: Position) -> str:
        """A legal move."""


@dataclass(frozen=True)
class Contest:
    """What defines the games: index i of an opening gives the same games whenever and wherever it is played."""

    game: str
    rules: dict[str, str]
    starts: tuple[str, ...]
    opening_plies: int
    seed: int
    experiment: int
    max_plies: int | None


def opponent_of(agent: Any) -> Any:
    """A spec, or an object that chooses."""
    if callable(getattr(agent, "choose", None)):
        return agent
    if callable(getattr(agent, "evaluate", None)):
        from fairyring.agents.evaluator import EvaluatorSeat

        return EvaluatorSeat(agent)
    return agent_text(agent)


def name_of(agent: Any) -> str:
    """How an agent is called in results."""
    if callable(getattr(agent, "evaluate", None)) or callable(getattr(agent, "choose", None)):
        text = str(agent)
        return type(agent).__name__ if text.startswith("<") else text
    return agent_text(agent)


def engine_for(agents: Sequence[Any], engine: Engine | str) -> Threads | Ray:
    """The engine, checked; ValueError where these agents cannot play there."""
    where = engine_of(engine)
    if isinstance(where, Ray) and not all(isinstance(opponent_of(agent), str) for agent in agents):
        raise ValueError("players from outside play in this process: not with engine='ray'")
    return where


def play_rounds(
    contest: Contest,
    agents: Sequence[Any],
    first: int,
    count: int,
    workers: int,
    report: Report | None,
    engine: Engine | str = "threads",
) -> tuple[dict[str, Any], BaseException | None]:
    """The columns of openings `first` to `first + count`, or of as many as were finished, and what stopped it."""
    where = engine_for(agents, engine)
    opponents = [opponent_of(agent) for agent in agents]
    if all(isinstance(opponent, str) for opponent in opponents):
        if isinstance(where, Ray):
            return _play_on_cluster(contest, opponents, first, count, report, where)
        return _play_native(contest, opponents, first, count, workers, report)
    table = _Table(contest, opponents)
    rows: dict[str, list[Any]] = {name: [] for name in TYPES}
    stopped: BaseException | None = None
    try:
        for index in range(first, first + count):
            for name, value in table.round(index).items():
                rows[name].append(value)
            if report is not None:
                report(index - first + 1, count)
    except KeyboardInterrupt as stop:
        stopped = stop
    finally:
        table.close()
    return {name: np.array(rows[name], kind) for name, kind in TYPES.items()}, stopped


def _play_native(
    contest: Contest, specs: Sequence[str], first: int, count: int, workers: int, report: Report | None
) -> tuple[dict[str, Any], BaseException | None]:
    return _core.contest(
        contest.game,
        list(contest.rules.items()),
        list(contest.starts),
        list(specs),
        contest.opening_plies,
        contest.seed,
        contest.experiment,
        contest.max_plies,
        first,
        count,
        workers,
        report,
    )


def _play_chunk(
    contest: Contest, specs: Sequence[str], chunk: Chunk, workers: int, report: Report | None
) -> dict[str, Any]:
    columns, error = _play_native(contest, specs, chunk.first, chunk.units, workers, report)
    if error is not None:
        raise error
    return columns


def _play_on_cluster(
    contest: Contest, specs: Sequence[str], first: int, count: int, report: Report | None, engine: Ray
) -> tuple[dict[str, Any], BaseException | None]:
    # No openings check the agents here, so that nothing is sent for a bad name; they are the columns if nothing follows.
    pieces = {-1: _play_chunk(contest, specs, Chunk(-1, first, 0), 1, None)}
    chunks = cut(first, count, max(1, count // PIECES))
    work = functools.partial(_play_chunk, contest, specs)
    stopped: BaseException | None = None
    try:
        with closing(run_chunks(work, chunks, engine=engine, report=report, total=count)) as results:
            for chunk, columns in results:
                pieces[chunk.number] = columns
    except KeyboardInterrupt as stop:
        stopped = stop
    kept = [pieces[number] for number in itertools.takewhile(pieces.__contains__, itertools.count(-1))]
    return {name: np.concatenate([columns[name] for columns in kept]) for name in kept[0]}, stopped


class _Table:
    """Players on seats, one for each agent and seat."""

    def __init__(self, contest: Contest, opponents: Sequence[Any]) -> None:
        self.contest = contest
        facts = describe(contest.game)
        seats, teams = len(facts["seats"]), facts["teams"]
        self.reasons = facts["reasons"]
        if len(opponents) == 2:
            self.seatings = [list(teams), [1 - team for team in teams]]
        elif len(opponents) == seats:
            self.seatings = [[(seat + shift) % seats for seat in range(seats)] for shift in range(seats)]
        else:
            raise ValueError(f"a contest of {contest.game} is one of 2 or {seats} agents, not {len(opponents)}")
        self.seats = {code: seat for seat, code in enumerate(facts["seats"])}
        self.made: list[Any] = []
        self.players = [[self._player(opponent, seat) for opponent in opponents] for seat in range(seats)]

    def _player(self, opponent: Any, seat: int) -> Any:
        if isinstance(opponent, str):
            rules: dict[str, Any] = dict(self.contest.rules)
            return _core.Player(self.contest.game, opponent, **rules)
        if seat == 0 or not callable(getattr(opponent, "copy", None)):
            return opponent
        copy = opponent.copy()
        self.made.append(copy)
        return copy

    def round(self, index: int) -> dict[str, Any]:
        """The games of an opening."""
        contest = self.contest
        opening, seed, _ = _core.opening(
            contest.game,
            list(contest.rules.items()),
            list(contest.starts),
            contest.opening_plies,
            contest.seed,
            contest.experiment,
            index,
        )
        row: dict[str, Any] = {"seed": seed, "utility": [], "plies": [], "reason": [], "luck": [], "game": []}
        for seating in self.seatings:
            position, plies, luck = self._game(opening, seed, seating)
            outcome = position.outcome or position.outcome_by_limit
            row["utility"].append(outcome.utility[0])
            row["plies"].append(plies)
            row["reason"].append(self.reasons.index(outcome.reason))
            row["luck"].append(luck)
            moves = " ".join([position.start, *position.history]).encode()
            row["game"].append(int.from_bytes(hashlib.blake2b(moves, digest_size=8).digest(), "little"))
        return row

    def _game(self, opening: Position, seed: int, seating: Sequence[int]) -> tuple[Position, int, float]:
        """The end of a game, its plies after the opening, and the luck of the dice."""
        dice = _core.Dice(seed)
        players = [self.players[seat][agent] for seat, agent in enumerate(seating)]
        for player in players:
            if callable(getattr(player, "begin_game", None)):
                player.begin_game(seed)
        position, plies, luck, limit = opening, 0, 0.0, self.contest.max_plies
        while position.actor != "over":
            if position.actor == "chance":
                roll = dice.roll(position)
                luck += position.luck(roll)
                position = position.play(roll)
                continue
            if limit is not None and plies >= limit:
                break
            move = players[self.seats[position.actor]].choose(position)
            position = position.play(move)
            plies += 1
        return position, plies, luck

    def close(self) -> None:
        """Ends the players made here."""
        for player in self.made:
            if callable(getattr(player, "close", None)):
                player.close()
