"""OpenSpiel: every game as `python_fairyring_NAME`, registered when this module is imported.

>>> import pyspiel, fairyring.envs.spiel  # doctest: +SKIP
>>> game = pyspiel.load_game("python_fairyring_behemoth")  # doctest: +SKIP
>>> state = game.new_initial_state()  # doctest: +SKIP

Chance is explicit: a roll of the dice is a chance node whose outcomes are actions with probabilities. Utilities come at
the end. A move of several actions (chains in shahki) is several decisions of the same player. Parameters of a game are its
rule options (text, bool or int; -1 is no limit), `window` (cells a side that actions and observations cover of an unbounded table), and
`max_actions`: a game that has not ended after so many actions of players is cut off there, by the game's own rule for
limits; OpenSpiel wants all games finite.

States are serialised as OpenSpiel does, by the actions that led to them, so the past that the rules remember is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairyring._core import IllegalMoveError, Position, action_text, describe, games
from fairyring.errors import require

pyspiel = require("pyspiel", "spiel", "an OpenSpiel game")

#: Actions of players after which a game is cut off, unless a parameter says otherwise.
MAX_ACTIONS = 5000

#: Cells a side of the window, unless a parameter says otherwise.
WINDOW = 17


def short_name(game: str) -> str:
    """`python_fairyring_behemoth`."""
    return f"python_fairyring_{game}"


class FairyringGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A game of Fairyring for OpenSpiel."""

    #: Set by the class that is made for each game.
    game = ""
    game_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        known = self.game_type.parameter_specification
        values = {**known, **given}
        self.window = int(values["window"])
        self.max_actions = int(values["max_actions"])
        if self.max_actions < 1:
            raise ValueError(f"max_actions must be at least 1, not {self.max_actions}")
        facts = describe(self.game, self.window)
        rules = {option["name"]: _rule(option, values[option["name"]]) for option in facts["options"]}
        self.start = Position(self.game, **rules)
        self.seats: tuple[str, ...] = facts["seats"]
        self.shape: tuple[int, int, int] = facts["observation_shape"]
        players = len(self.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=facts["action_count"],
            max_chance_outcomes=facts["action_count"] if facts["has_dice"] else 0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(self.game_type, info, given)

    def new_initial_state(self, state: Any = None) -> FairyringState:
        """The usual start."""
        if state is not None:
            raise ValueError("a state cannot be made from a description here; deserialize one instead")
        return FairyringState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of planes, as a seat sees them."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self, params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """Rolls of one game at most: one an action of a player."""
        return self.max_actions if self.game_type.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC else 0


class FairyringState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A position with its history."""

    def __init__(self, game: FairyringGame) -> None:
        super().__init__(game)
        self._position = game.start
        self._seats = game.seats
        self._window = game.window
        self._left = game.max_actions

    @property
    def position(self) -> Position:
        """The position, as fairyring has it."""
        return self._position

    def _cut(self) -> bool:
        """Whether the game is cut off here."""
        if self._position.actor in ("over", "chance"):
            return False
        return self._left <= 0 or len(self._position.legal_actions(window=self._window)) == 0

    def current_player(self) -> int:
        """Index of the seat to act, or OpenSpiel's numbers for chance and the end."""
        actor = self._position.actor
        if actor == "over" or self._cut():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == "chance" else self._seats.index(actor)

    def _legal_actions(self, _player: int) -> list[int]:
        return [int(action) for action in self._position.legal_actions(window=self._window)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Actions of the dice with their probabilities."""
        position = self._position
        chances = [(position.action(move, window=self._window), chance) for move, chance in position.chance()]
        return sorted(chances)

    def _apply_action(self, action: int) -> None:
        if self._cut():
            raise IllegalMoveError(f"action {action} refused: the game was cut off here")
        after = self._position.play_action(action, window=self._window)
        self._left -= self._position.actor != "chance"
        self._position = after

    def _action_to_string(self, _player: int, action: int) -> str:
        return action_text(self._position.game, action, self._window) or str(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        return self._position.actor == "over" or self._cut()

    def returns(self) -> list[float]:
        """Utility of every seat at the end, else 0."""
        outcome = self._position.outcome
        if outcome is None:
            if not self._cut():
                return [0.0] * len(self._seats)
            outcome = self._position.outcome_by_limit
        return list(outcome.utility)

    def __str__(self) -> str:
        text = self._position.text
        taken = self._position.taken
        return f"{text} ({' '.join(map(str, taken))})" if taken else text


class PlanesObserver:
    """Planes as float32 in `tensor`, and by name in `dict`; `tensor` is reused."""

    def __init__(self, game: FairyringGame, params: Any) -> None:
        if params:
            raise ValueError(f"the observer takes no parameters, not {params}")
        self._seats, self._window = game.seats, game.window
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(game.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.shape)}

    def set_from(self, state: FairyringState, player: int) -> None:
        """Writes what a player sees."""
        self.dict["observation"][:] = state.position.observation(self._seats[player], window=self._window)

    def string_from(self, state: FairyringState, _player: int) -> str:
        """The board as text."""
        return str(state)


def _parameter(value: Any) -> Any:
    """A rule value as OpenSpiel's parameters know it: they have no None."""
    return -1 if value is None else value


def _rule(option: dict[str, Any], value: Any) -> Any:
    return None if option["kind"] == "optional number" and value == -1 else value


def _game_type(game: str) -> Any:
    facts = describe(game)
    parameters = {option["name"]: _parameter(option["default"]) for option in facts["options"]}
    parameters |= {"window": WINDOW, "max_actions": MAX_ACTIONS}
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"Fairyring {game.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if facts["has_dice"] else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(facts["seats"]),
        min_num_players=len(facts["seats"]),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _register(game: str) -> type[FairyringGame]:
    name = f"{game.capitalize()}Game"
    made = type(name, (FairyringGame,), {"game": game, "game_type": _game_type(game), "__module__": __name__})
    globals()[name] = made
    if short_name(game) not in pyspiel.registered_names():
        pyspiel.register_game(made.game_type, made)
    return made


for _game in games():
    _register(_game)
