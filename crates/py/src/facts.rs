//! The list of games and their static facts.

use crate::convert::{rule_value, window_of};
use crate::error::raise;
use fairyring_catalog::{CATALOG, find};
use fairyring_game::OptionKind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// Identifiers of all games.
#[pyfunction]
#[pyo3(signature = () -> "tuple[str, ...]")]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, CATALOG.iter().map(|entry| entry.id()))
}

/// What this extension was built from and for.
#[pyfunction]
#[pyo3(signature = () -> "dict[str, typing.Any]")]
pub(crate) fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("version", env!("CARGO_PKG_VERSION"))?;
    info.set_item("debug_assertions", cfg!(debug_assertions))?;
    info.set_item("architecture", std::env::consts::ARCH)?;
    Ok(info)
}

/// Static facts of a game: seats, reasons, rule options, presets, weights, action space, planes.
///
/// window: cells a side of what action ids and planes of an unbounded table see, 1 to 255; None for 17. Raises ValueError for
/// an unknown game.
#[pyfunction]
#[pyo3(signature = (game, window: "int | None" = None) -> "dict[str, typing.Any]")]
pub(crate) fn describe<'py>(
    py: Python<'py>,
    game: &str,
    window: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let facts = find(game).map_err(|error| raise(&error))?.facts(window_of(window)?);
    let described = PyDict::new(py);
    described.set_item("id", facts.id)?;
    described.set_item("rules_version", facts.rules_version)?;
    described.set_item("seats", PyTuple::new(py, facts.seats)?)?;
    described.set_item("teams", PyTuple::new(py, facts.teams)?)?;
    described.set_item("reasons", PyTuple::new(py, facts.reasons)?)?;
    described.set_item("has_score", facts.has_score)?;
    described.set_item("has_dice", facts.has_dice)?;
    described.set_item("counts", PyTuple::new(py, facts.counts)?)?;
    let options = PyList::empty(py);
    for (spec, default) in facts.options.iter().zip(&facts.defaults) {
        let option = PyDict::new(py);
        option.set_item("name", spec.name)?;
        option.set_item("values", spec.kind.describe())?;
        option.set_item(
            "kind",
            match spec.kind {
                OptionKind::Words(_) => "word",
                OptionKind::Flag => "flag",
                OptionKind::Numbers(_) | OptionKind::Limit { .. } => "number",
                OptionKind::OptionalLimit { .. } => "optional number",
            },
        )?;
        option.set_item("default", rule_value(py, spec, default)?)?;
        option.set_item("about", spec.about)?;
        options.append(option)?;
    }
    described.set_item("options", options)?;
    let presets = PyDict::new(py);
    for (name, values) in facts.presets {
        let preset = PyDict::new(py);
        for (option, value) in *values {
            preset.set_item(option, value)?;
        }
        presets.set_item(name, preset)?;
    }
    described.set_item("presets", presets)?;
    let weights = PyList::empty(py);
    for weight in facts.weights {
        let entry = PyDict::new(py);
        entry.set_item("name", weight.name)?;
        entry.set_item("default", weight.default)?;
        entry.set_item("about", weight.about)?;
        weights.append(entry)?;
    }
    described.set_item("weights", weights)?;
    described.set_item("windowed", facts.windowed)?;
    described.set_item("action_count", facts.action_count)?;
    described.set_item("about_actions", facts.about_actions)?;
    described.set_item("observation_shape", PyTuple::new(py, facts.observation_shape)?)?;
    described.set_item("planes", PyTuple::new(py, facts.planes)?)?;
    Ok(described)
}

/// What an action id of a game means, or None where it cannot be told without a position.
#[pyfunction]
#[pyo3(signature = (game, action, window: "int | None" = None))]
pub(crate) fn action_text(game: &str, action: u32, window: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    Ok(find(game).map_err(|error| raise(&error))?.action_text(action, window_of(window)?))
}
