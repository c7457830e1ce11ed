//! Wari's endgame tables.

use crate::background::watch;
use crate::convert::whole;
use crate::error::raise;
use crate::position::Position;
use fairyring_catalog as catalog;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An endgame table of wari under the Awari rules: the exact value of every position with few counters.
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct WariTable {
    table: catalog::WariTable,
    directory: PathBuf,
}

#[pymethods]
impl WariTable {
    /// Opens the table that a directory holds. Every byte is read once to check it.
    #[staticmethod]
    #[pyo3(signature = (directory: "str"))]
    fn open(py: Python<'_>, directory: PathBuf) -> PyResult<Self> {
        let table = py.detach(|| catalog::WariTable::open(&directory)).map_err(|error| raise(&error))?;
        Ok(Self { table, directory })
    }

    /// Builds the levels up to `seeds` counters that a directory does not hold yet, and opens the table. Finished levels
    /// stay when it is stopped. `progress` is called with (steps done, steps of all).
    #[staticmethod]
    #[pyo3(signature = (directory: "str", seeds, workers, progress))]
    fn build(
        py: Python<'_>,
        directory: PathBuf,
        seeds: u32,
        workers: usize,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (cancelled, done, total) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        let tell = |progress: fairyring_tables::Progress| {
            done.fetch_max(progress.done, Ordering::Relaxed);
            total.store(progress.total, Ordering::Relaxed);
        };
        let beat = |_: Python<'_>| match (&progress, total.load(Ordering::Relaxed)) {
            (Some(progress), total) if total > 0 => progress.call1((done.load(Ordering::Relaxed), total)).map(|_| ()),
            _ => Ok(()),
        };
        let work = || catalog::WariTable::build(&directory, seeds, workers, &cancelled, &tell);
        let stop = || cancelled.store(true, Ordering::Relaxed);
        let (result, stopped) = watch(py, "a build of a table", work, beat, stop)?;
        match (result, stopped) {
            (Err(_), Some(error)) => Err(error),
            (result, _) => Ok(Self { table: result.map_err(|error| raise(&error))?, directory }),
        }
    }

    /// Where the files lie.
    #[getter]
    fn directory(&self) -> String {
        self.directory.display().to_string()
    }

    /// The most counters of a position of the table.
    #[getter]
    fn seeds(&self) -> u32 {
        self.table.seeds()
    }

    /// The value of a position: the points the side to move will still gain minus those its opponent will, by best play.
    /// Raises ValueError for positions of more counters, other rules or finished games.
    #[pyo3(signature = (position, /))]
    fn value(&self, position: &Bound<'_, Position>) -> PyResult<i8> {
        self.table.value(position.get().line()).map_err(|error| raise(&error))
    }

    /// The value of each legal move for the side that plays it, a dict.
    #[pyo3(signature = (position, /) -> "dict[str, int]")]
    fn move_values<'py>(&self, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(position.py());
        for (m, value) in self.table.move_values(position.get().line()).map_err(|error| raise(&error))? {
            values.set_item(m, value)?;
        }
        Ok(values)
    }

    /// The moves that keep the position's value. A move may do so and yet lead nowhere; `leading` leaves those that bring
    /// the value about in the fewest plies.
    #[pyo3(signature = (position, /, *, leading=false))]
    fn best_moves(&self, py: Python<'_>, position: &Bound<'_, Position>, leading: bool) -> PyResult<Vec<String>> {
        let line = position.get().line();
        py.detach(|| self.table.best_moves(line, leading)).map_err(|error| raise(&error))
    }

    /// Counts over all positions of a level, a dict of win, draw and loss for the side to move; `reachable` leaves out
    /// what no move leads to.
    #[pyo3(signature = (level: "int", *, reachable=false) -> "dict[str, int]")]
    fn statistics<'py>(
        &self,
        py: Python<'py>,
        level: &Bound<'py, PyAny>,
        reachable: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let level = whole(level, "level", 0, u64::from(self.table.seeds()))? as u32;
        let counted = py.detach(|| self.table.statistics(level, reachable)).map_err(|error| raise(&error))?;
        let counts = PyDict::new(py);
        counts.set_item("win", counted.win)?;
        counts.set_item("draw", counted.draw)?;
        counts.set_item("loss", counted.loss)?;
        Ok(counts)
    }

    fn __repr__(&self) -> String {
        format!("<WariTable of up to {} counters in {}>", self.table.seeds(), self.directory.display())
    }
}
