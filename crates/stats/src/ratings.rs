//! Ratings of several players from results of pairs of games between them.

use crate::error::StatsError;
use crate::{PairTally, normal_quantile};

/// Elo of one unit of the logistic scale.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Even pairs that every pairing counts besides what was played, so that a player who has won everything has a rating.
const PRIOR_PAIRS: f64 = 0.5;

/// A rating with its interval, on the Elo scale; the mean of all ratings is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl Rating {
    /// The ends of the normal interval of this two-sided coverage.
    #[must_use]
    pub fn interval(&self, coverage: f64) -> [f64; 2] {
        let radius = normal_quantile(0.5 + coverage / 2.0) * self.standard_error;
        [self.elo - radius, self.elo + radius]
    }
}

/// Ratings of a set of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One a player.
    pub ratings: Vec<Rating>,
    /// Covariances of the ratings, row by row.
    covariance: Vec<f64>,
}

impl Ratings {
    /// How much better the first player is than the second, with its standard error.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Rating {
        let n = self.ratings.len();
        let at = |i: usize, j: usize| self.covariance[i * n + j];
        let variance = at(first, first) + at(second, second) - 2.0 * at(first, second);
        Rating { elo: self.ratings[first].elo - self.ratings[second].elo, standard_error: variance.max(0.0).sqrt() }
    }
}

/// Bradley-Terry ratings (Zermelo 1929; Bradley and Terry 1952), a draw as half a win: the maximum of the likelihood of
/// all points, with half an even pair added to every pairing. The errors are those of the sandwich estimator (Huber 1967;
/// White 1982) with the pair of games as the unit, so neither draws nor one-sided openings make them wrong.
///
/// `results` holds (first player, second player, pairs as results of the first).
///
/// # Errors
/// [`StatsError`] if a player is not below `players`, meets itself, or the results do not connect all players.
pub fn bradley_terry(players: usize, results: &[(usize, usize, PairTally)]) -> Result<Ratings, StatsError> {
    let mut group: Vec<usize> = (0..players).collect();
    for &(first, second, _) in results {
        if first == second || first.max(second) >= players {
            return Err(StatsError(format!("players {first} and {second} of {players} cannot meet")));
        }
        let (from, to) = (group[first], group[second]);
        group.iter_mut().filter(|other| **other == from).for_each(|other| *other = to);
    }
    if group.iter().any(|&other| other != group[0]) {
        return Err(StatsError("the results do not connect all players".to_owned()));
    }
    let units = |tally: &PairTally| tally.units() as f64 + PRIOR_PAIRS;
    let mean = |tally: &PairTally| {
        let played = if tally.units() == 0 { 0.0 } else { tally.score() * tally.units() as f64 };
        (played + 0.5 * PRIOR_PAIRS) / units(tally)
    };
    let mut strength: Vec<f64> = vec![0.0; players];
    // Newton's method; the likelihood is concave, and a step is at most one unit.
    for _ in 0..200 {
        let (mut gradient, mut curvature) = (vec![0.0; players], vec![0.0; players * players]);
        for (first, second, tally) in results {
            let expected = 1.0 / (1.0 + (strength[*second] - strength[*first]).exp());
            let games = 2.0 * units(tally);
            let slope = games * (mean(tally) - expected);
            gradient[*first] += slope;
            gradient[*second] -= slope;
            add(&mut curvature, players, *first, *second, games * expected * (1.0 - expected));
        }
        let step = solve(&curvature, players, &gradient);
        let longest = step.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        for (value, step) in strength.iter_mut().zip(&step) {
            *value += step / longest.max(1.0);
        }
        if longest < 1e-12 {
            break;
        }
    }
    let (mut curvature, mut spread) = (vec![0.0; players * players], vec![0.0; players * players]);
    for (first, second, tally) in results {
        let expected = 1.0 / (1.0 + (strength[*second] - strength[*first]).exp());
        add(&mut curvature, players, *first, *second, 2.0 * units(tally) * expected * (1.0 - expected));
        let mut squares = PRIOR_PAIRS * (0.5 - expected).powi(2);
        for (cell, &count) in tally.0.iter().enumerate() {
            squares += count as f64 * (PairTally::points(cell) - expected).powi(2);
        }
        add(&mut spread, players, *first, *second, 4.0 * squares);
    }
    let columns: Vec<Vec<f64>> = (0..players)
        .map(|player| {
            // A unit vector less its mean, as the strengths have no common part.
            let unit: Vec<f64> =
                (0..players).map(|other| f64::from(u8::from(other == player)) - 1.0 / players as f64).collect();
            solve(&curvature, players, &unit)
        })
        .collect();
    let scale = ELO_PER_UNIT * ELO_PER_UNIT;
    let mut covariance = vec![0.0; players * players];
    for (i, left) in columns.iter().enumerate() {
        for (j, right) in columns.iter().enumerate() {
            let mut sum = 0.0;
            for (a, l) in left.iter().enumerate() {
                for (b, r) in right.iter().enumerate() {
                    sum += l * spread[a * players + b] * r;
                }
            }
            covariance[i * players + j] = scale * sum;
        }
    }
    let middle = strength.iter().sum::<f64>() / players as f64;
    let ratings = strength
        .iter()
        .enumerate()
        .map(|(i, value)| Rating {
            elo: ELO_PER_UNIT * (value - middle),
            standard_error: covariance[i * players + i].max(0.0).sqrt(),
        })
        .collect();
    Ok(Ratings { ratings, covariance })
}

