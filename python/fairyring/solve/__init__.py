"""What can be solved: mate problems of any game with mate, and the endgames of wari."""

from fairyring._core import WariTable
from fairyring.solve.agreement import Agreement, agreement
from fairyring.solve.problems import Problem, Reply, Solution, Variation, compose, mate
from fairyring.solve.tables import wari

__all__ = [
    "Agreement",
    "Problem",
    "Reply",
    "Solution",
    "Variation",
    "WariTable",
    "agreement",
    "compose",
    "mate",
    "wari",
]
