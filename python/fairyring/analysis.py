"""What an agent thinks of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairyring import _core
from fairyring._core import Position
from fairyring.arguments import Seed, agent_text, master_seed

if TYPE_CHECKING:
    from fairyring.agents import Agent


@dataclass(frozen=True)
class Analysis:
    """What an agent thinks of a position.

    move: what it plays; value: of that move, for the side to move, in hundredths of a pawn or the game's own unit
    (30,000 where the game is won; of mcts, expected utility from -1 to 1); pv: the line it expects, beginning with
    `move`; nodes: positions looked at; moves: all root moves as (move, value), best first.
    """

    game: str
    agent: str
    seed: int
    move: str
    value: float
    pv: tuple[str, ...]
    nodes: int
    moves: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        width = max((len(move) for move, _ in self.moves), default=4)
        lines = [f"{self.agent} plays {self.move} ({self.value:+.1f}), {self.nodes:,} nodes", f"pv {' '.join(self.pv)}"]
        return "\n".join([*lines, *(f"{move:<{width}}  {value:+9.1f}" for move, value in self.moves)])


def analyse(position: Position, agent: str | Agent = "twoply", *, seed: Seed = 0) -> Analysis:
    """Asks an agent, a spec or an object of fairyring.agents, about a position in which a seat acts.

    seed decides between moves of equal value. Raises ValueError where chance acts or the game is over, and for unknown
    agents.

    >>> import fairyring as fr
    >>> p = fr.Position("behemoth", "4k3/8/8/3q4/4P3/*7/8/4K3 w - - 0 1 -")
    >>> fr.analyse(p, "greedy").move
    'e4d5'
    """
    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")
    spec = agent_text(agent)
    master = master_seed(seed)
    found = _core.analyse(position, spec, master)
    return Analysis(
        game=position.game,
        agent=spec,
        seed=master,
        move=found["move"],
        value=found["value"],
        pv=tuple(found["pv"]),
        nodes=found["nodes"],
        moves=tuple((move, value) for move, value in found["moves"]),
    )
