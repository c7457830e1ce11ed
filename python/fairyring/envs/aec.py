"""PettingZoo's agent-environment cycle, for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fairyring._core import Position, describe
from fairyring.arguments import Start, start_texts, whole
from fairyring.envs.decoding import WIDEST
from fairyring.errors import require

spaces = require("gymnasium.spaces", "rl", "a PettingZoo environment")
require("pettingzoo", "rl", "a PettingZoo environment")

from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402


class raw_env(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment, without wrappers.

    Agents are "player_0", "player_1", ... in the order of the game's seats (`seats` gives their codes, `agent_of` the agent
    of a seat); shahki has four. A seat whose turn the rules skip is not selected; one whose move is played by several
    actions (chains in shahki) is selected until it is complete. Dice are rolled inside, from the seed of reset.

    An observation is {"observation": uint8 planes as the agent sees them, "action_mask": int8}; the mask is all zero but
    for the agent on turn, and is in infos[agent]["action_mask"] too. Rewards are utilities at the end, for all agents. A
    cut by max_plies, or because no legal move lies in the window, truncates; every end by the rules terminates.

    start, window, max_plies and rule options are those of `VectorEnv`. step raises IllegalMoveError for an illegal action
    and leaves everything as it was; `env()` ends the game instead.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "fairyring_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        start: Start = None,
        max_plies: int | None = None,
        window: int = 17,
        render_mode: Literal["ansi"] | None = None,
        **rules: Any,
    ) -> None:
        super().__init__()
        facts = describe(game, whole(window, "window", 1, WIDEST))
        if render_mode not in (None, "ansi"):
            raise ValueError(f"unknown render_mode {render_mode!r}; valid: None, 'ansi'")
        self.metadata = {**type(self).metadata, "name": f"{game}_v0"}
        self.game = game
        self.seats: tuple[str, ...] = facts["seats"]
        self.window = window
        self.max_plies = None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1)
        self.render_mode = render_mode
        starts, self.rules = start_texts(game, start, rules)
        self._starts = [Position(game, text, **self.rules) for text in starts]
        self.possible_agents = [f"player_{index}" for index in range(len(self.seats))]
        self.agents = list(self.possible_agents)
        self._action_count: int = facts["action_count"]
        #: The position, with its history; None before the first reset.
        self.position: Position | None = None
        self.plies = 0
        self._episode = -1
        self._dice = np.random.default_rng()
        self._action_spaces = {agent: spaces.Discrete(self._action_count) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, facts["observation_shape"], np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def agent_of(self, seat: str) -> str:
        """The agent on a seat."""
        return self.possible_agents[self.seats.index(seat)]

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same object every time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same object every time."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a game; with several starts, the next of them. options are there for PettingZoo and mean nothing."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
            self._episode = -1
        self._episode += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.position = self._starts[self._episode % len(self._starts)]
        self.plies = 0
        self.agent_selection = self.agents[0]
        self._settle()

    def step(self, action: int | None) -> None:
        """Takes an action of the selected agent; None where it is done."""
        if self.position is None:
            raise RuntimeError("call reset() before step()")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or isinstance(action, bool | np.bool_) or not hasattr(action, "__index__"):
            raise TypeError(f"an action must be a whole number, not {action!r}")
        moves = len(self.position.history)
        self.position = self.position.play_action(action, window=self.window)
        self.plies += len(self.position.history) - moves
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Rolls the dice, selects who acts, and ends the game where it has ended."""
        position = self.position
        assert position is not None
        while position.actor == "chance":
            position = roll(position, self._dice)
        self.position = position
        outcome = position.outcome
        legal = np.zeros(0, dtype=np.uint32)
        if outcome is None:
            self.agent_selection = self.agent_of(position.actor)
            legal = position.legal_actions(window=self.window)
            # A limit waits until a move of several actions is complete.
            if len(legal) == 0 or (self._at_limit() and not position.taken):
                self.truncations = dict.fromkeys(self.agents, True)
                outcome = position.outcome_by_limit
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        if outcome is not None:
            legal = legal[:0]
            self.rewards = dict(zip(self.agents, outcome.utility, strict=True))
        self._masks = {agent: np.zeros(self._action_count, dtype=np.int8) for agent in self.agents}
        self._masks[self.agent_selection][legal] = 1
        reason = None if outcome is None else outcome.reason
        self.infos = {
            agent: {"action_mask": mask.copy(), "plies": self.plies, "reason": reason}
            for agent, mask in self._masks.items()
        }

    def _at_limit(self) -> bool:
        return self.max_plies is not None and self.plies >= self.max_plies

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees: {"observation": planes, "action_mask": its legal actions}."""
        if self.position is None:
            raise RuntimeError("call reset() before observe()")
        seat = self.seats[self.possible_agents.index(agent)]
        mask = self._masks.get(agent, np.zeros(self._action_count, dtype=np.int8)).copy()
        return {"observation": self.position.observation(seat, window=self.window), "action_mask": mask}

    def render(self) -> str | None:
        """The board as text, where render_mode is "ansi"."""
        return str(self.position) if self.render_mode == "ansi" and self.position is not None else None

    def close(self) -> None:
        """There is nothing to release."""


def roll(position: Position, dice: np.random.Generator) -> Position:
    """The position after a roll of the dice."""
    outcomes = position.chance()
    chances = np.cumsum([chance for _, chance in outcomes])
    n = int(np.searchsorted(chances, dice.random() * chances[-1], side="right"))
    return position.play(outcomes[min(n, len(outcomes) - 1)][0])


def env(game: str, **options: Any) -> Any:
    """`raw_env` in PettingZoo's wrappers: an illegal action ends the game with reward -1, bad types and orders are errors."""
    wrapped: Any = raw_env(game, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
