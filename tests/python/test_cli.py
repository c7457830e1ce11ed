"""The command: results on stdout, errors of one line, exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

import fairyring as fr
from fairyring import cli
from helpers import run_command

Result: TypeAlias = Callable[..., str]

GAME = fr.games()[0]


@pytest.fixture
def result(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command prints that succeeds; run in this process, as starting one takes longer than most commands."""

    def run(*arguments: str) -> str:
        status = cli.run(list(arguments))
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        return out

    return run


def test_the_installed_command_prints_the_same(result: Result) -> None:
    done = run_command("show", GAME)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == result("show", GAME)


def test_games_are_listed(result: Result) -> None:
    lines = result("games").splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(fr.games())
    assert [entry["id"] for entry in json.loads(result("games", "--json"))] == list(fr.games())


def test_single_positions(game: str, result: Result) -> None:
    p = fr.Position(game)
    assert result("moves", game).split() == p.legal_moves()
    assert json.loads(result("moves", game, p.text, "--json"))["moves"] == p.legal_moves()
    assert p.text in result("show", game, *p.text.split(" "))
    assert json.loads(result("show", game, p.text, "--json"))["text"] == p.text
    assert result("perft", game, "--depth", "2").strip() == str(p.perft(2))
    divided = result("perft", game, p.text, "--depth", "2", "--divide").splitlines()
    assert divided[-1] == f"total: {p.perft(2)}"
    assert len(divided) == len(p.legal_moves()) + 1
    assert json.loads(result("perft", game, "--depth", "2", "--divide", "--json"))["nodes"] == p.perft(2)
    for option in fr.describe(game)["options"]:
        assert f"{option['name']}=" in result("rules", game)
    assert json.loads(result("rules", game, "--json"))["id"] == game
    asked = json.loads(result("analyse", game, "--agent", "greedy", "--json"))
    assert asked["move"] == fr.analyse(p, "greedy").move
    assert asked["move"] in result("analyse", game, "--agent", "greedy")


def test_show_writes_a_picture(tmp_path: Path, result: Result) -> None:
    file = tmp_path / "board.svg"
    result("show", GAME, "--svg", str(file))
    assert file.read_text() == fr.Position(GAME).svg()
    done = run_command("show", GAME, "--svg", str(tmp_path / "none" / "x.svg"))
    assert done.returncode == 1
    assert "cannot write" in done.stderr


def test_simulate_prints_the_summary(game: str, result: Result) -> None:
    arguments = ["simulate", game, "--games", "50", "--seed", "7", "--agents", "random", "--max-plies", "60"]
    expected = fr.simulate(game, games=50, seed=7, max_plies=60, progress=False).summary()
    assert result(*arguments).rstrip("\n") == str(expected)
    assert json.loads(result(*arguments, "--workers", "2", "--json")) == expected.to_dict()


def test_simulate_takes_rules_and_starts(result: Result) -> None:
    for game in fr.games():
        options = [option for option in fr.describe(game)["options"] if option["kind"] == "word"]
        if options:
            name, value = options[0]["name"], options[0]["values"].split(", ")[1]
            out = json.loads(result("simulate", game, "--games", "3", "--rule", f"{name}={value}", "--json"))
            assert out["rules"][name] == value
    text = fr.Position(GAME).text
    assert json.loads(result("simulate", GAME, "--games", "3", "--start", text, "--json"))["games"] == 3


USAGE = [
    ["nothing"],
    ["show"],
    ["show", "nim"],
    ["show", GAME, "gibberish"],
    ["show", GAME, "--rule", "x"],
    ["show", GAME, "--rule", "x=1"],
    ["show", GAME, "--preset", "x"],
    ["show", GAME, "--unknown"],
    ["moves", GAME, "\u00e9"],
    ["perft", GAME],
    ["perft", GAME, "--depth", "-1"],
    ["perft", GAME, "--depth", "two"],
    ["perft", GAME, "--depth", "0", "--divide"],
    ["simulate", GAME, "--games", "0"],
    ["simulate", GAME, "--games", "-4"],
    ["simulate", GAME, "--games", "1e3"],
    ["simulate", GAME, "--games", "100000000000"],
    ["simulate", GAME, "--agents", "nobody"],
    ["simulate", GAME, "--agents", "random,random,random,random,random"],
    ["simulate", GAME, "--agents", ""],
    ["simulate", GAME, "--seed", "-1"],
    ["simulate", GAME, "--seed", "18446744073709551616"],
    ["simulate", GAME, "--workers", "0"],
    ["simulate", GAME, "--start", "x"],
    ["simulate", GAME, "--engine", "gpu"],
    ["analyse", GAME, "--agent", "nobody"],
    ["balance", "behemoth", "--squares", "a1"],
    ["balance", "behemoth", "--squares", ""],
    ["balance", "behemoth", "--games", "1"],
    ["balance", "behemoth", "--games", "10", "--until", "0.01"],
    ["balance", "behemoth", "--until", "0"],
    ["balance", "behemoth", "--margin", "2"],
    ["balance", "behemoth", "--agents", "nobody"],
    ["balance", "behemoth", "--agents", "random,nobody"],
    ["balance", "behemoth", "--rule", "behemoth_start=e4"],
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_usage_errors_are_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.run(arguments)
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("fairyring: error: ")


def test_the_installed_command_gives_its_status() -> None:
    done = run_command("show", "nim")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_resuming_nothing_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.run(["simulate", GAME, "--games", "3", "--resume"])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "out" in err


def test_help_and_version(result: Result) -> None:
    assert "simulate" in result("--help")
    assert result("--version").strip() == f"fairyring {fr.__version__}"
    assert run_command().returncode == 2


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m fairyring perft {GAME} --depth 2 --divide | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
