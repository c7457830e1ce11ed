"""From observations back to positions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fairyring import _core
from fairyring._core import Position, describe
from fairyring.arguments import rule_text, whole

#: Widest window of an unbounded table.
WIDEST = 255


def decode(game: str, observation: ArrayLike, *, seat: str | None = None, window: int = 17, **rules: Any) -> Position:
    """The position that an observation shows, seen by a seat (its code; None for the first seat).

    What the planes do not hold is not there: the past, the move number, counters beyond 255. Whole numbers as floats are
    read too. Raises ValueError where the array shows no position of the game.

    >>> import fairyring as fr
    >>> from fairyring.envs import decode
    >>> p = fr.Position("wari").play("c")
    >>> decode("wari", p.observation("n"), seat="n") == p
    True
    """
    facts = describe(game)
    array = np.asarray(observation)
    if array.dtype.kind not in "uif":
        raise TypeError(f"observation must be an array of numbers, not of {array.dtype}")
    # The range first: a cast of what is no number, or beyond the range, is undefined.
    if not ((array >= 0) & (array <= 255)).all() or not np.array_equal(cells := array.astype(np.uint8), array):
        raise ValueError("observation must hold whole numbers from 0 to 255")
    described = describe(game, whole(window, "window", 1, WIDEST))["observation_shape"]
    if array.shape != described:
        raise ValueError(f"observation has shape {array.shape}, must have {described}")
    texts = [(name, rule_text(value)) for name, value in Position(game, **rules).rules.items()]
    return _core.decode(game, np.ascontiguousarray(cells), facts["seats"][0] if seat is None else seat, window, texts)
