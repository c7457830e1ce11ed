//! The regularised incomplete beta function and its inverse: binomial tails and Jeffreys' posterior.

/// Natural logarithm of the gamma function for `x > 0`: Stirling's series after shifting the argument above 16.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 1.0;
    while x < 16.0 {
        shift *= x;
        x += 1.0;
    }
    let r = 1.0 / (x * x);
    // Bernoulli numbers over 2k(2k-1).
    let series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r * (1.0 / 1680.0 - r / 1188.0)))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift.ln()
}

/// The regularised incomplete beta function `I_x(a, b)` for `a, b > 0`: the probability that a beta variable lies below x.
pub(crate) fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The continued fraction converges fast below the mean; the other side follows by symmetry.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf_low(1.0 - x, b, a);
    }
    beta_cdf_low(x, a, b)
}

/// The continued fraction of Abramowitz and Stegun 26.5.8 by Lentz's method.
fn beta_cdf_low(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let away = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    // About the square root of the larger parameter many terms; the bound serves parameters up to 1e12.
    for m in 1..1_000_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() <= 1e-16 * fraction.abs() {
            break;
        }
    }
    front * fraction
}

/// The `x` with `beta_cdf(x, a, b) = p`, by bisection to the last bit.
pub(crate) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_cdf(middle, a, b) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_of_whole_and_half_numbers() {
        let mut factorial: f64 = 1.0;
        for n in 1..100 {
            assert!((ln_gamma(f64::from(n)) - factorial.ln()).abs() < 1e-13 * (1.0 + factorial.ln()), "{n}");
            factorial *= f64::from(n);
        }
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-14);
    }

    #[test]
    fn binomial_tails_are_sums() {
        // P(X >= k) of a binomial is I_p(k, n - k + 1).
        for (n, p) in [(1u32, 0.3f64), (7, 0.5), (40, 0.02), (60, 0.9)] {
            let mut mass = (1.0 - p).powi(n as i32);
            let mut below = 0.0;
            for k in 0..n {
                below += mass;
                mass *= f64::from(n - k) / f64::from(k + 1) * p / (1.0 - p);
                let tail = beta_cdf(p, f64::from(k + 1), f64::from(n - k));
                assert!((tail - (1.0 - below)).abs() < 1e-13, "{n} {p} {k}");
            }
        }
    }

    #[test]
    fn quantiles_invert_at_large_parameters() {
        for (a, b) in [(0.5, 0.5), (3.0, 8.0), (1_574.5, 33_969.5), (2e6, 1e6), (0.5, 1e6)] {
            for p in [1e-6, 0.025, 0.5, 0.975] {
                let x = beta_quantile(p, a, b);
                assert!((beta_cdf(x, a, b) - p).abs() < 1e-7 * p.max(1e-3), "{a} {b} {p}: {x}");
            }
        }
    }
}
