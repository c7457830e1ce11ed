"""Files of training runs: a header, arrays, a checksum. Numbers only; nothing in them is executed.

A line with the name of the format and its version; a line of JSON with "header" and, for each array, its name, type and
shape; the arrays' bytes in this order, least byte first; the CRC-32 of all that, 4 bytes, least byte first.
"""

from __future__ import annotations

import json
import math
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.errors import RunError
from fairyring.store.files import write_whole

MAGIC = b"fairyring-network 1\n"

#: Types of arrays that are written and read.
TYPES = ("uint8", "uint32", "int32", "int64", "float32", "float64", "bool")


def place(out: str | os.PathLike[str] | None, resume: bool) -> tuple[Path | None, bool]:
    """Where a run is to be kept, and whether it is one that is there and goes on.

    Raises ValueError if there is nothing to resume, RunError if the file is there and not to be gone on with or could
    not be written, before anything is played.
    """
    if out is None:
        if resume:
            raise ValueError("resume=True takes out=, the file of the run")
        return None, False
    path = Path(os.fspath(out))
    if path.exists():
        if not resume:
            raise RunError(f"{path} exists; resume=True goes on with it")
        return path, True
    if not path.absolute().parent.is_dir():
        raise RunError(f"{path} cannot be written: its directory is not there")
    return path, False


def write(path: Path, header: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Writes a file, whole or not at all."""
    listed = [[name, str(array.dtype), list(array.shape)] for name, array in arrays.items()]
    parts = [MAGIC, json.dumps({"header": header, "arrays": listed}).encode(), b"\n"]
    for array in arrays.values():
        if str(array.dtype) not in TYPES:
            raise TypeError(f"arrays of {array.dtype} are not kept")
        parts.append(np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False)).tobytes())
    content = b"".join(parts)
    write_whole(path, lambda file: file.write(content + zlib.crc32(content).to_bytes(4, "little")))


def read(path: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The header and the arrays of a file. Raises ValueError saying why it is refused, OSError if it cannot be read."""
    content = path.read_bytes()
    if not content.startswith(MAGIC):
        other = content.startswith(MAGIC.split()[0])
        raise ValueError(
            f"{path} refused: {'its format has another version' if other else 'it is no file of a network'}"
        )
    end = content.find(b"\n", len(MAGIC))
    if end < 0 or len(content) < end + 5 or zlib.crc32(content[:-4]).to_bytes(4, "little") != content[-4:]:
        raise ValueError(f"{path} refused: its checksum is wrong: it is damaged or cut off")
    try:
        described = json.loads(content[len(MAGIC) : end])
        header, listed = (
            dict(described["header"]),
            [(str(n), str(t), [int(k) for k in s]) for n, t, s in described["arrays"]],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} refused: its header cannot be read: {error}") from None
    arrays: dict[str, npt.NDArray[Any]] = {}
    at = end + 1
    for name, kind, shape in listed:
        if kind not in TYPES or any(k < 0 for k in shape):
            raise ValueError(f"{path} refused: array {name!r} is of {kind} {shape}")
        dtype = np.dtype(kind).newbyteorder("<")
        size = math.prod(shape) * dtype.itemsize
        if at + size > len(content) - 4:
            raise ValueError(f"{path} refused: it ends within array {name!r}")
        arrays[name] = np.frombuffer(content, dtype, math.prod(shape), at).reshape(shape).astype(kind)
        at += size
    if at != len(content) - 4:
        raise ValueError(f"{path} refused: it holds {len(content) - 4 - at} bytes more than its arrays")
    return header, arrays
