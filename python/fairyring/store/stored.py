"""A stored run as a batch whose columns are read when they are first asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairyring._core import describe
from fairyring.batch import COUNTS, Batch, columns_of, no_columns
from fairyring.errors import RunError, require
from fairyring.moves import Moves
from fairyring.store.parts import part_files, part_rows, read_part
from fairyring.store.spec import RunSpec

#: File that describes a run.
DESCRIPTION = "run.json"


def read_spec(directory: Path) -> RunSpec:
    """The specification of the run in a directory. Raises RunError where there is none."""
    path = directory / DESCRIPTION
    if not path.is_file():
        raise RunError(f"{str(directory)!r} holds no run: it has no {DESCRIPTION}")
    return RunSpec.read(path)


class StoredBatch(Batch):
    """The games of a stored run, in the order of their indices, as `Batch.from_run` gives them.

    Nothing but the parts' footers is read until a column is asked for; then that column is read from memory-mapped
    files. `pieces()` gives the parts one by one, for work that need not hold the whole run."""

    def __init__(self, directory: str | os.PathLike[str], *, partial: bool = False) -> None:
        self.directory = Path(directory)
        self.spec = spec = read_spec(self.directory)
        self.files: dict[int, Path] = {}
        self._rows = 0
        for number, path in part_files(self.directory).items():
            # A part of another size is one of a run that has been asked for more games since, and is played again.
            if number < spec.parts and (rows := self._guarded(part_rows, path)) == spec.size(number):
                self.files[number] = path
                self._rows += rows
        missing = spec.parts - len(self.files)
        if missing and not partial:
            raise RunError(
                f"the run in {str(self.directory)!r} is not complete: {missing} of {spec.parts} parts are missing; "
                "resume it, or take what is there with partial=True"
            )
        self._set_facts(spec.game, spec.rules, spec.agents, spec.starts, [spec.run], spec.max_plies)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in Batch.__annotations__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            column = self._read(name)
            self.__dict__[name] = column
            return column

    def __len__(self) -> int:
        return self._rows

    def _read(self, name: str) -> Any:
        """A whole column."""
        facts = describe(self.game)
        absent = name in COUNTS and name not in facts["counts"]
        if absent or (name == "moves" and not self.spec.moves) or (name == "score" and not facts["has_score"]):
            return None
        pieces = [self._guarded(_column, path, name, self.game) for path in self.files.values()]
        if not pieces:
            return no_columns(self.game, self.spec.moves)[name]
        return Moves.join(pieces) if name == "moves" else np.concatenate(pieces)

    def _guarded(self, read: Any, path: Path, *arguments: Any) -> Any:
        """Reads from a part; damage is told in a sentence."""
        pa = require("pyarrow", "data", "reading a run")
        try:
            return read(path, *arguments)
        except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
            raise RunError(
                f"part {path.name} of the run in {str(self.directory)!r} cannot be read ({error}); resume the run "
                "to have it played again"
            ) from error

    def pieces(self) -> Iterator[Batch]:
        """The parts as batches, in order, one read at a time."""
        for path in self.files.values():
            yield self._guarded(lambda path: Batch.from_arrow(read_part(path)), path)

    def to_arrow(self) -> Any:
        """A pyarrow.Table of the columns, as `Batch.to_arrow`, read from the files."""
        pa = require("pyarrow", "data", "an Arrow table")
        tables = [self._guarded(read_part, path) for path in self.files.values()]
        if not tables:
            return self._empty()
        metadata = {b"fairyring": tables[0].schema.metadata[b"fairyring"]}
        return pa.concat_tables([table.replace_schema_metadata(metadata) for table in tables])

    def _empty(self) -> Any:
        """The table of no games."""
        return Batch(no_columns(self.game, self.spec.moves), **self._facts()).to_arrow()

    def __reduce__(self) -> tuple[Any, ...]:
        # The columns go along: whoever reads the pickle may not have the directory.
        return _batch, (self._columns(), self._facts())


def _column(path: Path, name: str, game: str) -> Any:
    """A column of a part."""
    return columns_of(read_part(path, [name]), game)[name]


def _batch(columns: dict[str, Any], facts: dict[str, Any]) -> Batch:
    return Batch(columns, **facts)
