//! Dice in a search in which they stand still: the exact mean of one roll at the root, and what they would have done below.

use crate::Valuation;
use crate::negamax::{Search, Window};
use crate::value::{drifted_result, drifted_value, result_in_mean, result_value, static_in_mean, static_value};
use fairyring_game::{Actor, Drift, Evaluate, Outcome, Team};

/// Marks a drift that begins after a roll.
const ROLLED: u64 = 1;

/// What the dice after a root move do to the static value for `view`: its mean over all outcomes, minus `still`, the value
/// that the search below has for it, on the scale of means. 0 where no dice follow. `next` is the position after the move;
/// it is not over.
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
    /// Whether values are means over the rolls on the way.
    pub(crate) const fn drifts(&self) -> bool {
        G::HAS_DICE && self.tuning.drift
    }

    /// Before the moves of a position at `ply` are searched: lets the roll that is due there meet it.
    #[inline]
    pub(crate) fn descend(&mut self, position: &G, ply: u32) {
        if !self.drifts() {
            return;
        }
        let ply = ply as usize;
        if self.drifts.len() <= ply + 1 {
            self.drifts.resize(ply + 2, Drift::none());
            self.dues.resize(ply + 2, false);
        }
        let (above, below) = self.drifts.split_at_mut(ply + 1);
        below[0].clone_from(&above[ply]);
        if self.dues[ply] {
            position.roll_on(&mut below[0]);
        }
        self.dues[ply + 1] = false;
    }

    /// The value for `view` of a result at `ply`.
    pub(crate) fn result(&self, outcome: Outcome, ply: u32, view: Team) -> i32 {
        if self.drifts() && !self.drifts[ply as usize].is_still() {
            drifted_result::<G>(outcome, &self.drifts[ply as usize], view)
        } else {
            result_value::<G>(outcome, view, ply)
        }
    }

    /// The static value for `view` of the position after a root move, as it counts in a mean over dice.
    pub(crate) fn still_mean(&self, next: &G, view: Team) -> f64 {
        if self.drifts() && next.to_act() == Actor::Chance {
            drifted_value(next, &self.weights, &self.drifts[1], true, view)
        } else {
            static_in_mean(next, &self.weights, view)
        }
    }

    /// The static value for `view` of a position at `ply` of the search.
    #[inline]
    pub(crate) fn still_value(&self, position: &G, ply: u32, view: Team) -> i32 {
        if self.drifts() {
            let (drift, is_due) = (&self.drifts[ply as usize], self.dues[ply as usize]);
            if is_due || !drift.is_still() {
                return drifted_value(position, &self.weights, drift, is_due, view).round() as i32;
            }
        }
        static_value(position, &self.weights, view)
    }

    /// [`Self::visit`] at ply 1 of a position that a roll has just led to, on the scale of means.
    pub(crate) fn visit_rolled(&mut self, position: G, depth: i32, view: Team) -> i32 {
        let mut drift = position.drift();
        drift.met(ROLLED);
        let outer = std::mem::replace(&mut self.drifts[1], drift);
        let value = self.visit(position, depth, 1, Window::FULL, view);
        self.drifts[1] = outer;
        value
    }

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
