"""Finished games as columns."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from fairyring import _core
from fairyring._core import Position, describe
from fairyring.arguments import row_of
from fairyring.errors import require
from fairyring.moves import Moves, action_type
from fairyring.summary import Summary

#: Columns of one value a game, with their types.
_COLUMNS = {"plies": np.uint32, "reason": np.uint8, "start": np.uint32, "luck": np.float32, "seed": np.uint64}


#: Columns of one count a seat, which a game may have: numbers of events.
COUNTS = ("interrupted", "passed")


class Run(NamedTuple):
    """What seeded a run of games: the master seed and the experiment number."""

    seed: int
    experiment: int


class Batch:
    """Finished games of one game, played by the same rules and agents, as NumPy columns; row i of each is game i.

    utility: float32 (n, seats), seats in the order of `seats`; plies: uint32, moves of players (rolls and passes are
    not counted); reason: uint8, an index into `reasons`; start: uint32, an index into `starts`; luck: float32, the sum
    of what the dice gave the first seat, in score (0 where there are no dice); seed: uint64, the game's own seed;
    score: float32 (n, 2), points of the two teams, or None where the game counts none; moves: the games' moves as
    actions (`Moves`), where they were asked for, else None. Shahki counts more, one number a seat, uint32 (n, 4), None for
    other games: interrupted, how often the seat should have moved next and was passed over for an answer to a check;
    passed, how often it had no move when its turn came (a mated chess seat has no turn).

    >>> import fairyring as fr
    >>> b = fr.simulate("behemoth", games=100, seed=7, progress=False)
    >>> len(b), b.utility.shape, b.utility.dtype
    (100, (100, 2), dtype('float32'))
    >>> len(b[b.plies > 10]) == int((b.plies > 10).sum())
    True
    """

    utility: npt.NDArray[np.float32]
    plies: npt.NDArray[np.uint32]
    reason: npt.NDArray[np.uint8]
    start: npt.NDArray[np.uint32]
    luck: npt.NDArray[np.float32]
    seed: npt.NDArray[np.uint64]
    score: npt.NDArray[np.float32] | None
    interrupted: npt.NDArray[np.uint32] | None
    passed: npt.NDArray[np.uint32] | None
    moves: Moves | None

    def __init__(
        self,
        columns: Mapping[str, Any],
        *,
        game: str,
        rules: Mapping[str, str],
        agents: Sequence[str],
        starts: Sequence[str],
        runs: Sequence[Run],
        max_plies: int | None = None,
        evaluated: bool = False,
    ) -> None:
        """A batch of these columns; `simulate` makes batches, users seldom do."""
        facts = describe(game)
        length = len(columns["plies"])
        shapes = {"utility": (length, len(facts["seats"]))} | dict.fromkeys(_COLUMNS, (length,))
        types: dict[str, Any] = {"utility": np.float32} | _COLUMNS
        if facts["has_score"]:
            shapes["score"], types["score"] = (length, 2), np.float32
        for name in facts["counts"]:
            shapes[name], types[name] = (length, len(facts["seats"])), np.uint32
        for name, shape in shapes.items():
            column = np.asarray(columns[name]) if name in columns else np.zeros((0, *shape[1:]), types[name])
            if column.shape != shape or column.dtype != types[name]:
                wanted = f"{np.dtype(types[name])} {shape}"
                raise ValueError(f"column {name!r} must be {wanted}, not {column.dtype} {column.shape}")
            setattr(self, name, column)
        for name in {"score", *COUNTS} - shapes.keys():
            setattr(self, name, None)
        self.moves = _moves(columns.get("moves"), game, length)
        self._set_facts(game, rules, agents, starts, runs, max_plies, evaluated)

    def _set_facts(
        self,
        game: str,
        rules: Mapping[str, str],
        agents: Sequence[str],
        starts: Sequence[str],
        runs: Sequence[Run],
        max_plies: int | None,
        evaluated: bool = False,
    ) -> None:
        self.game = game
        self.rules = dict(rules)
        self.agents = tuple(agents)
        self.starts = tuple(starts)
        self.runs = tuple(Run(*run) for run in runs)
        self.max_plies = max_plies
        #: Whether objects with `evaluate` played, whom no seed brings back.
        self.evaluated = evaluated

    # What it is

    @property
    def seats(self) -> tuple[str, ...]:
        """Codes of the seats, in the order of the columns of `utility`."""
        return tuple(describe(self.game)["seats"])

    @property
    def reasons(self) -> tuple[str, ...]:
        """Words for the numbers of the column `reason`."""
        return tuple(describe(self.game)["reasons"])

    @property
    def master_seed(self) -> int:
        """The seed that repeats this batch, given to `simulate` with the same arguments.

        Raises ValueError for a batch that was put together from several runs: see `runs`.
        """
        if len(self.runs) != 1:
            raise ValueError(f"the batch comes from {len(self.runs)} runs; each has a seed of its own: see .runs")
        return self.runs[0].seed

    def __len__(self) -> int:
        return len(self.plies)

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"utility": self.utility}
        columns |= {name: getattr(self, name) for name in _COLUMNS}
        optional = ((name, getattr(self, name)) for name in ("score", *COUNTS))
        columns |= {name: column for name, column in optional if column is not None}
        if self.moves is not None:
            columns["moves"] = self.moves
        return columns

    def _facts(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": self.rules,
            "agents": self.agents,
            "starts": self.starts,
            "runs": self.runs,
            "max_plies": self.max_plies,
            "evaluated": self.evaluated,
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        mine, theirs = self._columns(), other._columns()
        if self._facts() != other._facts() or mine.keys() != theirs.keys():
            return False
        return all(
            column == theirs[name] if isinstance(column, Moves) else np.array_equal(column, theirs[name])
            for name, column in mine.items()
        )

    __hash__ = None  # type: ignore[assignment]

    # Rows

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice | npt.NDArray[Any] | Sequence[Any]) -> Batch: ...

    def __getitem__(self, key: Any) -> Batch | dict[str, Any]:
        """The batch of the rows that a mask, a slice or indices pick; for a whole number one row, as a dict."""
        if hasattr(key, "__index__") and not isinstance(key, bool | np.bool_ | np.ndarray):
            row = row_of(key, len(self))
            record: dict[str, Any] = {name: column[row].tolist() for name, column in self._columns().items()}
            return record | {"reason": self.reasons[self.reason[row]], "start": self.starts[self.start[row]]}
        if not isinstance(key, slice):
            key = np.asarray(key)
            if key.size == 0:
                key = key.astype(np.intp)
            if key.ndim != 1 or not (key.dtype == bool or np.issubdtype(key.dtype, np.integer)):
                raise TypeError("rows are picked by a mask, a slice, a whole number or an array of whole numbers")
            if key.dtype == bool and len(key) != len(self):
                raise IndexError(f"the mask has {len(key)} entries for {len(self)} games")
        return Batch({name: column[key] for name, column in self._columns().items()}, **self._facts())

    def replay(self, i: int) -> list[Position]:
        """All positions of game `i`, the start first: played again from its moves if they were kept, else from its
        seed.

        >>> import fairyring as fr
        >>> b = fr.simulate("behemoth", games=3, seed=7, progress=False)
        >>> game = b.replay(0)
        >>> game[-1].outcome.utility == tuple(b.utility[0])
        True
        """
        row = row_of(i, len(self))
        if self.evaluated:
            raise ValueError("games of evaluators cannot be replayed from their seeds; simulate them again instead")
        start = self.starts[self.start[row]]
        rules = list(self.rules.items())
        if self.moves is None:
            end = _core.replay(self.game, rules, start, list(self.agents), int(self.seed[row]), self.max_plies)
        else:
            end = _core.restore_actions(self.game, rules, start, self.moves[row].astype(np.uint32))
        position = Position(self.game, start, **self.rules)
        positions = [position]
        for move in end.history:
            position = position.play(move)
            positions.append(position)
        return positions

    def to_pgn(self, i: int) -> str:
        """Game `i` as PGN (chess, Astral, Behemoth), agents as players, its seed in a tag; see `fairyring.notation`."""
        from fairyring.notation import to_pgn

        row = row_of(i, len(self))
        final = self.replay(row)[-1]
        tags = {"Event": "Fairyring self-play", "Round": str(row + 1), "Seed": str(self.seed[row])}
        tags |= dict(zip(("White", "Black"), self.agents, strict=False))
        if final.outcome is None:
            utility = self.utility[row, 0]
            result = "1-0" if utility > 0 else "0-1" if utility < 0 else "1/2-1/2"
            tags |= {"Result": result, "Termination": "adjudication", "Reason": self.reasons[self.reason[row]]}
        return to_pgn(final, tags=tags)

    def to_json(self, i: int) -> str:
        """Game `i` as JSON, agents, seed and result in its tags; see `fairyring.notation`."""
        from fairyring.notation import to_json

        row = row_of(i, len(self))
        return to_json(self.replay(row)[-1], tags={"agents": self.agents} | self[row])

    # Summary

    def summary(self, *, level: float = 0.95) -> Summary:
        """Results with intervals at `level`, and the agents, rules and seeds they hold for."""
        return Summary.of(self, level)

    # Other forms

    def to_dict(self) -> dict[str, Any]:
        """The columns by name, arrays (and `Moves`); nothing is copied."""
        return self._columns()

    def to_arrow(self) -> Any:
        """A pyarrow.Table of the columns: columns of several numbers a game as lists of fixed size, reason as words in a dictionary,
        moves as lists of actions.

        The table's metadata, under the key `fairyring`, holds game, rules, agents, starts and seeds as JSON.
        """
        pa = require("pyarrow", "data", "an Arrow table")
        arrays = {}
        for name, column in self._columns().items():
            if isinstance(column, Moves):
                arrays[name] = pa.LargeListArray.from_arrays(pa.array(column.offsets), pa.array(column.actions))
            elif column.ndim == 2:
                flat = pa.array(np.ascontiguousarray(column).reshape(-1))
                arrays[name] = pa.FixedSizeListArray.from_arrays(flat, column.shape[1])
            elif name == "reason":
                arrays[name] = pa.DictionaryArray.from_arrays(pa.array(column), pa.array(self.reasons))
            else:
                arrays[name] = pa.array(column)
        facts = self._facts() | {"seats": self.seats}
        return pa.table(arrays).replace_schema_metadata({"fairyring": json.dumps(facts)})

    @classmethod
    def from_arrow(cls, table: Any) -> Batch:
        """The batch that `to_arrow` wrote; `table` is anything that pyarrow reads as a table.

        Raises ValueError where the table's metadata is not that of a batch.
        """
        pa = require("pyarrow", "data", "an Arrow table")
        table = pa.table(table)
        metadata = (table.schema.metadata or {}).get(b"fairyring")
        if metadata is None:
            raise ValueError("the table has no metadata of a batch (key 'fairyring')")
        facts = json.loads(metadata)
        facts.pop("seats")
        return cls(columns_of(table, facts["game"]), **facts)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.to_arrow().schema.__arrow_c_schema__()

    @classmethod
    def from_run(cls, directory: str | os.PathLike[str], *, partial: bool = False) -> Batch:
        """The games of a stored run, in the order of their indices. A column is read when it is first asked for.

        partial: also take a run that is not complete, with the games of the parts there are. Raises RunError where the
        directory holds no run, or (without `partial`) parts of it are missing.
        """
        from fairyring.store import StoredBatch

        return StoredBatch(directory, partial=partial)

    def __getstate__(self) -> dict[str, Any]:
        return {"columns": self._columns(), "facts": self._facts()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["columns"], **state["facts"])  # type: ignore[misc]

    def __repr__(self) -> str:
        runs = ", ".join(f"seed={run.seed}, experiment={run.experiment}" for run in self.runs)
        return f"Batch({self.game!r}, games={len(self)}, agents={list(self.agents)}, {runs})"

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()


def concat(batches: Sequence[Batch]) -> Batch:
    """One batch of the games of several, which must have the same game, rules, agents and ply limit.

    >>> import fairyring as fr
    >>> b, c = (fr.simulate("behemoth", games=5, seed=seed, progress=False) for seed in (1, 2))
    >>> len(fr.concat([b, c]))
    10
    """
    batches = list(batches)
    if not batches:
        raise ValueError("concat needs at least one batch")
    for batch in batches:
        if not isinstance(batch, Batch):
            raise TypeError(f"concat takes batches, not {batch!r}")
    first = batches[0]
    for batch in batches[1:]:
        for name in ("game", "rules", "agents", "max_plies"):
            mine, theirs = getattr(first, name), getattr(batch, name)
            if mine != theirs:
                raise ValueError(f"the batches differ in {name}: {mine!r} and {theirs!r}")
    starts = list(dict.fromkeys(text for batch in batches for text in batch.starts))
    number = {text: index for index, text in enumerate(starts)}
    names = first.to_dict().keys()
    pieces: dict[str, list[Any]] = {name: [] for name in names}
    for batch in batches:
        if batch.to_dict().keys() != names:
            raise ValueError("some of the batches have moves, and some have none")
        for name, column in batch.to_dict().items():
            if name == "start" and batch.starts != tuple(starts):
                column = np.array([number[text] for text in batch.starts], np.uint32)[column]
            pieces[name].append(column)
    facts = first._facts() | {
        "starts": starts,
        "runs": list(dict.fromkeys(run for batch in batches for run in batch.runs)),
    }
    joined = {name: Moves.join(c) if name == "moves" else np.concatenate(c) for name, c in pieces.items()}
    return Batch(joined, **facts)


def columns_of(table: Any, game: str) -> dict[str, Any]:
    """The columns of a batch from those of a pyarrow table, any of them."""
    pa = require("pyarrow", "data", "an Arrow table")
    facts = describe(game)
    words = {word: number for number, word in enumerate(facts["reasons"])}
    columns: dict[str, Any] = {}
    for name in table.column_names:
        column = table[name].combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
        if name == "moves":
            offsets = column.offsets.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
            actions = column.values.to_numpy(zero_copy_only=False)
            columns[name] = Moves(offsets - offsets[0], actions[offsets[0] : offsets[-1]])
        elif pa.types.is_fixed_size_list(column.type):
            columns[name] = column.flatten().to_numpy(zero_copy_only=False).reshape(-1, column.type.list_size)
        elif name == "reason":
            column = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
            numbers = np.array([words[word] for word in column.dictionary.to_pylist()], np.uint8)
            columns[name] = numbers[column.indices.to_numpy(zero_copy_only=False)]
        else:
            columns[name] = column.to_numpy(zero_copy_only=False)
    return columns


def no_columns(game: str, moves: bool) -> dict[str, Any]:
    """The columns of no games."""
    facts = describe(game)
    columns: dict[str, Any] = {"utility": np.zeros((0, len(facts["seats"])), np.float32)}
    columns |= {name: np.zeros(0, kind) for name, kind in _COLUMNS.items()}
    if facts["has_score"]:
        columns["score"] = np.zeros((0, 2), np.float32)
    columns |= {name: np.zeros((0, len(facts["seats"])), np.uint32) for name in facts["counts"]}
    if moves:
        columns["moves"] = Moves(np.zeros(1, np.int64), np.zeros(0, action_type(game)))
    return columns


def _moves(column: Any, game: str, games: int) -> Moves | None:
    """The column of moves, checked: a `Moves`, or a pair of offsets and actions."""
    if column is None:
        return None
    moves = column if isinstance(column, Moves) else Moves(*column)
    if len(moves) != games or moves.actions.dtype != action_type(game):
        wanted = f"{games} games of {np.dtype(action_type(game))}"
        raise ValueError(f"column 'moves' must hold {wanted}, not {len(moves)} of {moves.actions.dtype}")
    return moves
