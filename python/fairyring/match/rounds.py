"""A match in play: its definition, its rounds, and the file that holds them."""

from __future__ import annotations

import itertools
import json
import math
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairyring._core import SequentialTest, describe
from fairyring.engines import Chunk
from fairyring.match.games import Contest, name_of
from fairyring.match.result import Match, statistics
from fairyring.match.sprt import Sprt
from fairyring.statistics import quantile

#: Raised when the meaning of a stored match changes.
FORMAT = 1


class Run:
    """A match in play: its definition and its rounds."""

    def __init__(
        self,
        contest: Contest,
        agents: tuple[Any, Any],
        test: Sprt | None,
        batch: int,
        level: float,
        stored: Path | None,
    ) -> None:
        self.contest, self.test, self.batch, self.level, self.stored = contest, test, batch, level, stored
        self.names = tuple(name_of(agent) for agent in agents)
        #: For each opening: utilities of the first team, plies, reasons, lucks and games, in both seatings.
        self.rounds: list[list[list[float]]] = []
        self.counts = [0, 0, 0, 0, 0]
        self.sequential: SequentialTest | None = test.begin(batch) if test else None

    @property
    def decided(self) -> bool:
        """Whether the test has accepted a hypothesis."""
        return self.sequential is not None and self.sequential.decision is not None

    def chunks(self, most: int) -> Iterator[Chunk]:
        """The batches that are not yet played, up to so many pairs."""
        done = len(self.rounds)
        for number in itertools.count():
            if done >= most or self.decided:
                return
            count = min(self.batch - done % self.batch, most - done)
            yield Chunk(number, done, count)
            done += count

    def definition(self) -> dict[str, Any]:
        """What the rounds are a function of."""
        contest = self.contest
        return {
            "game": contest.game,
            "rules_version": describe(contest.game)["rules_version"],
            "rules": contest.rules,
            "starts": list(contest.starts),
            "agents": list(self.names),
            "opening_plies": contest.opening_plies,
            "seed": contest.seed,
            "experiment": contest.experiment,
            "max_plies": contest.max_plies,
            "sprt": self.test and self.test.to_dict(),
            "batch": self.batch,
        }

    def load(self, resume: bool) -> None:
        """Takes the rounds of the file, if the match is to go on; looks at them as when they were played."""
        if self.stored is None:
            if resume:
                raise ValueError("resume needs state, the file of the match")
            return
        if not self.stored.exists():
            self._write()
            return
        if not resume:
            raise ValueError(
                f"{str(self.stored)!r} is there already: give resume=True to go on with it, or another name"
            )
        found = _read(self.stored)
        mine = json.loads(json.dumps(self.definition()))
        differ = [name for name in mine if found["definition"].get(name) != mine[name]]
        if differ:
            raise ValueError(f"{str(self.stored)!r} is another match: it differs in {', '.join(differ)}")
        for row in found["rounds"]:
            self._add(row)

    def settle(self) -> None:
        """Counts and looks anew at the rounds that are there, and stores them."""
        rounds, self.rounds, self.counts = self.rounds, [], [0, 0, 0, 0, 0]
        self.sequential = self.test.begin(self.batch) if self.test else None
        for row in rounds:
            self._add(row)
        self._write()

    def extend(self, columns: dict[str, Any]) -> None:
        """Adds finished rounds and stores them."""
        names = ("utility", "plies", "reason", "luck", "game")
        for row in zip(*(columns[name].tolist() for name in names), strict=True):
            self._add(list(row))
        self._write()

    def _add(self, row: list[list[float]]) -> None:
        self.rounds.append(row)
        first, second = row[0]
        self.counts[_half_points(first) + _half_points(-second)] += 1
        if self.sequential is not None and len(self.rounds) % self.batch == 0 and not self.decided:
            self.sequential.look(self.counts)

    def _write(self) -> None:
        if self.stored is None:
            return
        document = {"format": FORMAT, "definition": self.definition(), "counts": self.counts, "rounds": self.rounds}
        temporary = self.stored.with_name(self.stored.name + ".tmp")
        with temporary.open("w", encoding="utf-8") as file:
            json.dump(document, file, separators=(",", ":"))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.stored)

    def result(self) -> Match:
        """What the rounds show."""
        contest = self.contest
        utilities = [own for row in self.rounds for own in (row[0][0], -row[0][1])]
        plies = [n for row in self.rounds for n in row[1]]
        words = describe(contest.game)["reasons"]
        reasons = Counter(words[int(number)] for row in self.rounds for number in row[2])
        games = len(utilities)
        known = statistics(self.counts, self.level)
        known.pop("units")
        known.pop("error")
        adjusted, low, high = self._adjusted()
        return Match(
            game=contest.game,
            a=self.names[0],
            b=self.names[1],
            rules=contest.rules,
            seed=contest.seed,
            experiment=contest.experiment,
            opening_plies=contest.opening_plies,
            level=self.level,
            counts=(self.counts[0], self.counts[1], self.counts[2], self.counts[3], self.counts[4]),
            wins=sum(value > 0 for value in utilities),
            draws=sum(value == 0 for value in utilities),
            losses=sum(value < 0 for value in utilities),
            sprt=self.test,
            decision=self.sequential.decision if self.sequential else None,
            llr=self.sequential.llr if self.sequential else None,
            bounds=self.sequential.bounds if self.sequential else None,
            distinct=len({number for row in self.rounds for number in row[4]}),
            plies=sum(plies) / games if games else math.nan,
            reasons={word: count / games for word, count in reasons.most_common()},
            adjusted_score=adjusted,
            adjusted_low=low,
            adjusted_high=high,
            **known,
        )

    def _adjusted(self) -> tuple[float | None, float | None, float | None]:
        """The score less the luck of the dice, by pairs."""
        if not describe(self.contest.game)["has_dice"] or not any(any(row[3]) for row in self.rounds):
            return None, None, None
        values = []
        for utility, _, _, luck, _ in self.rounds:
            first = (utility[0] + 1) / 2 - luck[0]
            second = 1 - ((utility[1] + 1) / 2 - luck[1])
            values.append((first + second) / 2)
        mean = math.fsum(values) / len(values)
        if len(values) < 2:
            return mean, -math.inf, math.inf
        variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        radius = quantile((1 + self.level) / 2) * math.sqrt(variance / len(values))
        return mean, mean - radius, mean + radius


def _half_points(utility: float) -> int:
    """Half points of a result: 2 for a win."""
    return 2 if utility > 0 else 1 if utility == 0 else 0


def seed_of(path: Path) -> int:
    """The master seed of a stored match."""
    return int(_read(path)["definition"]["seed"])


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if (
            found["format"] != FORMAT
            or not isinstance(found["definition"], dict)
            or not isinstance(found["rounds"], list)
        ):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{str(path)!r} holds no match of format {FORMAT}") from None
    return dict(found)
