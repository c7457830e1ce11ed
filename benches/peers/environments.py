"""Steps per second of the environments, beside those of others, in one run.

    pip install 'fairyring[rl,spiel]' pgx
    python benches/peers/environments.py [--seconds 3] [--rounds 3] [--json FILE]

What is measured is the whole loop of a random player: its choice among the legal actions, the step, observations and masks
of all games, finished games begun anew. Ours are batches of 1024 games, on 1 and 2 threads. The others are measured on chess:

- OpenSpiel (C++, called from Python) one game at a time: legal actions, observation tensor, mask, apply; and once more with
  legal actions and apply alone, the least that a random player needs.
- pgx (JAX, compiled for the CPU, with all its threads): 1024 games by `vmap`, its own `auto_reset`.
- PettingZoo's chess is not measured: it needs python-chess, whose licence (GPL) this project keeps away from.

The machine may be busy, so everything is measured in rounds, one after another, and both the best round by the clock and the
best by processor time are printed. Processor time is what compares where several threads compute.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import fairyring as fr
from fairyring.envs import VectorEnv

#: Games stepped together.
BATCH = 1024

#: Plays for about so many seconds; returns the number of steps.
Player = Callable[[float], int]


def timed(step: Callable[[], object], steps: int) -> Player:
    """Repeats a step that counts for several."""

    def play(seconds: float) -> int:
        done, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            step()
            done += steps
        return done

    return play


def ours(game: str, threads: int, observation: str, mask: str) -> Player:
    """A batch of ours, with uniformly random legal actions."""
    env = VectorEnv(game, BATCH, seed=1, threads=threads, observation=observation, mask=mask, copy=False)
    env.reset()

    def step() -> None:
        env.step(env.sample_actions())

    for _ in range(100):
        # Into the middle of games before anything is measured.
        step()
    return timed(step, BATCH)


def openspiel(watched: bool) -> Player:
    """OpenSpiel's chess, one game at a time; watched: with observations and masks."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("chess")
    draw = random.Random(1).random
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        for _ in range(100):
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            if watched and not state.is_terminal():
                np.asarray(state.observation_tensor(state.current_player()), np.float32)
                np.asarray(state.legal_actions_mask(), np.int8)

    return timed(step, 100)


def pgx_chess() -> Player:
    """pgx's chess: 1024 games, compiled."""
    jax = importlib.import_module("jax")
    pgx = importlib.import_module("pgx")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    env = pgx.make("chess")
    start = jax.jit(jax.vmap(env.init))
    onward = jax.vmap(wrappers.auto_reset(env.step, env.init))

    @jax.jit
    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, resets = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, logits, axis=1)
        return onward(state, actions, jax.random.split(resets, BATCH)), key

    held = start(jax.random.split(jax.random.PRNGKey(1), BATCH)), jax.random.PRNGKey(2)

    def step() -> None:
        nonlocal held
        held = advance(*held)
        held[0].observation.block_until_ready()

    for _ in range(5):
        step()
    return timed(step, BATCH)


def contestants() -> dict[str, Callable[[], Player]]:
    """What is measured, by name."""
    found: dict[str, Callable[[], Player]] = {}
    for game in fr.games():
        for threads in (1, 2):
            for observation, mask in (("uint8", "bits"), ("float32", "bytes")):
                name = f"fairyring {game}, {observation} + {mask}, {threads} thread{'s' * (threads > 1)}"
                found[name] = lambda g=game, t=threads, o=observation, m=mask: ours(g, t, o, m)
    others = {
        "OpenSpiel chess, observations and masks": ("pyspiel", lambda: openspiel(True)),
        "OpenSpiel chess, legal actions alone": ("pyspiel", lambda: openspiel(False)),
        "pgx chess, batch 1024": ("pgx", pgx_chess),
    }
    for name, (module, make) in others.items():
        if importlib.util.find_spec(module) is None:
            print(f"{name}: {module} is not installed", file=sys.stderr)
        else:
            found[name] = make
    return found


def measure(seconds: float, rounds: int) -> dict[str, dict[str, float]]:
    """The best of several rounds of each, by the clock and by processor time."""
    best: dict[str, dict[str, float]] = {}
    players: dict[str, Player] = {}
    for number in range(rounds):
        for name, make in contestants().items():
            if name not in players:
                players[name] = make()
            clock, processor = time.perf_counter(), time.process_time()
            steps = players[name](seconds)
            clock, processor = time.perf_counter() - clock, time.process_time() - processor
            rates = {"clock": steps / clock, "processor": steps / processor}
            known = best.setdefault(name, rates)
            best[name] = {kind: max(known[kind], rate) for kind, rate in rates.items()}
            print(f"round {number + 1}: {name}: {rates['clock']:,.0f}/s", file=sys.stderr)
    return best


def table(best: dict[str, dict[str, float]], kind: str) -> str:
    """The result of one kind of time as Markdown."""
    forms = [name.removeprefix("fairyring chess, ") for name in best if name.startswith("fairyring chess, ")]
    lines = ["| | " + " | ".join(forms) + " |", "|---|" + "---:|" * len(forms)]
    for game in fr.games():
        rates = [f"{best[f'fairyring {game}, {form}'][kind]:,.0f}" for form in forms]
        lines.append(f"| {game} | {' | '.join(rates)} |")
    others = {name: rates[kind] for name, rates in best.items() if not name.startswith("fairyring")}
    if others:
        lines += ["", f"| others | steps/s | chess: {' | '.join(forms)} |", "|---|---:|" + "---:|" * len(forms)]
    for name, rate in others.items():
        ratios = [f"{best[f'fairyring chess, {form}'][kind] / rate:,.1f} times" for form in forms]
        lines.append(f"| {name} | {rate:,.0f} | {' | '.join(ratios)} |")
    return "\n".join(lines)


def machine() -> str:
    """Processor, date and versions."""
    model = platform.processor()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else ():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
    versions = [f"Python {platform.python_version()}"]
    for package in ("fairyring", "numpy", "open-spiel", "jax", "pgx"):
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return f"{model}, {os.cpu_count()} cores; {datetime.date.today()}; {', '.join(versions)}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Steps per second of environments.")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, default=None, help="write the numbers there too")
    given = parser.parse_args()
    best = measure(given.seconds, given.rounds)
    print(machine())
    for kind, words in (("clock", "by the clock"), ("processor", "by processor time")):
        print(f"\nSteps per second {words}:\n\n{table(best, kind)}")
    if given.json is not None:
        given.json.write_text(json.dumps({"machine": machine(), "rates": best}, indent=1))


if __name__ == "__main__":
    main()
