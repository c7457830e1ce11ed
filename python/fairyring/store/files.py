"""Files that are whole or absent."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

#: Ending of names of files that are being written; readers of `*.parquet` do not see them.
UNFINISHED = ".tmp"


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Writes a file under a temporary name, brings it to the disk and renames it; on any error nothing is left.

    Once this returns, the file survives a loss of power.
    """
    temporary = path.with_name(f".{path.name}{UNFINISHED}")
    try:
        with temporary.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Brings the names of a directory to the disk."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_unfinished(directory: Path) -> None:
    """Removes what a killed writer left behind."""
    for path in directory.glob(f".*{UNFINISHED}"):
        path.unlink()
