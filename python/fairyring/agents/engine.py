"""Foreign engines that speak the Universal Chess Interface, as players."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fairyring._core import Position


class EngineError(RuntimeError):
    """An engine that does not start, does not answer, or answers nonsense; the message says which and what it said."""


def uci(
    command: str | Sequence[str],
    *,
    nodes: int | None = None,
    depth: int | None = None,
    movetime: int | None = None,
    options: Mapping[str, Any] | None = None,
    timeout: float = 60.0,
) -> Engine:
    """An engine as a player, by exactly one of nodes, depth and movetime (milliseconds).

    command: what starts it, as text or as a list of words; options: set before the first game (`{"Threads": 1}`);
    timeout: seconds it may be silent. The engine is started with its first move, and again if it has died.
    """
    return Engine(command, nodes=nodes, depth=depth, movetime=movetime, options=options, timeout=timeout)


class Engine:
    """An engine that is asked for moves of positions whose texts and moves it understands. See `uci`."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        nodes: int | None = None,
        depth: int | None = None,
        movetime: int | None = None,
        options: Mapping[str, Any] | None = None,
        timeout: float = 60.0,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
        if not self.command:
            raise ValueError("command is empty")
        given = {"nodes": nodes, "depth": depth, "movetime": movetime}
        limits = {name: value for name, value in given.items() if value is not None}
        if len(limits) != 1:
            raise ValueError(
                f"an engine takes exactly one of nodes, depth and movetime, not {sorted(limits) or 'none'}"
            )
        [(self._limit, self._amount)] = limits.items()
        if isinstance(self._amount, bool) or not isinstance(self._amount, int) or self._amount < 1:
            raise ValueError(f"{self._limit} must be a whole number of at least 1, not {self._amount!r}")
        self.options = dict(options or {})
        self.timeout = float(timeout)
        self.identity = ""
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._new_game = True

    def __str__(self) -> str:
        return f"uci {shlex.join(self.command)} {self._limit} {self._amount}"

    def copy(self) -> Engine:
        """Another process of the same engine."""
        amount: dict[str, Any] = {self._limit: self._amount}
        return Engine(self.command, options=self.options, timeout=self.timeout, **amount)

    def begin_game(self, _seed: int = 0) -> None:
        """Tells the engine that a new game begins."""
        self._new_game = True

    def choose(self, position: Position) -> str:
        """The engine's move in a position where a seat acts."""
        self._start()
        if self._new_game:
            self._say("ucinewgame")
            self._say("isready")
            self._hear("readyok")
            self._new_game = False
        start = "startpos" if position.start == Position(position.game).text else f"fen {position.start}"
        moves = f" moves {' '.join(position.history)}" if position.history else ""
        self._say(f"position {start}{moves}")
        self._say(f"go {self._limit} {self._amount}")
        answer = self._hear("bestmove").split()
        move = answer[1] if len(answer) > 1 else ""
        if move not in position.legal_moves():
            raise EngineError(f"{self}: {move!r} is not a legal move of {position.text!r}")
        return move

    def close(self) -> None:
        """Ends the engine's process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.write("quit\n")
            # An engine that is dead breaks the pipe; it is closed all the same.
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                # Ctrl-C is for whoever asks, who then ends the engine.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"{self}: cannot be started: {error.strerror or error}") from None
        self._lines = queue.Queue()
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._say("uci")
        self._hear("uciok")
        for name, value in self.options.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._say(f"setoption name {name} value {text}")
        self._say("isready")
        self._hear("readyok")
        self._new_game = True

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            raise EngineError(f"{self}: died before {line!r}") from None

    def _hear(self, word: str) -> str:
        """The next line that begins with a word."""
        deadline = time.monotonic() + self.timeout
        last = ""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.close()
                raise EngineError(f"{self}: no {word!r} within {self.timeout:g} s; it last said {last!r}") from None
            if line is None:
                self.close()
                raise EngineError(f"{self}: ended without {word!r}; it last said {last!r}")
            last = line
            if line.startswith("id name "):
                self.identity = line.removeprefix("id name ")
            if line.split(" ")[0] == word:
                return line


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError, OSError):
        for line in process.stdout:
            lines.put(line.strip())
    lines.put(None)
