"""Gymnasium's environment of one agent, against any player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairyring._core import Position, describe
from fairyring.arguments import Start
from fairyring.envs.vector import VectorEnv
from fairyring.errors import require

gymnasium = require("gymnasium", "rl", "a Gymnasium environment")

#: An agent's spec, or a function from a position to a move (text) or an action.
Player: TypeAlias = str | Callable[[Position], Any]


class SingleEnv(gymnasium.Env):  # type: ignore[misc, name-defined]
    """One seat of a game against players on all others.

    seat: code of the agent's seat, "random" for another every game, None for the first. opponent: an agent ("greedy"), a
    function that takes a Position and gives a move or an action, or a dict of these by seat code. Dice are rolled inside.
    max_plies, window, start, observation and rule options are those of `VectorEnv`.

    Observations are planes as the agent sees them, at every step and at the end. infos holds "action_mask" (int8; take
    `action_space.sample(mask=...)`), "seat", "plies", "reason" (a word at the end, else None) and "illegal_action". The
    reward is the agent's utility at the end, in [-1, 1], else 0. A cut by max_plies, or because no legal move lies in the
    window, truncates.

    illegal: what an illegal action does: "lose" ends the game with reward -1, "raise" raises IllegalMoveError and leaves
    the game as it is.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponent: Player | Mapping[str, Player] = "random",
        seat: str | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        observation: Literal["uint8", "float32"] = "uint8",
        max_plies: int | None = None,
        window: int = 17,
        start: Start = None,
        render_mode: Literal["ansi"] | None = None,
        **rules: Any,
    ) -> None:
        # The environments inside take more arguments than this one, which must not be taken for rules.
        Position(game, **rules)
        self.game = game
        self.seats: tuple[str, ...] = describe(game)["seats"]
        if seat not in (None, "random", *self.seats):
            raise ValueError(f"unknown seat {seat!r}; valid: random, {', '.join(self.seats)}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"unknown illegal {illegal!r}; valid: lose, raise")
        self.illegal = illegal
        self._choices = self.seats if seat == "random" else (self.seats[0] if seat is None else seat,)
        self.render_mode = render_mode
        self._players = self._seat_players(opponent)
        self._options = {
            "observation": observation,
            "max_plies": max_plies,
            "window": window,
            "start": start,
            "render_mode": render_mode,
            **rules,
        }
        #: One environment of one game for each seat the agent may take.
        self._envs: dict[str, VectorEnv] = {}
        #: The agent's seat in this game.
        self.seat = self._choices[0]
        first = self._env_of(self.seat)
        self.observation_space = first.single_observation_space
        self.action_space = first.single_action_space
        self._over = True
        self._seeded = False

    def _seat_players(self, opponent: Player | Mapping[str, Player]) -> dict[str, Player]:
        players = dict(opponent) if isinstance(opponent, Mapping) else dict.fromkeys(self.seats, opponent)
        for code, player in players.items():
            if code not in self.seats:
                raise ValueError(f"unknown seat {code!r} in opponent; valid: {', '.join(self.seats)}")
            if not (isinstance(player, str) or callable(player)):
                raise TypeError(f"an opponent must be text or a function of a position, not {player!r}")
        missing = [code for code in self.seats if code not in players and self._choices != (code,)]
        if missing:
            raise ValueError(f"no opponent is given for seat {missing[0]!r}")
        return players

    def _env_of(self, seat: str) -> VectorEnv:
        if seat not in self._envs:
            agents = {
                code: player for code, player in self._players.items() if code != seat and isinstance(player, str)
            }
            self._envs[seat] = VectorEnv(self.game, 1, opponents=agents, threads=1, seed=0, **self._options)
        return self._envs[seat]

    @property
    def position(self) -> Position:
        """The position, with its history."""
        return self._env_of(self.seat).position(0)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins a game. options are none."""
        if options:
            raise ValueError(f"unknown option {next(iter(options))!r}; there are none")
        super().reset(seed=seed)
        self.seat = self._choices[int(self.np_random.integers(len(self._choices)))]
        env = self._env_of(self.seat)
        # Every game has a seed of its own, drawn from the environment's generator.
        _, infos = env.reset(seed=int(self.np_random.integers(2**63)))
        self._over = False
        return self._answer(env, infos)[::4]

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Takes an action of the agent, then plays the others until it is on turn again or the game is over."""
        if self._over:
            raise RuntimeError("the game is over, or was not begun: call reset()")
        if isinstance(action, bool | np.bool_) or not hasattr(action, "__index__"):
            raise TypeError(f"an action must be a whole number, not {action!r}")
        env = self._env_of(self.seat)
        chosen = int(action)
        if self.illegal == "lose" and not (0 <= chosen < env.action_count and env._arrays["mask"][0, chosen]):
            self._over = True
            mask = np.ones(env.action_count, dtype=np.int8)
            return self._look(env), -1.0, True, False, self._info(mask, "illegal_action", illegal=True)
        *_, infos = env.step([chosen])
        return self._answer(env, infos)

    def _answer(self, env: VectorEnv, infos: dict[str, Any]) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays the seats of functions, and says what the agent sees."""
        mine = self.seats.index(self.seat)
        while infos["actor"][0] not in (mine, -2):
            position = env.position(0)
            player = self._players[position.actor]
            assert callable(player)
            chosen = player(position)
            if isinstance(chosen, str):
                chosen = position.action(chosen, window=self._options["window"])
            for action in chosen if isinstance(chosen, tuple) else (chosen,):
                *_, infos = env.step([int(action)])
        arrays = env._arrays
        terminated, truncated = bool(arrays["terminated"][0]), bool(arrays["truncated"][0])
        self._over = terminated or truncated
        reward = float(arrays["rewards"][0, mine])
        reason = env.reasons[int(arrays["reason"][0])] if self._over else None
        info = self._info(infos["action_mask"][0].copy(), reason, illegal=False)
        return self._look(env), reward, terminated, truncated, info

    def _look(self, env: VectorEnv) -> NDArray[Any]:
        if env.caller is not None:
            observation: NDArray[Any] = env._arrays["observations"][0].copy()
            return observation
        seen = env.position(0).observation(self.seat, window=self._options["window"])
        return seen.astype(env.single_observation_space.dtype)

    def _info(self, mask: NDArray[np.int8], reason: str | None, *, illegal: bool) -> dict[str, Any]:
        plies = int(self._env_of(self.seat)._arrays["plies"][0])
        return {"action_mask": mask, "seat": self.seat, "plies": plies, "reason": reason, "illegal_action": illegal}

    def render(self) -> str | None:
        """The board as text, where render_mode is "ansi"."""
        return str(self.position) if self.render_mode == "ansi" else None
