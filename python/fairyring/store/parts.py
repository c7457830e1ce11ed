"""The parts of a run: one Parquet file for each chunk of game indices."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from fairyring.batch import Batch
from fairyring.errors import require
from fairyring.moves import Moves
from fairyring.store.files import write_whole
from fairyring.store.spec import RunSpec

#: Key of a part's own metadata in the schema, beside `fairyring`.
PART_KEY = b"fairyring.part"

_NAME = re.compile(r"part-(\d{8,})\.parquet")

#: Columns whose values are random bits: compressing them costs time and saves nothing.
_NOISE = ("seed", "luck")


def part_name(number: int) -> str:
    """The file name of a part."""
    return f"part-{number:08}.parquet"


def part_files(directory: Path) -> dict[int, Path]:
    """The parts that are there, by number, ascending."""
    found = {}
    for path in directory.iterdir():
        match = _NAME.fullmatch(path.name)
        if match and part_name(int(match[1])) == path.name:
            found[int(match[1])] = path
    return dict(sorted(found.items()))


def digest(batch: Batch) -> str:
    """A digest of the columns' values, however they are stored: BLAKE2b of the little-endian bytes in order."""
    state = hashlib.blake2b(digest_size=16)
    for name, column in batch.to_dict().items():
        for array in (column.offsets, column.actions) if isinstance(column, Moves) else (column,):
            state.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
            state.update(np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False)).data)
    return state.hexdigest()


def write_part(directory: Path, spec: RunSpec, number: int, batch: Batch) -> None:
    """Stores a part. Raises OSError where it cannot be written; then it is absent."""
    parquet = require("pyarrow.parquet", "data", "storing a run")
    if len(batch) != spec.size(number):
        raise ValueError(f"part {number} has {spec.size(number)} games, not {len(batch)}")
    table = batch.to_arrow()
    own: dict[str, Any] = {"part": number, "first": number * spec.chunk, "games": len(batch)}
    own |= {"run": spec.fingerprint, "digest": digest(batch)}
    table = table.replace_schema_metadata({**table.schema.metadata, PART_KEY: json.dumps(own)})
    flat = {column["path"]: column["name"] for column in _leaves(table.schema)}
    options: dict[str, Any] = {
        "compression": {path: "none" if name in _NOISE else "zstd" for path, name in flat.items()},
        "compression_level": {path: 1 for path, name in flat.items() if name not in _NOISE},
        "use_dictionary": [path for path, name in flat.items() if name in ("utility", "score", "reason")],
        "write_page_checksum": True,
        "write_statistics": False,
    }
    write_whole(
        directory / part_name(number),
        lambda file: parquet.write_table(table, file, row_group_size=spec.chunk, **options),
    )


def _leaves(schema: Any) -> list[dict[str, str]]:
    """Path in the Parquet file, and name, of each column."""
    pa = require("pyarrow", "data", "storing a run")
    nested = (pa.types.is_fixed_size_list, pa.types.is_large_list)
    return [
        {
            "name": entry.name,
            "path": f"{entry.name}.list.element" if any(test(entry.type) for test in nested) else entry.name,
        }
        for entry in schema
    ]


def read_part(path: Path, columns: list[str] | None = None) -> Any:
    """A part as a pyarrow table, memory-mapped, its pages' checksums verified. Raises OSError or an ArrowException where
    it is damaged."""
    parquet = require("pyarrow.parquet", "data", "reading a run")
    return parquet.ParquetFile(path, memory_map=True, page_checksum_verification=True).read(columns)


def part_rows(path: Path) -> int:
    """Number of games that a part says it holds. Raises OSError or an ArrowException where its footer is damaged."""
    parquet = require("pyarrow.parquet", "data", "reading a run")
    return int(parquet.read_metadata(path, memory_map=True).num_rows)


def fault(path: Path, spec: RunSpec, number: int) -> str | None:
    """What is wrong with a part of a run, every value read; None if it is whole."""
    pa = require("pyarrow", "data", "reading a run")
    try:
        table = read_part(path)
        own = json.loads(table.schema.metadata.get(PART_KEY, b"null"))
        if not isinstance(own, dict) or not {"part", "run", "games", "digest"} <= own.keys():
            return "it is no part of a run"
        if own["run"] != spec.fingerprint:
            return "it belongs to another run"
        if own["part"] != number:
            return f"it is part {own['part']}"
        if (len(table), own["games"]) != (spec.size(number),) * 2:
            return f"it holds {len(table)} games of {spec.size(number)}"
        if digest(Batch.from_arrow(table)) != own["digest"]:
            return "its columns are not those that were written"
    except (OSError, ValueError, KeyError, TypeError, AttributeError, pa.ArrowException) as error:
        return f"it cannot be read ({' '.join(str(error).split())[:200] or type(error).__name__})"
    return None
