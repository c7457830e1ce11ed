"""A board in a notebook, to play on and to look at games: `fairyring.Board`.

Needs the extra `notebook`. Nothing is loaded from a network.
"""

from fairyring.errors import require

require("anywidget", "notebook", "fairyring.Board")

from fairyring.board.widget import Board  # noqa: E402 - the class is made from anywidget's

__all__ = ["Board"]
