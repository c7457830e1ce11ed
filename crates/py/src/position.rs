//! Positions for Python: a line of play of any game, frozen.

use crate::convert::{rule_value, start_spec, whole, window_of};
use crate::error::{IllegalMoveError, raise};
use crate::outcome::Outcome;
use crate::player::analysis_dict;
use fairyring_catalog::{CatalogError, StartSpec, find};
use fairyring_game::{AnyLine, MoveError, Window};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// A position of a game, with the moves that led to it.
///
/// Position(game, text=None, *, preset=None, **rules): the usual start, or the position of a text, under rule options.
/// Raises ValueError for an unknown game, rule, value or preset (naming the valid ones) and PositionError for a refused
/// text. Positions never change; equality and hash ignore the past.
#[pyclass(frozen, module = "fairyring")]
pub(crate) struct Position {
    line: Box<dyn AnyLine>,
}

impl Position {
    fn new_boxed(line: Box<dyn AnyLine>) -> Self {
        Self { line }
    }

    pub(crate) fn line(&self) -> &dyn AnyLine {
        &*self.line
    }
}

impl From<Box<dyn AnyLine>> for Position {
    fn from(line: Box<dyn AnyLine>) -> Self {
        Self::new_boxed(line)
    }
}

fn refused(error: MoveError) -> PyErr {
    raise(&CatalogError::Move(error))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None, *, preset=None, **rules))]
    fn new(
        game: &str,
        text: Option<&str>,
        preset: Option<String>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let spec = start_spec(preset, rules)?;
        let line = find(game).and_then(|entry| entry.line(text, &spec)).map_err(|error| raise(&error))?;
        Ok(Self::new_boxed(line))
    }

    /// Identifier of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.line.id()
    }

    /// All rule options with their values, a dict.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = find(self.line.id()).map_err(|error| raise(&error))?.facts(Window::default());
        let rules = PyDict::new(py);
        for (name, text) in self.line.rules() {
            if let Some(spec) = facts.options.iter().find(|spec| spec.name == name) {
                rules.set_item(name, rule_value(py, spec, &text)?)?;
            }
        }
        Ok(rules)
    }

    /// The position's text, in the notation of the game's rules file.
    #[getter]
    fn text(&self) -> String {
        self.line.text()
    }

    /// Code of the seat to act, "chance" or "over".
    #[getter]
    fn actor(&self) -> &'static str {
        self.line.actor_word()
    }

    /// The outcome, or None while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        Outcome::of(&*self.line)
    }

    /// The outcome if the game were cut off here by a limit on plies that is none of its rules.
    #[getter]
    fn outcome_by_limit(&self) -> Outcome {
        Outcome::by_limit(&*self.line)
    }

    /// Texts of the legal moves, sorted bytewise; [] when over and at chance.
    fn legal_moves(&self) -> Vec<String> {
        self.line.legal_moves()
    }

    /// Outcomes of the dice as (move, probability), sorted; [] where a seat acts or the game is over.
    fn chance(&self) -> Vec<(String, f64)> {
        self.line.chance()
    }

    /// How much a roll raises the first team's expected score (win 1, draw 1/2) over the mean of all rolls, by the game's own
    /// guess of values; 0 for a seat's move. Raises IllegalMoveError.
    #[pyo3(signature = (r#move, /))]
    fn luck(&self, r#move: &str) -> PyResult<f32> {
        self.line.luck(r#move).map_err(refused)
    }

    /// The position after a move or roll. Raises IllegalMoveError naming the move, the actor and why.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &str) -> PyResult<Self> {
        Ok(Self::new_boxed(self.line.play(r#move).map_err(refused)?))
    }

    /// Squares that a legal move or a roll takes, as text. Raises IllegalMoveError.
    #[pyo3(signature = (r#move, /))]
    fn captures(&self, r#move: &str) -> PyResult<Vec<String>> {
        self.line.captures(r#move).map_err(refused)
    }

    /// Ids of the legal actions, ascending, a uint32 array: of the seat to act, or of chance.
    #[pyo3(signature = (*, window: "int | None" = None) -> "numpy.typing.NDArray[numpy.uint32]")]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        window: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(PyArray1::from_slice(py, &self.line.legal_actions(window_of(window)?)))
    }

    /// The position after an action. Raises IllegalMoveError.
    #[pyo3(signature = (action: "int", /, *, window: "int | None" = None))]
    fn play_action(&self, action: &Bound<'_, PyAny>, window: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let id = whole(action, "action", 0, u64::from(u32::MAX)).map_err(|error| {
            if error.is_instance_of::<PyTypeError>(action.py()) {
                return error;
            }
            IllegalMoveError::new_err(format!("{error}; {} to act", self.line.actor_word()))
        })?;
        Ok(Self::new_boxed(self.line.play_action(id as u32, window_of(window)?).map_err(refused)?))
    }

    /// The actions already taken of a move that is played by several; () between moves.
    #[getter]
    fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.line.taken())
    }

    /// The action of a legal move: an int, or a tuple of ints where a move is played step by step. Raises IllegalMoveError;
    /// ValueError where the window does not hold the move.
    #[pyo3(signature = (r#move, /, *, window: "int | None" = None) -> "int | tuple[int, ...]")]
    fn action<'py>(
        &self,
        py: Python<'py>,
        r#move: &str,
        window: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.line.actions_of(r#move, window_of(window)?).map_err(refused)?;
        match actions.as_deref() {
            None => Err(PyValueError::new_err(format!("move {move:?} does not lie inside the window of actions"))),
            Some([action]) => Ok(action.into_pyobject(py)?.into_any()),
            Some(actions) => Ok(PyTuple::new(py, actions)?.into_any()),
        }
    }

    /// The observation of a seat (default: the seat to act) as uint8 planes, shape (planes, rows, columns).
    #[pyo3(signature = (seat=None, *, window: "int | None" = None) -> "numpy.typing.NDArray[numpy.uint8]")]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&str>,
        window: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let seats = self.line.seats();
        let code = seat.unwrap_or_else(|| self.line.actor_word());
        let index = match seats.iter().position(|other| *other == code) {
            Some(index) => index,
            None if seat.is_none() => 0,
            None => {
                return Err(PyValueError::new_err(format!("unknown seat {code:?}; valid: {}", seats.join(", "))));
            }
        };
        let window = window_of(window)?;
        let shape = self.line.observation_shape(window);
        let mut planes = vec![0; shape.iter().product()];
        self.line.observe(index as u8, window, &mut planes);
        PyArray1::from_vec(py, planes).reshape(shape)
    }

    /// The units on the board: a structured array of x, y (from the lower left), letter, owner (0, 1; 2 neutral), count.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows: Vec<_> = self
            .line
            .units()
            .into_iter()
            .map(|unit| (unit.x, unit.y, unit.letter.to_string(), unit.owner, unit.count))
            .collect();
        let dtype = PyList::new(py, [("x", "i4"), ("y", "i4"), ("letter", "U1"), ("owner", "u1"), ("count", "u4")])?;
        let numpy = py.import("numpy")?;
        let options = PyDict::new(py);
        options.set_item("dtype", dtype)?;
        numpy.call_method("array", (rows,), Some(&options))
    }

    /// Texts of the moves so far, rolls included.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.line.moves()
    }

    /// Text of the position the history began with.
    #[getter]
    fn start(&self) -> String {
        self.line.start_text()
    }

    /// Number of lines of `depth` plies from here; a roll counts as a ply with 32 moves, a finished game has no moves.
    #[pyo3(signature = (depth: "int", /))]
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = whole(depth, "depth", 0, 1000)? as u32;
        Ok(py.detach(|| self.line.perft(depth)))
    }

    /// Static evaluation for the first team in hundredths of a pawn (or the game's unit), by the default weights.
    fn evaluate(&self) -> i32 {
        self.line.evaluate(None)
    }

    /// Whether the seat to act is in check; False where the game knows no check, at chance and when the game is over.
    #[getter]
    fn in_check(&self) -> bool {
        self.line.is_forcing()
    }

    /// The board as SVG text; options as in fairyring.draw.svg.
    #[pyo3(signature = (**options) -> "str")]
    fn svg<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("fairyring.draw")?.call_method("svg", (slf,), options)
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf, None)
    }

    fn __str__(&self) -> String {
        self.line.diagram()
    }

    fn __repr__(&self) -> PyResult<String> {
        let facts = find(self.line.id()).map_err(|error| raise(&error))?.facts(Window::default());
        let mut text = format!("Position('{}', '{}'", self.line.id(), self.line.text());
        for ((name, value), default) in self.line.rules().iter().zip(&facts.defaults) {
            if value != default {
                text += &format!(", {name}='{value}'");
            }
        }
        Ok(text + ")")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.line.equals(&*other.get().line))
    }

    fn __hash__(&self) -> u64 {
        self.line.hash()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("fairyring._core")?.getattr("restore")?;
        let state =
            (self.line.id(), self.line.rules(), self.line.start_text(), self.line.moves(), self.line.taken().to_vec());
        (restore, state).into_pyobject(py)
    }
}

/// A position from its pickled parts: game, rules, start text, moves, actions taken.
#[pyfunction]
pub(crate) fn restore(
    game: &str,
    rules: Vec<(String, String)>,
    start: &str,
    moves: Vec<String>,
    taken: Vec<u32>,
) -> PyResult<Position> {
    let spec = StartSpec { preset: None, rules };
    let mut line = find(game).and_then(|entry| entry.line(Some(start), &spec)).map_err(|error| raise(&error))?;
    for m in moves {
        line = line.play(&m).map_err(refused)?;
    }
    for action in taken {
        line = line.play_action(action, Window::default()).map_err(refused)?;
    }
    Ok(Position::new_boxed(line))
}

/// What an agent thinks of a position: a dict of move, value, pv, nodes and moves, all root moves as (move, value).
#[pyfunction]
#[pyo3(signature = (position, agent, seed) -> "dict[str, typing.Any]")]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    agent: &str,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let line = position.get().line();
    let analysis = py
        .detach(|| find(line.id()).and_then(|entry| entry.analyse(line, agent, seed)))
        .map_err(|error| raise(&error))?;
    analysis_dict(py, analysis)
}
