"""Our players as a UCI engine, and UCI engines as players."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring.uci import Server, score_of, spec_of

OURS = [sys.executable, "-m", "fairyring", "uci"]


class Talk:
    """A server and what it says."""

    def __init__(self, game: str, **options: Any) -> None:
        self.lines: list[str] = []
        self.heard = threading.Condition()
        self.server = Server(game, say=self._note, **options)

    def _note(self, line: str) -> None:
        with self.heard:
            self.lines.append(line)
            self.heard.notify_all()

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.server.hear(line)

    def wait_for(self, word: str, seconds: float = 60) -> str:
        """The next line that begins with a word, which is then forgotten with those before it."""
        deadline = time.monotonic() + seconds
        with self.heard:
            while True:
                for at, line in enumerate(self.lines):
                    if line.startswith(word):
                        del self.lines[: at + 1]
                        return line
                assert self.heard.wait(max(0.0, deadline - time.monotonic())), (word, self.lines)


def test_a_session() -> None:
    talk = Talk("chess")
    talk.tell("uci")
    assert "id name Fairyring" in talk.wait_for("id name")
    talk.wait_for("uciok")
    talk.tell("isready")
    talk.wait_for("readyok")
    talk.tell("position startpos moves e2e4 e7e5", "go depth 2")
    info = talk.wait_for("info depth")
    assert " score cp " in info
    assert " pv " in info
    move = talk.wait_for("bestmove").split()[1]
    p = fr.Position("chess").play("e2e4").play("e7e5")
    assert move in p.legal_moves()
    assert move == fr.analyse(p, "alphabeta(depth=2)").move
    talk.tell("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go nodes 2000")
    assert "score mate 1 " in talk.wait_for("info depth")
    assert talk.wait_for("bestmove") == "bestmove a1a8"
    talk.tell("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 moves a1a8", "go nodes 10")
    assert talk.wait_for("bestmove") == "bestmove (none)"
    assert not talk.server.hear("quit")


def test_an_endless_search_is_stopped_and_stays_ready() -> None:
    talk = Talk("chess")
    talk.tell("position startpos", "go infinite", "isready")
    talk.wait_for("readyok")
    time.sleep(0.5)
    assert not any(line.startswith("bestmove") for line in talk.lines)
    began = time.monotonic()
    talk.tell("stop")
    assert talk.wait_for("bestmove").split()[1] in fr.Position("chess").legal_moves()
    assert time.monotonic() - began < 5
    # A new order ends the search before it as well.
    talk.tell("go infinite", "position startpos moves e2e4", "go depth 1")
    talk.wait_for("bestmove")
    assert talk.wait_for("bestmove").split()[1] in fr.Position("chess").play("e2e4").legal_moves()


def test_clocks_are_kept() -> None:
    talk = Talk("chess")
    for order in ("go movetime 300", "go wtime 9000 btime 9000 winc 0 binc 0", "go wtime 600 btime 600 movestogo 1"):
        began = time.monotonic()
        talk.tell("position startpos", order)
        talk.wait_for("bestmove")
        assert 0.2 < time.monotonic() - began < 10


def test_nonsense_is_answered_and_changes_nothing() -> None:
    talk = Talk("chess")
    talk.tell("position startpos moves e2e4")
    for line in (
        "position fen nothing",
        "position startpos moves e2e5",
        "position",
        "position moves",
        "go depth x",
        "setoption name Nothing value 3",
        "setoption name Agent value nobody",
        "setoption name Seed value x",
        "setoption",
        "\u00e9\u00e9",
        "go depth 99999999999999999999 nodes",
    ):
        talk.tell(line)
        assert talk.wait_for("info string")
    talk.tell("", "   ", "debug on", "stop", "go depth 1")
    assert talk.wait_for("bestmove").split()[1] in fr.Position("chess").play("e2e4").legal_moves()


def test_options() -> None:
    talk = Talk("astral", agent="mcts")
    talk.tell("uci")
    names = {line.split()[2] for line in talk.lines if line.startswith("option name ")}
    assert {"Agent", "Seed"} | {option["name"] for option in fr.describe("astral")["options"]} == names
    talk.tell("setoption name Agent value alphabeta(weights={pawn:50})", "position startpos", "go depth 1")
    assert talk.wait_for("bestmove").split()[1] in fr.Position("astral").legal_moves()
    assert spec_of("alphabeta(selective=true)", "nodes", 5) == "alphabeta(nodes=5, selective=true)"
    assert spec_of("alphabeta(depth=3)", "nodes", 5) == "alphabeta(depth=3)"
    assert spec_of("mcts", "nodes", 50) == "mcts(simulations=50)"
    assert spec_of("greedy", "depth", 5) == "greedy"
    assert spec_of("alphabeta", "depth", 10**30) == "alphabeta(depth=64)"
    assert (score_of(29_999), score_of(29_997), score_of(-29_998)) == ("mate 1", "mate 2", "mate -1")
    assert (score_of(-31.4), score_of(0.0, utility=True)) == ("cp -31", "cp 0")


def test_every_game_answers(game: str) -> None:
    talk = Talk(game)
    p = fr.Position(game)
    moves: list[str] = []
    for _ in range(6):
        talk.tell(f"position startpos moves {' '.join(moves)}", "go nodes 200")
        move = talk.wait_for("bestmove").split()[1]
        if move == "(none)":
            break
        p = p.play(move)
        moves.append(move)
        talk.tell(f"position fen {p.text}", "go nodes 50")
        talk.wait_for("bestmove")


def test_the_command_on_its_streams() -> None:
    lines = "uci\nisready\nposition startpos moves e2e4\ngo depth 1\nisready\nstop\nquit\n"
    done = subprocess.run([*OURS, "chess"], input=lines, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    words = [line.split(" ")[0] for line in done.stdout.splitlines()]
    assert words.count("readyok") == 2
    assert words[-1] in ("bestmove", "readyok")
    assert "bestmove" in words
    cut = subprocess.run([*OURS, "chess"], input="uci\nposition sta", capture_output=True, text=True, timeout=120)
    assert cut.returncode == 0


@pytest.fixture
def engine() -> Any:
    with fr.agents.uci([*OURS, "chess", "--agent", "alphabeta(selective=false)"], depth=1) as engine:
        yield engine


def test_an_engine_is_a_player(engine: fr.agents.Engine) -> None:
    match = fr.match.play("chess", engine, "random", pairs=2, seed=4, max_plies=30, progress=False)
    assert match.pairs == 2
    assert match.a.startswith("uci ")
    assert engine.identity.startswith("Fairyring")
    p = fr.Position("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert engine.choose(p) == "a1a8"


FAKES = {
    "silent": ("import sys\nfor line in sys.stdin: pass", "no 'uciok' within"),
    "dead": ("raise SystemExit", "ended without 'uciok'"),
    "liar": (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    said = {'uci': 'uciok', 'isready': 'readyok', 'go': 'bestmove e2e5'}.get(word)\n"
        "    if said: print(said, flush=True)\n"
        "    if word == 'quit': break\n",
        "'e2e5' is not a legal move",
    ),
    "mortal": (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'go': break\n"
        "    said = {'uci': 'uciok', 'isready': 'readyok'}.get(word)\n"
        "    if said: print(said, flush=True)\n",
        "ended without 'bestmove'",
    ),
}


@pytest.mark.parametrize("name", FAKES)
def test_what_engines_do_wrong_is_said(name: str, tmp_path: Path) -> None:
    code, message = FAKES[name]
    file = tmp_path / f"{name}.py"
    file.write_text(code)
    with (
        fr.agents.uci([sys.executable, str(file)], nodes=5, timeout=3) as engine,
        pytest.raises(fr.agents.EngineError, match=message),
    ):
        engine.choose(fr.Position("chess"))


def test_engines_are_checked() -> None:
    for limits in ({}, {"nodes": 1, "depth": 2}):
        with pytest.raises(ValueError, match="exactly one of nodes, depth and movetime"):
            fr.agents.uci("engine", **limits)
    with pytest.raises(ValueError, match="whole number"):
        fr.agents.uci("engine", nodes=0)
    with pytest.raises(ValueError, match="empty"):
        fr.agents.uci("", nodes=1)
    with pytest.raises(fr.agents.EngineError, match="cannot be started"):
        fr.agents.uci("/nowhere/engine", nodes=1).choose(fr.Position("chess"))


@pytest.mark.skipif(shutil.which("stockfish") is None, reason="needs stockfish")
def test_a_foreign_engine_plays() -> None:
    with fr.agents.uci("stockfish", nodes=10) as engine:
        match = fr.match.play("chess", engine, "random", pairs=1, seed=4, progress=False)
    assert match.score > 0.5
