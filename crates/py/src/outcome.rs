//! How a game ended, for Python.

use fairyring_game::{AnyLine, utility_of};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How a game ended.
///
/// Attributes: reason (a word), utility (a float per seat, in [-1, 1]), score (points of the two teams, or None where the
/// game counts none).
#[pyclass(frozen, module = "fairyring")]
#[derive(Clone, PartialEq)]
pub(crate) struct Outcome {
    reason: &'static str,
    utility: Vec<f64>,
    score: Option<(f64, f64)>,
}

impl Outcome {
    /// The outcome of a line, if it is over.
    pub(crate) fn of(line: &dyn AnyLine) -> Option<Self> {
        line.outcome().map(|(reason, outcome)| Self::new(line, reason, outcome))
    }

    /// The outcome of a line that is cut off where it stands.
    pub(crate) fn by_limit(line: &dyn AnyLine) -> Self {
        let (reason, outcome) = line.outcome_by_limit();
        Self::new(line, reason, outcome)
    }

    fn new(line: &dyn AnyLine, reason: &'static str, outcome: fairyring_game::Outcome) -> Self {
        let utility = line.teams().iter().map(|&team| f64::from(utility_of(team, outcome.utility))).collect();
        let score = outcome.score.map(|[first, second]| (f64::from(first), f64::from(second)));
        Self { reason, utility, score }
    }
}

#[pymethods]
impl Outcome {
    /// Why the game ended, a word of the rules file.
    #[getter]
    fn reason(&self) -> &'static str {
        self.reason
    }

    /// Utility of each seat, in seat order.
    #[getter]
    fn utility<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.utility)
    }

    /// Points of the two teams, or None where the game counts none.
    #[getter]
    fn score(&self) -> Option<(f64, f64)> {
        self.score
    }

    fn __repr__(&self) -> String {
        let utility: Vec<_> = self.utility.iter().map(|value| format!("{value:?}")).collect();
        let score = self.score.map_or("None".to_owned(), |(first, second)| format!("({first:?}, {second:?})"));
        format!("Outcome(reason='{}', utility=({}), score={score})", self.reason, utility.join(", "))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.reason.hash(&mut hasher);
        self.utility.iter().for_each(|value| value.to_bits().hash(&mut hasher));
        hasher.finish()
    }
}
