//! The standard normal law.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

/// Density.
#[must_use]
pub(crate) fn normal_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / (2.0 * PI).sqrt()
}

/// Distribution function, to about 1e-15 of its value on the left tail.
#[must_use]
pub fn normal_cdf(z: f64) -> f64 {
    let x = z.abs() / SQRT_2;
    let tail = 0.5 * erfc(x);
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// Complementary error function of `x >= 0`: a series of positive terms near 0 (Abramowitz and Stegun 7.1.6), the
/// continued fraction of the tail elsewhere (7.1.14), evaluated from its far end.
fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x < 2.0 {
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term > sum * 1e-17 {
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        return 1.0 - FRAC_2_SQRT_PI * (-x * x).exp() * sum;
    }
    if x > 27.3 {
        return 0.0;
    }
    let mut fraction = x;
    for k in (1..=120).rev() {
        fraction = x + f64::from(k) / 2.0 / fraction;
    }
    (-x * x).exp() / PI.sqrt() / fraction
}

/// Quantile: the `z` with `normal_cdf(z) = p`; infinite at 0 and 1, NaN outside.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    if p == 0.5 {
        return 0.0;
    }
    // Start by Abramowitz and Stegun 26.2.23 (error below 4.5e-4), then Halley's steps.
    let t = (-2.0 * p.ln()).sqrt();
    let mut z =
        (2.515_517 + t * (0.802_853 + t * 0.010_328)) / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308))) - t;
    for _ in 0..4 {
        let density = normal_density(z);
        if density == 0.0 {
            break;
        }
        let step = (normal_cdf(z) - p) / density;
        z -= step / (1.0 + step * z / 2.0);
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_tables() {
        // By mpmath with 40 digits, rounded.
        for (z, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (1.959_963_984_540_054, 0.975),
            (-1.0, 0.158_655_253_931_457_05),
            (-2.9, 1.865_813_300_384_038e-3),
            (-5.0, 2.866_515_718_791_939e-7),
            (-10.0, 7.619_853_024_160_526e-24),
            (-37.0, 5.725_571_222_524_577e-300),
        ] {
            assert!((normal_cdf(z) / p - 1.0).abs() < 3e-15 * (1.0 + z * z), "{z}: {}", normal_cdf(z));
        }
        assert_eq!(normal_cdf(-60.0), 0.0);
        assert_eq!(normal_cdf(60.0), 1.0);
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(normal_quantile(-0.1).is_nan() && normal_cdf(f64::NAN).is_nan());
    }

    #[test]
    fn the_quantile_inverts() {
        for exponent in 1..=300 {
            for p in [10f64.powi(-exponent), 0.5 * 0.97f64.powi(exponent)] {
                assert!((normal_cdf(normal_quantile(p)) / p - 1.0).abs() < 1e-11, "{p}");
            }
        }
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
    }
}
