"""A laboratory for unorthodox board games: exact rules, fast self-play, statistics that can be believed.

>>> import fairyring as fr
>>> p = fr.Position("behemoth")
>>> p.actor, len(p.legal_moves())
('w', 19)
>>> p = p.play("e2e4")
>>> p.actor, len(p.chance())
('chance', 32)

Importing this package loads NumPy and the native part only; everything else is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from fairyring._core import IllegalMoveError, Outcome, Position, PositionError, build_info, describe, games

if TYPE_CHECKING:
    from fairyring import agents, balance, draw, engines, match, notation, plots, solve, store, testing, train, value
    from fairyring.analysis import Analysis, analyse
    from fairyring.batch import Batch, concat
    from fairyring.board import Board
    from fairyring.errors import Interrupted, RunError
    from fairyring.moves import Moves
    from fairyring.positions import Positions, sample_positions
    from fairyring.simulation import simulate
    from fairyring.summary import Summary

__version__: str = build_info()["version"]

#: Where the names that are loaded on first use live; None: the name is a module of this package.
_LAZY: dict[str, str | None] = {
    "Analysis": "analysis",
    "Batch": "batch",
    "Board": "board",
    "Interrupted": "errors",
    "Moves": "moves",
    "Positions": "positions",
    "RunError": "errors",
    "Summary": "summary",
    "agents": None,
    "analyse": "analysis",
    "balance": None,
    "concat": "batch",
    "draw": None,
    "engines": None,
    "match": None,
    "notation": None,
    "plots": None,
    "sample_positions": "positions",
    "simulate": "simulation",
    "solve": None,
    "store": None,
    "testing": None,
    "train": None,
    "value": None,
}

__all__ = [
    "Analysis",
    "Batch",
    "Board",
    "IllegalMoveError",
    "Interrupted",
    "Moves",
    "Outcome",
    "Position",
    "PositionError",
    "Positions",
    "RunError",
    "Summary",
    "__version__",
    "agents",
    "analyse",
    "balance",
    "build_info",
    "concat",
    "describe",
    "draw",
    "engines",
    "games",
    "match",
    "notation",
    "plots",
    "sample_positions",
    "simulate",
    "solve",
    "store",
    "testing",
    "train",
    "value",
]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'fairyring' has no attribute {name!r}")
    home = _LAZY[name]
    module = importlib.import_module(f"fairyring.{home or name}")
    value = module if home is None else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
