//! The scale of search: results, wins at a distance, and static values between them.

use crate::Valuation;
use fairyring_game::{Drift, Evaluate, Outcome, Prospect, Team, expected_value, utility_of};

/// Width of the band below `WIN` that only proven wins reach: `WIN - plies` for a win that many plies on.
pub(crate) const WIN_BAND: i32 = 1000;

/// Above every value of a search, and far enough from overflow that windows can be shifted.
pub(crate) const INFINITE: i32 = i32::MAX / 4;

/// The largest magnitude of a static value or of a result that is neither won nor lost.
pub(crate) const fn static_limit<G: Evaluate>() -> i32 {
    G::WIN - WIN_BAND - 1
}

/// The value for `view` of a game that ended `ply` plies into the search: an early win is better than a late one.
pub(crate) fn result_value<G: Evaluate>(outcome: Outcome, view: Team, ply: u32) -> i32 {
    let utility = utility_of(view, outcome.utility);
    if utility >= 1.0 {
        G::WIN - ply as i32
    } else if utility <= -1.0 {
        ply as i32 - G::WIN
    } else {
        (utility * static_limit::<G>() as f32) as i32
    }
}

/// The static value for `view`.
#[inline]
pub(crate) fn static_value<G: Evaluate>(position: &G, valuation: &Valuation<G>, view: Team) -> i32 {
    let value = valuation.value(position).clamp(-static_limit::<G>(), static_limit::<G>());
    if view == 0 { value } else { -value }
}

/// The static value for `view` as the mean over all rolls along a line of moves that does not answer them, one more if it
/// `is_due`: what the dice have decided counts as decided, and the rest as often as the game goes on.
pub(crate) fn drifted_value<G: Evaluate>(
    position: &G,
    valuation: &Valuation<G>,
    drift: &Drift,
    is_due: bool,
    view: Team,
) -> f64 {
    let Prospect { alive, balance, end } = position.prospect(drift, is_due);
    let certain = f64::from(mean_limit::<G>());
    let mut value = certain * f64::from(balance);
    if alive > 0.0 {
        let units = f64::from(valuation.value(position)) - f64::from(position.hazard(valuation));
        let hazard = f64::from(G::hazard_scale(valuation) * (end - balance) / alive);
        value += f64::from(alive) * expected_value(units + hazard, certain);
    }
    if view == 0 { value } else { -value }
}

/// [`result_value`] after the rolls of a drift: it comes about as often as the game has gone on.
pub(crate) fn drifted_result<G: Evaluate>(outcome: Outcome, drift: &Drift, view: Team) -> i32 {
    let score = f64::from(drift.balance) + f64::from(drift.alive) * f64::from(utility_of(0, outcome.utility));
    let value = (f64::from(mean_limit::<G>()) * score).round() as i32;
    if view == 0 { value } else { -value }
}

/// Whether means over dice have a scale of their own.
const fn is_averaged<G: Evaluate>() -> bool {
    G::HAS_DICE && G::CERTAIN < G::WIN
}

/// The largest magnitude of a value in a search that averages over dice.
pub(crate) const fn mean_limit<G: Evaluate>() -> i32 {
    if is_averaged::<G>() { G::CERTAIN } else { G::WIN }
}

/// [`result_value`] as it counts in a mean over dice.
pub(crate) fn result_in_mean<G: Evaluate>(outcome: Outcome, view: Team, ply: u32) -> f64 {
    if is_averaged::<G>() {
        f64::from(utility_of(view, outcome.utility)) * f64::from(G::CERTAIN)
    } else {
        f64::from(result_value::<G>(outcome, view, ply))
    }
}

/// [`static_value`] as it counts in a mean over dice.
pub(crate) fn static_in_mean<G: Evaluate>(position: &G, valuation: &Valuation<G>, view: Team) -> f64 {
    in_mean::<G>(static_value(position, valuation, view))
}

/// A static value as it counts in a mean over dice.
pub(crate) fn in_mean<G: Evaluate>(value: i32) -> f64 {
    let value = f64::from(value);
    if is_averaged::<G>() { expected_value(value, f64::from(G::CERTAIN)) } else { value }
}

/// Whether a value says that the game is won or lost by force.
pub(crate) const fn is_proven<G: Evaluate>(value: i32) -> bool {
    value.abs() > G::WIN - WIN_BAND
}

/// A value of the root, seen from a node `ply` plies below it: wins count from the node. [`to_root`] undoes it.
pub(crate) const fn to_node<G: Evaluate>(value: i32, ply: u32) -> i32 {
    if !is_proven::<G>(value) {
        value
    } else if value > 0 {
        value + ply as i32
    } else {
        value - ply as i32
    }
}

/// A value of a node `ply` plies below the root, seen from the root.
pub(crate) const fn to_root<G: Evaluate>(value: i32, ply: u32) -> i32 {
    if !is_proven::<G>(value) {
        value
    } else if value > 0 {
        value - ply as i32
    } else {
        value + ply as i32
    }
}
