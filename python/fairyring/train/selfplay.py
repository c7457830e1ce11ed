"""Self-play by pulled leaf batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring import _core
from fairyring._core import LeafBatch, describe
from fairyring.agents.evaluator import answers
from fairyring.arguments import Seed, Start, master_seed, start_texts, whole


@dataclass(frozen=True)
class Game:
    """A finished game of self-play with what its searches found.

    index, seed, start: which game; utility: of the first team (by points, where the pool plays for them); reason: why it
    ended; plies; luck: of the dice, first team's view; actions: all actions from the start, rolls included (4294967295
    for a roll outside the window). One entry a searched move (a sample): sampled, its number in `actions`; seats;
    values, the search's expected utility of that seat; and, as CSR, its policy: offsets into policy_actions and policy.
    observations (samples, planes, rows, columns) where the pool keeps them, else None.
    """

    index: int
    seed: int
    start: int
    utility: float
    reason: str
    plies: int
    luck: float
    actions: npt.NDArray[np.uint32]
    sampled: npt.NDArray[np.uint32]
    seats: npt.NDArray[np.uint8]
    values: npt.NDArray[np.float32]
    offsets: npt.NDArray[np.uint32]
    policy_actions: npt.NDArray[np.uint32]
    policy: npt.NDArray[np.float32]
    observations: npt.NDArray[np.uint8] | None


class SelfPlay:
    """Many games that search at once; whoever evaluates pulls the positions they ask about.

    game: one of `fairyring.games()`; games: how many in all, None to go on until the pool is closed; search: "gumbel(
    simulations=32)" or "puct(simulations=64)" with their parameters; threads: that search while a batch is evaluated,
    0 to search only within `leaves`; slots: games at a time, best twice the size of a batch or more; start: as in
    `simulate`; first: index of the first game; window: cells a side of what is seen of an unbounded board;
    keep_observations: whether the games' records hold them; points: in a game with points, play for the lead at the end
    over so many of them (at most 1), instead of the result: it is the utility then. Other keywords are rule options.

    A game is a function of its seed and of the answers: for an evaluator that gives a position the same answer in every
    batch, threads, slots and the sizes of batches change nothing.

    >>> import fairyring as fr, numpy as np
    >>> pool = fr.train.SelfPlay("wari", games=4, search="gumbel(simulations=8)", threads=1, seed=7)
    >>> for batch in pool.leaves(max_batch=64, max_wait_us=500):
    ...     pool.answer(batch.id, np.zeros(batch.mask.shape), np.zeros(len(batch)))
    >>> [game.index for game in pool.games()]
    [0, 1, 2, 3]
    """

    def __init__(
        self,
        game: str,
        *,
        games: int | None = None,
        search: str = "gumbel(simulations=32)",
        threads: int = 1,
        seed: Seed = None,
        slots: int = 1024,
        start: Start = None,
        first: int = 0,
        experiment: int = 0,
        max_plies: int | None = None,
        window: int = 17,
        keep_observations: bool = False,
        points: float | None = None,
        **rules: Any,
    ) -> None:
        starts, resolved = start_texts(game, start, rules)
        if not isinstance(search, str):
            raise TypeError(f"search must be text, not {search!r}")
        self.game, self.rules, self.starts = game, resolved, starts
        self.seed = master_seed(seed)
        self._reasons = describe(game)["reasons"]
        self._pool = _core.SelfPlay(
            game,
            list(resolved.items()),
            list(starts),
            search,
            None if games is None else whole(games, "games", 1, 2**62),
            whole(slots, "slots", 1, 2**20),
            whole(first, "first", 0, 2**62),
            whole(threads, "threads", 0, 1024),
            self.seed,
            whole(experiment, "experiment", 0, 2**64 - 1),
            None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1),
            whole(window, "window", 1, 255),
            bool(keep_observations),
            None if points is None else _points(game, points),
        )
        self._out: dict[int, LeafBatch] = {}

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
        return self._pool.observation_shape

    @property
    def action_count(self) -> int:
        """Size of the action space: columns of dense logits."""
        return self._pool.action_count

    def leaves(self, max_batch: int = 1024, max_wait_us: int = 500) -> Iterator[LeafBatch]:
        """Batches of up to `max_batch` positions until all games are over.

        A batch is handed out when it is full, when `max_wait_us` microseconds have passed and there is a position, or
        when no more can come before an answer. Several may be out at a time, and are answered in any order; where all
        games wait for answers, asking for more raises RuntimeError.
        """
        most = whole(max_batch, "max_batch", 1, 2**24)
        wait = whole(max_wait_us, "max_wait_us", 0, 2**62)
        return self._batches(most, wait)

    def _batches(self, most: int, wait: int) -> Iterator[LeafBatch]:
        while (batch := self._pool.leaves(most, wait)) is not None:
            self._out[batch.id] = batch
            yield batch

    def answer(self, batch: int | LeafBatch, logits: Any, value: Any) -> None:
        """Answers a batch, given by its id: logits and the expected utility of the seat to act, from -1 to 1.

        logits: (batch, actions), of which those of illegal actions are not looked at, or one for each of the batch's
        legal actions; value: (batch,). Anything NumPy reads as an array of numbers will do. Raises ValueError or
        TypeError saying what is wrong, and the batch can then be answered again.
        """
        number = batch.id if isinstance(batch, LeafBatch) else whole(batch, "batch", 0, 2**64 - 1)
        if number not in self._out:
            raise ValueError(f"batch {number} is not out: it was never handed out, or has been answered")
        rows, values = answers(self._out[number], (logits, value))
        self._pool.answer(number, rows, values)
        del self._out[number]

    def run(self, evaluator: Any, *, max_batch: int = 1024, max_wait_us: int = 500) -> list[Game]:
        """Plays all games with an evaluator (see fairyring.agents.Evaluator) and returns them."""
        for batch in self.leaves(max_batch, max_wait_us):
            logits, value = answers(batch, evaluator.evaluate(batch.obs, batch.mask))
            self.answer(batch.id, logits, value)
        return self.games()

    def games(self) -> list[Game]:
        """The games finished since the last time, by index."""
        return [self._game(entry) for entry in self._pool.take_games()]

    def _game(self, entry: dict[str, Any]) -> Game:
        reason = self._reasons[entry.pop("reason")]
        return Game(reason=reason, observations=entry.pop("observations", None), **entry)

    @property
    def batches_out(self) -> list[int]:
        """Ids of the batches that wait for an answer."""
        return self._pool.batches_out

    def close(self) -> None:
        """Ends all searches. Finished games can still be taken."""
        self._pool.close()
        self._out.clear()

    def __enter__(self) -> SelfPlay:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _points(game: str, points: float) -> float:
    if not describe(game)["has_score"]:
        raise ValueError(f"{game} has no points to be played for")
    if isinstance(points, bool) or not isinstance(points, int | float | np.integer | np.floating):
        raise TypeError(f"points must be a number, not {points!r}")
    return float(points)
