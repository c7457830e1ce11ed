"""Stored runs: what is in the directory, what is refused, what is found damaged and played again."""

from __future__ import annotations

import json
import logging
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.store import run_status
from helpers import run_command, started, stopped

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402


def play(game: str = "wari", **options: Any) -> fr.Batch:
    return fr.simulate(game, **({"games": 200, "seed": 7, "max_plies": 60, "progress": False} | options))


def stored(directory: Path, **options: Any) -> fr.Batch:
    return play(out=directory, **({"chunk": 64} | options))


def parts(directory: Path) -> list[Path]:
    return sorted(directory.glob("part-*.parquet"))


def test_a_stored_run_is_the_batch(game: str, tmp_path: Path) -> None:
    for moves in (False, True):
        directory = tmp_path / f"run-{moves}"
        b = play(game, games=50, moves=moves)
        r = play(game, games=50, moves=moves, out=directory, chunk=16)
        assert r == b
        assert fr.Batch.from_run(directory) == b
        assert [len(pq.read_table(path)) for path in parts(directory)] == [16, 16, 16, 2]
        assert r.replay(33) == b.replay(33)
        assert r.summary() == b.summary()
        assert pickle.loads(pickle.dumps(r)) == b
        assert fr.Batch.from_arrow(r) == b
        assert r[10:20] == b[10:20]
        assert (r.moves is not None) == moves
        assert sorted(path.name for path in directory.iterdir() if not path.name.startswith(".")) == [
            *(path.name for path in parts(directory)),
            "run.json",
        ]


def test_columns_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    stored(tmp_path / "run")
    r = fr.Batch.from_run(tmp_path / "run")
    assert len(r) == 200
    assert not {"plies", "utility", "seed"} & vars(r).keys()
    assert r.plies.sum() == play().plies.sum()
    assert {"plies", "utility", "seed"} & vars(r).keys() == {"plies"}
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        r.colour  # type: ignore[attr-defined]  # noqa: B018


def test_the_schema_tells_what_the_part_is(tmp_path: Path) -> None:
    stored(tmp_path / "run", moves=True)
    for number, path in enumerate(parts(tmp_path / "run")):
        schema = pq.read_schema(path)
        facts = json.loads(schema.metadata[b"fairyring"])
        own = json.loads(schema.metadata[b"fairyring.part"])
        assert (facts["game"], facts["agents"], facts["runs"], facts["max_plies"]) == (
            "wari",
            ["random", "random"],
            [[7, 0]],
            60,
        )
        assert (own["part"], own["first"], own["games"]) == (number, 64 * number, 64 if number < 3 else 8)
        assert pa.types.is_dictionary(schema.field("reason").type)
        assert schema.field("moves").type == pa.large_list(pa.uint16())
        assert fr.Batch.from_arrow(pq.read_table(path)) == play(moves=True)[64 * number : 64 * number + 64]


def test_an_empty_directory_is_begun_and_a_full_one_refused(tmp_path: Path) -> None:
    stored(tmp_path / "a" / "b" / "run", resume=True)
    with pytest.raises(ValueError, match="holds a run already; resume=True"):
        stored(tmp_path / "a" / "b" / "run")
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("x")
    for resume in (False, True):
        with pytest.raises(ValueError, match=r"holds no run, and is not empty \(thesis.tex\)"):
            stored(other, resume=resume)
    assert (other / "thesis.tex").read_text() == "x"
    with pytest.raises(fr.RunError, match=r"cannot be made"):
        stored(other / "thesis.tex" / "run")
    with pytest.raises(ValueError, match="say in which directory"):
        play(resume=True)
    with pytest.raises(ValueError, match="say in which directory"):
        play(chunk=10)
    with pytest.raises(ValueError, match="unknown agent"):
        stored(tmp_path / "bad", agents="nobody")
    assert not (tmp_path / "bad").exists()


WEIGHTED = f"greedy(weights={{{fr.describe('wari')['weights'][0]['name']}: 7}})"

