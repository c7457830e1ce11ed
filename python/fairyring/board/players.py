"""Who sits at a board: persons, and agents that answer for their seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring import _core
from fairyring._core import Position, describe
from fairyring.match.games import name_of, opponent_of
from fairyring.waiting import stoppable


def seated(game: str, players: Any) -> dict[str, Any]:
    """The agent of each seat that an agent plays.

    players: None for persons on all seats; one agent for all seats but the first mover's; or a mapping of seats to
    agents or None. Raises ValueError for an unknown seat or agent, TypeError for what is no agent."""
    seats = describe(game)["seats"]
    if players is None:
        return {}
    if not isinstance(players, Mapping):
        players = dict.fromkeys(seats[1:], players)
    for seat in players:
        if seat not in seats:
            raise ValueError(f"unknown seat {seat!r}; valid: {', '.join(seats)}")
    return {seat: agent for seat, agent in players.items() if agent is not None}


class Players:
    """The agents of a board and its dice. The same seed gives the same game against the same moves."""

    def __init__(self, game: str, rules: Mapping[str, Any], agents: Mapping[str, Any], seed: int) -> None:
        self.names = {seat: name_of(agent) for seat, agent in agents.items()}
        self.dice = _core.Dice(seed)
        self._players = {}
        for number, (seat, agent) in enumerate(agents.items()):
            opponent = opponent_of(agent)
            if isinstance(opponent, str):
                opponent = _core.Player(game, opponent, seed=(seed + number) % 2**64, **rules)
            self._players[seat] = opponent

    def __contains__(self, seat: str) -> bool:
        return seat in self._players

    def all_seats(self, seats: list[str]) -> bool:
        """Whether no seat is left for a person."""
        return all(seat in self._players for seat in seats)

    def choose(self, position: Position) -> str:
        """The move of the agent whose seat acts."""
        player = self._players[position.actor]
        move: str = stoppable(lambda: player.choose(position))
        return move
