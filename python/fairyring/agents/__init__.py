"""Agents as objects: the specs that every function takes as text, objects that evaluate, and foreign engines.

>>> import fairyring as fr
>>> str(fr.agents.AlphaBeta(depth=3, weights={"mobility": 3}))
'alphabeta(depth=3, weights={mobility:3})'
>>> fr.analyse(fr.Position("chess"), fr.agents.Greedy()).agent
'greedy'
"""

from fairyring.agents.engine import Engine, EngineError, uci
from fairyring.agents.evaluator import Evaluator, Policy, answers
from fairyring.agents.specs import MCTS, Agent, AlphaBeta, Endgame, Expectiminimax, Greedy, Learned, Random, TwoPly

__all__ = [
    "MCTS",
    "Agent",
    "AlphaBeta",
    "Endgame",
    "Engine",
    "EngineError",
    "Evaluator",
    "Expectiminimax",
    "Greedy",
    "Learned",
    "Policy",
    "Random",
    "TwoPly",
    "answers",
    "uci",
]
