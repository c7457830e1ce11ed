"""Values of dicts, lists, numbers and texts only, for JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """A value of dicts, lists, numbers and texts only; numbers that are not finite become None."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    return value.item() if isinstance(value, np.generic) else value


def plain_fields(record: Any) -> dict[str, Any]:
    """The fields of a dataclass as plain values, by name."""
    values: dict[str, Any] = plain(asdict(record))
    return values
