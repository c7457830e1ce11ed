"""Wari's endgame tables, and the player that knows one."""

from __future__ import annotations

import csv
import json
import sys
import time
from pathlib import Path

import pytest

import fairyring as fr
from fairyring import cli
from helpers import DATA, started, stopped

SEEDS = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("awari")


@pytest.fixture(scope="module")
def table(folder: Path) -> fr.solve.WariTable:
    return fr.solve.wari(seeds=SEEDS, out=folder, progress=False)


def position(pits: str, stores: str) -> fr.Position:
    return fr.Position("wari", f"{pits} {stores} s", preset="awari")


def test_levels_have_the_known_statistics(table: fr.solve.WariTable) -> None:
    assert table.seeds == SEEDS
    with (DATA / "known" / "awari_endgame_stats.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if int(row["seeds"]) <= SEEDS]
    assert len(rows) == SEEDS + 1
    for row in rows:
        level = int(row["seeds"])
        for name, reachable in (("all", False), ("reachable", True)):
            expected = {result: int(row[f"{name}_{result}"]) for result in ("win", "draw", "loss")}
            assert table.statistics(level, reachable=reachable) == expected


def test_values_are_the_known_ones(table: fr.solve.WariTable) -> None:
    p = position("0,0,0,1,0,1/1,1,0,0,0,0", "22-22")
    assert table.value(p) == 0
    assert table.move_values(p) == {"d": -4, "f": 0}
    assert table.best_moves(p) == ["f"]
    # The value of a position is that of its best move, and of every move what the position after it says.
    for q in fr.simulate("wari", games=40, seed=3, preset="awari", progress=False).replay(0):
        if q.outcome is None and sum(int(n) for n in q.text.split(" ")[0].replace("/", ",").split(",")) <= SEEDS:
            values = table.move_values(q)
            assert max(values.values()) == table.value(q)
            assert set(table.best_moves(q)) == {m for m, value in values.items() if value == table.value(q)}
            assert set(table.best_moves(q, leading=True)) <= set(table.best_moves(q))


def test_what_the_table_does_not_hold_is_refused(table: fr.solve.WariTable) -> None:
    with pytest.raises(ValueError, match="level 48 and the table ends with level 8"):
        table.value(fr.Position("wari", preset="awari"))
    with pytest.raises(ValueError, match="other rules"):
        table.value(fr.Position("wari", "0,0,0,1,0,1/1,1,0,0,0,0 22-22 s"))
    with pytest.raises(ValueError, match="not one of wari"):
        table.best_moves(fr.Position("chess"))
    with pytest.raises(ValueError, match="level must lie between 0 and 8"):
        table.statistics(9)
    for seeds in (-1, 49):
        with pytest.raises(ValueError, match="seeds must lie between"):
            fr.solve.wari(seeds=seeds, out="nowhere", progress=False)


def test_a_table_is_opened_again_and_a_damaged_file_is_named(table: fr.solve.WariTable, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    small = fr.solve.wari(seeds=4, out=tmp_path, progress=lambda done, total: told.append((done, total)))
    assert small.statistics(4) == table.statistics(4)
    file = tmp_path / "level-03.table"
    damaged = bytearray(file.read_bytes())
    damaged[-10] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(ValueError, match=r"level-03\.table: the checksum is wrong"):
        fr.solve.wari(seeds=4, out=tmp_path, progress=False)
    file.unlink()
    assert fr.solve.wari(seeds=5, out=tmp_path, progress=False).statistics(3) == table.statistics(3)


def test_the_player_is_perfect_inside_and_better_outside(table: fr.solve.WariTable, folder: Path) -> None:
    agent = fr.agents.Endgame(table=folder)
    batch = fr.simulate("wari", games=30, agents="random", seed=9, preset="awari", progress=False)
    asked = 0
    for i in range(len(batch)):
        for p in batch.replay(i)[:-1]:
            counters = sum(int(n) for n in p.text.split(" ")[0].replace("/", ",").split(","))
            if counters <= SEEDS:
                assert fr.analyse(p, agent).move in table.best_moves(p, leading=True)
                asked += 1
    assert asked > 50
    match = fr.match.play("wari", agent, "alphabeta(depth=2)", pairs=150, seed=1, preset="awari", progress=False)
    assert match.elo > 0
    # Whoever always plays a leading move gets the value: nothing is lost from a won position of the table.
    p = position("0,0,0,0,0,1/1,2,0,0,0,0", "22-22")
    value = table.value(p)
    ends = fr.simulate(
        "wari", games=20, agents=[str(agent), "random"], start=p, seed=2, preset="awari", max_plies=500, progress=False
    )
    assert ends.score is not None
    assert (ends.score[:, 0] - ends.score[:, 1] >= value).all()


def test_the_player_refuses_other_rules_games_and_directories(folder: Path, tmp_path: Path) -> None:
    refused = [
        ({}, f"endgame(table={folder})", "other rules"),
        ({"preset": "awari"}, f"endgame(table={tmp_path})", "no table of level 0"),
        ({"preset": "awari"}, f"endgame(table={tmp_path}/none)", "No such file"),
        ({"preset": "awari"}, "endgame", "it takes table"),
        ({"preset": "awari"}, f"endgame(table={folder}, speed=3)", "unknown argument"),
        ({"preset": "awari"}, "nobody", "endgame"),
    ]
    for rules, agent, message in refused:
        with pytest.raises(ValueError, match=message):
            fr.simulate("wari", games=1, agents=agent, progress=False, **rules)
    with pytest.raises(ValueError, match="unknown agent"):
        fr.simulate("chess", games=1, agents=f"endgame(table={folder})", progress=False)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], table: fr.solve.WariTable) -> None:
    assert cli.run(["solve", "wari", "--seeds", "6", "--out", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["levels"][6] == {"seeds": 6} | table.statistics(6)
    assert cli.run(["solve", "wari", "--seeds", "6", "--out", str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 9
    for arguments in (["--seeds", "6"], ["--out", str(tmp_path)], ["--seeds", "99", "--out", str(tmp_path)]):
        assert cli.run(["solve", "wari", *arguments]) == 2
        capsys.readouterr()


def test_a_build_can_be_stopped_and_goes_on(tmp_path: Path, table: fr.solve.WariTable) -> None:
    command = [sys.executable, "-m", "fairyring", "solve", "wari", "--seeds", "22", "--out", str(tmp_path)]
    process = started(command)
    while not (tmp_path / f"level-{SEEDS + 2:02}.table").exists():
        assert process.poll() is None
        time.sleep(0.05)
    sent = time.monotonic()
    out, err = stopped(process)
    assert (out, process.returncode) == ("", 1), err
    assert err.count("\n") == 1
    assert "the finished levels are kept" in err
    assert time.monotonic() - sent < 10
    kept = {file.name: file.stat().st_mtime_ns for file in tmp_path.glob("*.table")}
    assert len(kept) >= SEEDS + 3
    again = fr.solve.wari(seeds=SEEDS + 1, out=tmp_path, progress=False)
    assert again.statistics(SEEDS) == table.statistics(SEEDS)
    assert all((tmp_path / name).stat().st_mtime_ns == time for name, time in kept.items())


def test_agents_agree_with_the_table(table: fr.solve.WariTable, folder: Path) -> None:
    agents = ["random", "alphabeta(depth=4)", fr.agents.Endgame(table=folder)]
    random, searching, knowing = fr.solve.agreement(table, agents, positions=300, seed=2, progress=False)
    for found in (random, searching, knowing):
        assert (found.positions, found.seed, found.level) == (300, 2, 0.95)
        assert found.share == found.best / 300
        assert found.share_low <= found.share <= found.share_high
        assert found.lost_low <= found.lost <= found.lost_high
        assert found.chance == random.chance
    assert (knowing.best, knowing.lost) == (300, 0)
    assert searching.share_low > random.share_high
    assert searching.lost_high < random.lost_low
    # Random moves are best as often as chance says, within four standard deviations.
    assert abs(random.share - random.chance) < 4 * (0.25 / 300) ** 0.5
    again = fr.solve.agreement(table, ["random"], positions=300, seed=2, progress=False)
    assert again == [random]
    assert "of 300 moves are best" in str(random)


def test_agreement_says_what_is_wrong(table: fr.solve.WariTable, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="positions must lie"):
        fr.solve.agreement(table, ["random"], positions=0, seed=1, progress=False)
    with pytest.raises(ValueError, match="unknown agent"):
        fr.solve.agreement(table, ["nobody"], positions=2, seed=1, progress=False)
    with pytest.raises(TypeError, match="an agent must be text"):
        fr.solve.agreement(table, [3], positions=2, seed=1, progress=False)
    # One counter leaves no choice.
    tiny = fr.solve.wari(seeds=1, out=tmp_path, progress=False)
    with pytest.raises(ValueError, match="500 games of random reach 0 positions of up to 1 counters, not 1"):
        fr.solve.agreement(tiny, ["random"], positions=1, players="random", seed=1, progress=False)


def test_agreement_can_be_stopped(table: fr.solve.WariTable) -> None:
    def stop(done: int, _all: int) -> None:
        if done > 45:
            raise KeyboardInterrupt

    with pytest.raises(fr.Interrupted, match="1 of 2 agents") as stopped:
        fr.solve.agreement(table, ["random", "greedy"], positions=20, seed=2, progress=stop)
    assert [found.agent for found in stopped.value.table] == ["random"]
