"""Chunks on threads and on a Ray cluster."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.engines import Chunk, Ray, Threads, cut, engine_of, run_chunks


def test_chunks_cover_the_work() -> None:
    assert cut(5, 10, 4) == [Chunk(0, 5, 4), Chunk(1, 9, 4), Chunk(2, 13, 2)]
    assert cut(0, 0, 4) == []


def test_chunks_are_played_in_order_and_told() -> None:
    told: list[tuple[int, int]] = []

    def play(chunk: Chunk, workers: int, report: Any) -> int:
        assert workers == 3
        report(1, chunk.units)
        return chunk.first

    chunks = cut(0, 6, 2)
    results = list(run_chunks(play, chunks, workers=3, report=lambda *args: told.append(args), total=16, done=10))
    assert results == [(chunk, chunk.first) for chunk in chunks]
    assert told == [(11, 16), (13, 16), (15, 16)]


def test_no_chunk_is_begun_before_the_last_is_taken() -> None:
    begun = []
    results = run_chunks(lambda chunk, workers, report: begun.append(chunk.number), cut(0, 5, 1))
    next(results)
    assert begun == [0]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: engine_of("gpu"), ValueError, "unknown engine 'gpu'; valid: threads, ray"),
        (lambda: engine_of("threads", "auto"), ValueError, "address= goes with"),
        (lambda: engine_of(Threads(), "auto"), ValueError, "address= goes with"),
        (lambda: Ray(address=3), TypeError, "address must be text"),
        (lambda: Ray(in_flight=0), ValueError, "in_flight must lie"),
        (lambda: Ray(retries=-1), ValueError, "retries must lie"),
    ],
)
def test_bad_engines_are_named(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


class Outsider:
    """A player that is no agent of ours."""

    def choose(self, position: fr.Position) -> str:
        return position.legal_moves()[0]


def test_matches_say_what_a_cluster_cannot_play() -> None:
    calls: list[Any] = [
        lambda engine: fr.match.play("wari", Outsider(), "random", pairs=1, seed=1, progress=False, engine=engine),
        lambda engine: fr.match.ladder("wari", [Outsider(), "random"], pairs=1, seed=1, progress=False, engine=engine),
        lambda engine: fr.match.rotate(
            "wari", ["random", Outsider()], openings=1, seed=1, progress=False, engine=engine
        ),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="players from outside play in this process"):
            call("ray")
        with pytest.raises(ValueError, match="unknown engine 'gpu'"):
            call("gpu")
        call(Threads())


def test_studies_refuse_engines_that_are_not_there() -> None:
    calls: list[Any] = [
        lambda: fr.balance.study("wari", agents="random", games=4, seed=1, progress=False, engine="gpu"),
        lambda: fr.value.army("astral", "T", agent="random", games=36, seed=1, progress=False, engine="gpu"),
        lambda: fr.value.inside("chess", agent="random", games=4, seed=1, progress=False, engine="gpu"),
        lambda: fr.value.bracket("T:N", agent="random", seed=1, progress=False, engine="gpu"),
        lambda: fr.value.restricted(agent="random", games=36, seed=1, progress=False, engine="gpu"),
        lambda: fr.value.beside(agent="random", games=36, seed=1, progress=False, engine="gpu"),
        lambda: fr.value.sensitivity(nodes=10, games=36, seed=1, progress=False, engine="gpu"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="unknown engine 'gpu'; valid: threads, ray"):
            call()


def test_without_ray_the_extra_is_named() -> None:
    script = """
import sys
sys.modules['ray'] = None
import fairyring as fr
try:
    fr.simulate('wari', games=10, engine='ray', progress=False)
except ImportError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install 'fairyring[ray]'" in result.stdout, result.stderr


