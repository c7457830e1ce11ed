"""Checks of arguments that several functions share. Each error names the argument, what it must be and what it was."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from fairyring._core import Position, describe

Seed: TypeAlias = int | np.integer | np.random.SeedSequence | np.random.Generator | None
#: A spec, an object of fairyring.agents or one with `evaluate`, for all seats; or a list of one per seat.
Agents: TypeAlias = Any
Start: TypeAlias = str | Position | Iterable[str | Position] | None

#: Largest number of games of one batch, about 3 GB of columns.
MOST_GAMES = 10**8


def whole(value: object, name: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`; NumPy's integers count, booleans do not."""
    if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    number = int(value.__index__())
    if not least <= number <= most:
        # Python refuses to write a number of thousands of digits.
        shown = number if abs(number) < 10**100 else "a number too long to be written"
        raise ValueError(f"{name} must lie between {least} and {most}, not {shown}")
    return number


def row_of(i: object, rows: int) -> int:
    """The row from 0 that an index means; negative ones count from the end. Raises IndexError where there is none."""
    if isinstance(i, bool | np.bool_) or not hasattr(i, "__index__"):
        raise TypeError(f"the number of a game must be a whole number, not {i!r}")
    row = int(i.__index__())
    if not -rows <= row < rows:
        raise IndexError(f"game {row} of a batch of {rows}")
    return row % rows


def a_position(value: object) -> Position:
    """A position, and nothing else."""
    if not isinstance(value, Position):
        raise TypeError(f"position must be a Position, not {value!r}")
    return value


def tags_of(tags: object) -> dict[str, Any]:
    """Tags by name; None for none."""
    if tags is None:
        return {}
    if not isinstance(tags, Mapping) or not all(isinstance(name, str) for name in tags):
        raise TypeError(f"tags must be a mapping from names to values, not {tags!r}")
    return dict(tags)


def fraction(value: object, name: str) -> float:
    """A number strictly between 0 and 1."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name} must be a number, not {value!r}")
    number = float(value)
    if not 0.0 < number < 1.0:
        raise ValueError(f"{name} must lie between 0 and 1, both excluded, not {number}")
    return number


def finite(value: object, name: str) -> float:
    """A finite number."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not np.isfinite(value):
        raise ValueError(f"{name} must be finite, not {value}")
    return float(value)


def master_seed(seed: Seed) -> int:
    """The 64-bit master seed of a run.

    A whole number is taken as it is, so the master seed of a result repeats it. A SeedSequence gives its first 64
    bits of state, a Generator its next 64 bits, None fresh ones from the operating system.
    """
    if seed is None:
        seed = np.random.SeedSequence()
    if isinstance(seed, np.random.SeedSequence):
        return int(seed.generate_state(1, np.uint64)[0])
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**64, dtype=np.uint64))
    if isinstance(seed, bool | np.bool_) or not hasattr(seed, "__index__"):
        raise TypeError(f"seed must be a whole number, a SeedSequence, a Generator or None, not {seed!r}")
    return whole(seed, "seed", 0, 2**64 - 1)


def rules_text(rules: Mapping[str, object]) -> str:
    """Rules in a sentence: those given, or that they are the defaults."""
    return ", ".join(f"{name}={value}" for name, value in rules.items()) or "the default rules"


def agent_text(agent: object) -> str:
    """The spec of a native agent, given as text or as an object of fairyring.agents."""
    if isinstance(agent, str):
        return agent
    if getattr(type(agent), "name", None) is not None and "fairyring.agents" in sys.modules:
        from fairyring.agents import Agent

        if isinstance(agent, Agent):
            return str(agent)
    raise TypeError(f"an agent must be text or an object of fairyring.agents, not {agent!r}")


def agent_list(agents: Agents, seats: tuple[str, ...]) -> tuple[str, ...]:
    """One spec per seat, from one agent for all or a list of one per seat; native agents only."""
    return tuple(agent_text(agent) for agent in sitters(agents, seats))


def sitters(agents: Agents, seats: tuple[str, ...]) -> tuple[Any, ...]:
    """Who sits on each seat: a spec, or an object with `evaluate`; from one for all or a list of one per seat."""
    listed = [agents] if isinstance(agents, str) or not isinstance(agents, Iterable) else list(agents)
    if len(listed) == 1:
        listed *= len(seats)
    if len(listed) != len(seats):
        raise ValueError(
            f"{len(listed)} agents for {len(seats)} seats: give one for all, or one per seat ({_of(seats)})"
        )
    return tuple(agent if callable(getattr(agent, "evaluate", None)) else agent_text(agent) for agent in listed)


def start_texts(game: str, start: Start, rules: Mapping[str, Any]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Texts of the start positions, and all rule options with their values as text.

    A Position brings its game and rules, which must be those asked for; its past is left out.
    """
    if start is None or isinstance(start, str | Position):
        listed: list[str | Position | None] = [start]
    elif isinstance(start, Iterable):
        listed = list(start)
        if not listed:
            raise ValueError("start is an empty list; give at least one position, or None for the usual start")
    else:
        raise TypeError(f"start must be a text, a Position, a list of these or None, not {start!r}")
    for entry in listed:
        if not (entry is None or isinstance(entry, str | Position)):
            raise TypeError(f"a start must be text or a Position, not {entry!r}")
        if isinstance(entry, Position) and entry.game != game:
            raise ValueError(f"start is a position of {entry.game}, not of {game}")
    positions = [entry for entry in listed if isinstance(entry, Position)]
    resolved = positions[0].rules if positions and not rules else Position(game, **rules).rules
    for position in positions:
        differ = [f"{name}={value!r}" for name, value in position.rules.items() if resolved[name] != value]
        if differ:
            raise ValueError(f"a start is played by other rules than the batch: {', '.join(differ)}")
    texts = (entry.text if isinstance(entry, Position) else entry for entry in listed)
    read = tuple(Position(game, text, **resolved).text for text in texts)
    return read, {name: rule_text(value) for name, value in resolved.items()}


def rule_text(value: object) -> str:
    """A rule value as the native part reads it: `true`, `none`, `100`, a word."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def changed_rules(game: str, rules: Mapping[str, str]) -> dict[str, str]:
    """The options that differ from the published game."""
    defaults = {option["name"]: rule_text(option["default"]) for option in describe(game)["options"]}
    return {name: value for name, value in rules.items() if defaults.get(name) != value}


def _of(seats: tuple[str, ...]) -> str:
    return ", ".join(seats)
