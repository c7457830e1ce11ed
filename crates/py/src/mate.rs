//! Mate problems: solutions as dicts.

use crate::background::watch;
use crate::error::raise;
use crate::position::Position;
use fairyring_catalog::{CatalogError, ComposeSpec, MateSpec, find};
use fairyring_search::mate::{ContinuationText, MateError, SolutionText};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A move that mates with its variations, as nested dicts.
fn continuation<'py>(py: Python<'py>, node: &ContinuationText) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("move", &node.m)?;
    found.set_item("moves", node.moves)?;
    let replies = PyList::empty(py);
    for reply in &node.replies {
        let entry = PyDict::new(py);
        entry.set_item("move", &reply.m)?;
        entry.set_item("dual", reply.dual)?;
        entry.set_item("continuations", continuations(py, &reply.continuations)?)?;
        replies.append(entry)?;
    }
    found.set_item("replies", replies)?;
    Ok(found)
}

fn continuations<'py>(py: Python<'py>, nodes: &[ContinuationText]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    nodes.iter().map(|node| continuation(py, node)).collect()
}

/// A solution as a dict.
fn solution<'py>(py: Python<'py>, solution: &SolutionText) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("moves", solution.moves)?;
    found.set_item("verdict", solution.verdict)?;
    found.set_item("shortest", solution.shortest)?;
    found.set_item("keys", continuations(py, &solution.keys)?)?;
    let tries: Vec<_> = solution.tries.iter().map(|attempt| (&attempt.m, &attempt.refutations)).collect();
    found.set_item("tries", tries)?;
    found.set_item("cut", solution.cut)?;
    found.set_item("nodes", solution.nodes)?;
    found.set_item("lines", solution.lines())?;
    Ok(found)
}

/// Solves mate in `moves`: a dict of moves, verdict, shortest, keys (nested dicts of move, moves, replies), tries (move,
/// refutations), cut, nodes and lines, the solution as text.
#[pyfunction]
#[pyo3(signature = (position, moves, refutations, tree, nodes) -> "dict[str, typing.Any]")]
pub(crate) fn mate<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    moves: u32,
    refutations: usize,
    tree: usize,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let line = position.get().line();
    let entry = find(line.id()).map_err(|error| raise(&error))?;
    let spec = MateSpec { moves, refutations, tree, nodes };
    let stop = AtomicBool::new(false);
    let stopper = || stop.store(true, Ordering::Relaxed);
    let (result, stopped) = watch(py, "a mate search", || entry.mate(line, &spec, &stop), |_| Ok(()), stopper)?;
    match (result, stopped) {
        (Err(CatalogError::Mate(MateError::Interrupted)), Some(error)) => Err(error),
        (result, _) => solution(py, &result.map_err(|error| raise(&error))?),
    }
}

/// Composes problems of mate in `moves` from the end of a line. Returns dicts of text, units and solution, and the
/// exception that stopped it early (KeyboardInterrupt, or one raised by `progress`), or None.
#[pyfunction]
#[pyo3(signature = (position, moves, refutations, nodes, wanted, attempts, quiet_key, seed, plies, width, height, progress)
    -> "tuple[list[dict[str, typing.Any]], BaseException | None]")]
#[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
pub(crate) fn compose<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    moves: u32,
    refutations: usize,
    nodes: Option<u64>,
    wanted: usize,
    attempts: u64,
    quiet_key: bool,
    seed: u64,
    plies: u32,
    width: u16,
    height: u16,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Vec<Bound<'py, PyDict>>, Option<PyErr>)> {
    let line = position.get().line();
    let entry = find(line.id()).map_err(|error| raise(&error))?;
    let mate = MateSpec { moves, refutations, tree: 100_000, nodes };
    let spec = ComposeSpec { mate, wanted, attempts, quiet_key, seed, plies, area: (width, height) };
    let (stop, drawn) = (AtomicBool::new(false), AtomicU64::new(0));
    let beat = |_: Python<'_>| match &progress {
        Some(progress) => progress.call1((drawn.load(Ordering::Relaxed), attempts)).map(|_| ()),
        None => Ok(()),
    };
    let stopper = || stop.store(true, Ordering::Relaxed);
    let work = || entry.compose(line, &spec, &stop, &drawn);
    let (result, stopped) = watch(py, "composing", work, beat, stopper)?;
    let mut problems = Vec::new();
    for composed in result.map_err(|error| raise(&error))? {
        let problem = PyDict::new(py);
        problem.set_item("text", &composed.text)?;
        problem.set_item("units", composed.units)?;
        problem.set_item("solution", solution(py, &composed.solution)?)?;
        problems.push(problem);
    }
    Ok((problems, stopped))
}
