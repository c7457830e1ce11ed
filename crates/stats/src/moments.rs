//! Sums of values and of their products, exact in whole numbers: no order of adding or merging changes a bit.

use crate::Estimate;
use crate::error::StatsError;

/// Values are kept to multiples of 2^-32: exact for scores and for float32 down to 2^-8, and off by at most 2^-33
/// elsewhere, whatever the order of adding.
const UNIT: f64 = 4_294_967_296.0;

/// Largest absolute value taken, and the number of values above which sums of products might overflow.
const LARGEST: f64 = 16_384.0;
const MOST: u64 = 1 << 33;

/// A value in units of 2^-32.
fn fixed(value: f64) -> Result<i128, StatsError> {
    if value.is_finite() && value.abs() <= LARGEST {
        return Ok((value * UNIT).round_ties_even() as i128);
    }
    Err(StatsError(format!("values must be finite and within ±{LARGEST}, not {value}")))
}

/// Refuses more values than sums hold.
pub(crate) fn room(held: u64, more: u64) -> Result<(), StatsError> {
    if held + more > MOST { Err(StatsError(format!("at most {MOST} values can be summed"))) } else { Ok(()) }
}

/// Sums of one kind of value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moments(Pairs);

impl Moments {
    /// Adds a value.
    ///
    /// # Errors
    /// [`StatsError`] if the value is not within ±16384, or 2^33 values are held.
    pub fn push(&mut self, value: f64) -> Result<(), StatsError> {
        self.0.push(value, 0.0)
    }

    /// Adds what another has summed.
    ///
    /// # Errors
    /// [`StatsError`] if both together hold more than 2^33 values.
    pub fn merge(&mut self, other: &Self) -> Result<(), StatsError> {
        self.0.merge(&other.0)
    }

    /// Mean and standard error.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        self.0.adjusted(0.0)
    }

    /// Variance, divided by n - 1; NaN below two values.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.0.variance(0.0)
    }
}

/// Sums of pairs (x, y) of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs {
    n: u64,
    x: i128,
    y: i128,
    xx: i128,
    xy: i128,
    yy: i128,
}

impl Pairs {
    /// Adds a pair.
    ///
    /// # Errors
    /// [`StatsError`] if a value is not within ±16384, or 2^33 pairs are held; nothing is added.
    pub fn push(&mut self, x: f64, y: f64) -> Result<(), StatsError> {
        let (x, y) = (fixed(x)?, fixed(y)?);
        self.merge(&Self { n: 1, x, y, xx: x * x, xy: x * y, yy: y * y })
    }

    /// Adds what another has summed.
    ///
    /// # Errors
    /// [`StatsError`] if both together hold more than 2^33 pairs; nothing is added.
    pub fn merge(&mut self, other: &Self) -> Result<(), StatsError> {
        room(self.n, other.n)?;
        self.n += other.n;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
        Ok(())
    }

    /// Number of pairs.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Mean of x - c y; NaN without pairs.
    #[must_use]
    pub fn mean(&self, c: f64) -> f64 {
        (self.x as f64 - c * self.y as f64) / UNIT / self.n as f64
    }

    /// Variance of x - c y, divided by n - 1; NaN below two pairs.
    #[must_use]
    pub fn variance(&self, c: f64) -> f64 {
        if self.n < 2 {
            return f64::NAN;
        }
        let [xx, xy, yy] = self.centred();
        // Rounding may leave a sum that is 0 a little below.
        (xx - c * (2.0 * xy - c * yy)).max(0.0) / (self.n - 1) as f64
    }

    /// Mean of x - c y with its standard error.
    #[must_use]
    pub fn adjusted(&self, c: f64) -> Estimate {
        let standard_error = (self.variance(c) / self.n as f64).sqrt();
        Estimate { n: self.n, mean: self.mean(c), standard_error }
    }

    /// The c that makes the variance of x - c y least: covariance over the variance of y; 0 where y does not vary.
    #[must_use]
    pub fn coefficient(&self) -> f64 {
        let [_, xy, yy] = self.centred();
        if yy > 0.0 { xy / yy } else { 0.0 }
    }

    /// Sums of products of the deviations from the means: of x x, x y, y y.
    fn centred(&self) -> [f64; 3] {
        let n = i128::from(self.n.max(1));
        let (mean_x, rest_x) = (self.x.div_euclid(n), self.x.rem_euclid(n));
        let (mean_y, rest_y) = (self.y.div_euclid(n), self.y.rem_euclid(n));
        // About the whole parts of the means the sums are whole; what the fractions add is below n units.
        let about = |product: i128, sum: i128, mean: [i128; 2], rest: [i128; 2]| {
            let whole = product - mean[1] * sum - mean[0] * rest[1];
            (whole as f64 - rest[0] as f64 * rest[1] as f64 / n as f64) / (UNIT * UNIT)
        };
        [
            about(self.xx, self.x, [mean_x, mean_x], [rest_x, rest_x]),
            about(self.xy, self.x, [mean_x, mean_y], [rest_x, rest_y]),
            about(self.yy, self.y, [mean_y, mean_y], [rest_y, rest_y]),
        ]
    }
}
