//! Sequential tests of two hypotheses about strength.

use crate::error::{StatsError, open_probability};
use crate::{NELO_PER_T, Tally, llr_of_means, llr_of_t_values, score_of_elo};

/// The scale on which a test's hypotheses are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// Elo of the expected score.
    Logistic,
    /// Normalised Elo: the duration of the test does not depend on the share of draws.
    Normalised,
}

/// A sequential probability ratio test of H1: `elo1` against H0: `elo0` (Wald; with the generalised likelihood ratio of
/// multinomial results).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    alpha: f64,
    beta: f64,
    elo: [f64; 2],
    model: EloModel,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// More results are needed.
    Continue,
    /// `elo0` is accepted.
    AcceptH0,
    /// `elo1` is accepted.
    AcceptH1,
}

impl Sprt {
    /// A test with these error probabilities: `alpha` to accept H1 under H0, `beta` to accept H0 under H1.
    ///
    /// # Errors
    /// [`StatsError`] if the errors are not in (0, 1) with a sum below 1, or the hypotheses are not finite and ascending.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, StatsError> {
        open_probability("alpha", alpha)?;
        open_probability("beta", beta)?;
        if alpha + beta >= 1.0 {
            return Err(StatsError(format!("alpha {alpha} and beta {beta} must sum to less than 1")));
        }
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(StatsError(format!("hypotheses must be finite and ascending, not {elo0} and {elo1}")));
        }
        Ok(Self { alpha, beta, elo: [elo0, elo1], model })
    }

    /// The bounds of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The expected scores of the two hypotheses, for games of this standard deviation (which only the normalised model
    /// uses).
    #[must_use]
    pub fn scores(&self, game_deviation: f64) -> [f64; 2] {
        self.elo.map(|elo| match self.model {
            EloModel::Logistic => score_of_elo(elo),
            EloModel::Normalised => 0.5 + elo / NELO_PER_T * game_deviation,
        })
    }

    /// The exact generalised log-likelihood ratio of the results.
    ///
    /// # Errors
    /// [`StatsError`] if no distribution of results fulfils a hypothesis (a normalised Elo out of reach).
    pub fn llr<const CELLS: usize>(&self, tally: &Tally<CELLS>) -> Result<f64, StatsError> {
        let [h0, h1] = self.elo;
        match self.model {
            EloModel::Logistic => llr_of_means(tally, score_of_elo(h0), score_of_elo(h1)),
            EloModel::Normalised => llr_of_t_values(tally, h0 / NELO_PER_T, h1 / NELO_PER_T),
        }
        .ok_or_else(|| StatsError(format!("no results fulfil the hypotheses {h0} and {h1} ({:?})", self.model)))
    }

    /// Probability that H1 is accepted, and the expected number of games, where the true score is `mean` and a game has
    /// this standard deviation (of a pair: the root of 2 times the pair's). Wald's formulas for Brownian motion.
    #[must_use]
    pub fn expected(&self, mean: f64, game_deviation: f64) -> (f64, f64) {
        let [low, high] = self.bounds();
        let [s0, s1] = self.scores(game_deviation);
        let variance = ((s1 - s0) / game_deviation).powi(2);
        let drift = (mean - f64::midpoint(s0, s1)) * (s1 - s0) / game_deviation.powi(2);
        let h = 2.0 * drift / variance;
        if h.abs() < 1e-9 {
            return (-low / (high - low), -low * high / variance);
        }
        // Written for each sign so that no exponential overflows.
        let accept = if h > 0.0 {
            (h * low).exp_m1() / (-h * (high - low)).exp_m1()
        } else {
            ((h * (high - low)).exp() - (h * high).exp()) / (h * (high - low)).exp_m1()
        };
        (accept, (accept * high + (1.0 - accept) * low) / drift)
    }

    /// Begins a test that is looked at whenever `batch` more units (games, or pairs) are finished.
    ///
    /// # Errors
    /// [`StatsError`] if `batch` is 0.
    pub fn begin(&self, batch: u64) -> Result<SprtRun, StatsError> {
        if batch == 0 {
            return Err(StatsError("a batch must have at least one unit".to_owned()));
        }
        let records = [Ladder::default(), Ladder::default()];
        Ok(SprtRun { test: *self, batch, units: 0, llr: 0.0, records, correct: true })
    }
}

/// New extremes of the log-likelihood ratio: the steps by which it passed its last one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ladder {
    extreme: f64,
    sum: f64,
    squares: f64,
}

impl Ladder {
    /// Looks at a ratio that counts upwards.
    fn look(&mut self, value: f64) {
        if value > self.extreme {
            let step = value - self.extreme;
            self.sum += step;
            self.squares += step * step;
            self.extreme = value;
        }
    }

    /// Mean excess over a far bound: E step^2 / (2 E step) (Siegmund, Sequential Analysis, corollary 8.33).
    fn overshoot(&self) -> f64 {
        if self.sum == 0.0 { 0.0 } else { self.squares / self.sum / 2.0 }
    }
}

/// A test in progress. Its bounds are moved inwards by the mean overshoot that its own path shows, as Fishtest does, so
/// that the errors are not smaller (and the test not longer) than asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtRun {
    test: Sprt,
    batch: u64,
    units: u64,
    llr: f64,
    /// Downwards, upwards.
    records: [Ladder; 2],
    correct: bool,
}

impl SprtRun {
    /// Looks at all results so far and decides.
    ///
    /// Every batch should be shown. After a gap the extremes begin anew at the present ratio; if results were taken back
    /// the correction ends, and the bounds are Wald's.
    ///
    /// # Errors
    /// As [`Sprt::llr`]; nothing is changed.
    pub fn look<const CELLS: usize>(&mut self, tally: &Tally<CELLS>) -> Result<Decision, StatsError> {
        let llr = self.test.llr(tally)?;
        let units = tally.units();
        if units < self.units {
            self.correct = false;
        } else if units == self.units + self.batch {
            self.records[0].look(-llr);
            self.records[1].look(llr);
        } else if units > self.units {
            self.records[0].extreme = -llr;
            self.records[1].extreme = llr;
        }
        self.units = units;
        self.llr = llr;
        Ok(self.decision())
    }

    /// The log-likelihood ratio at the last look.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The bounds in force, corrected for overshoot.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let [low, high] = self.test.bounds();
        if self.correct { [low + self.records[0].overshoot(), high - self.records[1].overshoot()] } else { [low, high] }
    }

    /// What the last look says.
    #[must_use]
    pub fn decision(&self) -> Decision {
        let [low, high] = self.bounds();
        if self.llr <= low {
            Decision::AcceptH0
        } else if self.llr >= high {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}
