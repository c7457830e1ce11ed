"""Matches that decide which of two agents is better, tables of several, and the tests behind them.

>>> import fairyring as fr
>>> result = fr.match.play("wari", "greedy", "random", pairs=100, seed=1, progress=False)
>>> result.elo_low > 0
True
"""

from fairyring.match.games import Opponent
from fairyring.match.ladder import Ladder, Rotation, Rung, ladder, rotate
from fairyring.match.result import Match
from fairyring.match.runner import play
from fairyring.match.sprt import Sprt

__all__ = ["Ladder", "Match", "Opponent", "Rotation", "Rung", "Sprt", "ladder", "play", "rotate"]
