//! Intervals for a proportion: `k` of `n` independent trials succeeded.

use crate::beta::beta_quantile;
use crate::error::{StatsError, open_probability};
use crate::{Interval, normal_quantile};

/// Checks the arguments all three intervals share.
fn check(k: u64, n: u64, coverage: f64) -> Result<(), StatsError> {
    open_probability("coverage", coverage)?;
    if n == 0 || k > n {
        return Err(StatsError(format!("{k} successes of {n} trials are no proportion")));
    }
    Ok(())
}

/// Wilson's score interval (1927).
///
/// # Errors
/// [`StatsError`] if there are no trials, more successes than trials, or `coverage` is not in (0, 1).
pub fn wilson_interval(k: u64, n: u64, coverage: f64) -> Result<Interval, StatsError> {
    check(k, n, coverage)?;
    let z = normal_quantile(0.5 + coverage / 2.0);
    let (p, n) = (k as f64 / n as f64, n as f64);
    let shrink = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / shrink;
    let radius = z / shrink * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Ok(Interval { low: (centre - radius).max(0.0), high: (centre + radius).min(1.0) })
}

/// The exact interval of Clopper and Pearson (1934): covers at least as often as it says, for every proportion.
///
/// # Errors
/// As [`wilson_interval`].
pub fn exact_interval(k: u64, n: u64, coverage: f64) -> Result<Interval, StatsError> {
    check(k, n, coverage)?;
    let tail = (1.0 - coverage) / 2.0;
    let (successes, failures) = (k as f64, (n - k) as f64);
    Ok(Interval {
        low: if k == 0 { 0.0 } else { beta_quantile(tail, successes, failures + 1.0) },
        high: if k == n { 1.0 } else { beta_quantile(1.0 - tail, successes + 1.0, failures) },
    })
}

/// Jeffreys' interval: equal tails of the posterior under the prior Beta(½, ½), with the ends 0 and 1 where no trial, or
/// every trial, succeeded (Brown, Cai and DasGupta 2001).
///
/// # Errors
/// As [`wilson_interval`].
pub fn jeffreys_interval(k: u64, n: u64, coverage: f64) -> Result<Interval, StatsError> {
    check(k, n, coverage)?;
    let tail = (1.0 - coverage) / 2.0;
    let (a, b) = (k as f64 + 0.5, (n - k) as f64 + 0.5);
    Ok(Interval {
        low: if k == 0 { 0.0 } else { beta_quantile(tail, a, b) },
        high: if k == n { 1.0 } else { beta_quantile(1.0 - tail, a, b) },
    })
}
