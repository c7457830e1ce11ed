//! Generalised likelihood ratios of multinomial counts: maximum likelihood under a constraint on the mean, or on the
//! distance of the mean from ½ in standard deviations.
//!
//! Sources: METHODS 2.3; Van den Bergh's notes on the multinomial GSPRT and on normalised Elo, whose equations Fishtest
//! uses. Empty cells count 1e-3, as there.

use crate::Tally;

/// What an empty cell counts, so that every result keeps a probability.
const EMPTY_CELL: f64 = 1e-3;

/// Regularised probabilities of a tally's cells with their points, and the number of units they stand for.
fn empirical<const CELLS: usize>(tally: &Tally<CELLS>) -> (f64, [f64; CELLS], [f64; CELLS]) {
    let counts = tally.0.map(|count| if count == 0 { EMPTY_CELL } else { count as f64 });
    let n: f64 = counts.iter().sum();
    (n, std::array::from_fn(Tally::<CELLS>::points), counts.map(|count| count / n))
}

/// The `x` with `sum p_i g_i / (1 + x g_i) = 0`, where every `1 + x g_i` is positive; `None` unless the `g_i` lie on
/// both sides of 0. The sum falls in `x` from infinity to minus infinity, so bisection finds its one zero.
fn secular<const CELLS: usize>(p: &[f64; CELLS], g: &[f64; CELLS]) -> Option<f64> {
    let (least, most) = g.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), &v| (l.min(v), m.max(v)));
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    loop {
        let x = low + (high - low) / 2.0;
        if x <= low || x >= high {
            return Some(x);
        }
        let sum: f64 = p.iter().zip(g).map(|(p, g)| p * g / (1.0 + x * g)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
}

/// Maximum likelihood probabilities among those with this mean.
fn fit_mean<const CELLS: usize>(p: &[f64; CELLS], points: &[f64; CELLS], mean: f64) -> Option<[f64; CELLS]> {
    let g = points.map(|point| point - mean);
    let x = secular(p, &g)?;
    Some(std::array::from_fn(|cell| p[cell] / (1.0 + x * g[cell])))
}

/// Maximum likelihood probabilities among those whose mean lies `t` standard deviations above ½: the constraint is
/// linearised at the present fit until the fit stands still.
fn fit_t_value<const CELLS: usize>(p: &[f64; CELLS], points: &[f64; CELLS], t: f64) -> Option<[f64; CELLS]> {
    let mut fit = [1.0 / CELLS as f64; CELLS];
    for _ in 0..200 {
        let mean: f64 = fit.iter().zip(points).map(|(p, a)| p * a).sum();
        let variance: f64 = fit.iter().zip(points).map(|(p, a)| p * (a - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let g = points.map(|a| a - 0.5 - t * deviation * (1.0 + (a - mean).powi(2) / variance) / 2.0);
        let x = secular(p, &g)?;
        let next: [f64; CELLS] = std::array::from_fn(|cell| p[cell] / (1.0 + x * g[cell]));
        let moved = fit.iter().zip(next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fit = next;
        // Where a cell is nearly empty rounding moves the fit by up to 1e-12 for ever.
        if moved < 1e-11 {
            return Some(fit);
        }
    }
    None
}

/// `n sum p_i log(p1_i / p0_i)`.
fn ratio<const CELLS: usize>(n: f64, p: &[f64; CELLS], p0: &[f64; CELLS], p1: &[f64; CELLS]) -> f64 {
    n * (0..CELLS).map(|cell| p[cell] * (p1[cell] / p0[cell]).ln()).sum::<f64>()
}

/// Log-likelihood ratio of mean score `s1` against `s0`, both in (0, 1), each at its maximum likelihood fit; `None` if a
/// mean lies outside.
#[must_use]
pub fn llr_of_means<const CELLS: usize>(tally: &Tally<CELLS>, s0: f64, s1: f64) -> Option<f64> {
    let (n, points, p) = empirical(tally);
    Some(ratio(n, &p, &fit_mean(&p, &points, s0)?, &fit_mean(&p, &points, s1)?))
}

/// Log-likelihood ratio of the hypotheses that the mean lies `t1`, against `t0`, standard deviations of a *game* above
/// ½; `None` where no distribution on the cells does.
#[must_use]
pub fn llr_of_t_values<const CELLS: usize>(tally: &Tally<CELLS>, t0: f64, t1: f64) -> Option<f64> {
    let (n, points, p) = empirical(tally);
    // A pair's deviation is a game's over the root of 2.
    let scale = Tally::<CELLS>::games_per_unit().sqrt();
    Some(ratio(n, &p, &fit_t_value(&p, &points, t0 * scale)?, &fit_t_value(&p, &points, t1 * scale)?))
}

/// The normal approximation `n (s1 - s0)(2 s - s0 - s1) / (2 variance)` of [`llr_of_means`].
#[must_use]
pub fn approximate_llr<const CELLS: usize>(tally: &Tally<CELLS>, s0: f64, s1: f64) -> f64 {
    let (n, points, p) = empirical(tally);
    let mean: f64 = p.iter().zip(points).map(|(p, a)| p * a).sum();
    let variance: f64 = p.iter().zip(points).map(|(p, a)| p * (a - mean).powi(2)).sum();
    n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constrained_fit_is_a_maximum_on_its_constraint() {
        let p = [0.3, 0.25, 0.2, 0.15, 0.1];
        let points: [f64; 5] = std::array::from_fn(Tally::<5>::points);
        let likelihood = |q: &[f64; 5]| p.iter().zip(q).map(|(p, q)| p * q.ln()).sum::<f64>();
        let fit = fit_mean(&p, &points, 0.52).expect("0.52 is a mean of points in [0, 1]");
        assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((fit.iter().zip(points).map(|(q, a)| q * a).sum::<f64>() - 0.52).abs() < 1e-12);
        // Directions that keep the sum and the mean.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]] {
            for step in [-1e-3, 1e-3] {
                let moved: [f64; 5] = std::array::from_fn(|i| fit[i] + step * direction[i]);
                assert!(likelihood(&moved) < likelihood(&fit));
            }
        }
        let t_fit = fit_t_value(&p, &points, 0.1).expect("a small distance can be reached");
        let mean: f64 = t_fit.iter().zip(points).map(|(q, a)| q * a).sum();
        let variance: f64 = t_fit.iter().zip(points).map(|(q, a)| q * (a - mean).powi(2)).sum();
        assert!(((mean - 0.5) / variance.sqrt() - 0.1).abs() < 1e-10);
    }

    #[test]
    fn impossible_hypotheses_have_no_ratio() {
        let tally = Tally([1, 1, 1]);
        assert_eq!(llr_of_means(&tally, 0.5, 1.0), None);
        assert_eq!(llr_of_means(&tally, -0.1, 0.5), None);
        assert_eq!(llr_of_means(&tally, f64::NAN, 0.5), None);
        assert_eq!(llr_of_t_values(&tally, 0.0, f64::NAN), None);
    }
}
