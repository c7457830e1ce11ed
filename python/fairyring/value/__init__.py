"""What is a unit worth? Studies by self-play, and exact statistics of how units move.

>>> import fairyring as fr
>>> fr.value.mobility("Q").empty
22.75

`army` deals armies that differ a little and is the causal estimate; `inside` regresses outcomes on what is on the board
within games, which is a correlation; `learned` asks agents that begin with nothing what they come to believe. They
estimate different quantities. Every value belongs to an agent and a budget.
"""

from fairyring.value.army import AGENT, ArmyGames, ArmyStudy, TaskRow, army, play_armies
from fairyring.value.bracket import Bracket, bracket
from fairyring.value.deal import Deal, Dealer
from fairyring.value.fit import Fit, Interval, Rows, fit, joined
from fairyring.value.inside import InsideStudy, counts, inside, inside_of
from fairyring.value.learned import LearnedStudy, learned
from fairyring.value.mechanics import RESTRICTIONS, Beside, Variants, beside, restricted, sensitivity
from fairyring.value.mobility import MOVERS, Mobility, Mover, Teleports, mobility, teleports
from fairyring.value.tasks import ANCHORS, COMPARED, CONTROLS, Task, tasks_for
from fairyring.value.values import KNIGHT_ROOK, SCALES, ValueRow, values_of

__all__ = [
    "AGENT",
    "ANCHORS",
    "COMPARED",
    "CONTROLS",
    "KNIGHT_ROOK",
    "MOVERS",
    "RESTRICTIONS",
    "SCALES",
    "ArmyGames",
    "ArmyStudy",
    "Beside",
    "Bracket",
    "Deal",
    "Dealer",
    "Fit",
    "InsideStudy",
    "Interval",
    "LearnedStudy",
    "Mobility",
    "Mover",
    "Rows",
    "Task",
    "TaskRow",
    "Teleports",
    "ValueRow",
    "Variants",
    "army",
    "beside",
    "bracket",
    "counts",
    "fit",
    "inside",
    "inside_of",
    "joined",
    "learned",
    "mobility",
    "play_armies",
    "restricted",
    "sensitivity",
    "tasks_for",
    "teleports",
    "values_of",
]
