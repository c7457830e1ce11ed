"""Figures by matplotlib (extra `plot`): each function draws into `ax`, or into axes of its own, and returns the axes.

>>> import matplotlib
>>> matplotlib.use("agg")
>>> import fairyring as fr
>>> ax = fr.plots.heat(fr.balance.behemoth_chain().scores(), centre=0.5)
>>> ax.get_title()
''
"""

from fairyring.plots.boards import heat, start_squares
from fairyring.plots.games import branching, lengths
from fairyring.plots.results import ladder, learning_curve, piece_values

__all__ = ["branching", "heat", "ladder", "learning_curve", "lengths", "piece_values", "start_squares"]
