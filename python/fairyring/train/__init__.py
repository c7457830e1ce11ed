"""Training: evaluations learned natively by temporal differences, networks by self-play.

>>> import fairyring as fr
>>> pool = fr.train.SelfPlay("wari", games=1, search="gumbel(simulations=4)", seed=1)
>>> pool.action_count
12
>>> pool.close()
"""

from fairyring.train.alphazero import alphazero, load_network
from fairyring.train.selfplay import Game, SelfPlay
from fairyring.train.temporal import Learning, load, td
from fairyring.train.trained import NetworkPlayer, Trained

__all__ = ["Game", "Learning", "NetworkPlayer", "SelfPlay", "Trained", "alphazero", "load", "load_network", "td"]
