"""What a match shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairyring import _core
from fairyring.arguments import changed_rules
from fairyring.match.sprt import Sprt
from fairyring.plain import plain
from fairyring.tables import html_table


@dataclass(frozen=True)
class Match:
    """The result of a match of two agents, a against b: each opening was played twice with the seats exchanged.

    counts: pairs by a's points: 0, 1/2, 1, 1 1/2, 2 (pentanomial); wins, draws, losses: games, seen by a; score: a's
    mean points per game, with its interval; elo, nelo (normalised Elo, in standard deviations of a game times 347.4)
    and their intervals; los: likelihood that a is better; decision: "H0" or "H1" where a sequential test accepted one,
    else None; llr and bounds: its log-likelihood ratio and the bounds in force, corrected for overshoot; distinct: how
    many games differ; plies: mean of a game after its opening; reasons: share of games by each. Intervals have the
    coverage `level` and take the pair as the unit. In games with dice adjusted_score is the score less the luck of the
    dice, else None.
    """

    game: str
    a: str
    b: str
    rules: dict[str, str]
    seed: int
    experiment: int
    opening_plies: int
    level: float
    counts: tuple[int, int, int, int, int]
    wins: int
    draws: int
    losses: int
    score: float
    score_low: float
    score_high: float
    elo: float
    elo_low: float
    elo_high: float
    nelo: float
    nelo_low: float
    nelo_high: float
    los: float
    sprt: Sprt | None
    decision: str | None
    llr: float | None
    bounds: tuple[float, float] | None
    distinct: int
    plies: float
    reasons: dict[str, float]
    adjusted_score: float | None
    adjusted_low: float | None
    adjusted_high: float | None

    @property
    def pairs(self) -> int:
        """Number of pairs played."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """Number of games played."""
        return 2 * self.pairs

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values; infinite ones become None."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        values["sprt"] = self.sprt and self.sprt.to_dict()
        found = plain(values | {"pairs": self.pairs, "games": self.games})
        assert isinstance(found, dict)
        return found

    def __str__(self) -> str:
        percent = f"{100 * self.level:g} %"
        lines = [
            f"{self.game}: {self.a} against {self.b}",
            f"{self.games:,} games in {self.pairs:,} pairs, {self.distinct:,} different: "
            f"{self.wins:,} won, {self.draws:,} drawn, {self.losses:,} lost; pairs by points {list(self.counts)}",
            f"score {self.score:.4f} [{self.score_low:.4f}, {self.score_high:.4f}] ({percent})",
            f"Elo {self.elo:+.1f} [{self.elo_low:+.1f}, {self.elo_high:+.1f}], "
            f"normalised {self.nelo:+.1f} [{self.nelo_low:+.1f}, {self.nelo_high:+.1f}], LOS {self.los:.4f}",
        ]
        if self.adjusted_score is not None:
            lines.append(
                f"score less the luck of the dice {self.adjusted_score:.4f} "
                f"[{self.adjusted_low:.4f}, {self.adjusted_high:.4f}]"
            )
        if self.sprt is not None and self.llr is not None and self.bounds is not None:
            low, high = self.bounds
            said = f"{self.decision} accepted" if self.decision else "undecided"
            lines.append(f"test {self.sprt}: LLR {self.llr:+.3f} in [{low:+.3f}, {high:+.3f}], {said}")
        ended = ", ".join(f"{word} {100 * share:.1f} %" for word, share in self.reasons.items())
        lines.append(f"{self.plies:.1f} plies a game; by {ended}")
        changed = ", ".join(f"{name}={value}" for name, value in changed_rules(self.game, self.rules).items())
        lines.append(f"rules: {changed or 'the defaults'}; openings of {self.opening_plies} plies; seed {self.seed}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title, *lines = str(self).split("\n")
        names = ("games", "score", "Elo", *(("adjusted",) if self.adjusted_score is not None else ()))
        names += (*(("test",) if self.sprt is not None and self.llr is not None else ()), "length", "rules")
        return html_table(zip(names, lines, strict=True), caption=title)


def statistics(counts: list[int], level: float) -> dict[str, float]:
    """Score, Elo and normalised Elo with intervals, of pairs (5 counts) or games (3 counts)."""
    return _core.pair_statistics(counts, level)
