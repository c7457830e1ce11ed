"""Is a game balanced? Exact yardsticks and studies by self-play.

>>> import fairyring as fr
>>> round(fr.balance.behemoth_chain()["d4"].score, 4)
0.4879
"""

from fairyring.balance.behemoth import SQUARES, Study, StudyRow, control, start_squares
from fairyring.balance.chain import Chain, ChainEntry, behemoth_chain
from fairyring.balance.human import HUMAN, HumanGames, as_played
from fairyring.balance.joint import Effect, JointModel, SquareRow, joint
from fairyring.balance.metrics import Measure, MetricRow, SeatRow, metrics
from fairyring.balance.sequential import Decision, decide
from fairyring.balance.study import AGENTS, GameStudy, study

__all__ = [
    "AGENTS",
    "HUMAN",
    "SQUARES",
    "Chain",
    "ChainEntry",
    "Decision",
    "Effect",
    "GameStudy",
    "HumanGames",
    "JointModel",
    "Measure",
    "MetricRow",
    "SeatRow",
    "SquareRow",
    "Study",
    "StudyRow",
    "as_played",
    "behemoth_chain",
    "control",
    "decide",
    "joint",
    "metrics",
    "start_squares",
    "study",
]
