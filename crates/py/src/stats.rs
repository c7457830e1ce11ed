//! The arithmetic of matches.

use fairyring_stats as stats;
use fairyring_stats::{Decision, EloModel, PairTally, Spending, Sprt, SprtRun, StatsError, WdlTally};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

fn refused(error: StatsError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Counts of results: three of games (losses, draws, wins), or five of pairs of games.
enum Counts {
    Games(WdlTally),
    Pairs(PairTally),
}

fn counts_of(counts: &[u64]) -> PyResult<Counts> {
    match *counts {
        [a, b, c] => Ok(Counts::Games(stats::Tally([a, b, c]))),
        [a, b, c, d, e] => Ok(Counts::Pairs(stats::Tally([a, b, c, d, e]))),
        _ => Err(PyValueError::new_err(format!(
            "counts are 3 of games (losses, draws, wins) or 5 of pairs (worst first), not {}",
            counts.len()
        ))),
    }
}

/// Elo difference of an expected score in [0, 1]; infinite at the ends.
#[pyfunction]
pub(crate) fn elo_of_score(score: f64) -> f64 {
    stats::elo_of_score(score)
}

/// Expected score of an Elo difference.
#[pyfunction]
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    stats::score_of_elo(elo)
}

/// What counts of results say, as a dict: units (games or pairs), score, error (its standard error), and score, elo and
/// nelo (normalised Elo) each with name_low and name_high at `level`, and los, the likelihood of superiority.
#[pyfunction]
#[pyo3(signature = (counts, level=0.95) -> "dict[str, float]")]
pub(crate) fn pair_statistics(py: Python<'_>, counts: Vec<u64>, level: f64) -> PyResult<Bound<'_, PyDict>> {
    if !(level > 0.0 && level < 1.0) {
        return Err(PyValueError::new_err(format!("level must lie strictly between 0 and 1, not {level}")));
    }
    match counts_of(&counts)? {
        Counts::Games(tally) => described(py, &tally, level),
        Counts::Pairs(tally) => described(py, &tally, level),
    }
}

fn described<'py, const CELLS: usize>(
    py: Python<'py>,
    tally: &stats::Tally<CELLS>,
    level: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("units", tally.units())?;
    found.set_item("score", tally.score())?;
    found.set_item("error", tally.estimate().standard_error)?;
    found.set_item("elo", tally.elo())?;
    found.set_item("nelo", tally.normalised_elo())?;
    for (name, interval) in [
        ("score", tally.interval(level)),
        ("elo", tally.elo_interval(level)),
        ("nelo", tally.normalised_elo_interval(level)),
    ] {
        found.set_item(format!("{name}_low"), interval.low)?;
        found.set_item(format!("{name}_high"), interval.high)?;
    }
    found.set_item("los", tally.superiority())?;
    Ok(found)
}

/// Bradley-Terry ratings of so many players from (first, second, counts of pairs as results of the first): a dict of elo and
/// error, lists whose mean Elo is 0, and differences: how much each player is better than each, with its error.
#[pyfunction]
#[pyo3(signature = (players, results) -> "dict[str, list[typing.Any]]")]
pub(crate) fn bradley_terry(
    py: Python<'_>,
    players: usize,
    results: Vec<(usize, usize, [u64; 5])>,
) -> PyResult<Bound<'_, PyDict>> {
    let results: Vec<_> =
        results.into_iter().map(|(first, second, counts)| (first, second, stats::Tally(counts))).collect();
    let ratings = stats::bradley_terry(players, &results).map_err(refused)?;
    let found = PyDict::new(py);
    found.set_item("elo", ratings.ratings.iter().map(|rating| rating.elo).collect::<Vec<_>>())?;
    found.set_item("error", ratings.ratings.iter().map(|rating| rating.standard_error).collect::<Vec<_>>())?;
    let differences = |first: usize| {
        let row = |second: usize| {
            let difference = ratings.difference(first, second);
            (difference.elo, difference.standard_error)
        };
        (0..players).map(row).collect::<Vec<_>>()
    };
    found.set_item("differences", (0..players).map(differences).collect::<Vec<_>>())?;
    Ok(found)
}

/// Two-sided bounds, in standard errors, for looks at these shares of the data, which together err with probability
/// `alpha`, spent as by O'Brien and Fleming, or by Pocock.
#[pyfunction]
#[pyo3(signature = (alpha, shares, pocock=false))]
pub(crate) fn spending_bounds(alpha: f64, shares: Vec<f64>, pocock: bool) -> PyResult<Vec<f64>> {
    let spending = if pocock { Spending::Pocock } else { Spending::OBrienFleming };
    stats::spending_bounds(alpha, &shares, spending).map_err(refused)
}

/// A sequential test of H1: `elo1` against H0: `elo0`, by the generalised likelihood ratio of multinomial results, its
/// bounds corrected for overshoot.
///
/// SequentialTest(elo0, elo1, *, alpha=0.05, beta=0.05, normalised=True, batch=1): looked at whenever `batch` more units
/// (games, or pairs) are finished; normalised says whether the hypotheses are in normalised Elo.
#[pyclass(module = "fairyring._core")]
pub(crate) struct SequentialTest {
    test: Sprt,
    run: SprtRun,
}

fn word(decision: Decision) -> Option<&'static str> {
    match decision {
        Decision::Continue => None,
        Decision::AcceptH0 => Some("H0"),
        Decision::AcceptH1 => Some("H1"),
    }
}

#[pymethods]
impl SequentialTest {
    #[new]
    #[pyo3(signature = (elo0, elo1, *, alpha=0.05, beta=0.05, normalised=true, batch=1))]
    fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, normalised: bool, batch: u64) -> PyResult<Self> {
        let model = if normalised { EloModel::Normalised } else { EloModel::Logistic };
        let test = Sprt::new(elo0, elo1, alpha, beta, model).map_err(refused)?;
        Ok(Self { test, run: test.begin(batch).map_err(refused)? })
    }

    /// Looks at the counts of all results so far: "H0" or "H1" where that is accepted, else None.
    fn look(&mut self, counts: Vec<u64>) -> PyResult<Option<&'static str>> {
        let decision = match counts_of(&counts)? {
            Counts::Games(tally) => self.run.look(&tally),
            Counts::Pairs(tally) => self.run.look(&tally),
        };
        decision.map(word).map_err(refused)
    }

    /// The log-likelihood ratio of counts, whatever was looked at.
    fn llr_of(&self, counts: Vec<u64>) -> PyResult<f64> {
        match counts_of(&counts)? {
            Counts::Games(tally) => self.test.llr(&tally),
            Counts::Pairs(tally) => self.test.llr(&tally),
        }
        .map_err(refused)
    }

    /// The log-likelihood ratio at the last look.
    #[getter]
    fn llr(&self) -> f64 {
        self.run.llr()
    }

    /// The bounds in force, corrected for overshoot.
    #[getter]
    fn bounds(&self) -> (f64, f64) {
        let [low, high] = self.run.bounds();
        (low, high)
    }

    /// What the last look says: "H0", "H1" or None.
    #[getter]
    fn decision(&self) -> Option<&'static str> {
        word(self.run.decision())
    }

    /// Probability that H1 is accepted and expected number of games, where the true score is `mean` and a game has this
    /// standard deviation.
    fn expected(&self, mean: f64, game_deviation: f64) -> (f64, f64) {
        self.test.expected(mean, game_deviation)
    }
}
