//! Dice at the root of a search in which dice stand still: the exact mean of one roll, by static values.

use crate::Valuation;
use crate::value::{in_mean, result_in_mean, static_in_mean};
use fairyring_game::{Actor, Evaluate, Team};

/// What the dice after a root move do to the static value for `view`: its mean over all outcomes, minus `still`, the value
/// that the search below has without a roll. 0 where no dice follow. `next` is the position after the move; it is not over.
pub(crate) fn correction<G: Evaluate>(
    next: &G,
    still: i32,
    valuation: &Valuation<G>,
    view: Team,
    outcomes: &mut Vec<(G::Move, f64)>,
) -> i32 {
    outcomes.clear();
    if next.to_act() != Actor::Chance {
        return 0;
    }
    next.chance_outcomes(outcomes);
    let mean: f64 = outcomes
        .iter()
        .map(|&(roll, probability)| {
            let mut rolled = next.clone();
            rolled.play_unchecked(roll);
            let value = match rolled.outcome(1) {
                Some(outcome) => result_in_mean::<G>(outcome, view, 1),
                None => static_in_mean(&rolled, valuation, view),
            };
            probability * value
        })
        .sum();
    (mean - in_mean::<G>(still)).round() as i32
}
