"""
Native part of Fairyring; use the package `fairyring`.
"""

import typing

import numpy
import numpy.typing
from _typeshed import SupportsGetItem
from typing import Any, SupportsIndex, final

@final
class Outcome:
    """
    How a game ended.

    Attributes: reason (a word), utility (a float per seat, in [-1, 1]), score (points of the two teams, or None where the
    game counts none).
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def reason(self, /) -> str:
        """
        Why the game ended, a word of the rules file.
        """
    @property
    def score(self, /) -> tuple[float, float] | None:
        """
        Points of the two teams, or None where the game counts none.
        """
    @property
    def utility(self, /) -> tuple:
        """
        Utility of each seat, in seat order.
        """

@final
class Position:
    """
    A position of a game, with the moves that led to it.

    Position(game, text=None, *, preset=None, **rules): the usual start, or the position of a text, under rule options.
    Raises ValueError for an unknown game, rule, value or preset (naming the valid ones) and PositionError for a refused
    text. Positions never change; equality and hash ignore the past.
    """
    def __copy__(self, /) -> Position: ...
    def __deepcopy__(self, /, _memo: Any) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, game: str, text: str | None = None, *, preset: str | None = None, **rules) -> Position: ...
    def __reduce__(self, /) -> tuple: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> Any: ...
    def action(self, move: str, /, *, window: "int | None" = None) -> "int | tuple[int, ...]":
        """
        The action of a legal move: an int, or a tuple of ints where a move is played step by step. Raises IllegalMoveError;
        ValueError where the window does not hold the move.
        """
    @property
    def actor(self, /) -> str:
        """
        Code of the seat to act, "chance" or "over".
        """
    @property
    def board(self, /) -> Any:
        """
        The units on the board: a structured array of x, y (from the lower left), letter, owner (0, 1; 2 neutral), count.
        """
    def captures(self, move: str, /) -> list[str]:
        """
        Squares that a legal move or a roll takes, as text. Raises IllegalMoveError.
        """
    def chance(self, /) -> list[tuple[str, float]]:
        """
        Outcomes of the dice as (move, probability), sorted; [] where a seat acts or the game is over.
        """
    def evaluate(self, /) -> int:
        """
        Static evaluation for the first team in hundredths of a pawn (or the game's unit), by the default weights.
        """
    @property
    def game(self, /) -> str:
        """
        Identifier of the game.
        """
    @property
    def history(self, /) -> list[str]:
        """
        Texts of the moves so far, rolls included.
        """
    def legal_actions(self, /, *, window: "int | None" = None) -> "numpy.typing.NDArray[numpy.uint32]":
        """
        Ids of the legal actions, ascending, a uint32 array: of the seat to act, or of chance.
        """
    def legal_moves(self, /) -> list[str]:
        """
        Texts of the legal moves, sorted bytewise; [] when over and at chance.
        """
    def observation(self, /, seat: str | None = None, *, window: "int | None" = None) -> "numpy.typing.NDArray[numpy.uint8]":
        """
        The observation of a seat (default: the seat to act) as uint8 planes, shape (planes, rows, columns).
        """
    @property
    def outcome(self, /) -> Outcome | None:
        """
        The outcome, or None while the game goes on.
        """
    @property
    def outcome_by_limit(self, /) -> Outcome:
        """
        The outcome if the game were cut off here by a limit on plies that is none of its rules.
        """
    def perft(self, depth: "int", /) -> int:
        """
        Number of lines of `depth` plies from here; a roll counts as a ply with 32 moves, a finished game has no moves.
        """
    def play(self, move: str, /) -> Position:
        """
        The position after a move or roll. Raises IllegalMoveError naming the move, the actor and why.
        """
    def play_action(self, action: "int", /, *, window: "int | None" = None) -> Position:
        """
        The position after an action. Raises IllegalMoveError.
        """
    @property
    def rules(self, /) -> dict:
        """
        All rule options with their values, a dict.
        """
    @property
    def start(self, /) -> str:
        """
        Text of the position the history began with.
        """
    def svg(self, /, **options) -> "str":
        """
        The board as SVG text; options as in fairyring.draw.svg.
        """
    @property
    def taken(self, /) -> tuple:
        """
        The actions already taken of a move that is played by several; () between moves.
        """
    @property
    def text(self, /) -> str:
        """
        The position's text, in the notation of the game's rules file.
        """

@final
class VectorEnv:
    """
    Many games of one kind, stepped in one call; use fairyring.envs.VectorEnv.

    `arrays` of reset, step and write is a dict of C-contiguous, writable arrays, n being the number of games: observations
    uint8 or float32 (n, planes, rows, columns) and mask int8 (n, actions) or uint8 (n, bytes of 8 actions), either of which
    may be left out; rewards and returns float32 (n, seats); terminated and truncated bool, actor and observer int8, plies,
    outside and games uint32, reason int16, all (n,). Wrong ones are refused with TypeError or ValueError naming the array,
    before anything is changed.
    """
    def __new__(cls, /, game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], rows: SupportsIndex, seed: SupportsIndex, exposed: bool, max_plies: SupportsIndex | None, window: SupportsIndex, opponents: SupportsGetItem[int, str | None], threads: SupportsIndex) -> VectorEnv: ...
    def legal_actions(self, /) -> "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint32]]":
        """
        The legal actions of all rows: offsets, int64 (n + 1,), and the actions, uint32, ascending within a row.
        """
    def position(self, /, row: SupportsIndex) -> Position:
        """
        The position of a row, with its history.
        """
    def reset(self, /, seed: SupportsIndex | None, seeds: SupportsGetItem[int, SupportsIndex | None] | None, rows: SupportsGetItem[int, bool] | None, arrays: dict) -> None:
        """
        Begins new games in the rows marked, or in all: the next ones of their seeds, or the first of `seed`, or of the
        row's entry in `seeds`.
        """
    def restore(self, /, state: "tuple[typing.Any, ...]") -> None:
        """
        Goes on from a state by playing its games again. Raises ValueError where it does not fit; nothing is changed.
        """
    def state(self, /) -> "tuple[typing.Any, ...]":
        """
        Seeds and actions of the present games, from which `restore` goes on.
        """
    def step(self, /, actions: "numpy.typing.NDArray[numpy.int64]", arrays: dict) -> None:
        """
        Takes one action a row, an int64 array (n,). Raises IllegalMoveError naming the first row at fault; nothing is changed.
        """
    def write(self, /, arrays: dict) -> None:
        """
        Writes all rows as they are.
        """

def action_text(game: str, action: SupportsIndex, window: SupportsIndex = 17) -> str | None:
    """
    What an action id of a game means, or None where it cannot be told without a position.
    """

def analyse(position: Position, agent: str, seed: SupportsIndex) -> "dict[str, typing.Any]":
    """
    What an agent thinks of a position: a dict of move, value, pv, nodes and moves, all root moves as (move, value).
    """

def behemoth_chain() -> "dict[str, numpy.typing.NDArray[numpy.float64]]":
    """
    The exact chain of the Behemoth between kings frozen on e1 and e8: a dict of float64 arrays of 64 (a1 to h1 first): win,
    draw, loss, score (White's), moves (mean number of rolls).
    """

def build_info() -> "dict[str, typing.Any]":
    """
    What this extension was built from and for.
    """

def decode(game: str, observation: "numpy.typing.NDArray[numpy.uint8]", seat: str, window: SupportsIndex, rules: SupportsGetItem[int, tuple[str, str]]) -> Position:
    """
    The position that an observation by the seat of this code shows: all but what the planes do not hold (move number, past).
    Raises ValueError if it shows no position.
    """

def describe(game: str, window: SupportsIndex = 17) -> "dict[str, typing.Any]":
    """
    Static facts of a game: seats, reasons, rule options, presets, weights, action space, planes.
    """

def games() -> "tuple[str, ...]":
    """
    Identifiers of all games.
    """

def replay(game: str, rules: SupportsGetItem[int, tuple[str, str]], start: str | None, agents: SupportsGetItem[int, str], seed: SupportsIndex, max_plies: SupportsIndex | None) -> Position:
    """
    One game of a batch again: the final position, whose history holds the game.
    """

def restore(game: str, rules: SupportsGetItem[int, tuple[str, str]], start: str, moves: SupportsGetItem[int, str], taken: SupportsGetItem[int, SupportsIndex]) -> Position:
    """
    A position from its pickled parts: game, rules, start text, moves, actions taken.
    """

def simulate(game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], agents: SupportsGetItem[int, str], seed: SupportsIndex, experiment: SupportsIndex, first: SupportsIndex, games: SupportsIndex, workers: SupportsIndex, max_plies: SupportsIndex | None, progress: Any | None) -> "tuple[dict[str, typing.Any], BaseException | None]":
    """
    Plays a batch without the interpreter lock. Returns the columns as a dict of arrays, and the exception that stopped it
    early (KeyboardInterrupt, or one raised by `progress`), or None; the columns then hold the games from the first on that
    were finished.
    """

class IllegalMoveError(ValueError):
    """
    A move or action that cannot be played here; the message names it, the actor and why.
    """

class PositionError(ValueError):
    """
    A position text that was refused; the message gives every reason that was found.
    """

__all__ = ['IllegalMoveError', 'Outcome', 'Position', 'PositionError', 'VectorEnv', 'action_text', 'analyse', 'behemoth_chain', 'build_info', 'decode', 'describe', 'games', 'replay', 'restore', 'simulate']
