//! Batches of games: threads in Rust, signals and progress in Python.

use crate::background::watch;
use crate::error::raise;
use crate::position::Position;
use fairyring_catalog::{BatchSpec, StartSpec, find};
use fairyring_records::Columns;
use fairyring_sim::Control;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Plays a batch without the interpreter lock. Returns the columns as a dict of arrays, and the exception that stopped it
/// early (KeyboardInterrupt, or one raised by `progress`), or None; the columns then hold the games from the first on that
/// were finished.
#[pyfunction]
#[pyo3(signature = (game, rules, starts, agents, seed, experiment, first, games, workers, max_plies, progress)
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
) -> PyResult<(Bound<'py, PyDict>, Option<PyErr>)> {
    let entry = find(game).map_err(|error| raise(&error))?;
    let seats = entry.facts(fairyring_game::Window::default()).seats.len();
    let rules = StartSpec { preset: None, rules };
    let spec = BatchSpec { rules, starts, agents, seed, experiment, first, games, max_plies };
    let control = Control::new();
    let beat = |_: Python<'_>| match &progress {
        Some(progress) => progress.call1((control.done(), games)).map(|_| ()),
        None => Ok(()),
    };
    let work = || entry.simulate(&spec, workers, &control);
    let (result, stopped) = watch(py, &format!("a batch of {game}"), work, beat, || control.cancel())?;
    let columns = result.map_err(|error| raise(&error))?;
    if let (Some(progress), None) = (&progress, &stopped) {
        progress.call1((columns.len(), games))?;
    }
    Ok((arrays(py, columns, seats)?, stopped))
}

/// Columns as NumPy arrays; nothing is copied.
pub(crate) fn arrays(py: Python<'_>, columns: Columns, seats: usize) -> PyResult<Bound<'_, PyDict>> {
    let games = columns.len();
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
