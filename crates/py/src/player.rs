//! Players asked for one move at a time, and the dice of their games.

use crate::convert::start_spec;
use crate::error::raise;
use crate::position::Position;
use fairyring_catalog::{AnalysisText, AnyPlayer, find};
use fairyring_game::{DICE, Rng, stream};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// An agent at a board: keeps what its search remembers between moves.
///
/// Player(game, agent, *, seed=0, **rules). Its random choices come from the seed as those of a contest's player do.
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct Player {
    player: Mutex<Box<dyn AnyPlayer>>,
    stop: Arc<AtomicBool>,
}

impl Player {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyPlayer>>> {
        self.player.lock().map_err(|_| PyRuntimeError::new_err("internal fault: the player has panicked"))
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (game, agent, *, seed=0, **rules))]
    fn new(game: &str, agent: &str, seed: u64, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let spec = start_spec(None, rules)?;
        let mut player =
            find(game).and_then(|entry| entry.player(&spec, agent, seed)).map_err(|error| raise(&error))?;
        let stop = Arc::new(AtomicBool::new(false));
        player.heed(&stop);
        Ok(Self { player: Mutex::new(player), stop })
    }

    /// Forgets earlier games; random choices come from this seed from now on.
    fn begin_game(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| self.lock().map(|mut player| player.begin_game(seed)))
    }

    /// Chooses a move in a position where a seat acts.
    #[pyo3(signature = (position, /))]
    fn choose(&self, py: Python<'_>, position: &Bound<'_, Position>) -> PyResult<String> {
        let line = position.get().line();
        py.detach(|| self.lock()?.choose(line).map_err(|error| raise(&error)))
    }

    /// As fairyring._core.analyse.
    #[pyo3(signature = (position, /) -> "dict[str, typing.Any]")]
    fn analyse<'py>(&self, py: Python<'py>, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyDict>> {
        let line = position.get().line();
        let analysis = py.detach(|| self.lock()?.analyse(line).map_err(|error| raise(&error)))?;
        analysis_dict(py, analysis)
    }

    /// As `analyse`, with no more of the budget than a choice takes: `moves` may hold the best alone.
    #[pyo3(signature = (position, /) -> "dict[str, typing.Any]")]
    fn consider<'py>(&self, py: Python<'py>, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyDict>> {
        let line = position.get().line();
        let analysis = py.detach(|| self.lock()?.consider(line).map_err(|error| raise(&error)))?;
        analysis_dict(py, analysis)
    }

    /// Ends the thinking that is going on, and all that begins before `resume`, with the best move found so far.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets it think again.
    fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }
}

/// An analysis as a dict.
pub(crate) fn analysis_dict(py: Python<'_>, analysis: AnalysisText) -> PyResult<Bound<'_, PyDict>> {
    let result = PyDict::new(py);
    result.set_item("move", analysis.best)?;
    result.set_item("value", analysis.value)?;
    result.set_item("pv", analysis.pv)?;
    result.set_item("nodes", analysis.nodes)?;
    result.set_item("moves", analysis.moves)?;
    Ok(result)
}

/// The dice of one game, by its seed.
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct Dice(Mutex<Rng>);

#[pymethods]
impl Dice {
    #[new]
    fn new(seed: u64) -> Self {
        Self(Mutex::new(stream(seed, DICE)))
    }

    /// Rolls where the dice are to be rolled: the text of the outcome.
    #[pyo3(signature = (position, /))]
    fn roll(&self, position: &Bound<'_, Position>) -> PyResult<String> {
        let line = position.get().line();
        let mut dice = self.0.lock().map_err(|_| PyRuntimeError::new_err("internal fault: the dice have panicked"))?;
        find(line.id()).and_then(|entry| entry.roll(line, &mut dice)).map_err(|error| raise(&error))
    }
}
