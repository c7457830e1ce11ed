"""
Native part of Fairyring; use the package `fairyring`.
"""

import typing

import numpy
import numpy.typing
from _typeshed import SupportsGetItem, SupportsLenAndGetItem
from typing import Any, SupportsFloat, SupportsIndex, final

@final
class Dice:
    """
    The dice of one game, by its seed.
    """
    def __new__(cls, /, seed: SupportsIndex) -> Dice: ...
    def roll(self, position: Position, /) -> str:
        """
        Rolls where the dice are to be rolled: the text of the outcome.
        """

@final
class LeafBatch:
    """
    Positions to be evaluated.

    id names the batch in `SelfPlay.answer`; obs: uint8 (batch, planes, rows, columns), as the seat to act sees them; seats
    uint8; games uint64; legal actions as CSR: offsets uint32 (batch + 1) into actions uint32; mask: bool (batch, actions).
    """
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def action_count(self, /) -> int:
        """
        Size of the action space: columns of dense logits.
        """
    @property
    def actions(self, /) -> Any:
        """
        Legal actions, ascending within a position: uint32.
        """
    @property
    def agent(self, /) -> int:
        """
        Which of the evaluating agents is asked; 0 in a pool.
        """
    @property
    def games(self, /) -> Any:
        """
        Indices of the games: uint64 (batch).
        """
    @property
    def id(self, /) -> int: ...
    @property
    def mask(self, /) -> Any:
        """
        True where an action is legal: bool (batch, actions). Made anew at every look.
        """
    @property
    def obs(self, /) -> Any:
        """
        Observations: uint8 (batch, planes, rows, columns).
        """
    @property
    def offsets(self, /) -> Any:
        """
        Where each position's legal actions begin in `actions`: uint32 (batch + 1).
        """
    @property
    def seats(self, /) -> Any:
        """
        Seats to act: uint8 (batch).
        """

@final
class Lockstep:
    """
    Games whose evaluators are asked about many positions at once; used by fairyring.simulate.
    """
    def __new__(cls, /, game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], agents: SupportsGetItem[int, str | None], evaluators: SupportsGetItem[int, SupportsIndex], temperatures: SupportsGetItem[int, SupportsFloat | SupportsIndex], seed: SupportsIndex, experiment: SupportsIndex, first: SupportsIndex, games: SupportsIndex, max_plies: SupportsIndex | None, window: SupportsIndex, slots: SupportsIndex) -> Lockstep:
        """
        `agents` holds a spec a seat, or None where an evaluator sits; `evaluators` its number there.
        """
    def answer(self, /, id: SupportsIndex, logits: "numpy.typing.NDArray[numpy.float32]", values: "numpy.typing.NDArray[numpy.float32]") -> None:
        """
        Answers the last batch: logits float32, dense (batch, actions) or one for each legal action, and values float32.
        """
    def columns(self, /) -> "dict[str, typing.Any]":
        """
        The columns of the games from the first on that are over, as `simulate` returns them.
        """
    @property
    def done(self, /) -> int:
        """
        Number of games that are over.
        """
    def next(self, /) -> LeafBatch | None:
        """
        The next positions to be evaluated, or None when all games are over. The batch must be answered first.
        """

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
class Player:
    """
    An agent at a board: keeps what its search remembers between moves.

    Player(game, agent, *, seed=0, **rules). Its random choices come from the seed as those of a contest's player do.
    """
    def __new__(cls, /, game: str, agent: str, *, seed: SupportsIndex = 0, **rules) -> Player: ...
    def analyse(self, position: Position, /) -> "dict[str, typing.Any]":
        """
        As fairyring._core.analyse.
        """
    def begin_game(self, /, seed: SupportsIndex) -> None:
        """
        Forgets earlier games; random choices come from this seed from now on.
        """
    def choose(self, position: Position, /) -> str:
        """
        Chooses a move in a position where a seat acts.
        """
    def consider(self, position: Position, /) -> "dict[str, typing.Any]":
        """
        As `analyse`, with no more of the budget than a choice takes: `moves` may hold the best alone.
        """
    def resume(self, /) -> None:
        """
        Lets it think again.
        """
    def stop(self, /) -> None:
        """
        Ends the thinking that is going on, and all that begins before `resume`, with the best move found so far.
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
    @property
    def in_check(self, /) -> bool:
        """
        Whether the seat to act is in check; False where the game knows no check, at chance and when the game is over.
        """
    def legal_actions(self, /, *, window: "int | None" = None) -> "numpy.typing.NDArray[numpy.uint32]":
        """
        Ids of the legal actions, ascending, a uint32 array: of the seat to act, or of chance.
        """
    def legal_moves(self, /) -> list[str]:
        """
        Texts of the legal moves, sorted bytewise; [] when over and at chance.
        """
    def luck(self, move: str, /) -> float:
        """
        How much a roll raises the first team's expected score (win 1, draw 1/2) over the mean of all rolls, by the game's own
        guess of values; 0 for a seat's move. Raises IllegalMoveError.
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
class SelfPlay:
    """
    Games that search by pulled evaluations; use fairyring.train.SelfPlay.
    """
    def __new__(cls, /, game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], search: str, games: SupportsIndex | None, slots: SupportsIndex, first: SupportsIndex, threads: SupportsIndex, seed: SupportsIndex, experiment: SupportsIndex, max_plies: SupportsIndex | None, window: SupportsIndex, keep_observations: bool, points: SupportsFloat | SupportsIndex | None) -> SelfPlay: ...
    @property
    def action_count(self, /) -> int:
        """
        Size of the action space: columns of dense logits.
        """
    def answer(self, /, id: SupportsIndex, logits: "numpy.typing.NDArray[numpy.float32]", values: "numpy.typing.NDArray[numpy.float32]") -> None:
        """
        Answers a batch: logits float32, dense (batch, actions) or one for each of the batch's legal actions, and the
        expected utility of the seat to act, float32 (batch).
        """
    @property
    def batches_out(self, /) -> list[int]:
        """
        Ids of the batches that are out.
        """
    def close(self, /) -> None:
        """
        Ends all searches.
        """
    def leaves(self, /, most: SupportsIndex, wait_us: SupportsIndex) -> LeafBatch | None:
        """
        Waits without the interpreter lock for a batch of up to `most` positions: until there are so many, or `wait_us`
        microseconds have passed and there is one, or no more can come before an answer. None when all games are over.
        """
    @property
    def observation_shape(self, /) -> tuple[int, int, int]:
        """
        Planes, rows and columns of an observation.
        """
    def take_games(self, /) -> "list[dict[str, typing.Any]]":
        """
        Takes the games finished since the last time, as dicts of numbers and arrays.
        """

