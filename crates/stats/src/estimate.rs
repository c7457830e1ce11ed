//! A mean with its standard error, and intervals.

use crate::{normal_cdf, normal_quantile};

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether the value lies inside or on an end.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half of the interval's length.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The interval of an increasing function of the value.
    #[must_use]
    pub(crate) fn map(self, increasing: impl Fn(f64) -> f64) -> Self {
        Self { low: increasing(self.low), high: increasing(self.high) }
    }
}

/// A mean of independent observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Number of observations.
    pub n: u64,
    /// Their mean; NaN without observations.
    pub mean: f64,
    /// Standard error of the mean; NaN where too few observations say nothing of it.
    pub standard_error: f64,
}

impl Estimate {
    /// The normal interval of this two-sided coverage (0.95 for 95 %).
    #[must_use]
    pub fn interval(&self, coverage: f64) -> Interval {
        let radius = normal_quantile(0.5 + coverage / 2.0) * self.standard_error;
        Interval { low: self.mean - radius, high: self.mean + radius }
    }

    /// Likelihood of superiority: the normal probability that the true mean lies above `value`.
    #[must_use]
    pub fn probability_above(&self, value: f64) -> f64 {
        let distance = self.mean - value;
        // Without any spread the sign alone speaks.
        if self.standard_error == 0.0 && distance == 0.0 { 0.5 } else { normal_cdf(distance / self.standard_error) }
    }
}
