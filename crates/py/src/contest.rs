//! Contests: the games of matches.

use crate::background::watch;
use crate::error::raise;
use crate::position::Position;
use fairyring_catalog::{ContestSpec, StartSpec, find};
use fairyring_sim::{Control, Round};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Plays the openings `first..first + count` of a contest, each in all seatings, without the interpreter lock. Returns
/// columns and the exception that stopped it early (KeyboardInterrupt, or one raised by `progress`), or None; the columns
/// then hold the openings from the first on that were finished. One row an opening: index, seed, start, opening_plies;
/// one row an opening and one column a seating: utility (the first team's), plies, reason, luck, game (a hash of the moves).
#[pyfunction]
#[pyo3(signature = (game, rules, starts, agents, opening_plies, seed, experiment, max_plies, first, count, workers, progress)
    -> "tuple[dict[str, typing.Any], BaseException | None]")]
#[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
pub(crate) fn contest<'py>(
    py: Python<'py>,
    game: &str,
    rules: Vec<(String, String)>,
    starts: Vec<String>,
    agents: Vec<String>,
    opening_plies: u32,
    seed: u64,
    experiment: u64,
    max_plies: Option<u32>,
    first: u64,
    count: usize,
    workers: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, Option<PyErr>)> {
    let entry = find(game).map_err(|error| raise(&error))?;
    let rules = StartSpec { preset: None, rules };
    let spec = ContestSpec { rules, starts, agents, opening_plies, seed, experiment, max_plies };
    let control = Control::new();
    let beat = |_: Python<'_>| match &progress {
        Some(progress) => progress.call1((control.done(), count)).map(|_| ()),
        None => Ok(()),
    };
    let work = || entry.contest(&spec, first, count, workers, &control);
    let (result, stopped) = watch(py, &format!("a contest of {game}"), work, beat, || control.cancel())?;
    let rounds = result.map_err(|error| raise(&error))?;
    let seatings = if spec.agents.len() == 2 { 2 } else { spec.agents.len() };
    Ok((columns(py, &rounds, seatings)?, stopped))
}

/// Rounds as columns.
fn columns<'py>(py: Python<'py>, rounds: &[Round], seatings: usize) -> PyResult<Bound<'py, PyDict>> {
    let shape = [rounds.len(), seatings];
    let columns = PyDict::new(py);
    columns.set_item("index", PyArray1::from_iter(py, rounds.iter().map(|round| round.index)))?;
    columns.set_item("seed", PyArray1::from_iter(py, rounds.iter().map(|round| round.seed)))?;
    columns.set_item("start", PyArray1::from_iter(py, rounds.iter().map(|round| round.start)))?;
    columns.set_item("opening_plies", PyArray1::from_iter(py, rounds.iter().map(|round| round.opening_plies)))?;
    let of_games = |values: Vec<f32>| values.into_pyarray(py).reshape(shape);
    columns.set_item("utility", of_games(rounds.iter().flat_map(|round| round.utility.clone()).collect())?)?;
    columns.set_item("luck", of_games(rounds.iter().flat_map(|round| round.luck.clone()).collect())?)?;
    let plies: Vec<u32> = rounds.iter().flat_map(|round| round.plies.clone()).collect();
    columns.set_item("plies", plies.into_pyarray(py).reshape(shape)?)?;
    let reason: Vec<u8> = rounds.iter().flat_map(|round| round.reason.clone()).collect();
    columns.set_item("reason", reason.into_pyarray(py).reshape(shape)?)?;
    let game: Vec<u64> = rounds.iter().flat_map(|round| round.game.clone()).collect();
    columns.set_item("game", game.into_pyarray(py).reshape(shape)?)?;
    Ok(columns)
}

/// The opening of an index of a contest: its position with its history, its seed, and the plies of players in it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
pub(crate) fn opening(
    py: Python<'_>,
    game: &str,
    rules: Vec<(String, String)>,
    starts: Vec<String>,
    opening_plies: u32,
    seed: u64,
    experiment: u64,
    index: u64,
) -> PyResult<(Position, u64, u32)> {
    let rules = StartSpec { preset: None, rules };
    let spec = ContestSpec { rules, starts, agents: Vec::new(), opening_plies, seed, experiment, max_plies: None };
    let (line, seed, plies) =
        py.detach(|| find(game).and_then(|entry| entry.opening(&spec, index))).map_err(|error| raise(&error))?;
    Ok((line.into(), seed, plies))
}
