//! Training by temporal differences.

use crate::background::watch;
use crate::error::raise;
use fairyring_catalog::{StartSpec, find};
use fairyring_learn::{AnyTrainer, TdOptions};
use fairyring_sim::Control;
use numpy::IntoPyArray;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

/// The options that a run of a game has if none are given, as JSON.
#[pyfunction]
pub(crate) fn td_options(game: &str) -> PyResult<String> {
    find(game).map_err(|error| raise(&error))?.td_options().to_json().map_err(|error| raise(&error.into()))
}

/// A run by temporal differences; use fairyring.train.td.
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct TdTrainer {
    trainer: Mutex<Box<dyn AnyTrainer>>,
}

impl TdTrainer {
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyTrainer>>> {
        self.trainer.try_lock().map_err(|_| PyRuntimeError::new_err("the run is at work, or a thread of it has failed"))
    }
}

#[pymethods]
impl TdTrainer {
    /// A run that has not begun; `options` are all of `td_options`, as JSON.
    #[new]
    fn new(game: &str, rules: Vec<(String, String)>, starts: Vec<String>, options: &str) -> PyResult<Self> {
        let entry = find(game).map_err(|error| raise(&error))?;
        let options = TdOptions::from_json(options).map_err(|error| raise(&error.into()))?;
        let rules = StartSpec { preset: None, rules };
        let trainer = entry.train(&rules, &starts, options).map_err(|error| raise(&error))?;
        Ok(Self { trainer: Mutex::new(trainer) })
    }

    /// The run of a file.
    #[staticmethod]
    #[pyo3(signature = (game, path: "str"))]
    fn open(game: &str, path: PathBuf) -> PyResult<Self> {
        let trainer = find(game).and_then(|entry| entry.train_on(&path)).map_err(|error| raise(&error))?;
        Ok(Self { trainer: Mutex::new(trainer) })
    }

    /// Plays and learns, without the interpreter lock, until `updates` are done in all. Returns the exception that stopped
    /// it early (KeyboardInterrupt, or one raised by `progress`), or None; the batch in play is then abandoned, and is
    /// played again by the next call. `progress` is called with the number of games played by this call.
    #[pyo3(signature = (updates, workers, progress) -> "BaseException | None")]
    fn advance(
        &self,
        py: Python<'_>,
        updates: u64,
        workers: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<PyErr>> {
        let mut guard = self.lock()?;
        let trainer: &mut dyn AnyTrainer = guard.as_mut();
        let control = Control::new();
        let beat = |_: Python<'_>| match &progress {
            Some(progress) => progress.call1((control.done(),)).map(|_| ()),
            None => Ok(()),
        };
        let work = || trainer.advance(updates, workers, &control);
        let (result, stopped) = watch(py, "training", work, beat, || control.cancel())?;
        result.map_err(|error| raise(&error.into()))?;
        Ok(stopped)
    }

    /// Writes the run's file, whole or not at all.
    #[pyo3(signature = (path: "str"))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let guard = self.lock()?;
        let trainer: &dyn AnyTrainer = guard.as_ref();
        py.detach(|| trainer.save(&path)).map_err(|error| raise(&error.into()))
    }

    /// What the run is and how far it has come, as JSON.
    fn header(&self) -> PyResult<String> {
        self.lock()?.header().to_json().map_err(|error| raise(&error.into()))
    }

    /// The learned weights of the game's evaluation, by name.
    fn weights(&self) -> PyResult<Vec<(&'static str, f64)>> {
        Ok(self.lock()?.weights())
    }

    /// The columns of the curve: float64, one number an update.
    #[pyo3(signature = () -> "dict[str, numpy.typing.NDArray[numpy.float64]]")]
    fn curve<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (name, column) in self.lock()?.curve() {
            columns.set_item(name, column.into_pyarray(py))?;
        }
        Ok(columns)
    }
}