#: Runs in a process of its own: a cluster that loses a node leaves threads and warnings behind.
CLUSTER = """
import os, sys, time
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
import numpy as np, ray
from ray.cluster_utils import Cluster
import fairyring as fr
from fairyring.engines import Ray, cut, run_chunks

games, directory = int(sys.argv[1]), sys.argv[2]
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
assert ray.cluster_resources()["CPU"] == 2

small = fr.simulate("chess", games=200, seed=3, progress=False)
assert fr.simulate("chess", games=200, seed=3, progress=False, engine="ray") == small
moves = fr.simulate("wari", games=200, seed=3, progress=False, moves=True)
assert fr.simulate("wari", games=200, seed=3, progress=False, moves=True, engine="ray") == moves
print("in memory")

try:
    fr.simulate("wari", games=100, agents="nobody", progress=False, engine="ray")
except ValueError as error:
    assert "unknown agent" in str(error)
    print("errors")

def fails(chunk, workers, report):
    raise LookupError(f"chunk {chunk.number}")
try:
    list(run_chunks(fails, cut(0, 4, 1), engine="ray"))
except LookupError as error:
    assert "chunk" in str(error)
    print("errors of tasks")

if "behemoth" in fr.games():
    options = {"squares": ["d4"], "agents": ["random"], "games": 300, "seed": 1, "progress": False}
    assert fr.balance.start_squares(**options, engine="ray").rows == fr.balance.start_squares(**options).rows
    options = {"agents": ["random", "greedy"], "games": 60, "ladder": 5, "replayed": 10, "seed": 1, "progress": False}
    # By their texts: not a number is not itself.
    assert repr(fr.balance.study("wari", **options, engine="ray")) == repr(fr.balance.study("wari", **options))
    options = {"agent": "greedy", "games": 720, "seed": 7, "progress": False}
    assert repr(fr.value.army("astral", "T", **options, engine="ray")) == repr(fr.value.army("astral", "T", **options))
    print("studies")

for call in (
    lambda **more: fr.match.play("wari", "greedy", "random", pairs=40, batch=40, seed=1, progress=False, **more),
    lambda **more: fr.match.play("wari", "greedy", "random", sprt="elo0=0,elo1=50", seed=1, progress=False, **more),
    lambda **more: fr.match.ladder("wari", ["random", "greedy", "twoply"], pairs=10, seed=1, progress=False, **more),
    lambda **more: fr.match.rotate("shahki", ["random"] * 3 + ["greedy"], openings=6, max_plies=40, seed=1, progress=False, **more),
):
    assert call(engine="ray") == call()
try:
    fr.match.play("wari", "nobody", "random", seed=1, progress=False, engine="ray")
except ValueError as error:
    assert "unknown agent" in str(error)
    print("matches")

told = []
def report(done, total):
    told.append(done)
    if len(told) == 3:
        # Its raylet and workers are killed, chunks in flight with them; 57 of 60 chunks are still to come.
        cluster.remove_node(second, allow_graceful=False)

options = {"out": directory, "chunk": games // 60, "engine": Ray(in_flight=6)}
run = fr.simulate("wari", games=games, seed=3, progress=report, **options)
deadline = time.monotonic() + 120
while ray.cluster_resources()["CPU"] != 1:
    assert time.monotonic() < deadline, ray.nodes()
    time.sleep(0.2)
assert told == sorted(told) and told[-1] == games, told[-3:]
print("one node lost")
again = fr.simulate("wari", games=games, seed=3, progress=False)
assert run == again and len(np.unique(run.seed)) == games
assert fr.store.run_status(directory, verify=True).complete
print("same columns")
ray.shutdown()
cluster.shutdown()
"""


def test_a_cluster_that_loses_a_node_gives_the_same_columns(tmp_path: Path, long: bool) -> None:
    pytest.importorskip("ray")
    pytest.importorskip("pyarrow")
    games = 600_000 if long else 60_000
    command = [sys.executable, "-c", CLUSTER, str(games), str(tmp_path / "run")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert result.stdout.splitlines()[-2:] == ["one node lost", "same columns"], result.stdout + result.stderr
    for words in ("in memory", "errors", "errors of tasks", "studies", "matches"):
        assert words in result.stdout.splitlines()
