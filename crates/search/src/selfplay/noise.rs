//! Dirichlet noise, for the root of PUCT.

use fairyring_game::{Rng, below};

/// Uniform in (0, 1).
fn uniform(choices: &mut Rng) -> f64 {
    (below(choices, 1 << 53) as f64 + 0.5) / (1u64 << 53) as f64
}

/// A gamma number of scale 1 (Marsaglia and Tsang 2000), its logarithm: small shapes underflow otherwise.
fn log_gamma_number(shape: f64, choices: &mut Rng) -> f64 {
    if shape < 1.0 {
        let boost = uniform(choices).ln() / shape;
        return log_gamma_number(shape + 1.0, choices) + boost;
    }
    let d = shape - 1.0 / 3.0;
    loop {
        let normal = (-2.0 * uniform(choices).ln()).sqrt() * (std::f64::consts::TAU * uniform(choices)).cos();
        let v = (1.0 + normal / (9.0 * d).sqrt()).powi(3);
        if v > 0.0 && uniform(choices).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return (d * v).ln();
        }
    }
}

/// A point of the symmetric Dirichlet distribution.
pub(super) fn dirichlet(count: usize, concentration: f64, choices: &mut Rng) -> Vec<f64> {
    let logs: Vec<f64> = (0..count).map(|_| log_gamma_number(concentration, choices)).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    logs.iter().map(|log| (log - most).exp() / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::stream;

    #[test]
    fn shares_have_their_mean_and_variance() {
        let mut choices = stream(1, 1);
        for (count, concentration) in [(3, 0.3), (5, 2.0), (2, 0.03)] {
            let draws: Vec<f64> = (0..20_000).map(|_| dirichlet(count, concentration, &mut choices)[0]).collect();
            let n = draws.len() as f64;
            let mean = draws.iter().sum::<f64>() / n;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
            let share = 1.0 / count as f64;
            let expected = share * (1.0 - share) / (count as f64 * concentration + 1.0);
            assert!((mean - share).abs() < 5.0 * (expected / n).sqrt(), "{count} {concentration}: mean {mean}");
            assert!((variance / expected - 1.0).abs() < 0.1, "{count} {concentration}: {variance} for {expected}");
        }
    }
}
