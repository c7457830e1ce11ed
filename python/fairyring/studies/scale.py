"""How big a study is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """factor: of all numbers of games, 1 for the recorded study; workers: threads; progress: whether bars are shown."""

    factor: float = 1.0
    workers: int | None = None
    progress: bool = True

    def games(self, count: int, multiple: int = 2) -> int:
        """A number of games by the factor, in whole multiples, so that every task comes with both colours."""
        return max(1, round(count * self.factor / multiple)) * multiple
