//! Group-sequential bounds: a few looks at the data, with the error probability spent bit by bit (Lan and DeMets 1983).

use crate::error::{StatsError, open_probability};
use crate::normal::normal_density;
use crate::{normal_cdf, normal_quantile};

/// How much of the error probability may be spent by a share of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spending {
    /// Little at first, like the bounds of O'Brien and Fleming: the last look costs almost nothing.
    OBrienFleming,
    /// About the same at every look, like Pocock's.
    Pocock,
}

impl Spending {
    /// What one side has spent of its error probability `side` at the share `t` of the data.
    fn spent(self, side: f64, t: f64) -> f64 {
        match self {
            Self::OBrienFleming => 2.0 * normal_cdf(normal_quantile(side / 2.0) / t.sqrt()),
            Self::Pocock => side * ((std::f64::consts::E - 1.0) * t).ln_1p(),
        }
    }
}

/// Beyond this many standard deviations no mass is kept.
const FAR: f64 = 8.5;

/// Two-sided bounds for looks at these shares of the data: at each look, stop if the estimate lies more than the bound
/// times its standard error from the value tested; `estimate ± bound * SE` is an interval that holds at all looks
/// together with probability `1 - alpha`. Each side spends `alpha / 2`.
///
/// # Errors
/// [`StatsError`] if `alpha` is not in (0, 1), or the shares do not ascend by at least 0.001 within (0, 1].
pub fn spending_bounds(alpha: f64, shares: &[f64], spending: Spending) -> Result<Vec<f64>, StatsError> {
    open_probability("alpha", alpha)?;
    let mut before = 0.0;
    for &share in shares {
        if !(share - before >= 0.001 - 1e-12 && share <= 1.0) {
            return Err(StatsError(format!(
                "shares of the data must ascend by at least 0.001 within (0, 1], but {share} follows {before}"
            )));
        }
        before = share;
    }
    let mut bounds = Vec::with_capacity(shares.len());
    let (mut spent, mut last) = (0.0, 0.0);
    // Density of the paths that have not left, as weighted nodes; before the first look all mass is at 0.
    let mut nodes = vec![(0.0, 1.0)];
    for (look, &share) in shares.iter().enumerate() {
        let total = spending.spent(alpha / 2.0, share);
        let deviation = (share - last).sqrt();
        let tail = |z: f64| -> f64 {
            nodes.iter().map(|&(x, mass)| mass * normal_cdf((x - z * share.sqrt()) / deviation)).sum()
        };
        let bound = bisect(tail, total - spent);
        bounds.push(bound);
        if let Some(next) = shares.get(look + 1) {
            nodes = survivors(&nodes, bound.min(FAR) * share.sqrt(), deviation, (next - share).sqrt());
        }
        (spent, last) = (total, share);
    }
    Ok(bounds)
}

/// The z with `tail(z) = value` for a falling tail.
fn bisect(tail: impl Fn(f64) -> f64, value: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if tail(middle) > value {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The density within `±edge` after one more step of this deviation, as nodes of Simpson's rule, fine enough for the
/// step that follows.
fn survivors(nodes: &[(f64, f64)], edge: f64, deviation: f64, following: f64) -> Vec<(f64, f64)> {
    let spacing = deviation.min(following) / 16.0;
    let pairs = (edge / spacing).ceil().max(16.0) as usize;
    let width = edge / pairs as f64;
    (0..=2 * pairs)
        .map(|i| {
            let x = (i as f64 - pairs as f64) * width;
            let density: f64 =
                nodes.iter().map(|&(from, mass)| mass * normal_density((x - from) / deviation) / deviation).sum();
            let weight = if i == 0 || i == 2 * pairs { 1.0 } else { [2.0, 4.0][i % 2] };
            (x, density * weight * width / 3.0)
        })
        .collect()
}
