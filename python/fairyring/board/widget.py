"""The board as a widget: a line of play, who plays, and what the browser is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fairyring._core import IllegalMoveError, Position, games
from fairyring.analysis import analyse
from fairyring.arguments import Seed, master_seed, whole
from fairyring.batch import Batch
from fairyring.board import views
from fairyring.board.line import Line
from fairyring.board.players import Players, seated
from fairyring.draw import scene
from fairyring.draw.paths import cells_of
from fairyring.draw.words import actor_word

_HERE = Path(__file__).parent

#: Who gives hints where no other agent is named.
HINTS = "twoply"


class Board(anywidget.AnyWidget):
    """A board in a notebook: play on it by clicking or by keys, against agents or oneself, and look at games.

    source: the id of a game, a Position (its history becomes the line), a list of positions of one line, or a Batch,
    whose games are then looked at one by one. players: an agent for all seats but the first mover's, or a mapping of
    seats to agents; None for a person on every seat. Agents are specs, objects of `fairyring.agents`, or objects with
    `choose` or `evaluate`. index: the game of a batch. dice: "auto" rolls them at once, "click" waits for the button.
    evaluation: "static" or the spec of an agent that searches for the bar beside the board (greedy and twoply weigh gains
    only), None for no bar. hints: who gives them.
    orientation: the seat at the lower edge. size: of the larger side, in pixels. seed: of the agents and the dice.
    Other keywords are rule options, where the source is the id of a game.

    Traits, which can be read, watched and set: `position` (shown now; setting it makes its history the line), `history`
    (all moves of the line; setting it plays them from the start), `text` (of the position; setting it begins a line
    there), `ply` (how many moves of the line are shown), `orientation`, `index`, `marks`, `arrows`, `size`. A value
    that does not fit raises the error of the rules (IllegalMoveError, PositionError, ValueError, TypeError), and the
    board stays as it was. Agents answer moves, never the setting of a trait.

    >>> board = Board("behemoth", players="greedy", seed=7)
    >>> board.play("e2e4")
    >>> board.history[0], board.position.actor
    ('e2e4', 'w')
    >>> board.undo()
    >>> board.history
    []
    """

    _esm = _HERE / "board.js"
    _css = _HERE / "board.css"

    position: Any = traitlets.Any()
    history: Any = traitlets.List(traitlets.Unicode()).tag(sync=True)
    text: Any = traitlets.Unicode().tag(sync=True)
    ply: Any = traitlets.Int().tag(sync=True)
    index: Any = traitlets.Int(allow_none=True, default_value=None).tag(sync=True)
    orientation: Any = traitlets.Unicode().tag(sync=True)
    marks: Any = traitlets.Any()
    arrows: Any = traitlets.Any()
    size: Any = traitlets.Int(480).tag(sync=True)
    #: What the browser draws; it is not for programs.
    view: Any = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        source: str | Position | Batch | Sequence[Position] = "chess",
        *,
        players: Any = None,
        index: int = 0,
        dice: str = "auto",
        evaluation: str | None = None,
        hints: str = HINTS,
        orientation: str | None = None,
        size: int = 480,
        seed: Seed = None,
        **rules: Any,
    ) -> None:
        if dice not in ("auto", "click"):
            raise ValueError(f"dice must be 'auto' or 'click', not {dice!r}")
        self._batch = source if isinstance(source, Batch) else None
        self._line = _line(source, index, rules)
        start = self._line.start
        self._seats = views.seats_of(start.game)
        agents = seated(start.game, players)
        self._players = Players(start.game, start.rules, agents, master_seed(seed))
        self._auto_dice = dice == "auto"
        self._evaluation = _asked(start, evaluation, "evaluation")
        self._hints = _asked(start, hints, "hints") or HINTS
        self._notice = ""
        self._frame = 0
        if orientation is not None and orientation not in self._seats:
            raise ValueError(f"unknown seat {orientation!r}; valid: {', '.join(self._seats)}")
        self._publishing = True
        self._next: Line | None = None
        super().__init__()
        self.index = None if self._batch is None else index
        self.size = size
        self.orientation = _home(self._seats, self._players) if orientation is None else orientation
        self._publish(0 if self._batch is not None else len(self._line))
        self.on_msg(self._on_message)
        if self._players.names and not self._players.all_seats(self._seats):
            self._answer()

    # Commands

    def play(self, move: str) -> None:
        """Plays a move, or a roll, in the position shown; then agents and dice answer. Raises IllegalMoveError."""
        self._advance(move)
        self._answer()

    def roll(self) -> None:
        """Rolls the dice. Raises ValueError where none are to be rolled."""
        if self.position.actor != "chance":
            raise ValueError(f"no dice are to be rolled: {actor_word(self.position)}")
        self._advance(self._players.dice.roll(self.position))
        self._answer()

    def step(self) -> None:
        """Lets the agent whose seat acts move, or rolls the dice. Raises ValueError where a person is to move."""
        if self.position.actor == "chance":
            self.roll()
        elif self.position.actor in self._players:
            self._advance(self._players.choose(self.position))
            if self._auto_dice and self.position.actor == "chance":
                self._advance(self._players.dice.roll(self.position))
        else:
            raise ValueError(f"no agent is to move: {actor_word(self.position)}")

    def undo(self) -> None:
        """Goes back to a person's last turn before this position; what followed is forgotten.

        Raises ValueError where there was none."""
        persons = [
            ply
            for ply in range(self.ply)
            if self._line.positions[ply].actor not in self._players and self._line.positions[ply].actor != "chance"
        ]
        if not persons:
            raise ValueError("there is nothing to take back")
        self._line = self._line.cut(persons[-1])
        self._publish(len(self._line))

    def flip(self) -> None:
        """Turns the board to the next seat."""
        self.orientation = self._seats[(self._seats.index(self.orientation) + 1) % len(self._seats)]

    def hint(self) -> None:
        """Draws an arrow for what the hints' agent would play. Raises ValueError where no seat is to move."""
        found = analyse(self.position, self._hints)
        self._notice = f"{self._hints} would play {found.move}"
        arrow = cells_of(self.position.game, found.move)
        self.arrows = {(arrow[0], arrow[-1]): "#2f6fbf"}

    # What happens

    def _advance(self, move: str) -> None:
        self._line = self._line.played([move], self.ply)
        self._publish(len(self._line), animate=True)

    def _answer(self) -> None:
        """Agents and dice move until a person is to act; where agents sit on all seats they wait to be asked."""
        while True:
            actor = self.position.actor
            if actor == "chance" and self._auto_dice:
                self._advance(self._players.dice.roll(self.position))
            elif actor in self._players and not self._players.all_seats(self._seats):
                self._advance(self._players.choose(self.position))
            else:
                return

    def _publish(self, ply: int, *, animate: bool = False) -> None:
        """Sets all traits to the state of the line, and tells the browser."""
        position = self._line.positions[ply]
        self._publishing = True
        try:
            with self.hold_trait_notifications():
                self.history = self._line.moves
                self.ply = ply
                self.position = position
                self.text = position.text
                if animate:
                    self.arrows = {}
        finally:
            self._publishing = False
        self._show(animate)

    def _show(self, animate: bool = False) -> None:
        """Sends the view of the present state."""
        position, actor = self.position, self.position.actor
        may_act = actor in self._seats and actor not in self._players
        self._frame += 1
        looked_at = views.animation(self._line, self.ply)
        state = {
            "frame": self._frame,
            "game": position.game,
            "actor": actor,
            "status": actor_word(position),
            "notice": self._notice,
            "choices": views.moves_of(position, may_act),
            "waiting": self._waiting(actor),
            "ply": self.ply,
            "plies": len(self._line),
            "last": looked_at,
            "animate": animate,
            "evaluation": views.evaluation(position, self._evaluation) if self._evaluation else None,
            "orientation": self.orientation,
            "games": None if self._batch is None else len(self._batch),
            "index": self.index,
        }
        self._notice = ""
        shown = views.picture(position, orientation=self.orientation, marks=self.marks or {}, arrows=self.arrows or {})
        self.view = state | shown

    def _waiting(self, actor: str) -> str:
        """What a button offers to go on with: a roll, or the move of an agent."""
        if actor == "chance":
            return "Roll the dice"
        return f"Let {self._players.names[actor]} move" if actor in self._players else ""

    # Traits set from outside

    @traitlets.validate("position")
    def _check_position(self, proposal: Any) -> Position:
        value = proposal["value"]
        if self._publishing:
            return value  # type: ignore[no-any-return]
        if not isinstance(value, Position):
            raise TypeError(f"position must be a Position, not {value!r}")
        if (value.game, value.rules) != (self._line.start.game, self._line.start.rules):
            raise ValueError(f"the board is for {self._line.start.game} by its own rules, not for {value!r}")
        self._next = Line.of(value)
        return value

    @traitlets.validate("history")
    def _check_history(self, proposal: Any) -> list[str]:
        value: list[str] = proposal["value"]
        if not self._publishing:
            self._next = Line([self._line.start]).played(value)
        return value

    @traitlets.validate("text")
    def _check_text(self, proposal: Any) -> str:
        value: str = proposal["value"]
        if not self._publishing:
            start = self._line.start
            self._next = Line([Position(start.game, value, **start.rules)])
        return value

    @traitlets.validate("ply")
    def _check_ply(self, proposal: Any) -> int:
        return proposal["value"] if self._publishing else whole(proposal["value"], "ply", 0, len(self._line))

    @traitlets.validate("index")
    def _check_index(self, proposal: Any) -> int | None:
        value: int | None = proposal["value"]
        if self._publishing:
            return value
        if self._batch is None:
            raise ValueError("the board shows no batch, so it has no game to choose by index")
        if value is None or not 0 <= value < len(self._batch):
            raise ValueError(f"index must lie between 0 and {len(self._batch) - 1}, not {value}")
        self._next = Line(self._batch.replay(value))
        return value

    @traitlets.validate("orientation")
    def _check_orientation(self, proposal: Any) -> str:
        value: str = proposal["value"]
        if value not in self._seats and not self._publishing:
            raise ValueError(f"unknown seat {value!r}; valid: {', '.join(self._seats)}")
        return value

    @traitlets.validate("marks", "arrows")
    def _check_signs(self, proposal: Any) -> Any:
        value = proposal["value"]
        if not self._publishing:
            # Drawing is the check.
            signs = value or {}
            scene(self.position, marks=signs) if proposal["trait"].name == "marks" else scene(
                self.position, arrows=signs
            )
        return value

    @traitlets.validate("size")
    def _check_size(self, proposal: Any) -> int:
        return whole(proposal["value"], "size", 64, 4000)

    @traitlets.observe("position", "history", "text", "index")
    def _on_line(self, change: Any) -> None:
        if self._publishing or self._next is None:
            return
        self._line, self._next = self._next, None
        self._publish(0 if change["name"] == "index" else len(self._line))

    @traitlets.observe("ply")
    def _on_ply(self, change: Any) -> None:
        if not self._publishing:
            self._publish(change["new"])

    @traitlets.observe("orientation", "marks", "arrows")
    def _on_look(self, _change: Any) -> None:
        if not self._publishing:
            self._show()

    # Messages of the browser

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Does what a click or a key asked for; what cannot be done is told in the status line."""
        actions: Mapping[str, Callable[[Any], object]] = {
            "play": self.play,
            "roll": lambda _: self.roll(),
            "step": lambda _: self.step(),
            "undo": lambda _: self.undo(),
            "flip": lambda _: self.flip(),
            "hint": lambda _: self.hint(),
            "ply": lambda to: setattr(self, "ply", to),
            "index": lambda to: setattr(self, "index", to),
        }
        act = actions.get(str(content.get("do"))) if isinstance(content, dict) else None
        if act is None:
            return
        try:
            act(content.get("with"))
        except (ValueError, TypeError, IllegalMoveError, traitlets.TraitError, KeyboardInterrupt) as error:
            self._notice = str(error) or "stopped"
            self._show()


def _line(source: Any, index: int, rules: Mapping[str, Any]) -> Line:
    """The line that a source begins with."""
    if isinstance(source, str):
        if source not in games():
            raise ValueError(f"unknown game {source!r}; valid: {', '.join(games())}")
        return Line([Position(source, **rules)])
    if rules:
        raise TypeError(f"rule options go with the id of a game, not with {type(source).__name__}: {', '.join(rules)}")
    if isinstance(source, Position):
        return Line.of(source)
    if isinstance(source, Batch):
        return Line(source.replay(whole(index, "index", 0, len(source) - 1)))
    if isinstance(source, Sequence) and source and all(isinstance(entry, Position) for entry in source):
        return Line.of(source[-1])
    raise TypeError(f"a board shows a game, a Position, a list of positions or a Batch, not {source!r}")


def _asked(position: Position, agent: str | None, name: str) -> str | None:
    """A spec for the bar or for hints, checked by making its player."""
    if agent is None or agent == "static":
        return agent
    if not isinstance(agent, str):
        raise TypeError(f"{name} must be the spec of an agent as text, not {agent!r}")
    Players(position.game, position.rules, {views.seats_of(position.game)[0]: agent}, 0)
    return agent


def _home(seats: Sequence[str], players: Players) -> str:
    """The seat at the lower edge: the first that a person takes."""
    return next((seat for seat in seats if seat not in players), seats[0])
