"""Ctrl-C stops within a second and keeps what is done."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

import fairyring as fr
from helpers import started, stopped

GAME = fr.games()[0]

SCRIPT = f"""
import sys, time
import fairyring as fr

def told(done, total):
    print(done, file=sys.stderr, flush=True)

try:
    fr.simulate({GAME!r}, games=50_000_000, seed=7, progress=told, max_plies=200)
except fr.Interrupted as stop:
    assert isinstance(stop, KeyboardInterrupt)
    again = fr.simulate({GAME!r}, games=len(stop.batch), seed=7, progress=False, max_plies=200)
    print(len(stop.batch), again == stop.batch)
"""


def interrupt(command: list[str], wait_for_output: bool = False) -> tuple[str, str, int, float]:
    """Sends SIGINT to a command at work; returns its output, its status and how long it took to stop."""
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    process = started(command, env=environment)
    assert process.stderr is not None
    if wait_for_output:
        while not int(process.stderr.readline()) > 100:
            assert process.poll() is None
    else:
        # The work runs on threads of its own; before, the command is still being loaded.
        threads = Path(f"/proc/{process.pid}/task")
        while process.poll() is None and len(list(threads.iterdir())) < 2:
            time.sleep(0.05)
        time.sleep(2)
    sent = time.monotonic()
    out, err = stopped(process)
    return out, err, process.returncode, time.monotonic() - sent


def test_a_batch_keeps_the_games_that_are_done() -> None:
    out, err, status, _ = interrupt([sys.executable, "-c", SCRIPT], wait_for_output=True)
    assert status == 0, err
    games, same = out.split()
    assert int(games) > 0
    assert same == "True"


def test_the_command_prints_what_is_done() -> None:
    command = [sys.executable, "-m", "fairyring", "simulate", GAME, "--games", "50000000", "--seed", "7", "--json"]
    out, err, status, seconds = interrupt(command)
    assert status == 1
    assert "Traceback" not in err
    assert err.count("\n") == 1
    assert "stopped after" in err
    assert json.loads(out)["games"] > 0
    # The stop itself takes under a second; the rest is the end of a process on a machine that may be busy.
    assert seconds < 10


def test_perft_can_be_stopped() -> None:
    command = [sys.executable, "-m", "fairyring", "perft", GAME, "--depth", "40"]
    out, err, status, seconds = interrupt(command)
    assert (out, err, status) == ("", "fairyring: error: stopped\n", 1)
    assert seconds < 10


@pytest.mark.skipif("behemoth" not in fr.games(), reason="needs behemoth")
def test_a_study_keeps_its_rows() -> None:
    command = [sys.executable, "-m", "fairyring", "balance", "behemoth", "--games", "5000000", "--seed", "7", "--json"]
    out, err, status, _ = interrupt(command)
    assert status == 1
    assert "Traceback" not in err
    document = json.loads(out)
    assert document["run"]["complete"] is False
    assert document["squares"]["d4"]["random"]["games"] > 0
