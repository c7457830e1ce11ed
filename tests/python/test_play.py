"""Playing in a terminal: plain lines in and out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

import fairyring as fr
from fairyring.cli.lab import find_tour


def played(*arguments: str, lines: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fairyring", "play", *arguments]
    return subprocess.run(command, input="".join(f"{x}\n" for x in lines), capture_output=True, text=True, timeout=120)


def test_a_game_is_played(game: str) -> None:
    seats = ",".join(fr.describe(game)["seats"][:1])
    move = fr.Position(game).legal_moves()[0]
    done = played(game, "--agent", "greedy", "--seat", seats, "--seed", "3", lines=["moves", move, "hint", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{fr.describe(game)['seats'][0]}> " in done.stdout
    assert " ".join(fr.Position(game).legal_moves()) in done.stdout
    assert "(greedy): " in done.stdout
    assert "by greedy" in done.stdout


def test_hints_undo_and_errors() -> None:
    lines = ["e2e5", "nonsense", "e2e4", "undo", "undo", "d2d4", "text", "show", "help", "", "save", "quit"]
    done = played("chess", "--agent", "random", "--seed", "3", lines=lines)
    assert done.returncode == 0
    assert "e2e5" in done.stdout
    assert done.stdout.count("there is nothing to take back") == 1
    assert "w: d2d4" in done.stdout
    assert "save takes the name of a file" in done.stdout
    text = next(line for line in done.stdout.splitlines() if "/3P4/" in line and " w " in line)
    assert fr.Position("chess", text.removeprefix("w> ")).actor == "w"


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = played("wari", "--preset", "awari", "--seed", "1", lines=["a", f"save {file}", "quit"])
    assert f"saved in {file}" in first.stdout
    saved = json.loads(file.read_text())
    assert saved["game"] == "wari"
    assert saved["moves"][0] == "a"
    p = fr.Position("wari", saved["start"], **saved["rules"])
    for move in saved["moves"]:
        p = p.play(move)
    again = played("wari", "--load", str(file), lines=["text", "quit"])
    assert p.text in again.stdout
    assert played("chess", "--load", str(file), lines=[]).returncode == 2
    file.write_text("[]")
    broken = played("wari", "--load", str(file), lines=[])
    assert (broken.returncode, broken.stderr.count("\n")) == (1, 1)


def test_agents_play_alone_to_the_end() -> None:
    done = played("wari", "--seat", "none", "--agent", "greedy", "--seed", "2", lines=[])
    assert done.returncode == 0
    assert "over by " in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("arguments", [["--seat", "x"], ["--agent", "nobody"], ["--rule", "x=1"]], ids=" ".join)
def test_usage(arguments: list[str]) -> None:
    done = played("wari", *arguments, lines=[])
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_the_end_of_input_ends_it() -> None:
    assert played("wari", lines=["a"]).returncode == 0


def test_the_tour_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notebooks").mkdir()
    tour = tmp_path / "notebooks" / "01_tour.ipynb"
    tour.write_text("{}")
    monkeypatch.chdir(tmp_path)
    assert find_tour(None) == tour.resolve()
    assert find_tour(str(tour.parent)) == tour.resolve()
    with pytest.raises(click.ClickException, match=r"no 01_tour\.ipynb in 'elsewhere'"):
        find_tour("elsewhere")


def test_lab_without_its_extra_names_the_install_line() -> None:
    code = (
        "import importlib.util as u, sys; find = u.find_spec; "
        "u.find_spec = lambda name, *rest: None if name == 'jupyterlab' else find(name, *rest); "
        "from fairyring.cli import main; main(['lab'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "pip install 'fairyring[notebook]'" in done.stderr
