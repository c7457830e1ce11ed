//! The Behemoth's exact chain as columns.

use fairyring_catalog::{ChainValue, behemoth_chain as chain};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The exact chain of the Behemoth between kings frozen on e1 and e8: a dict of float64 arrays of 64 (a1 to h1 first): win,
/// draw, loss, score (White's), moves (mean number of rolls).
#[pyfunction]
#[pyo3(signature = () -> "dict[str, numpy.typing.NDArray[numpy.float64]]")]
pub(crate) fn behemoth_chain(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let values = chain();
    let columns = PyDict::new(py);
    columns.set_item("win", PyArray1::from_iter(py, values.iter().map(|value| value.win)))?;
    columns.set_item("draw", PyArray1::from_iter(py, values.iter().map(|value| value.draw)))?;
    columns.set_item("loss", PyArray1::from_iter(py, values.iter().map(|value| value.loss)))?;
    columns.set_item("score", PyArray1::from_iter(py, values.iter().map(ChainValue::score)))?;
    columns.set_item("moves", PyArray1::from_iter(py, values.iter().map(|value| value.moves)))?;
    Ok(columns)
}
