"""Games of people, to compare with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairyring.arguments import Seed
from fairyring.balance.behemoth import Study, games_of, start_squares
from fairyring.engines import Engine
from fairyring.simulation import Progress
from fairyring.statistics import Estimate, estimate


@dataclass(frozen=True)
class HumanGames:
    """Finished games of people: how many White won, were drawn and Black won, and the rule they were played by."""

    white: int
    draws: int
    black: int
    rules: tuple[tuple[str, str], ...]
    source: str

    @property
    def games(self) -> int:
        """All games."""
        return self.white + self.draws + self.black

    @property
    def score(self) -> Estimate:
        """White's mean score with its 95 % interval, as though the games were independent."""
        mean = (self.white + self.draws / 2) / self.games
        variance = (self.white + self.draws / 4) / self.games - mean**2
        return estimate(mean, variance, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        score = self.score
        return {
            "games": self.games,
            "white": self.white,
            "draws": self.draws,
            "black": self.black,
            "score": score.value,
            "low": score.low,
            "high": score.high,
            "rules": dict(self.rules),
            "source": self.source,
        }


#: Behemoth chess from d4 on a public game server, autumn 2026: no check, kings are captured.
HUMAN = HumanGames(
    white=16_757,
    draws=1_574,
    black=17_212,
    rules=(("royalty", "king_capture"),),
    source="finished games of a public server, start square d4",
)


def as_played(
    *,
    agents: str = "twoply",
    games: int | None = None,
    seed: Seed = None,
    engine: Engine = "threads",
    workers: int | None = None,
    progress: Progress = True,
) -> Study:
    """The same study by the rule that people's games were played by (kings are captured), from d4.

    games: None for a quarter of the usual number.
    """
    count = games_of(agents) // 4 if games is None else games
    rules: dict[str, Any] = dict(HUMAN.rules)
    options: dict[str, Any] = {"seed": seed, "engine": engine, "workers": workers, "progress": progress}
    return start_squares(["d4"], agents=[agents], games=count, **options, **rules)
