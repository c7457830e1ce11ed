"""What several tests use."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import fairyring as fr

DATA = Path(__file__).parents[1] / "data"
ROOT = Path(__file__).parents[2]


def run_command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The installed command, as a user would call it."""
    command = [sys.executable, "-m", "fairyring", *arguments]
    environment = os.environ | {"COLUMNS": "120"} | options.pop("env", {})
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, **options)


def started(command: list[str], **options: Any) -> subprocess.Popen[str]:
    """A command at work that hears Ctrl-C, also where the tests run in a shell's background, which ignores it and makes
    whatever it starts ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    finally:
        signal.signal(signal.SIGINT, before)


def stopped(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a command says after Ctrl-C. One that goes on for a minute is killed, and the test has failed."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def resident() -> int:
    """Bytes of this process in memory (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def vector_files() -> list[Path]:
    """Trace files of the games there are."""
    return [
        path
        for path in sorted((DATA / "vectors").glob("*.jsonl"))
        if path.name.split(".")[0].split("-")[0] in fr.games()
    ]


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def samples(game: str, seed: int = 5, games: int = 4) -> list[fr.Position]:
    """Positions of random games, ends included."""
    batch = fr.simulate(game, games=games, seed=seed, max_plies=120, progress=False)
    return [position for i in range(games) for position in batch.replay(i)]
