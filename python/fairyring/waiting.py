"""Waiting for native work so that Ctrl-C, or a kernel's interrupt, is heard."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def stoppable(work: Callable[[], Result]) -> Result:
    """The result of native work that does not look at signals itself; Ctrl-C leaves it behind and stops the caller."""
    found: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.05)
    if failed:
        raise failed[0]
    return found[0]
