"""Exceptions of the Python layer; those of rules and positions come from the native part."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped long work; what was finished is kept.

    Attributes: batch, the games finished so far (a Batch, or None), and table, the finished rows of a study (or None).
    """

    def __init__(self, message: str, *, batch: Any = None, table: Any = None) -> None:
        super().__init__(message)
        self.batch = batch
        self.table = table


class RunError(RuntimeError):
    """A stored run that cannot be written, read or continued; the message names the directory and what to do."""


def require(module: str, extra: str, purpose: str) -> ModuleType:
    """A module of an optional extra; where it is missing an ImportError says how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{purpose} needs {module.partition('.')[0]}, which is not here: pip install 'fairyring[{extra}]'",
            name=error.name,
        ) from error
