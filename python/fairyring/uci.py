"""Our players as a UCI engine: the protocol without its streams."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from fairyring import _core
from fairyring._core import Position, build_info, describe

#: Nodes of a search that only a stop ends.
ENDLESS = 1_000_000_000

#: Values above are wins in so many plies: 30,000 less them.
WON = 29_000

#: Share of the clock for a move.
SHARE = 1 / 30


class Server:
    """An engine that hears lines and says lines.

    say is called with each line, from the thread that hears or from the one that searches. rules: rule options, which
    are UCI options too, beside Agent (alphabeta, expectiminimax, mcts, or a whole spec, which then ignores the limits
    of `go`) and Seed.
    """

    def __init__(
        self,
        game: str,
        *,
        agent: str = "alphabeta",
        rules: Mapping[str, Any] | None = None,
        seed: int = 0,
        say: Callable[[str], None],
    ) -> None:
        self.game, self.agent, self.seed = game, agent, seed
        self._lock = threading.Lock()
        self._say = say
        self.position = Position(game, **dict(rules or {}))
        self.rules: dict[str, Any] = self.position.rules
        self._players: dict[str, _core.Player] = {}
        self._search: threading.Thread | None = None
        self._player: _core.Player | None = None
        self._dice = _core.Dice(seed)
        self._player_for("nodes", 1)

    def say(self, line: str) -> None:
        """Says a line, whole."""
        with self._lock:
            self._say(line)

    def hear(self, line: str) -> bool:
        """Obeys a line; says whether to go on."""
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if word == "quit":
            return False
        if word == "uci":
            self._introduce()
        elif word == "isready":
            self.say("readyok")
        elif word == "stop":
            self.wait(stop=True)
        elif word in ("ucinewgame", "setoption", "position", "go"):
            # What changes the game first ends what is thought about it.
            self.wait(stop=True)
            try:
                if word == "ucinewgame":
                    self._players.clear()
                elif word == "setoption":
                    self._set(rest)
                elif word == "position":
                    self.position = self._read(rest)
                else:
                    self._go(rest.split())
            except (ValueError, TypeError) as error:
                self.say(f"info string error: {' '.join(str(error).split())}")
        elif word not in ("", "debug", "register", "ponderhit"):
            self.say(f"info string unknown command {word!r}")
        return True

    def wait(self, *, stop: bool = False) -> None:
        """Waits for the search, asking it to stop if so told."""
        search, player = self._search, self._player
        if search is None:
            return
        if stop and player is not None:
            player.stop()
        search.join()
        self._search = None

    def close(self) -> None:
        """Ends the search."""
        self.wait(stop=True)

    def _introduce(self) -> None:
        self.say(f"id name Fairyring {build_info()['version']} {self.game}")
        self.say("id author The Fairyring authors")
        self.say(f"option name Agent type string default {self.agent}")
        self.say(f"option name Seed type string default {self.seed}")
        for option in describe(self.game)["options"]:
            name, default = option["name"], self.rules[option["name"]]
            if option["kind"] == "word":
                words = "".join(f" var {word}" for word in option["values"].split(", "))
                self.say(f"option name {name} type combo default {default}{words}")
            elif option["kind"] == "flag":
                self.say(f"option name {name} type check default {str(default).lower()}")
            else:
                self.say(f"option name {name} type string default {'none' if default is None else default}")
        self.say("uciok")

    def _set(self, rest: str) -> None:
        name, _, value = rest.removeprefix("name ").partition(" value ")
        name, value = name.strip(), value.strip()
        if name == "Agent":
            before, self.agent = self.agent, value
            try:
                self._player_for("nodes", 1)
            except ValueError:
                self.agent = before
                raise
        elif name == "Seed":
            if not value.isdigit():
                raise ValueError(f"Seed must be a whole number, not {value!r}")
            self.seed = int(value)
            self._dice = _core.Dice(self.seed)
        else:
            names = {option["name"].lower(): option["name"] for option in describe(self.game)["options"]}
            if name.lower() not in names:
                raise ValueError(
                    f"unknown option {name!r}; valid: Agent, Seed{''.join(f', {n}' for n in names.values())}"
                )
            self.position = Position(self.game, **self.rules | {names[name.lower()]: value})
            self.rules = self.position.rules
        self._players.clear()

    def _read(self, rest: str) -> Position:
        head, sign, tail = f"{rest} ".partition(" moves ")
        if not sign and head.rstrip().endswith(" moves"):
            head = head.rstrip().removesuffix(" moves")
        head = head.strip()
        if head == "startpos":
            position = Position(self.game, **self.rules)
        elif head.startswith("fen "):
            position = Position(self.game, head.removeprefix("fen ").strip(), **self.rules)
        else:
            raise ValueError(f"position must begin with startpos or fen, not {head[:40]!r}")
        for move in tail.split():
            position = position.play(move)
        return position

    def _go(self, words: list[str]) -> None:
        limits: dict[str, int] = {}
        for name, value in zip(words, [*words[1:], ""], strict=True):
            if name in ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo"):
                if not value.lstrip("-").isdigit():
                    raise ValueError(f"{name} must be a whole number, not {value!r}")
                limits[name] = int(value)
        position = self.position
        if position.actor == "over":
            self.say("info string the game is over")
            self.say("bestmove (none)")
            return
        if position.actor == "chance":
            self.say("info string the dice are rolled")
            self.say(f"bestmove {self._dice.roll(position)}")
            return
        milliseconds = self._time(limits, position.actor == describe(self.game)["seats"][0])
        if "depth" in limits:
            player = self._player_for("depth", limits["depth"])
        elif "nodes" in limits:
            player = self._player_for("nodes", limits["nodes"])
        else:
            player = self._player_for("nodes", ENDLESS)
        player.resume()
        self._player = player
        self._search = threading.Thread(target=self._think, args=(player, position, milliseconds), daemon=True)
        self._search.start()

    @staticmethod
    def _time(limits: Mapping[str, int], first: bool) -> int | None:
        """Milliseconds for the move, or None without a clock."""
        if "movetime" in limits:
            return max(1, limits["movetime"])
        clock, gain = ("wtime", "winc") if first else ("btime", "binc")
        if clock not in limits:
            return None
        share = 1 / (limits["movestogo"] + 1) if limits.get("movestogo", 0) > 0 else SHARE
        wanted = limits[clock] * share + 0.8 * limits.get(gain, 0)
        return max(1, int(min(wanted, limits[clock] * 0.5)))

    def _player_for(self, limit: str, amount: int) -> _core.Player:
        spec = spec_of(self.agent, limit, amount)
        if spec not in self._players:
            self._players[spec] = _core.Player(self.game, spec, seed=self.seed, **self.rules)
        return self._players[spec]

    def _think(self, player: _core.Player, position: Position, milliseconds: int | None) -> None:
        timer = None
        if milliseconds is not None:
            timer = threading.Timer(milliseconds / 1000, player.stop)
            timer.daemon = True
            timer.start()
        began = time.monotonic()
        try:
            found = player.consider(position)
        except Exception as error:
            self.say(f"info string error: {' '.join(str(error).split())}")
            self.say(f"bestmove {position.legal_moves()[0]}")
            return
        finally:
            if timer is not None:
                timer.cancel()
        elapsed = time.monotonic() - began
        score = score_of(found["value"], utility=self.agent.startswith("mcts"))
        speed = int(found["nodes"] / elapsed) if elapsed > 0 else 0
        line = f"info depth {len(found['pv'])} score {score} nodes {found['nodes']} nps {speed}"
        self.say(f"{line} time {int(1000 * elapsed)} pv {' '.join(found['pv'])}")
        self.say(f"bestmove {found['move']}")


def spec_of(agent: str, limit: str, amount: int) -> str:
    """An agent's spec with a limit, where it has none of its own."""
    name, _, inside = agent.strip().partition("(")
    inside = inside.removesuffix(")").strip()
    own = [part.partition("=")[0].strip() for part in inside.split(",")]
    if name not in ("alphabeta", "expectiminimax", "mcts") or {"depth", "nodes", "ms", "simulations"} & set(own):
        return agent
    if name == "mcts":
        limit, amount = "simulations", 1_000_000 if limit == "depth" else min(amount, 1_000_000)
    elif limit == "depth":
        amount = min(max(amount, 1), 64)
    else:
        amount = min(max(amount, 1), ENDLESS)
    return f"{name}({limit}={amount}{', ' if inside else ''}{inside})"


def score_of(value: float, *, utility: bool = False) -> str:
    """A value as UCI's score: hundredths of a pawn, or moves to a mate."""
    if utility:
        expected = min(max((value + 1) / 2, 0.001), 0.999)
        return f"cp {round(400 * math.log10(expected / (1 - expected)))}"
    if abs(value) > WON:
        plies = round(30_000 - abs(value))
        return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
    return f"cp {round(value)}"