DIFFERENT: list[tuple[str, dict[str, Any]]] = [
    ("game", {"game": "chess"}),
    ("rules", {"grand_slam": "captures"}),
    ("agents", {"agents": ["random", "greedy"]}),
    ("agents", {"agents": WEIGHTED}),
    ("starts", {"start": [None, fr.Position("wari").play("a")]}),
    ("seed", {"seed": 8}),
    ("experiment", {"experiment": 1}),
    ("max_plies", {"max_plies": 61}),
    ("moves", {"moves": True}),
    ("chunk", {"chunk": 32}),
    ("games", {"games": 199}),
]


@pytest.mark.parametrize(("field", "options"), DIFFERENT)
def test_another_run_is_refused_by_its_field(field: str, options: dict[str, Any], tmp_path: Path) -> None:
    options = dict(options)
    stored(tmp_path / "run")
    before = {path: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    options["start"] = [s for s in options["start"] if s is not None] if "start" in options else None
    with pytest.raises(ValueError, match=f"differs from the one asked for in {field}: stored"):
        play(options.pop("game", "wari"), out=tmp_path / "run", resume=True, **({"chunk": 64} | options))
    assert {path: path.read_bytes() for path in before if path.name != ".lock"} == {
        path: content for path, content in before.items() if path.name != ".lock"
    }


@pytest.mark.parametrize("field", ["package", "rules_version"])
def test_another_version_is_refused(field: str, tmp_path: Path) -> None:
    stored(tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    description = json.loads(path.read_text())
    description[field] = "0.0.1" if field == "package" else 999
    path.write_text(json.dumps(description))
    with pytest.raises(ValueError, match=f"in {field}: stored {description[field]!r}"):
        stored(tmp_path / "run", resume=True)


def test_files_of_agents_are_pinned(tmp_path: Path) -> None:
    from fairyring.store.spec import files_of

    file, folder = tmp_path / "net.bin", tmp_path / "tables"
    file.write_bytes(b"weights")
    folder.mkdir()
    (folder / "a").write_bytes(b"1")
    agents = [f"learned(file={file}, depth=1)", f"table(path='{folder}')", "greedy(weights={store:950})", "random"]
    before = files_of(agents)
    assert before.keys() == {str(file), str(folder)}
    file.write_bytes(b"Weights")
    (folder / "b").write_bytes(b"")
    after = files_of(agents)
    assert all(before[name] != after[name] for name in before)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"format": "fairyring-run"}', '{"format": "fairyring-run", "format_version": 1}', "\xff"],
)
def test_descriptions_that_are_none_are_refused(text: str, tmp_path: Path) -> None:
    stored(tmp_path / "run")
    (tmp_path / "run" / "run.json").write_bytes(text.encode("latin-1"))
    for ask in (fr.Batch.from_run, run_status):
        with pytest.raises(fr.RunError, match=r"run.json.*cannot be read"):
            ask(tmp_path / "run")
    with pytest.raises(fr.RunError, match=r"run.json.*cannot be read"):
        stored(tmp_path / "run", resume=True)


def test_directories_without_a_run_are_refused(tmp_path: Path) -> None:
    for ask in (fr.Batch.from_run, run_status):
        for directory in (tmp_path, tmp_path / "nowhere"):
            with pytest.raises(fr.RunError, match="holds no run"):
                ask(directory)


def test_a_resume_takes_the_seed_that_is_stored(tmp_path: Path) -> None:
    first = stored(tmp_path / "run", seed=None)
    parts(tmp_path / "run")[1].unlink()
    again = stored(tmp_path / "run", seed=None, resume=True, chunk=None)
    assert again.master_seed == first.master_seed
    assert len(again) == 200


