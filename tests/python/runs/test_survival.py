"""Runs survive: killed at any moment, a disk that is full, writes that fail."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import fairyring as fr
from fairyring.store import run_status

pa = pytest.importorskip("pyarrow")

SCRIPT = """
import sys
import fairyring as fr
fr.simulate({game!r}, games={games}, seed=3, out={directory!r}, resume=True, chunk={chunk}, progress=False{more})
"""


def command(directory: Path, games: int, chunk: int, game: str = "wari", more: str = "") -> list[str]:
    script = SCRIPT.format(game=game, games=games, chunk=chunk, directory=str(directory), more=more)
    return [sys.executable, "-c", script]


def check_against_undisturbed(directory: Path, games: int, game: str = "wari") -> None:
    """The columns, and every part's, are those of a run that nothing happened to."""
    again = fr.simulate(game, games=games, seed=3, progress=False)
    run = fr.Batch.from_run(directory)
    assert len(run) == games
    assert run == again
    assert len(np.unique(run.seed)) == games
    assert run_status(directory, verify=True).complete
    assert not list(directory.glob(".*.tmp"))


def test_a_run_killed_at_random_moments_is_that_of_an_undisturbed_one(tmp_path: Path, long: bool) -> None:
    games, chunk, kills = (1_000_000, 8192, 20) if long else (60_000, 1024, 5)
    directory = tmp_path / "run"
    moments = random.Random(4)
    killed = 0
    stored = 0
    while killed < kills:
        process = subprocess.Popen(command(directory, games, chunk))
        # From before the first import is done to well into the run; early kills hit the start, where less is written.
        deadline = time.monotonic() + moments.uniform(0.0, 4.0 if long else 1.0)
        began = stored
        while time.monotonic() < deadline or (killed % 2 and stored == began and process.poll() is None):
            time.sleep(0.001)
            stored = len(list(directory.glob("part-*")))
        process.kill()
        if process.wait() == 0:
            # It was done before it could be killed: some parts are taken away again.
            for path in moments.sample(sorted(directory.glob("part-*")), 5):
                path.unlink()
            continue
        killed += 1
        if (directory / "run.json").exists():
            status = run_status(directory, verify=True)
            assert status.faults == {}, "a part is whole or absent"
            assert not status.writing
    assert subprocess.run(command(directory, games, chunk), check=True).returncode == 0
    check_against_undisturbed(directory, games)


def test_a_kill_between_any_two_steps_leaves_whole_files(tmp_path: Path) -> None:
    """The process ends at each call that changes the directory, in turn, before it is made."""
    script = """
import os, sys
from pathlib import Path
import fairyring as fr

left = int(sys.argv[1])

def counted(function):
    def call(*arguments, **options):
        global left
        if left == 0:
            os._exit(9)
        left -= 1
        return function(*arguments, **options)
    return call

os.fsync = counted(os.fsync)
Path.replace = counted(Path.replace)
Path.unlink = counted(Path.unlink)
fr.simulate('wari', games=20, seed=3, out=sys.argv[2], resume=True, chunk=10, progress=False)
"""
    for step in range(40):
        directory = tmp_path / f"run-{step}"
        status = subprocess.run([sys.executable, "-c", script, str(step), str(directory)]).returncode
        if (directory / "run.json").exists():
            assert run_status(directory, verify=True).faults == {}
        fr.simulate("wari", games=20, seed=3, out=directory, resume=True, chunk=10, progress=False)
        check_against_undisturbed(directory, 20)
        if status == 0:
            break
    # Two parts and the description: each a file brought to the disk, renamed, and its directory brought to the disk.
    assert 9 <= step < 40


MEMORY = """
import resource, sys
import fairyring as fr
games = int(sys.argv[1])
run = fr.simulate("behemoth", games=games, seed=3, out=sys.argv[2], progress=False)
assert len(run) == games and run.plies[-1] > 0
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_long_run_needs_little_memory(tmp_path: Path, long: bool) -> None:
    games = 10_000_000 if long else 500_000
    command = [sys.executable, "-c", MEMORY, str(games), str(tmp_path / "run")]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    assert int(found.stdout) < 1 << 20, "kilobytes: one gibibyte"


def limited(directory: Path, most: int, games: int, chunk: int, more: str = "") -> subprocess.CompletedProcess[str]:
    """Runs with a limit on the size of files that the operating system enforces on every write."""

    def limit() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    arguments = [
        "--games",
        str(games),
        "--seed",
        "3",
        "--chunk",
        str(chunk),
        "--out",
        str(directory),
        "--resume",
        "--moves",
    ]
    return subprocess.run(
        [sys.executable, "-m", "fairyring", "simulate", "wari", *arguments],
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )


def test_a_failing_write_below_pyarrow_is_told_and_resumed(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    failed = limited(directory, 20_000, 3000, 1000)
    assert failed.returncode == 1
    assert failed.stderr.count("\n") == 1
    assert "part 0 of the run in" in failed.stderr
    assert "File too large" in failed.stderr
    assert "0 of 3 parts are stored: make room, then resume" in failed.stderr
    assert sorted(path.name for path in directory.iterdir()) == [".lock", "run.json"]
    assert limited(directory, 1 << 30, 3000, 1000).returncode == 0
    run = fr.Batch.from_run(directory)
    assert run == fr.simulate("wari", games=3000, seed=3, moves=True, progress=False)


@pytest.mark.skipif(os.geteuid() != 0, reason="a small file system is mounted, which only root may do")
def test_a_full_disk_is_told_and_resumed(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        (disk / "ballast").write_bytes(bytes(1_400_000))
        run = [
            sys.executable,
            "-m",
            "fairyring",
            "simulate",
            "wari",
            "--games",
            "60000",
            "--seed",
            "3",
            "--chunk",
            "5000",
        ]
        run += ["--out", str(disk / "run"), "--resume", "--json"]
        failed = subprocess.run(run, capture_output=True, text=True)
        assert failed.returncode == 1
        assert failed.stderr.count("\n") == 1
        assert "No space left on device" in failed.stderr
        kept = run_status(disk / "run", verify=True)
        assert 0 < len(kept.parts) < 12
        assert kept.faults == {}
        assert f"{len(kept.parts)} of 12 parts are stored" in failed.stderr
        (disk / "ballast").unlink()
        resumed = subprocess.run(run, capture_output=True, text=True, check=True)
        assert json.loads(resumed.stdout)["games"] == 60_000
        check_against_undisturbed(disk / "run", 60_000)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_two_writers_at_once_leave_one_run(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    writers = [subprocess.Popen(command(directory, 20_000, 512), stderr=subprocess.PIPE, text=True) for _ in range(4)]
    ends = [(writer.communicate()[1], writer.returncode) for writer in writers]
    assert any(status == 0 for _, status in ends)
    assert all(status == 0 or "another process is writing" in error for error, status in ends)
    check_against_undisturbed(directory, 20_000)
