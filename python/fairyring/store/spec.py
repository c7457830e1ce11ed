"""What defines a run, and the file `run.json` that holds it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from fairyring import __version__
from fairyring._core import describe
from fairyring.batch import Run
from fairyring.errors import RunError

#: Name and version of the format.
FORMAT = "fairyring-run"
FORMAT_VERSION = 1

#: Largest number of games of a part.
LARGEST_PART = 1 << 16


@dataclass(frozen=True)
class RunSpec:
    """Everything that the columns of a run depend on, and how they are cut into parts.

    files: digests of the files that agents name in their arguments, by path. chunk: games of a part; the last may hold
    fewer. games is the only field that may change: a run can be asked for more of them.
    """

    game: str
    rules: dict[str, str]
    agents: tuple[str, ...]
    starts: tuple[str, ...]
    seed: int
    experiment: int
    max_plies: int | None
    moves: bool
    chunk: int
    games: int
    files: dict[str, str] = field(default_factory=dict)
    rules_version: int = 0
    package: str = __version__
    format: str = FORMAT
    format_version: int = FORMAT_VERSION

    @classmethod
    def of(
        cls,
        game: str,
        rules: Mapping[str, str],
        agents: Iterable[str],
        starts: Iterable[str],
        run: Run,
        max_plies: int | None,
        moves: bool,
        chunk: int,
        games: int,
    ) -> RunSpec:
        """The specification of a run with this version of the package."""
        agents = tuple(agents)
        return cls(
            game=game,
            rules=dict(rules),
            agents=agents,
            starts=tuple(starts),
            seed=run.seed,
            experiment=run.experiment,
            max_plies=max_plies,
            moves=moves,
            chunk=chunk,
            games=games,
            files=files_of(agents),
            rules_version=describe(game)["rules_version"],
        )

    @property
    def run(self) -> Run:
        """The seeds."""
        return Run(self.seed, self.experiment)

    @property
    def parts(self) -> int:
        """Number of parts of the complete run."""
        return -(-self.games // self.chunk)

    def size(self, part: int) -> int:
        """Games of a part."""
        return min(self.chunk, self.games - part * self.chunk)

    @property
    def fingerprint(self) -> str:
        """A digest of all fields but the number of games."""
        identity = {name: value for name, value in asdict(self).items() if name != "games"}
        return hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=16).hexdigest()

    def check_same(self, other: RunSpec, directory: Path) -> None:
        """Raises ValueError naming the field in which `other`, which is asked for, differs from this, the stored."""
        for name in (entry.name for entry in fields(self) if entry.name != "games"):
            stored, asked = getattr(self, name), getattr(other, name)
            if stored != asked:
                if isinstance(stored, dict):
                    stored, asked = _difference(stored, asked)
                raise ValueError(
                    f"the run in {str(directory)!r} differs from the one asked for in {name}: stored {_short(stored)}, "
                    f"asked for {_short(asked)}"
                )

    def to_json(self) -> str:
        """The text of `run.json`."""
        head = {"format": self.format, "format_version": self.format_version, "package": self.package}
        return json.dumps(head | asdict(self), indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, path: Path) -> RunSpec:
        """The specification of a file `run.json`. Raises RunError where it is none."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(values, dict) or values.get("format") != FORMAT:
                raise ValueError(f"its format is not {FORMAT!r}")
            if values.get("format_version") != FORMAT_VERSION:
                version = values.get("format_version")
                raise ValueError(f"it has format version {version!r}, and this package reads {FORMAT_VERSION}")
            names = {entry.name for entry in fields(cls)}
            if values.keys() != names:
                raise ValueError(f"its fields are not the expected ones: {', '.join(sorted(values.keys() ^ names))}")
            lists = {name: tuple(values[name]) for name in ("agents", "starts")}
            spec = cls(**(values | lists))
            whole = (spec.chunk, spec.games, spec.seed, spec.experiment)
            if not all(
                isinstance(number, int) and number >= least for number, least in zip(whole, (1, 1, 0, 0), strict=True)
            ):
                raise ValueError("chunk, games, seed and experiment must be whole numbers in their ranges")
            describe(spec.game)
        except (OSError, ValueError, TypeError) as error:
            raise RunError(f"{str(path)!r} cannot be read as the description of a run: {error}") from error
        return spec


def files_of(agents: Iterable[str]) -> dict[str, str]:
    """Digests of the files and directories that agents name in their arguments, by path as written."""
    found = {}
    for agent in agents:
        inside = agent.partition("(")[2].rpartition(")")[0]
        for argument in inside.split(","):
            text = argument.partition("=")[2].strip().strip("'\"")
            if text and os.path.exists(text):  # noqa: PTH110 - an odd text is no path, not an error
                found[text] = digest_of(Path(text))
    return found


def digest_of(path: Path) -> str:
    """SHA-256 of a file, or of the names and digests of a directory's files."""
    if path.is_dir():
        entries = sorted(entry for entry in path.rglob("*") if entry.is_file())
        lines = "".join(f"{digest_of(entry)}  {entry.relative_to(path).as_posix()}\n" for entry in entries)
        return hashlib.sha256(lines.encode()).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _difference(stored: dict[str, Any], asked: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entries that differ."""
    names = [name for name in {**stored, **asked} if stored.get(name) != asked.get(name)]
    return {name: stored.get(name) for name in names}, {name: asked.get(name) for name in names}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:199] + "…"