@final
class SequentialTest:
    """
    A sequential test of H1: `elo1` against H0: `elo0`, by the generalised likelihood ratio of multinomial results, its
    bounds corrected for overshoot.

    SequentialTest(elo0, elo1, *, alpha=0.05, beta=0.05, normalised=True, batch=1): looked at whenever `batch` more units
    (games, or pairs) are finished; normalised says whether the hypotheses are in normalised Elo.
    """
    def __new__(cls, /, elo0: SupportsFloat | SupportsIndex, elo1: SupportsFloat | SupportsIndex, *, alpha: SupportsFloat | SupportsIndex = 0.05, beta: SupportsFloat | SupportsIndex = 0.05, normalised: bool = True, batch: SupportsIndex = 1) -> SequentialTest: ...
    @property
    def bounds(self, /) -> tuple[float, float]:
        """
        The bounds in force, corrected for overshoot.
        """
    @property
    def decision(self, /) -> str | None:
        """
        What the last look says: "H0", "H1" or None.
        """
    def expected(self, /, mean: SupportsFloat | SupportsIndex, game_deviation: SupportsFloat | SupportsIndex) -> tuple[float, float]:
        """
        Probability that H1 is accepted and expected number of games, where the true score is `mean` and a game has this
        standard deviation.
        """
    @property
    def llr(self, /) -> float:
        """
        The log-likelihood ratio at the last look.
        """
    def llr_of(self, /, counts: SupportsGetItem[int, SupportsIndex]) -> float:
        """
        The log-likelihood ratio of counts, whatever was looked at.
        """
    def look(self, /, counts: SupportsGetItem[int, SupportsIndex]) -> str | None:
        """
        Looks at the counts of all results so far: "H0" or "H1" where that is accepted, else None.
        """

@final
class TdTrainer:
    """
    A run by temporal differences; use fairyring.train.td.
    """
    def __new__(cls, /, game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], options: str) -> TdTrainer:
        """
        A run that has not begun; `options` are all of `td_options`, as JSON.
        """
    def advance(self, /, updates: SupportsIndex, workers: SupportsIndex, progress: Any | None) -> "BaseException | None":
        """
        Plays and learns, without the interpreter lock, until `updates` are done in all. Returns the exception that stopped
        it early (KeyboardInterrupt, or one raised by `progress`), or None; the batch in play is then abandoned, and is
        played again by the next call. `progress` is called with the number of games played by this call.
        """
    def curve(self, /) -> "dict[str, numpy.typing.NDArray[numpy.float64]]":
        """
        The columns of the curve: float64, one number an update.
        """
    def header(self, /) -> str:
        """
        What the run is and how far it has come, as JSON.
        """
    @staticmethod
    def open(game: str, path: "str") -> TdTrainer:
        """
        The run of a file.
        """
    def save(self, /, path: "str") -> None:
        """
        Writes the run's file, whole or not at all.
        """
    def weights(self, /) -> list[tuple[str, float]]:
        """
        The learned weights of the game's evaluation, by name.
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
    def sample_actions(self, /, seed: "int") -> "numpy.typing.NDArray[numpy.int64]":
        """
        A uniformly random legal action a row, int64 (n,), 0 where the game is over.
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

