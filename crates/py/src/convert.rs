//! Python values to ours and back.

use fairyring_catalog::StartSpec;
use fairyring_game::{OptionKind, OptionSpec, Window};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

/// A rule value as text: `True` is `true`, `None` is `none`.
fn rule_text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("none".to_owned());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string());
    }
    if value.is_instance_of::<PyBool>() || value.get_type().name()? == "bool" {
        return Ok(if value.is_truthy()? { "true" } else { "false" }.to_owned());
    }
    if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        return Ok(digits(&value.call_method0("__index__")?));
    }
    Err(PyTypeError::new_err(format!(
        "rule {name:?} takes text, a number, True, False or None, not {}",
        value.get_type().name()?
    )))
}

/// Rules from keyword arguments.
pub(crate) fn start_spec(preset: Option<String>, rules: Option<&Bound<'_, PyDict>>) -> PyResult<StartSpec> {
    let mut texts = Vec::new();
    for (name, value) in rules.into_iter().flatten() {
        let name = name.extract::<String>()?;
        let text = rule_text(&name, &value)?;
        texts.push((name, text));
    }
    Ok(StartSpec { preset, rules: texts })
}

/// A rule value as Python shows it.
pub(crate) fn rule_value<'py>(py: Python<'py>, spec: &OptionSpec, text: &str) -> PyResult<Bound<'py, PyAny>> {
    Ok(match spec.kind {
        OptionKind::Words(_) => PyString::new(py, text).into_any(),
        OptionKind::Flag => PyBool::new(py, text == "true").to_owned().into_any(),
        OptionKind::Numbers(_) | OptionKind::Limit { .. } | OptionKind::OptionalLimit { .. } => {
            match text.parse::<u32>() {
                Ok(number) => number.into_pyobject(py)?.into_any(),
                Err(_) => py.None().into_bound(py),
            }
        }
    })
}

/// A whole number from `least` to `most`; the message names the argument.
pub(crate) fn whole(value: &Bound<'_, PyAny>, name: &str, least: u64, most: u64) -> PyResult<u64> {
    if value.is_exact_instance_of::<PyInt>()
        && let Ok(number) = value.extract::<u64>()
        && (least..=most).contains(&number)
    {
        return Ok(number);
    }
    if value.is_instance_of::<PyBool>() || !value.hasattr("__index__")? {
        return Err(PyTypeError::new_err(format!("{name} must be a whole number, not {}", value.repr()?)));
    }
    let index = value.call_method0("__index__")?;
    match index.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(PyValueError::new_err(format!("{name} must lie between {least} and {most}, not {}", digits(&index)))),
    }
}

/// A whole number as text. Python refuses to write one of thousands of digits.
fn digits(number: &Bound<'_, PyAny>) -> String {
    number.str().map_or_else(|_| "a number too long to be written".to_owned(), |text| text.to_string())
}

/// A window of so many cells a side, or the default one.
pub(crate) fn window_of(cells: Option<&Bound<'_, PyAny>>) -> PyResult<Window> {
    cells.map_or_else(|| Ok(Window::default()), |cells| Ok(Window(whole(cells, "window", 1, 255)? as u32)))
}
