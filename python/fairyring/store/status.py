"""What there is of a run, and whether it is whole."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairyring.store.lock import is_locked
from fairyring.store.parts import fault, part_files
from fairyring.store.spec import RunSpec
from fairyring.store.stored import read_spec


@dataclass(frozen=True)
class RunStatus:
    """Progress of a run. spec: what defines it; parts: numbers of those stored; games: in them; size: bytes of all
    parts; writing: whether a process is at it; faults: what is wrong with which file, empty where nothing is wrong, and
    None where the parts were not verified."""

    directory: str
    spec: RunSpec
    parts: tuple[int, ...]
    games: int
    size: int
    writing: bool
    faults: dict[str, str] | None

    @property
    def complete(self) -> bool:
        """Whether all games are there, as far as it was looked at."""
        return self.games == self.spec.games and not self.faults

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        spec = self.spec
        names = (
            "game",
            "rules",
            "agents",
            "seed",
            "experiment",
            "max_plies",
            "moves",
            "chunk",
            "package",
            "rules_version",
        )
        return {
            "directory": self.directory,
            **{name: getattr(spec, name) for name in names},
            "starts": len(spec.starts),
        } | {
            "games": spec.games,
            "games_stored": self.games,
            "parts": spec.parts,
            "parts_stored": len(self.parts),
            "bytes": self.size,
            "writing": self.writing,
            "complete": self.complete,
            "faults": self.faults,
        }


def run_status(directory: str | os.PathLike[str], *, verify: bool = False) -> RunStatus:
    """The progress of the run in a directory; with `verify` every value of every part is read and checked.

    Raises RunError where the directory holds no run.
    """
    path = Path(directory)
    spec = read_spec(path)
    files = part_files(path)
    faults: dict[str, str] | None = None
    if verify:
        found = {
            file.name: fault(file, spec, number) if number < spec.parts else "there is no such part"
            for number, file in files.items()
        }
        faults = {name: wrong for name, wrong in found.items() if wrong is not None}
    there = tuple(number for number in files if number < spec.parts and files[number].name not in (faults or {}))
    return RunStatus(
        directory=str(path),
        spec=spec,
        parts=there,
        games=sum(spec.size(number) for number in there),
        size=sum(file.stat().st_size for file in files.values()),
        writing=is_locked(path),
        faults=faults,
    )
