"""Names under which Gymnasium and PettingZoo know the environments."""

from __future__ import annotations

import importlib
import importlib.util

from fairyring._core import games


def gymnasium_id(game: str) -> str:
    """`fairyring/Behemoth-v0`."""
    return f"fairyring/{game.capitalize()}-v0"


def pettingzoo_id(game: str) -> str:
    """`fairyring/behemoth-v0`."""
    return f"fairyring/{game}-v0"


def register() -> None:
    """Registers every game with Gymnasium and PettingZoo, as far as they are installed; again is without effect."""
    if importlib.util.find_spec("gymnasium") is not None:
        registration = importlib.import_module("gymnasium.envs.registration")
        for game in games():
            if gymnasium_id(game) not in registration.registry:
                registration.register(
                    id=gymnasium_id(game),
                    entry_point="fairyring.envs.single:SingleEnv",
                    vector_entry_point="fairyring.envs.vector:against",
                    kwargs={"game": game},
                    # Illegal actions are answered by the environment itself.
                    disable_env_checker=True,
                )
    if importlib.util.find_spec("pettingzoo") is not None:
        pettingzoo = importlib.import_module("pettingzoo")
        # Versions without a registry have the modules only.
        registry = getattr(pettingzoo, "aec_registry", None)
        if registry is not None:
            for game in games():
                if pettingzoo_id(game) not in registry:
                    entry = f"fairyring.envs.{game}_v0:env"
                    pettingzoo.register("aec", pettingzoo_id(game), entry_point=entry)