def test_a_run_grows(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stored(tmp_path / "run", games=100)
    assert stored(tmp_path / "run", games=300, resume=True) == play(games=300)
    assert not caplog.records
    assert run_status(tmp_path / "run", verify=True).complete


def test_a_run_that_is_not_complete_says_so(tmp_path: Path) -> None:
    stored(tmp_path / "run")
    parts(tmp_path / "run")[1].unlink()
    with pytest.raises(fr.RunError, match="1 of 4 parts are missing"):
        fr.Batch.from_run(tmp_path / "run")
    some = fr.Batch.from_run(tmp_path / "run", partial=True)
    assert np.array_equal(some.seed, np.delete(play().seed, range(64, 128)))
    status = run_status(tmp_path / "run")
    assert (status.games, status.parts, status.complete, status.writing) == (136, (0, 2, 3), False, False)
    for path in parts(tmp_path / "run"):
        path.unlink()
    none = fr.Batch.from_run(tmp_path / "run", partial=True)
    assert len(none) == 0 == len(none.plies) == none.to_arrow().num_rows


def damage(path: Path, how: str) -> None:
    content = bytearray(path.read_bytes())
    if how == "flipped":
        content[len(content) // 3] ^= 1
    elif how == "footer":
        content[-7] ^= 0x55
    elif how == "truncated":
        del content[len(content) // 2 :]
    elif how == "empty":
        content.clear()
    elif how == "text":
        content[:] = b"not Parquet at all, but long enough to look at"
    elif how == "other":
        content[:] = path.with_name("part-00000002.parquet").read_bytes()
    elif how == "foreign":
        pq.write_table(pa.table({"plies": [1]}), path)
        return
    path.write_bytes(content)


@pytest.mark.parametrize("how", ["flipped", "footer", "truncated", "empty", "text", "other", "foreign"])
def test_damaged_parts_are_found_and_played_again(how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    directory = tmp_path / "run"
    whole = stored(directory, moves=True)[:]
    damage(parts(directory)[1], how)
    assert run_status(directory).faults is None
    status = run_status(directory, verify=True)
    assert status.faults is not None
    assert list(status.faults) == ["part-00000001.parquet"]
    assert (status.games, status.complete) == (136, False)
    result = run_command("runs", str(directory), "--verify", "--json")
    assert result.returncode == 1, result.stderr
    assert json.loads(result.stdout)["faults"] == status.faults
    with caplog.at_level(logging.WARNING, "fairyring"):
        assert stored(directory, moves=True, resume=True) == whole
    assert "part-00000001.parquet is played again" in caplog.text
    assert run_status(directory, verify=True).faults == {}


def test_whoever_reads_a_damaged_part_is_told_its_name(tmp_path: Path, long: bool) -> None:
    directory = tmp_path / "run"
    batch = stored(directory, games=40, chunk=8, moves=True)[:]
    path = parts(directory)[1]
    content = path.read_bytes()
    refused = 0
    for at in range(0, len(content), 1 if long else 31):
        for damaged in (content[:at], content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :]):
            path.write_bytes(damaged)
            try:
                run = fr.Batch.from_run(directory)
                list(run.pieces())
                assert run == batch
            except fr.RunError as error:
                assert f"part {path.name} of the run in {str(directory)!r} cannot be read" in str(error)
                refused += 1
    assert refused > len(content) / (1 if long else 31)


def test_every_flipped_byte_of_a_part_is_found(tmp_path: Path, long: bool) -> None:
    directory = tmp_path / "run"
    stored(directory, games=5, chunk=8)
    [path] = parts(directory)
    content = path.read_bytes()
    whole = pq.read_table(path)
    unseen = 0
    for at in range(0, len(content), 1 if long else 37):
        changed = bytearray(content)
        changed[at] ^= 0xFF
        path.write_bytes(changed)
        if run_status(directory, verify=True).faults == {}:
            # Bytes that no value depends on, such as the name of the writing program.
            assert pq.read_table(path).equals(whole, check_metadata=True)
            unseen += 1
    path.write_bytes(content)
    assert run_status(directory, verify=True).complete
    assert unseen < len(content) / (10 if long else 370)


def test_only_one_process_writes(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    script = f"import fairyring as fr; fr.simulate('wari', games=10**9, seed=7, chunk=64, out={str(directory)!r})"
    first = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: len(parts(directory)) > 1)
        assert run_status(directory).writing
        with pytest.raises(fr.RunError, match=rf"another process is writing the run in .*\(process {first.pid} on"):
            fr.simulate("wari", games=10**9, seed=7, chunk=64, out=directory, resume=True, progress=False)
        arguments = ("--games", "1000000000", "--seed", "7", "--chunk", "64", "--out", str(directory), "--resume")
        second = run_command("simulate", "wari", *arguments)
        assert second.returncode == 1
        assert "another process is writing" in second.stderr
        assert second.stderr.count("\n") == 1
        assert first.poll() is None
    finally:
        first.kill()
        first.wait()
    assert not run_status(directory).writing
    assert len(fr.Batch.from_run(directory, partial=True)) >= 64


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_ctrl_c_keeps_the_parts(tmp_path: Path) -> None:
    directory = tmp_path / "run"
    command = [sys.executable, "-m", "fairyring", "simulate", "wari", "--games", "100000000", "--seed", "7"]
    command += ["--chunk", "256", "--out", str(directory), "--json"]
    process = started(command)
    wait_for(lambda: len(parts(directory)) > 2)
    out, err = stopped(process)
    assert process.returncode == 1, err
    assert "Traceback" not in err
    assert "stopped after" in err
    kept = fr.Batch.from_run(directory, partial=True)
    assert json.loads(out)["games"] == len(kept) == 256 * len(parts(directory))
    assert not list(directory.glob(".*.tmp"))
    fresh = fr.simulate("wari", games=len(kept), seed=7, progress=False)
    assert all(np.array_equal(column, fresh.to_dict()[name]) for name, column in kept.to_dict().items())


def test_progress_begins_where_the_run_is(tmp_path: Path) -> None:
    stored(tmp_path / "run")
    parts(tmp_path / "run")[3].unlink()
    told: list[tuple[int, int]] = []
    stored(tmp_path / "run", resume=True, progress=lambda done, total: told.append((done, total)))
    assert told[0][0] >= 192
    assert told[-1] == (200, 200)


def test_an_error_of_the_caller_leaves_a_run_to_be_resumed(tmp_path: Path) -> None:
    def fail(done: int, total: int) -> None:
        if done > 128:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        stored(tmp_path / "run", progress=fail)
    assert len(parts(tmp_path / "run")) == 2
    assert stored(tmp_path / "run", resume=True) == play()


def test_slow_agents_get_small_parts() -> None:
    from fairyring.store.write import part_size

    def slow(first: int, games: int, workers: int, report: Any) -> Any:
        time.sleep(0.3 * games)

    def quick(first: int, games: int, workers: int, report: Any) -> Any:
        return None

    assert part_size(slow, 1000, "threads", 2) in (32, 64)
    assert part_size(quick, 10**9, "threads", 2) == 65_536


def test_commands_store_resume_and_show(tmp_path: Path) -> None:
    directory = str(tmp_path / "run")
    arguments = ("simulate", "wari", "--games", "300", "--seed", "7", "--chunk", "100", "--moves", "--out", directory)
    first = run_command(*arguments, "--json")
    assert first.returncode == 0, first.stderr
    parts(tmp_path / "run")[0].unlink()
    shown = run_command("runs", directory)
    assert "200 of 300 (66.7 %), to be resumed" in shown.stdout
    again = run_command(*arguments, "--resume", "--json")
    assert json.loads(again.stdout) == json.loads(first.stdout)
    shown = run_command("runs", directory, "--verify")
    assert shown.returncode == 0
    assert "300 of 300 (100.0 %), complete" in shown.stdout
    assert "all parts are whole" in shown.stdout
    assert "score of s" in shown.stdout
    document = json.loads(run_command("runs", directory, "--json").stdout)
    assert (document["games_stored"], document["complete"], document["summary"]["games"]) == (300, True, 300)
    for wrong, status in (
        (("runs", str(tmp_path)), 1),
        ((*arguments,), 2),
        ((*arguments, "--resume", "--seed", "8"), 2),
    ):
        result = run_command(*wrong)
        assert result.returncode == status
        assert result.stderr.count("\n") == 1


def test_without_pyarrow_the_extra_is_named() -> None:
    script = """
import sys
sys.modules['pyarrow'] = None
import fairyring as fr
try:
    fr.simulate('wari', games=10, out='/nonexistent-run', progress=False)
except ImportError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install 'fairyring[data]'" in result.stdout, result.stderr
    assert not os.path.exists("/nonexistent-run")  # noqa: PTH110
