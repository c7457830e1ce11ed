"""The recorded studies: each is one function, stores what it plays, and goes on after it was stopped."""

from fairyring.studies.report import SEED, STUDIES, publish, run
from fairyring.studies.scale import Scale
from fairyring.studies.tables import figures, tables

__all__ = ["SEED", "STUDIES", "Scale", "figures", "publish", "run", "tables"]
