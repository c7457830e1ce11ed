"""The study of the Behemoth's start squares: is d4 fair?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fairyring import balance, value
from fairyring.studies.scale import Scale

#: Agents, the weakest first, with their games on each of the 32 squares.
SQUARES = {"random": 4000, "greedy": 3000, "twoply": 1600, "alphabeta(nodes=100)": 800}

#: Their games from d4 alone.
D4 = {"random": 100_000, "greedy": 60_000, "twoply": 16_000, "alphabeta(nodes=100)": 8000}

#: Readings of the rules that are compared from d4.
VARIANTS: dict[str, dict[str, Any]] = {
    "published": {},
    "mate=after_roll": {"mate": "after_roll"},
    "royalty=king_capture": {"royalty": "king_capture"},
    "roll_every=round": {"roll_every": "round"},
}

#: Games between dealt armies: what orthodox units are worth without a Behemoth, and where one walks about.
ARMIES = {"chess": 3600, "behemoth": 7200}


def behemoth(out: Path, seed: int, scale: Scale, say: Callable[[str], None]) -> dict[str, Any]:
    """All results as plain values. Everything played is stored under `out` and gone on with."""
    common: dict[str, Any] = {"seed": seed, "workers": scale.workers, "progress": scale.progress}
    found: dict[str, Any] = {
        "seed": seed,
        "chain": {square: entry._asdict() for square, entry in balance.behemoth_chain().items()},
        "human": balance.HUMAN.to_dict(),
        "squares": {},
        "d4": {},
        "heat": {},
    }
    for agent, count in D4.items():
        say(f"d4, {agent}")
        row = balance.start_squares(["d4"], agents=[agent], games=scale.games(count), out=out / "d4", **common)[0]
        found["d4"][agent] = row.to_dict()
    for agent, count in SQUARES.items():
        say(f"all squares, {agent}")
        rows = balance.start_squares("all", agents=[agent], games=scale.games(count), out=out / "squares", **common)
        model = balance.joint(rows)
        found["squares"][agent] = model.to_dict() | {"mean_variance_ratio": float(rows["variance_ratio"].mean())}
        found["heat"][agent] = model.svg()
    say("a decision with few games")
    found["decision"] = balance.decide("d4", agent="twoply", games=scale.games(16_000), margin=0.02, **common).to_dict()
    say("readings of the rules")
    found["variants"] = balance.study(
        "behemoth",
        variants=VARIANTS,
        agents=["greedy", "twoply"],
        games=[scale.games(20_000), scale.games(4000)],
        opening_plies=0,
        ladder=None,
        replayed=50,
        out=out / "variants",
        resume=True,
        **common,
    ).to_dict()
    say("as people play")
    found["as played"] = [
        balance.as_played(agents=agent, games=scale.games(count // 2), **common)[0].to_dict()
        for agent, count in (("greedy", 60_000), ("twoply", 8000))
    ]
    say("values of units")
    found["values"] = {
        game: value.army(
            game,
            "N",
            agent="alphabeta(nodes=100)",
            games=scale.games(count, 24),
            out=out / f"army-{game}",
            resume=True,
            **common,
        ).to_dict()
        for game, count in ARMIES.items()
    }
    say("control")
    found["control"] = [
        row.to_dict()
        for row in balance.control(agents=["greedy", "alphabeta(nodes=100)"], games=scale.games(2000), **common)
    ]
    return found
