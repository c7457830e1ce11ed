"""Training: self-play whose positions are evaluated from outside, in batches that are pulled."""

from fairyring.train.selfplay import Game, SelfPlay

__all__ = ["Game", "SelfPlay"]