/// Adds a weight between two players to a matrix whose rows sum to 0.
fn add(matrix: &mut [f64], n: usize, first: usize, second: usize, weight: f64) {
    matrix[first * n + first] += weight;
    matrix[second * n + second] += weight;
    matrix[first * n + second] -= weight;
    matrix[second * n + first] -= weight;
}

/// The solution with mean 0 of a connected system whose matrix has rows that sum to 0: Gaussian elimination with a row
/// of ones added to every row, which makes it regular and changes no solution of mean 0.
fn solve(matrix: &[f64], n: usize, right: &[f64]) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| matrix[i * n..(i + 1) * n].iter().map(|value| value + 1.0).chain([right[i]]).collect())
        .collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        rows.swap(column, pivot.unwrap_or(column));
        let from = rows[column].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != column {
                let factor = row[column] / from[column];
                row.iter_mut().zip(&from).for_each(|(value, other)| *value -= factor * other);
            }
        }
    }
    rows.iter().enumerate().map(|(i, row)| row[n] / row[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo_of_score;

    #[test]
    fn two_players_have_the_elo_of_their_score() {
        // With the half pair that is added the score is (0.5 * 60 + 0.75 * 40 + 0.25) / 100.5.
        let tally = crate::Tally([0, 0, 60, 40, 0]);
        let ratings = bradley_terry(2, &[(0, 1, tally)]).expect("ratings");
        let score: f64 = (60.0 * 0.5 + 40.0 * 0.75 + 0.25) / 100.5;
        let difference = ratings.difference(0, 1);
        assert!((difference.elo - elo_of_score(score)).abs() < 1e-9, "{difference:?}");
        // The delta method: the score's error times the slope of the Elo curve.
        let variance = (60.0 * (0.5 - score).powi(2) + 40.0 * (0.75 - score).powi(2) + 0.5 * (0.5 - score).powi(2))
            / (100.5 * 100.5);
        let slope = ELO_PER_UNIT / (score * (1.0 - score));
        assert!((difference.standard_error - variance.sqrt() * slope).abs() < 1e-9, "{difference:?}");
        assert!((ratings.ratings[0].elo + ratings.ratings[1].elo).abs() < 1e-9);
    }

    #[test]
    fn consistent_results_give_back_the_strengths() {
        // Scores 10/11 and 100/101 of 1,111,000 pairs are Elo differences of 400 and 800.
        let tally = |share: f64| crate::Tally([((1.0 - share) * 1_111e6) as u64, 0, 0, 0, (share * 1_111e6) as u64]);
        let results = [(0, 1, tally(10.0 / 11.0)), (1, 2, tally(10.0 / 11.0)), (0, 2, tally(100.0 / 101.0))];
        let ratings = bradley_terry(3, &results).expect("ratings");
        for (rating, elo) in ratings.ratings.iter().zip([400.0, 0.0, -400.0]) {
            assert!((rating.elo - elo).abs() < 1e-3, "{ratings:?}");
        }
    }

    #[test]
    fn who_wins_everything_has_a_finite_rating_and_bad_results_are_refused() {
        let won = crate::Tally([0, 0, 0, 0, 50]);
        let ratings = bradley_terry(3, &[(0, 1, won), (1, 2, won)]).expect("ratings");
        assert!(ratings.ratings[0].elo > ratings.ratings[1].elo + 400.0);
        assert!(ratings.ratings.iter().all(|rating| rating.elo.is_finite() && rating.standard_error > 0.0));
        for results in [vec![(0, 0, won)], vec![(0, 3, won)], vec![(0, 1, won)], vec![]] {
            assert!(bradley_terry(3, &results).is_err(), "{results:?}");
        }
    }
}
