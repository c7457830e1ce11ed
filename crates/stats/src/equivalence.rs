//! Equivalence: not "no difference was found" but "the difference is small". And the sizes of fixed designs.

use crate::error::{StatsError, open_probability, positive};
use crate::{Estimate, Interval, normal_cdf, normal_quantile};

/// Two one-sided tests (Schuirmann 1987) that a mean lies within a margin of a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equivalence {
    /// The larger of the two one-sided p-values.
    pub p_value: f64,
    /// Whether both tests reject: exactly if `interval` lies inside the margin.
    pub equivalent: bool,
    /// The interval of coverage 1 - 2 alpha.
    pub interval: Interval,
}

/// Tests whether the mean lies strictly within `margin` of `centre`, with error probability `alpha`.
///
/// # Errors
/// [`StatsError`] if `margin` is not above 0 or `alpha` not in (0, ½).
pub fn equivalence(estimate: &Estimate, centre: f64, margin: f64, alpha: f64) -> Result<Equivalence, StatsError> {
    positive("margin", margin)?;
    open_probability("twice alpha", 2.0 * alpha)?;
    let interval = estimate.interval(1.0 - 2.0 * alpha);
    let tail = |distance: f64| {
        // Without any spread the mean is known.
        if estimate.standard_error == 0.0 {
            f64::from(distance <= 0.0)
        } else {
            normal_cdf(-distance / estimate.standard_error)
        }
    };
    let p_value = tail(estimate.mean - (centre - margin)).max(tail(centre + margin - estimate.mean));
    let equivalent = interval.low > centre - margin && interval.high < centre + margin;
    Ok(Equivalence { p_value, equivalent, interval })
}

/// Number of observations of this variance for an [`equivalence`] test of this power where the mean is the centre.
///
/// # Errors
/// [`StatsError`] names the argument outside its domain.
pub fn equivalence_games(variance: f64, margin: f64, alpha: f64, power: f64) -> Result<f64, StatsError> {
    positive("variance", variance)?;
    positive("margin", margin)?;
    open_probability("alpha", alpha)?;
    open_probability("power", power)?;
    // Both tests must reject, so each may miss by half.
    let z = normal_quantile(1.0 - alpha) + normal_quantile(1.0 - (1.0 - power) / 2.0);
    Ok(variance * (z / margin).powi(2))
}

/// Number of observations of this variance whose normal interval has this half-width.
///
/// # Errors
/// [`StatsError`] names the argument outside its domain.
pub fn fixed_games(variance: f64, half_width: f64, coverage: f64) -> Result<f64, StatsError> {
    positive("variance", variance)?;
    positive("half-width", half_width)?;
    open_probability("coverage", coverage)?;
    Ok(variance * (normal_quantile(0.5 + coverage / 2.0) / half_width).powi(2))
}
