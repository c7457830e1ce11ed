//! Batches of games: threads in Rust, signals and progress in Python.

use crate::background::watch;
use crate::error::raise;
use crate::position::Position;
use fairyring_catalog::{BatchSpec, Facts, StartSpec, find};
use fairyring_game::Window;
use fairyring_records::{Columns, Moves};
use fairyring_sim::{Control, Games, Sampling};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

/// Plays a batch without the interpreter lock. Returns the columns as a dict of arrays, and the exception that stopped it
/// early (KeyboardInterrupt, or one raised by `progress`), or None; the columns then hold the games from the first on that
/// were finished.
#[pyfunction]
#[pyo3(signature = (game, rules, starts, agents, seed, experiment, first, games, workers, max_plies, progress, moves=false)
    -> "tuple[dict[str, typing.Any], BaseException | None]")]
#[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    rules: Vec<(String, String)>,
    starts: Vec<String>,
    agents: Vec<String>,
    seed: u64,
    experiment: u64,
    first: u64,
    games: usize,
    workers: usize,
    max_plies: Option<u32>,
    progress: Option<Bound<'py, PyAny>>,
    moves: bool,
) -> PyResult<(Bound<'py, PyDict>, Option<PyErr>)> {
    let entry = find(game).map_err(|error| raise(&error))?;
    let facts = entry.facts(Window::default());
    let rules = StartSpec { preset: None, rules };
    let spec = BatchSpec { rules, starts, agents, seed, experiment, first, games, max_plies };
    let (result, stopped) = watched(py, &format!("a batch of {game}"), games, progress.as_ref(), &|control| {
        if moves {
            entry.simulate_recorded(&spec, workers, control).map(|(columns, moves)| (columns, Some(moves)))
        } else {
            entry.simulate(&spec, workers, control).map(|columns| (columns, None))
        }
    })?;
    let (columns, moves) = result.map_err(|error| raise(&error))?;
    if let (Some(progress), None) = (&progress, &stopped) {
        progress.call1((columns.len(), games))?;
    }
    let arrays = arrays(py, columns, &facts)?;
    if let Some(moves) = moves {
        arrays.set_item("moves", lists(py, moves, facts.windowed)?)?;
    }
    Ok((arrays, stopped))
}

/// Does long work without the interpreter lock, and meanwhile looks at signals and tells progress. An exception of either
/// cancels the work and is returned beside what was done.
fn watched<T: Send>(
    py: Python<'_>,
    what: &str,
    total: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: &(dyn Fn(&Control) -> T + Sync),
) -> PyResult<(T, Option<PyErr>)> {
    let control = Control::new();
    let beat = |_: Python<'_>| match progress {
        Some(progress) => progress.call1((control.done(), total)).map(|_| ()),
        None => Ok(()),
    };
    watch(py, what, || work(&control), beat, || control.cancel())
}

/// Lists of actions as a pair of arrays, offsets (int64) and actions: uint16 where the action space is that of a fixed board,
/// uint32 where it depends on a window and moves outside of it have numbers beyond it.
fn lists(py: Python<'_>, moves: Moves, windowed: bool) -> PyResult<Bound<'_, PyTuple>> {
    let offsets = moves.offsets.into_pyarray(py).into_any();
    let actions = if windowed {
        moves.actions.into_pyarray(py).into_any()
    } else {
        let narrow: Result<Vec<u16>, _> = moves.actions.into_iter().map(u16::try_from).collect();
        narrow
            .map_err(|_| PyRuntimeError::new_err("an action of a fixed board exceeds 16 bits"))?
            .into_pyarray(py)
            .into_any()
    };
    PyTuple::new(py, [offsets, actions])
}

/// Columns as NumPy arrays; nothing but numbers of events is copied.
pub(crate) fn arrays<'py>(py: Python<'py>, columns: Columns, facts: &Facts) -> PyResult<Bound<'py, PyDict>> {
    let (games, seats) = (columns.len(), facts.seats.len());
    let arrays = PyDict::new(py);
    arrays.set_item("utility", columns.utility.into_pyarray(py).reshape([games, seats])?)?;
    arrays.set_item("plies", columns.plies.into_pyarray(py))?;
    arrays.set_item("reason", columns.reason.into_pyarray(py))?;
    arrays.set_item("start", columns.start.into_pyarray(py))?;
    arrays.set_item("luck", columns.luck.into_pyarray(py))?;
    arrays.set_item("seed", columns.seed.into_pyarray(py))?;
    if columns.score.len() == 2 * games && games > 0 {
        let score: Bound<'_, PyArray1<f32>> = columns.score.into_pyarray(py);
        arrays.set_item("score", score.reshape([games, 2])?)?;
    }
    let width = facts.counts.len() * seats;
    for (kind, &name) in facts.counts.iter().enumerate() {
        let rows = columns.counts.chunks_exact(width);
        let numbers: Vec<u32> = rows.flat_map(|row| &row[kind * seats..(kind + 1) * seats]).copied().collect();
        arrays.set_item(name, numbers.into_pyarray(py).reshape([games, seats])?)?;
    }
    Ok(arrays)
}

