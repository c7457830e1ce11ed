"""Many games stepped in one native call."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fairyring import _core
from fairyring._core import Position, describe
from fairyring.arguments import Seed, Start, master_seed, start_texts, whole
from fairyring.envs.decoding import WIDEST

try:
    from gymnasium import spaces, vector
    from gymnasium.vector.utils import batch_space
except ImportError:
    spaces = vector = None

#: What a VectorEnv is: Gymnasium's where that is installed.
_Base: Any = object if vector is None else vector.VectorEnv

#: Most games of one environment.
MOST_ROWS = 1 << 20

#: Games for which a further thread is worth its while.
ROWS_A_THREAD = 128

#: An agent's spec for each seat that the environment plays, by the seat's code.
Opponents: TypeAlias = str | Mapping[str, str] | None

#: What `actor` holds where no seat acts.
CHANCE, OVER = -1, -2


class VectorEnv(_Base):  # type: ignore[misc]
    """Many games of one kind, stepped together without the interpreter lock.

    game: one of `games()`. num_envs: how many games. seed: as in `simulate`; row i's game number e is a function of the
    seed, i, e and the actions taken in it, whatever the threads. Other keywords are rule options, or preset=.

    observation: "uint8" or "float32" planes of the same values. mask: "bytes" (int8, one number an action), "bits" (uint8,
    action a is bit a % 8 of byte a // 8: `np.unpackbits(mask, axis=1, bitorder="little", count=actions)`), or "ragged" (no
    mask; infos["legal_actions"] is offsets and action ids).
    dice: "inside" (rolled at once) or "exposed": chance acts like a seat, its outcomes are actions and legal ones are in
    the mask; `position(i).chance()` gives probabilities.
    opponents: None, the caller plays all seats; an agent ("greedy", "alphabeta(depth=2)"), which plays every seat but
    `seat` (default: the first); or a dict of agents by seat code.
    max_plies: cuts any game off after so many plies. window: cells a side of the part of an unbounded table that actions
    and observations cover. start: as in `simulate`; row i's game e takes number (i + e) % len(start).
    threads: None for one per core, but not more than one per 128 games. copy: False hands out the same arrays at every
    step; they are then valid until the next one.

    reset and step give observations (n, planes, rows, columns); rewards float32 (n,); terminations and truncations bool
    (n,); and infos, a dict of arrays with an entry a game:

    - action_mask: the legal actions; all of them where the game is over
    - actor: index of the seat to act, -1 where chance acts, -2 where the game is over
    - observer: index of the seat that sees the observation: the caller's if it plays one seat, else the seat to act, or
      where chance acts the seat that moved last
    - rewards, returns: float32 (n, seats): what each seat gets for this step, and what it got in the row's last finished
      game, kept until the next one ends
    - reason: why that game ended, an index into `reasons`, -1 before the first; games: how many the row has finished
    - plies: of the present game; outside: legal moves that the window does not hold

    A reward is that of the seat that saw the observation before. Utilities come at the end of a game, in [-1, 1]; else 0.
    Autoreset is Gymnasium's NEXT_STEP: a finished row keeps its final observation and rewards for one step, and the next
    step ignores its action and begins the next game. A cut by max_plies, or because no legal move lies in the window, is a
    truncation; every end by the rules is a termination.

    A step with an illegal action raises IllegalMoveError naming the row, and wrong shapes or types raise ValueError or
    TypeError; nothing is changed then. Pickles and copies go on where the original stands.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": "NextStep"}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seed: Seed = None,
        observation: Literal["uint8", "float32"] = "uint8",
        mask: Literal["bytes", "bits", "ragged"] = "bytes",
        dice: Literal["inside", "exposed"] = "inside",
        opponents: Opponents = None,
        seat: str | None = None,
        max_plies: int | None = None,
        window: int = 17,
        start: Start = None,
        threads: int | None = None,
        copy: bool = True,
        render_mode: Literal["ansi"] | None = None,
        **rules: Any,
    ) -> None:
        facts = describe(game, whole(window, "window", 1, WIDEST))
        self.num_envs = whole(num_envs, "num_envs", 1, MOST_ROWS)
        _one_of(observation, "observation", ("uint8", "float32"))
        _one_of(mask, "mask", ("bytes", "bits", "ragged"))
        _one_of(dice, "dice", ("inside", "exposed"))
        if render_mode not in (None, "ansi"):
            raise ValueError(f"unknown render_mode {render_mode!r}; valid: None, 'ansi'")
        self.game = game
        self.seats: tuple[str, ...] = facts["seats"]
        self.reasons: tuple[str, ...] = facts["reasons"]
        self.planes: tuple[str, ...] = facts["planes"]
        agents = opponent_agents(self.seats, opponents, seat)
        own = [index for index, agent in enumerate(agents) if agent is None]
        #: Index of the caller's seat where it plays one only.
        self.caller = own[0] if len(own) == 1 else None
        starts, self.rules = start_texts(game, start, rules)
        if threads is None:
            threads = max(1, min(_cores(), self.num_envs // ROWS_A_THREAD))
        self.render_mode = render_mode
        self.copy = bool(copy)
        self._arguments = {
            "game": game,
            "num_envs": self.num_envs,
            "seed": master_seed(seed),
            "observation": observation,
            "mask": mask,
            "dice": dice,
            "opponents": {code: agent for code, agent in zip(self.seats, agents, strict=True) if agent is not None},
            "max_plies": None if max_plies is None else whole(max_plies, "max_plies", 1, 2**32 - 1),
            "window": window,
            "start": starts,
            "threads": whole(threads, "threads", 1, 1024),
            "copy": self.copy,
            "render_mode": render_mode,
        }
        self._env = _core.VectorEnv(
            game,
            list(self.rules.items()),
            list(starts),
            self.num_envs,
            self._arguments["seed"],
            dice == "exposed",
            self._arguments["max_plies"],
            window,
            agents,
            self._arguments["threads"],
        )
        self._make_arrays(facts, observation, mask)
        self._observers = np.zeros(self.num_envs, dtype=np.int8)
        if spaces is not None:
            shape, dtype = facts["observation_shape"], np.dtype(observation).type
            self.single_observation_space = spaces.Box(0, 255, shape=shape, dtype=dtype)
            self.single_action_space = spaces.Discrete(self.action_count)
            self.observation_space = batch_space(self.single_observation_space, self.num_envs)
            self.action_space = batch_space(self.single_action_space, self.num_envs)
            self.metadata = {**type(self).metadata, "autoreset_mode": vector.AutoresetMode.NEXT_STEP}
        self.closed = False

    def _make_arrays(self, facts: Mapping[str, Any], observation: str, mask: str) -> None:
        """Shapes and dtypes of the arrays, and the first set of them."""
        n, seats = self.num_envs, len(self.seats)
        self.action_count: int = facts["action_count"]
        self._forms: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((n, *facts["observation_shape"]), np.dtype(observation)),
            "rewards": ((n, seats), np.float32),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            "actor": ((n,), np.int8),
            "observer": ((n,), np.int8),
            "plies": ((n,), np.uint32),
            "outside": ((n,), np.uint32),
            "returns": ((n, seats), np.float32),
            "reason": ((n,), np.int16),
            "games": ((n,), np.uint32),
        }
        if mask == "bytes":
            self._forms["mask"] = ((n, self.action_count), np.int8)
        elif mask == "bits":
            self._forms["mask"] = ((n, -(-self.action_count // 8)), np.uint8)
        self._arrays = self._fresh()

    def _fresh(self) -> dict[str, NDArray[Any]]:
        return {name: np.empty(shape, dtype) for name, (shape, dtype) in self._forms.items()}

    def _next_arrays(self) -> dict[str, NDArray[Any]]:
        if self.closed:
            raise RuntimeError("the environment is closed")
        return self._fresh() if self.copy else self._arrays

    def reset(
        self,
        *,
        seed: Seed | Sequence[int | None] = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins new games: the next ones of the rows' seeds, or the first of a seed.

        seed: one for all rows (row i takes its lane i), or a list of one a row, None for rows that go on; a row with a seed
        s of its own plays the games of `VectorEnv(..., num_envs=1, seed=s)`.
        options: {"reset_mask": bool (n,)} begins games in the rows marked only; the others are left as they are.
        """
        arrays = self._next_arrays()
        marked = self._reset_mask(options)
        one, each = None, None
        if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
            if len(seed) != self.num_envs:
                raise ValueError(f"the list of seeds has {len(seed)} entries, must have {self.num_envs}")
            each = [None if entry is None else master_seed(entry) for entry in seed]
        elif seed is not None:
            one = master_seed(seed)
        self._env.reset(one, each, marked, arrays)
        self._accept(arrays)
        return arrays["observations"], self._infos(arrays)

    def _reset_mask(self, options: Mapping[str, Any] | None) -> list[bool] | None:
        if options is None:
            return None
        unknown = sorted(set(options) - {"reset_mask"})
        if unknown:
            raise ValueError(f"unknown option {unknown[0]!r}; valid: reset_mask")
        if options.get("reset_mask") is None:
            return None
        mask = np.asarray(options["reset_mask"])
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            given = f"{mask.dtype} {mask.shape}"
            raise ValueError(f"reset_mask must be a bool array of shape ({self.num_envs},), not {given}")
        marked: list[bool] = mask.tolist()
        return marked

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes one action a game, whole numbers of shape (n,). Finished games ignore theirs and are begun anew."""
        arrays = self._next_arrays()
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions have shape {chosen.shape}, must have ({self.num_envs},)")
        self._env.step(np.ascontiguousarray(chosen, dtype=np.int64), arrays)
        rewards = np.take_along_axis(arrays["rewards"], self._observers[:, None].astype(np.intp), axis=1)[:, 0]
        self._accept(arrays)
        return arrays["observations"], rewards, arrays["terminated"], arrays["truncated"], self._infos(arrays)

    def _accept(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._arrays = arrays
        self._observers = arrays["observer"].copy()

    def _infos(self, arrays: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
        infos: dict[str, Any] = {name: arrays[name] for name in INFOS}
        if "mask" in arrays:
            infos["action_mask"] = arrays["mask"]
        else:
            infos["legal_actions"] = self._env.legal_actions()
        return infos

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """The legal actions of all games, ragged: those of row i are actions[offsets[i]:offsets[i + 1]], ascending.

        Rows that are over have none. What the window does not hold is in `position(i).legal_moves()`.
        """
        return self._env.legal_actions()

    def sample_actions(self, seed: Seed = 0) -> NDArray[np.int64]:
        """A random legal action a game, int64 (n,), for `step`: uniform over the row's legal actions, 0 where the game is over.

        A row's draw is a function of its game, of this seed and of how many actions the game has taken, whatever the threads:
        asked twice, the same answer. Where chance is exposed its outcomes are drawn alike. Raises RuntimeError before `reset`.

        >>> env = VectorEnv("wari", 3, seed=1)
        >>> _ = env.reset()
        >>> for _ in range(100):
        ...     _ = env.step(env.sample_actions())
        >>> env.sample_actions().shape
        (3,)
        """
        return self._env.sample_actions(master_seed(seed))

    def position(self, row: int) -> Position:
        """The position of a game, with its history."""
        return self._env.position(whole(row, "row", 0, self.num_envs - 1))

    def render(self) -> tuple[str, ...] | None:
        """The boards as text, where render_mode is "ansi"."""
        if self.render_mode is None:
            return None
        return tuple(str(self.position(row)) for row in range(self.num_envs))

    def close(self, **_options: Any) -> None:
        """Ends the use of the environment; a step after it is an error."""
        self.closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self._arguments, self.rules, self._env.state(), self.closed)

    def __repr__(self) -> str:
        shown = ("num_envs", "observation", "mask", "dice", "opponents", "max_plies", "threads")
        return f"VectorEnv({self.game!r}, {', '.join(f'{name}={self._arguments[name]!r}' for name in shown)})"


#: What infos hold of the arrays, beside the mask.
INFOS = ("actor", "observer", "rewards", "returns", "reason", "games", "plies", "outside")


def _rebuild(
    kind: type[VectorEnv], arguments: dict[str, Any], rules: dict[str, str], state: tuple[Any, ...], closed: bool
) -> VectorEnv:
    """An environment from its pickled parts."""
    # Rule options may be named like arguments of the class, so they go in by a position that has them.
    start = [Position(arguments["game"], text, **rules) for text in arguments["start"]]
    env = kind(**{**arguments, "start": start})
    env._env.restore(state)
    if state[0]:
        env._env.write(env._arrays)
        env._accept(env._arrays)
    env.closed = closed
    return env


def against(game: str, num_envs: int = 1, opponent: str | Mapping[str, str] = "random", **options: Any) -> VectorEnv:
    """One seat against opponents, `VectorEnv` in the words of the single environment: for `gymnasium.make_vec`."""
    return VectorEnv(game, num_envs, opponents=opponent, **options)


def opponent_agents(seats: tuple[str, ...], opponents: Opponents, seat: str | None) -> list[str | None]:
    """An agent's spec, or None for the caller, for every seat."""
    if seat is not None and seat not in seats:
        raise ValueError(f"unknown seat {seat!r}; valid: {', '.join(seats)}")
    if opponents is None:
        if seat is not None:
            raise ValueError("seat= says where the caller sits against opponents; name them too (opponents=)")
        return [None] * len(seats)
    if isinstance(opponents, str):
        own = seats[0] if seat is None else seat
        return [None if code == own else opponents for code in seats]
    if not isinstance(opponents, Mapping):
        raise TypeError(f"opponents must be None, an agent or a dict of agents by seat, not {opponents!r}")
    if seat is not None:
        raise ValueError("seat= goes with one agent for all other seats; a dict of opponents says all")
    for code, agent in opponents.items():
        if code not in seats:
            raise ValueError(f"unknown seat {code!r} in opponents; valid: {', '.join(seats)}")
        if not isinstance(agent, str):
            raise TypeError(f"an opponent must be text, not {agent!r}")
    return [opponents.get(code) for code in seats]


def _one_of(value: object, name: str, valid: tuple[str, ...]) -> None:
    if value not in valid:
        raise ValueError(f"unknown {name} {value!r}; valid: {', '.join(valid)}")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
