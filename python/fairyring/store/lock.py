"""One writer a directory."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType

from fairyring.errors import RunError

#: The file that is locked; it stays, and means nothing by itself.
NAME = ".lock"


class WriterLock:
    """Holds the right to write a run, as a context; the operating system ends it with the process, however that ends.

    Raises RunError where another process, or another thread of this one, is writing.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.file = -1

    def __enter__(self) -> WriterLock:
        file = os.open(self.directory / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            _lock(file)
        except OSError as error:
            who = os.read(file, 100).decode(errors="replace").strip()
            os.close(file)
            if not isinstance(error, BlockingIOError):
                raise RunError(f"the run in {str(self.directory)!r} cannot be locked: {error.strerror}") from error
            by = f" ({who})" if who else ""
            raise RunError(f"another process is writing the run in {str(self.directory)!r}{by}") from error
        self.file = file
        # For people only; a disk that is full does not keep the lock from being held.
        try:
            os.ftruncate(file, 0)
            os.pwrite(file, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)
        except OSError:
            pass
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self.file)
        self.file = -1


def _lock(file: int) -> None:
    """Takes the lock. One that is held for a moment only, by `is_locked`, is waited for."""
    for _ in range(4):
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.05)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(directory: Path) -> bool:
    """Whether a process is writing the run."""
    try:
        file = os.open(directory / NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
