//! Scores with the luck of the dice subtracted.
//!
//! The luck of a game sums, over its rolls, how much each raised a guess of the expected score over the mean of all
//! outcomes. Its expectation is 0, so `score - c luck` has the expectation of the score for every fixed c, and for a good
//! guess much less variance (METHODS 2.5). A c taken from the same games would bias; [`LuckTally::cross_fitted`] takes each
//! half's from the other half.

use crate::beta::beta_quantile;
use crate::error::StatsError;
use crate::moments::{Pairs, room};
use crate::{Estimate, Interval};

/// Number of groups of games that are left out one by one to see how much a ratio varies.
const GROUPS: usize = 64;

/// Scores and luck sums of games, in groups fixed by the games' indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckTally {
    groups: [Pairs; GROUPS],
    games: u64,
}

impl Default for LuckTally {
    fn default() -> Self {
        Self { groups: [Pairs::default(); GROUPS], games: 0 }
    }
}

/// The adjusted score with coefficients fitted on the other half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossFitted {
    /// The adjusted score.
    pub estimate: Estimate,
    /// What each half's luck was multiplied by: fitted on the other half.
    pub coefficients: [f64; 2],
    /// Variance of an adjusted score over that of a raw one.
    pub variance_ratio: f64,
}

impl LuckTally {
    /// Adds a game: its index in the run, the score in `[0, 1]` and the sum of its luck, both of the first team.
    ///
    /// Games `2k` and `2k + 1`, which may share a start or dice, belong to one group and one half.
    ///
    /// # Errors
    /// As [`Pairs::push`].
    pub fn push(&mut self, index: u64, score: f64, luck: f64) -> Result<(), StatsError> {
        room(self.games, 1)?;
        self.groups[(index / 2) as usize % GROUPS].push(score, luck)?;
        self.games += 1;
        Ok(())
    }

    /// Adds the games of another tally.
    ///
    /// # Errors
    /// As [`Pairs::merge`]; nothing is added.
    pub fn merge(&mut self, other: &Self) -> Result<(), StatsError> {
        room(self.games, other.games)?;
        for (group, more) in self.groups.iter_mut().zip(&other.groups) {
            group.merge(more)?;
        }
        self.games += other.games;
        Ok(())
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The sums over some groups.
    fn sum(&self, keep: impl Fn(usize) -> bool) -> Pairs {
        let mut sum = Pairs::default();
        for (_, group) in self.groups.iter().enumerate().filter(|(index, _)| keep(*index)) {
            sum.merge(group).expect("all groups together have room");
        }
        sum
    }

    /// The mean score as played.
    #[must_use]
    pub fn raw(&self) -> Estimate {
        self.adjusted(0.0)
    }

    /// The mean of score - c luck for a fixed c: 1 where the guess of values is calibrated.
    #[must_use]
    pub fn adjusted(&self, c: f64) -> Estimate {
        self.sum(|_| true).adjusted(c)
    }

    /// The c that explains these games best, for use on others.
    #[must_use]
    pub fn coefficient(&self) -> f64 {
        self.sum(|_| true).coefficient()
    }

    /// The adjusted mean with each half's c fitted on the other half; unbiased.
    #[must_use]
    pub fn cross_fitted(&self) -> CrossFitted {
        Self::cross_fit(&self.halves(None), self.sum(|_| true).variance(0.0))
    }

    /// Variance of score - c luck over the variance of the score, with a jackknife interval of this coverage. Above 1 the
    /// adjustment does harm. NaN where too few games, or games without spread, say nothing.
    #[must_use]
    pub fn variance_ratio(&self, c: f64, coverage: f64) -> (f64, Interval) {
        self.jackknife(coverage, |leave| {
            let sum = self.sum(|group| Some(group) != leave);
            sum.variance(c) / sum.variance(0.0)
        })
    }

    /// As [`Self::variance_ratio`], of the cross-fitted adjustment.
    #[must_use]
    pub fn cross_fitted_variance_ratio(&self, coverage: f64) -> (f64, Interval) {
        self.jackknife(coverage, |leave| {
            let raw = self.sum(|group| Some(group) != leave).variance(0.0);
            Self::cross_fit(&self.halves(leave), raw).variance_ratio
        })
    }

    /// The share of the score's variance that the luck explains with coefficient c: 1 - the variance ratio.
    #[must_use]
    pub fn luck_share(&self, c: f64, coverage: f64) -> (f64, Interval) {
        let (ratio, interval) = self.variance_ratio(c, coverage);
        (1.0 - ratio, Interval { low: 1.0 - interval.high, high: 1.0 - interval.low })
    }

    /// The two halves (groups of even and odd number), one group left out.
    fn halves(&self, leave: Option<usize>) -> [Pairs; 2] {
        [0, 1].map(|half| self.sum(|group| group % 2 == half && Some(group) != leave))
    }

    fn cross_fit(halves: &[Pairs; 2], raw_variance: f64) -> CrossFitted {
        let coefficients = [halves[1].coefficient(), halves[0].coefficient()];
        let n = halves[0].n() + halves[1].n();
        let (mut mean, mut variance) = (0.0, 0.0);
        for (half, c) in halves.iter().zip(coefficients) {
            // An empty half has no mean and no weight.
            if half.n() > 0 {
                let weight = half.n() as f64 / n as f64;
                mean += weight * half.mean(c);
                variance += weight * half.variance(c);
            }
        }
        let estimate = Estimate {
            n,
            mean: if n == 0 { f64::NAN } else { mean },
            standard_error: if n == 0 { f64::NAN } else { (variance / n as f64).sqrt() },
        };
        CrossFitted { estimate, coefficients, variance_ratio: variance / raw_variance }
    }

    /// A positive statistic with its interval from leaving out one group at a time, on the logarithm's scale.
    fn jackknife(&self, coverage: f64, statistic: impl Fn(Option<usize>) -> f64) -> (f64, Interval) {
        let value = statistic(None);
        let used: Vec<usize> = (0..GROUPS).filter(|&group| self.groups[group].n() > 0).collect();
        let count = used.len() as f64;
        let logs: Vec<f64> = used.iter().map(|&group| statistic(Some(group)).ln()).collect();
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let error = (squares * (count - 1.0) / count).sqrt();
        let reach = (student_quantile(coverage, count - 1.0) * error).exp();
        (value, Interval { low: value / reach, high: value * reach })
    }
}

/// The t with `P(|T| <= t) = coverage` for Student's law.
fn student_quantile(coverage: f64, degrees: f64) -> f64 {
    if degrees < 1.0 {
        return f64::NAN;
    }
    let share = beta_quantile(coverage, 0.5, degrees / 2.0);
    (degrees * share / (1.0 - share)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::student_quantile;

    #[test]
    fn students_law() {
        // Published tables: 12.706 (1), 2.228 (10), 1.998 (63 degrees of freedom).
        assert!((student_quantile(0.95, 1.0) - 12.706_204_736_432_1).abs() < 1e-8);
        assert!((student_quantile(0.95, 10.0) - 2.228_138_851_986_27).abs() < 1e-10);
        assert!((student_quantile(0.95, 63.0) - 1.998_340_542_520_74).abs() < 1e-10);
    }
}