@final
class WariTable:
    """
    An endgame table of wari under the Awari rules: the exact value of every position with few counters.
    """
    def __repr__(self, /) -> str: ...
    def best_moves(self, position: Position, /, *, leading: bool = False) -> list[str]:
        """
        The moves that keep the position's value. A move may do so and yet lead nowhere; `leading` leaves those that bring
        the value about in the fewest plies.
        """
    @staticmethod
    def build(directory: "str", seeds: SupportsIndex, workers: SupportsIndex, progress: Any | None) -> WariTable:
        """
        Builds the levels up to `seeds` counters that a directory does not hold yet, and opens the table. Finished levels
        stay when it is stopped. `progress` is called with (steps done, steps of all).
        """
    @property
    def directory(self, /) -> str:
        """
        Where the files lie.
        """
    def move_values(self, position: Position, /) -> "dict[str, int]":
        """
        The value of each legal move for the side that plays it, a dict.
        """
    @staticmethod
    def open(directory: "str") -> WariTable:
        """
        Opens the table that a directory holds. Every byte is read once to check it.
        """
    @property
    def seeds(self, /) -> int:
        """
        The most counters of a position of the table.
        """
    def statistics(self, /, level: "int", *, reachable: bool = False) -> "dict[str, int]":
        """
        Counts over all positions of a level, a dict of win, draw and loss for the side to move; `reachable` leaves out
        what no move leads to.
        """
    def value(self, position: Position, /) -> int:
        """
        The value of a position: the points the side to move will still gain minus those its opponent will, by best play.
        Raises ValueError for positions of more counters, other rules or finished games.
        """

def action_text(game: str, action: SupportsIndex, window: "int | None" = None) -> str | None:
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

def bradley_terry(players: SupportsIndex, results: SupportsGetItem[int, tuple[SupportsIndex, SupportsIndex, SupportsLenAndGetItem[SupportsIndex]]]) -> "dict[str, list[typing.Any]]":
    """
    Bradley-Terry ratings of so many players from (first, second, counts of pairs as results of the first): a dict of elo and
    error, lists whose mean Elo is 0, and differences: how much each player is better than each, with its error.
    """

def build_info() -> "dict[str, typing.Any]":
    """
    What this extension was built from and for.
    """

def compose(position: Position, moves: SupportsIndex, refutations: SupportsIndex, nodes: SupportsIndex | None, wanted: SupportsIndex, attempts: SupportsIndex, quiet_key: bool, seed: SupportsIndex, plies: SupportsIndex, width: SupportsIndex, height: SupportsIndex, progress: Any | None) -> "tuple[list[dict[str, typing.Any]], BaseException | None]":
    """
    Composes problems of mate in `moves` from the end of a line. Returns dicts of text, units and solution, and the
    exception that stopped it early (KeyboardInterrupt, or one raised by `progress`), or None.
    """

def contest(game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], agents: SupportsGetItem[int, str], opening_plies: SupportsIndex, seed: SupportsIndex, experiment: SupportsIndex, max_plies: SupportsIndex | None, first: SupportsIndex, count: SupportsIndex, workers: SupportsIndex, progress: Any | None) -> "tuple[dict[str, typing.Any], BaseException | None]":
    """
    Plays the openings `first..first + count` of a contest, each in all seatings, without the interpreter lock. Returns
    columns and the exception that stopped it early (KeyboardInterrupt, or one raised by `progress`), or None; the columns
    then hold the openings from the first on that were finished. One row an opening: index, seed, start, opening_plies;
    one row an opening and one column a seating: utility (the first team's), plies, reason, luck, game (a hash of the moves).
    """

def decode(game: str, observation: "numpy.typing.NDArray[numpy.uint8]", seat: str, window: SupportsIndex, rules: SupportsGetItem[int, tuple[str, str]]) -> Position:
    """
    The position that an observation by the seat of this code shows: all but what the planes do not hold (move number, past).
    Raises ValueError if it shows no position.
    """

def describe(game: str, window: "int | None" = None) -> "dict[str, typing.Any]":
    """
    Static facts of a game: seats, reasons, rule options, presets, weights, action space, planes.

    window: cells a side of what action ids and planes of an unbounded table see, 1 to 255; None for 17. Raises ValueError for
    an unknown game.
    """

def elo_of_score(score: SupportsFloat | SupportsIndex) -> float:
    """
    Elo difference of an expected score in [0, 1]; infinite at the ends.
    """

