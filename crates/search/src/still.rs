//! Dice at the root of a search in which dice stand still: the exact mean of one roll, by static values.

use crate::Valuation;
use crate::negamax::{Search, Window};
use crate::value::{result_in_mean, static_in_mean};
use fairyring_game::{Actor, Evaluate, Team};

/// What the dice after a root move do to the static value for `view`: its mean over all outcomes, minus `still`, the value
/// that the search below has for it, on the scale of means. 0 where no dice follow. `next` is the position after the move; it is not over.
pub(crate) fn correction<G: Evaluate>(
    next: &G,
    still: f64,
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
    (mean - still).round() as i32
}

impl<G: Evaluate> Search<G> {
    /// [`correction`] by values of searches `depth` plies deep; nothing if the budget does not suffice. Without drift it is
    /// by static values.
    pub(crate) fn searched_correction(
        &mut self,
        next: &G,
        depth: u32,
        view: Team,
        outcomes: &mut Vec<(G::Move, f64)>,
    ) -> Option<i32> {
        if next.to_act() != Actor::Chance || !self.drifts() {
            let still = self.still_mean(next, view);
            return Some(correction(next, still, &self.weights, view, outcomes));
        }
        outcomes.clear();
        next.chance_outcomes(outcomes);
        let still = self.visit(next.clone(), depth as i32, 1, Window::FULL, view);
        let entered = self.path.enter(next);
        let mut mean = 0.0;
        for &(roll, probability) in &*outcomes {
            let mut rolled = next.clone();
            rolled.play_unchecked(roll);
            let value = self.visit_rolled(rolled, depth as i32, view);
            mean += probability * f64::from(value);
        }
        self.path.leave(entered);
        (!self.stopped).then(|| mean.round() as i32 - still)
    }
}
