"""Is a game balanced? Exact yardsticks and studies by self-play.

>>> import fairyring as fr
>>> round(fr.balance.behemoth_chain()["d4"].score, 4)
0.4879
"""

from fairyring.balance.behemoth import SQUARES, Study, StudyRow, control, start_squares
from fairyring.balance.chain import Chain, ChainEntry, behemoth_chain
from fairyring.balance.human import HUMAN, HumanGames, as_played

__all__ = [
    "HUMAN",
    "SQUARES",
    "Chain",
    "ChainEntry",
    "HumanGames",
    "Study",
    "StudyRow",
    "as_played",
    "behemoth_chain",
    "control",
    "start_squares",
]