/// One game of a batch again: the final position, whose history holds the game.
#[pyfunction]
pub(crate) fn replay(
    py: Python<'_>,
    game: &str,
    rules: Vec<(String, String)>,
    start: Option<String>,
    agents: Vec<String>,
    seed: u64,
    max_plies: Option<u32>,
) -> PyResult<Position> {
    let rules = StartSpec { preset: None, rules };
    let starts = start.into_iter().collect();
    let spec = BatchSpec { rules, starts, agents, seed: 0, experiment: 0, first: 0, games: 1, max_plies };
    let (line, _) =
        py.detach(|| find(game).and_then(|entry| entry.replay(&spec, 0, seed))).map_err(|error| raise(&error))?;
    Ok(line.into())
}

/// The final position of a game that was kept as actions.
#[pyfunction]
#[pyo3(signature = (game, rules, start, actions: "numpy.typing.NDArray[numpy.uint32]"))]
pub(crate) fn restore_actions(
    py: Python<'_>,
    game: &str,
    rules: Vec<(String, String)>,
    start: &str,
    actions: PyReadonlyArray1<'_, u32>,
) -> PyResult<Position> {
    let rules = StartSpec { preset: None, rules };
    let actions = actions.as_slice()?;
    let line = py
        .detach(|| find(game).and_then(|entry| entry.restore(&rules, start, actions)))
        .map_err(|error| raise(&error))?;
    Ok(line.into())
}

/// Draws positions from games given by start and seed, and by offsets and actions if their moves were kept. Returns a dict of
/// columns (`text` and `text_ends` are the bytes of all texts and where each ends), and the exception that stopped it early,
/// or None.
#[pyfunction]
#[pyo3(signature = (game, rules, starts, agents, max_plies, start: "numpy.typing.NDArray[numpy.uint32]",
    seeds: "numpy.typing.NDArray[numpy.uint64]",
    moves: "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint32]] | None",
    per_game, quiet, seed, window, workers, progress) -> "tuple[dict[str, typing.Any], BaseException | None]")]
#[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
pub(crate) fn sample<'py>(
    py: Python<'py>,
    game: &str,
    rules: Vec<(String, String)>,
    starts: Vec<String>,
    agents: Vec<String>,
    max_plies: Option<u32>,
    start: PyReadonlyArray1<'py, u32>,
    seeds: PyReadonlyArray1<'py, u64>,
    moves: Option<(PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, u32>)>,
    per_game: usize,
    quiet: bool,
    seed: u64,
    window: u32,
    workers: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, Option<PyErr>)> {
    let entry = find(game).map_err(|error| raise(&error))?;
    let window = Window(window);
    let shape = entry.facts(window).observation_shape;
    let rules = StartSpec { preset: None, rules };
    let spec = BatchSpec { rules, starts, agents, seed: 0, experiment: 0, first: 0, games: 0, max_plies };
    let moves = match &moves {
        None => None,
        Some((offsets, actions)) => {
            Some(Moves { offsets: offsets.as_slice()?.to_vec(), actions: actions.as_slice()?.to_vec() })
        }
    };
    let (start, seeds) = (start.as_slice()?, seeds.as_slice()?);
    let games = Games { start, seed: seeds, moves: moves.as_ref() };
    let sampling = Sampling { per_game, quiet, seed, window };
    let (result, stopped) = watched(py, &format!("samples of {game}"), seeds.len(), progress.as_ref(), &|control| {
        entry.sample(&spec, games, &sampling, workers, control)
    })?;
    let samples = result.map_err(|error| raise(&error))?;
    let drawn = samples.len();
    let columns = PyDict::new(py);
    columns.set_item("game", samples.game.into_pyarray(py))?;
    columns.set_item("ply", samples.ply.into_pyarray(py))?;
    columns.set_item("left", samples.left.into_pyarray(py))?;
    columns.set_item("seat", samples.seat.into_pyarray(py))?;
    columns.set_item("text", PyBytes::new(py, samples.text.as_bytes()))?;
    columns.set_item("text_ends", samples.text_ends.into_pyarray(py))?;
    let observations: Bound<'_, PyArray1<u8>> = samples.observation.into_pyarray(py);
    columns.set_item("observation", observations.reshape([drawn, shape[0], shape[1], shape[2]])?)?;
    Ok((columns, stopped))
}