def games() -> "tuple[str, ...]":
    """
    Identifiers of all games.
    """

def mate(position: Position, moves: SupportsIndex, refutations: SupportsIndex, tree: SupportsIndex, nodes: SupportsIndex | None) -> "dict[str, typing.Any]":
    """
    Solves mate in `moves`: a dict of moves, verdict, shortest, keys (nested dicts of move, moves, replies), tries (move,
    refutations), cut, nodes and lines, the solution as text.
    """

def opening(game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], opening_plies: SupportsIndex, seed: SupportsIndex, experiment: SupportsIndex, index: SupportsIndex) -> tuple[Position, int, int]:
    """
    The opening of an index of a contest: its position with its history, its seed, and the plies of players in it.
    """

def pair_statistics(counts: SupportsGetItem[int, SupportsIndex], level: SupportsFloat | SupportsIndex = 0.95) -> "dict[str, float]":
    """
    What counts of results say, as a dict: units (games or pairs), score, error (its standard error), and score, elo and
    nelo (normalised Elo) each with name_low and name_high at `level`, and los, the likelihood of superiority.
    """

def replay(game: str, rules: SupportsGetItem[int, tuple[str, str]], start: str | None, agents: SupportsGetItem[int, str], seed: SupportsIndex, max_plies: SupportsIndex | None) -> Position:
    """
    One game of a batch again: the final position, whose history holds the game.
    """

def restore(game: str, rules: SupportsGetItem[int, tuple[str, str]], start: str, moves: SupportsGetItem[int, str], taken: SupportsGetItem[int, SupportsIndex]) -> Position:
    """
    A position from its pickled parts: game, rules, start text, moves, actions taken.
    """

def restore_actions(game: str, rules: SupportsGetItem[int, tuple[str, str]], start: str, actions: "numpy.typing.NDArray[numpy.uint32]") -> Position:
    """
    The final position of a game that was kept as actions.
    """

def sample(game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], agents: SupportsGetItem[int, str], max_plies: SupportsIndex | None, start: "numpy.typing.NDArray[numpy.uint32]", seeds: "numpy.typing.NDArray[numpy.uint64]", moves: "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint32]] | None", per_game: SupportsIndex, quiet: bool, seed: SupportsIndex, window: SupportsIndex, workers: SupportsIndex, progress: Any | None) -> "tuple[dict[str, typing.Any], BaseException | None]":
    """
    Draws positions from games given by start and seed, and by offsets and actions if their moves were kept. Returns a dict of
    columns (`text` and `text_ends` are the bytes of all texts and where each ends), and the exception that stopped it early,
    or None.
    """

def score_of_elo(elo: SupportsFloat | SupportsIndex) -> float:
    """
    Expected score of an Elo difference.
    """

def simulate(game: str, rules: SupportsGetItem[int, tuple[str, str]], starts: SupportsGetItem[int, str], agents: SupportsGetItem[int, str], seed: SupportsIndex, experiment: SupportsIndex, first: SupportsIndex, games: SupportsIndex, workers: SupportsIndex, max_plies: SupportsIndex | None, progress: Any | None, moves: bool = False) -> "tuple[dict[str, typing.Any], BaseException | None]":
    """
    Plays a batch without the interpreter lock. Returns the columns as a dict of arrays, and the exception that stopped it
    early (KeyboardInterrupt, or one raised by `progress`), or None; the columns then hold the games from the first on that
    were finished.
    """

def spending_bounds(alpha: SupportsFloat | SupportsIndex, shares: SupportsGetItem[int, SupportsFloat | SupportsIndex], pocock: bool = False) -> list[float]:
    """
    Two-sided bounds, in standard errors, for looks at these shares of the data, which together err with probability
    `alpha`, spent as by O'Brien and Fleming, or by Pocock.
    """

def td_options(game: str) -> str:
    """
    The options that a run of a game has if none are given, as JSON.
    """

class IllegalMoveError(ValueError):
    """
    A move or action that cannot be played here; the message names it, the actor and why.
    """

class PositionError(ValueError):
    """
    A position text that was refused; the message gives every reason that was found.
    """

__all__ = ['Dice', 'IllegalMoveError', 'LeafBatch', 'Lockstep', 'Outcome', 'Player', 'Position', 'PositionError', 'SelfPlay', 'SequentialTest', 'TdTrainer', 'VectorEnv', 'WariTable', 'action_text', 'analyse', 'behemoth_chain', 'bradley_terry', 'build_info', 'compose', 'contest', 'decode', 'describe', 'elo_of_score', 'games', 'mate', 'opening', 'pair_statistics', 'replay', 'restore', 'restore_actions', 'sample', 'score_of_elo', 'simulate', 'spending_bounds', 'td_options']
