"""Positions drawn from games: data for regressions, and for training outside."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring import _core
from fairyring.arguments import Seed, master_seed, whole
from fairyring.batch import Batch
from fairyring.errors import Interrupted, require
from fairyring.moves import Moves
from fairyring.simulation import Progress, reporter, thread_count


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions drawn from games, as columns; row i of each is position i. In each a seat acts.

    text: the bytes of all texts (UTF-8), and where each ends (int64); `texts` gives them as a list. observation: uint8
    (n, planes, rows, columns), as the seat to act sees it. outcome: float32, utility of the seat to act at the end of
    its game. plies_to_end: uint32, moves of players from here to the end; ply: uint32, those before. seat: uint8, the
    seat to act. row: uint64, the game's row in the batch."""

    game: str
    window: int
    text: bytes
    text_ends: npt.NDArray[np.int64]
    observation: npt.NDArray[np.uint8]
    outcome: npt.NDArray[np.float32]
    plies_to_end: npt.NDArray[np.uint32]
    ply: npt.NDArray[np.uint32]
    seat: npt.NDArray[np.uint8]
    row: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.ply)

    @property
    def texts(self) -> list[str]:
        """The texts of the positions."""
        ends = self.text_ends.tolist()
        return [self.text[begin:end].decode() for begin, end in zip([0, *ends], ends, strict=False)]

    def to_arrow(self) -> Any:
        """A pyarrow.Table: text, observation (binary of fixed size, planes first), outcome, plies_to_end, ply, seat,
        row.

        The table's metadata, under the key `fairyring.positions`, holds game, window, and shape of an observation as
        JSON."""
        pa = require("pyarrow", "data", "an Arrow table")
        offsets = np.concatenate([[0], self.text_ends]).astype(np.int64)
        text = pa.LargeStringArray.from_buffers(len(self), pa.py_buffer(offsets), pa.py_buffer(self.text))
        size = int(np.prod(self.observation.shape[1:]))
        packed = pa.py_buffer(np.ascontiguousarray(self.observation))
        observation = pa.Array.from_buffers(pa.binary(size), len(self), [None, packed])
        columns = {"text": text, "observation": observation}
        columns |= {name: pa.array(getattr(self, name)) for name in ("outcome", "plies_to_end", "ply", "seat", "row")}
        facts = {"game": self.game, "window": self.window, "shape": self.observation.shape[1:]}
        return pa.table(columns).replace_schema_metadata({"fairyring.positions": json.dumps(facts)})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.to_arrow().schema.__arrow_c_schema__()


def sample_positions(
    source: Batch | str | os.PathLike[str],
    *,
    per_game: int = 1,
    quiet: bool = False,
    seed: Seed = 0,
    window: int = 17,
    workers: int | None = None,
    progress: Progress = False,
) -> Positions:
    """Draws positions from the games of a batch, or of the run stored in a directory.

    per_game: most positions of a game, drawn without replacement from those in which a seat acts, each equally likely;
    all of them where a game has fewer. quiet: only those in which the seat to act is not in check and no sequence of
    captures beats standing still (quiescence search gives the static value), so that the static features tell the
    value. seed: of the draws; a game's draws depend on it and on the game's own seed, not on the rest of the batch.
    window: of observations of unbounded boards. Games are played again from their moves where they were kept, else from
    their seeds, by the agents: with slow agents keep the moves.

    >>> import fairyring as fr
    >>> b = fr.simulate("wari", games=100, seed=7, progress=False)
    >>> p = fr.sample_positions(b, per_game=3)
    >>> len(p), p.observation.shape[1:], fr.Position("wari", p.texts[0]).actor in ("s", "n")
    (300, (4, 2, 6), True)
    """
    if not isinstance(source, Batch | str | os.PathLike):
        raise TypeError(f"positions are drawn from a batch or the directory of a run, not from {source!r}")
    batch = source if isinstance(source, Batch) else Batch.from_run(source)
    most = whole(per_game, "per_game", 1, 2**32 - 1)
    view = whole(window, "window", 1, 255)
    master, threads = master_seed(seed), thread_count(workers)
    pieces: list[Positions] = []
    done = 0
    with reporter(progress, len(batch), "positions") as report:
        for piece in _pieces(batch):
            told = None if report is None else lambda n, _, before=done: report(before + n, len(batch))
            columns, error = _core.sample(
                batch.game,
                list(batch.rules.items()),
                list(batch.starts),
                list(batch.agents),
                batch.max_plies,
                np.ascontiguousarray(piece.start),
                np.ascontiguousarray(piece.seed),
                None if piece.moves is None else _wide(piece.moves),
                most,
                bool(quiet),
                master,
                view,
                threads,
                told,
            )
            if isinstance(error, KeyboardInterrupt):
                raise Interrupted(f"stopped after about {done:,} of {len(batch):,} games") from error
            if error is not None:
                raise error
            game, seat = columns["game"], columns["seat"]
            pieces.append(
                Positions(
                    game=batch.game,
                    window=view,
                    text=columns["text"],
                    text_ends=columns["text_ends"],
                    observation=columns["observation"],
                    outcome=piece.utility[game, seat],
                    plies_to_end=columns["left"],
                    ply=columns["ply"],
                    seat=seat,
                    row=game + np.uint64(done),
                )
            )
            done += len(piece)
    return pieces[0] if len(pieces) == 1 else _joined(pieces)


def _pieces(batch: Batch) -> Iterator[Batch]:
    """The games in pieces: the parts of a stored run, so that it need not be in memory, or all of them."""
    from fairyring.store import StoredBatch

    if isinstance(batch, StoredBatch) and batch.files:
        yield from batch.pieces()
    else:
        yield batch


def _wide(moves: Moves) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
    """Moves as the native part reads them."""
    return np.ascontiguousarray(moves.offsets), np.ascontiguousarray(moves.actions.astype(np.uint32, copy=False))


def _joined(pieces: list[Positions]) -> Positions:
    bases = np.cumsum([0, *(len(piece.text) for piece in pieces[:-1])])
    arrays = ("observation", "outcome", "plies_to_end", "ply", "seat", "row")
    return Positions(
        game=pieces[0].game,
        window=pieces[0].window,
        text=b"".join(piece.text for piece in pieces),
        text_ends=np.concatenate([piece.text_ends + base for piece, base in zip(pieces, bases, strict=True)]),
        **{name: np.concatenate([getattr(piece, name) for piece in pieces]) for name in arrays},
    )
