"""The atlas: all games by the same measures at growing budgets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairyring import balance
from fairyring._core import games as all_games
from fairyring.studies.scale import Scale

#: Agents and their games, the weakest first.
LADDER = {
    "random": 4000,
    "greedy": 2000,
    "alphabeta(nodes=50)": 1200,
    "alphabeta(nodes=200)": 600,
    "alphabeta(nodes=800)": 240,
}

#: The games whose plies are many or dear play a share of that.
SHARES = {"shahki": 0.25, "cards": 0.25, "ultima": 0.5}

#: Random plies before each game; the Behemoth's dice make games differ by themselves.
OPENINGS = {"behemoth": 0}

#: The reading of the rules of cards that is compared with the published one: kings may not be hidden in the hand.
CARDS: dict[str, dict[str, Any]] = {"published": {}, "king_placement=first": {"king_placement": "first"}}

#: Agents of that comparison.
CARDS_AGENTS = {"random": 4000, "greedy": 2000, "alphabeta(nodes=50)": 400}


def atlas(out: Path, seed: int, scale: Scale, say: Callable[[str], None]) -> dict[str, Any]:
    """All results as plain values. Everything played is stored under `out` and gone on with."""
    found: dict[str, Any] = {"seed": seed, "games": {}}
    common: dict[str, Any] = {"seed": seed, "workers": scale.workers, "resume": True, "progress": scale.progress}
    for game in all_games():
        say(game)
        share = SHARES.get(game, 1.0)
        found["games"][game] = balance.study(
            game,
            agents=list(LADDER),
            games=[scale.games(int(count * share)) for count in LADDER.values()],
            ladder=scale.games(int(100 * share)),
            opening_plies=OPENINGS.get(game, 4),
            replayed=scale.games(40),
            out=out / game,
            **common,
        ).to_dict()
    say("hiding kings")
    found["hiding kings"] = balance.study(
        "cards",
        variants=CARDS,
        agents=list(CARDS_AGENTS),
        games=[scale.games(count) for count in CARDS_AGENTS.values()],
        ladder=None,
        replayed=scale.games(40),
        out=out / "cards-kings",
        **common,
    ).to_dict()
    return found
