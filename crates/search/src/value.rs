//! The scale of search: results, wins at a distance, and static values between them.

use crate::Valuation;
use fairyring_game::{Evaluate, Outcome, Team, expected_value, utility_of};

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

/// The static value for `view` in a search in which the dice stand still: with so many percent of the hazard.
#[inline]
pub(crate) fn still_value<G: Evaluate>(position: &G, valuation: &Valuation<G>, percent: i32, view: Team) -> i32 {
    let value = static_value(position, valuation, view);
    if !G::HAS_DICE || percent == 100 {
        return value;
    }
    let left_out = i64::from(position.hazard(valuation)) * i64::from(100 - percent) / 100;
    let limit = i64::from(static_limit::<G>());
    (i64::from(value) - if view == 0 { left_out } else { -left_out }).clamp(-limit, limit) as i32
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
