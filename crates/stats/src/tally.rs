//! Counts of results, of games or of pairs of games, and what they say of the score.

use crate::{Estimate, Interval};

/// Normalised Elo of one standard deviation of a game: 800 / ln 10.
pub const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// Elo difference of an expected score in `[0, 1]`; infinite at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalised Elo of a distance of the score from ½; none is none, also without any deviation.
fn nelo(distance: f64, deviation: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { distance / deviation * NELO_PER_T }
}

/// Counts of `CELLS` results, evenly spaced from 0 points to 1, the worst first.
///
/// Of single games: losses, draws, wins. Of pairs of games with the same start and colours changed (the unit where
/// openings are biased): two losses, loss and draw, an even pair, draw and win, two wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tally<const CELLS: usize>(pub [u64; CELLS]);

/// Losses, draws and wins.
pub type WdlTally = Tally<3>;

/// Results of pairs of games.
pub type PairTally = Tally<5>;

impl<const CELLS: usize> Default for Tally<CELLS> {
    fn default() -> Self {
        Self([0; CELLS])
    }
}

impl<const CELLS: usize> Tally<CELLS> {
    /// Points of a result's cell.
    #[must_use]
    pub(crate) fn points(cell: usize) -> f64 {
        cell as f64 / (CELLS - 1) as f64
    }

    /// Number of games in a unit: 1, or 2 for pairs.
    #[must_use]
    pub(crate) fn games_per_unit() -> f64 {
        (CELLS - 1) as f64 / 2.0
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// Number of units counted (games, or pairs).
    #[must_use]
    pub fn units(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score in `[0, 1]`; NaN without results.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points: f64 = (0..CELLS).map(|cell| self.0[cell] as f64 * Self::points(cell)).sum();
        points / self.units() as f64
    }

    /// Variance of a unit's score, about the mean of the counts (divided by n).
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let sum: f64 = (0..CELLS).map(|cell| self.0[cell] as f64 * (Self::points(cell) - mean).powi(2)).sum();
        sum / self.units() as f64
    }

    /// The mean score with its standard error, by the variance of the units.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let n = self.units();
        Estimate { n, mean: self.score(), standard_error: (self.variance() / n as f64).sqrt() }
    }

    /// Normal interval of the score, cut to `[0, 1]`. Where all units gave the same score, which would make it a point, it
    /// reaches as far as results that were never seen in so many units can pull the mean (the rule of three).
    #[must_use]
    pub fn interval(&self, coverage: f64) -> Interval {
        let estimate = self.estimate();
        if estimate.standard_error == 0.0 {
            let unseen = 1.0 - (1.0 - coverage).powf(1.0 / estimate.n as f64);
            return Interval {
                low: estimate.mean * (1.0 - unseen),
                high: estimate.mean + unseen * (1.0 - estimate.mean),
            };
        }
        estimate.interval(coverage).map(|score| score.clamp(0.0, 1.0))
    }

    /// Elo difference of the mean score; infinite where every point went one way.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of_score(self.score())
    }

    /// Interval of the Elo difference: the score's interval on the Elo scale.
    #[must_use]
    pub fn elo_interval(&self, coverage: f64) -> Interval {
        self.interval(coverage).map(elo_of_score)
    }

    /// Normalised Elo: the score's distance from ½ in standard deviations of a single game, times [`NELO_PER_T`]. For
    /// pairs a game's variance is twice the pair's.
    #[must_use]
    pub fn normalised_elo(&self) -> f64 {
        nelo(self.score() - 0.5, self.game_deviation())
    }

    /// Interval of the normalised Elo, with the deviation taken as known.
    #[must_use]
    pub fn normalised_elo_interval(&self, coverage: f64) -> Interval {
        let deviation = self.game_deviation();
        self.estimate().interval(coverage).map(|score| nelo(score - 0.5, deviation))
    }

    /// Standard deviation of a single game's score.
    #[must_use]
    pub fn game_deviation(&self) -> f64 {
        (self.variance() * Self::games_per_unit()).sqrt()
    }

    /// Likelihood of superiority: the normal probability that the true score lies above ½.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        self.estimate().probability_above(0.5)
    }
}

impl Tally<3> {
    /// Counts the result of a game by White's (the first team's) utility in `[-1, 1]`: above 0 is a win.
    pub fn add_utility(&mut self, utility: f32) {
        self.0[if utility > 0.0 { 2 } else { usize::from(utility == 0.0) }] += 1;
    }

    /// Share of games not drawn; NaN without games.
    #[must_use]
    pub fn decisiveness(&self) -> f64 {
        1.0 - self.0[1] as f64 / self.units() as f64
    }
}

impl Tally<5> {
    /// Counts a pair of games, each result as utility of the same player.
    pub fn add_pair(&mut self, utilities: [f32; 2]) {
        let half_points = |utility: f32| if utility > 0.0 { 2 } else { usize::from(utility == 0.0) };
        self.0[half_points(utilities[0]) + half_points(utilities[1])] += 1;
    }
}
