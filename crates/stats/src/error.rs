//! The error of this crate.

/// An argument outside its domain, named with the value it had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StatsError(pub String);

/// Refuses a value that is not a probability strictly between 0 and 1.
pub(crate) fn open_probability(name: &str, value: f64) -> Result<(), StatsError> {
    if value > 0.0 && value < 1.0 {
        return Ok(());
    }
    Err(StatsError(format!("{name} must lie strictly between 0 and 1, not {value}")))
}

/// Refuses a value that is not finite and above 0.
pub(crate) fn positive(name: &str, value: f64) -> Result<(), StatsError> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(StatsError(format!("{name} must be finite and above 0, not {value}")))
}
