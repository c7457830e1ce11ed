//! What a game offers to search: a static evaluation, and which moves are worth looking at first.

use crate::{Drift, Game, Prospect};

/// A named parameter of an evaluation and its default, in hundredths of a pawn (or of the game's own unit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Its name, as users override it.
    pub name: &'static str,
    /// Its default.
    pub default: i32,
    /// What it counts.
    pub about: &'static str,
}

/// A static evaluation.
pub trait Evaluate: Game {
    /// The parameters, in the order `evaluate` takes their values.
    const WEIGHTS: &'static [Weight];

    /// Values of finished games lie at `±WIN`; every evaluation lies strictly between.
    const WIN: i32 = 30_000;

    /// What a certain result is worth on the scale of [`Self::evaluate`] where the dice are averaged: half of what lies
    /// between a sure loss and a sure win. The default leaves averages on the scale of `WIN`, which prices any chance of an
    /// end above all material; a game whose dice end games sets the scale on which its evaluation means expected scores.
    const CERTAIN: i32 = Self::WIN;

    /// The defaults of [`Self::WEIGHTS`], in their order.
    #[must_use]
    fn default_weights() -> Vec<i32> {
        Self::WEIGHTS.iter().map(|weight| weight.default).collect()
    }

    /// The value for the first team in hundredths of a pawn, where the game is not over. `weights` has the length of
    /// [`Self::WEIGHTS`].
    fn evaluate(&self, weights: &[i32]) -> i32;

    /// What a legal move wins at once (captures, promotions) for the side that plays it, in the evaluation's unit and
    /// before any answer; 0 for a quiet move.
    fn gain(&self, m: Self::Move, weights: &[i32]) -> i32;

    /// Appends the legal moves that quiescence search looks at: those with a gain.
    fn noisy_moves(&self, weights: &[i32], out: &mut Vec<Self::Move>) {
        let from = out.len();
        self.legal_moves(out);
        self.keep_gaining(weights, out, from);
    }

    /// Takes out what has no gain from `from` on.
    fn keep_gaining(&self, weights: &[i32], out: &mut Vec<Self::Move>, from: usize) {
        let mut kept = from;
        for i in from..out.len() {
            if self.gain(out[i], weights) > 0 {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Appends legal moves, among them every one that ends the game at once with a win of its side: what a mate solver
    /// tries last. A game that is won by mate leaves out what gives no check.
    fn winning_candidates(&self, out: &mut Vec<Self::Move>) {
        self.legal_moves(out);
    }

    /// Whether the seat to act is in check or otherwise must not be evaluated statically.
    fn is_forcing(&self) -> bool {
        false
    }

    /// The part of [`Self::evaluate`] that is what the dice may still do to the position; 0 in a game without dice.
    /// [`Self::prospect`] takes its place in a search in which the dice stand still.
    fn hazard(&self, _weights: &[i32]) -> i32 {
        0
    }

    /// What the hazard is on the scale of `weights` where the dice are certain to win for the first team.
    fn hazard_scale(_weights: &[i32]) -> f32 {
        0.0
    }

    /// Where a line of moves along which the dice stand still begins.
    fn drift(&self) -> Drift {
        Drift::none()
    }

    /// Lets a roll meet this position. It is not over, and what the dice move stands where the drift says, not where it
    /// stands here.
    fn roll_on(&self, _drift: &mut Drift) {}

    /// What this position is worth after that, and, if one is due, after one roll more.
    fn prospect(&self, drift: &Drift, _is_due: bool) -> Prospect {
        Prospect::settled(drift)
    }

    /// At a chance node: goes on as though the dice did nothing. For searches that look at dice at the root only.
    fn skip_chance(&mut self) {
        debug_assert!(!Self::HAS_DICE, "games with dice override this");
    }

    /// Whether passing the move is a sound lower bound here (null-move pruning); games with zugzwang or without a
    /// meaning of a pass say no.
    fn null_move(&self) -> Option<Self> {
        None
    }
}

/// A static value as it counts in a mean over dice, where a certain result counts `±certain`: unchanged up to half of that,
/// and beyond it drawn together, smoothly and in order, below it.
#[must_use]
pub fn expected_value(value: f64, certain: f64) -> f64 {
    let half = certain / 2.0;
    if value.abs() <= half { value } else { value.signum() * (certain - half * half / value.abs()) }
}

#[cfg(test)]
mod tests {
    use super::expected_value;

    #[test]
    fn values_in_a_mean_keep_their_order_and_their_bound() {
        let values: Vec<f64> = (-3000..=3000).map(|value| expected_value(f64::from(value) * 10.0, 1250.0)).collect();
        assert!(values.is_sorted_by(|a, b| a < b));
        assert!(values.iter().all(|value| value.abs() < 1250.0));
        assert_eq!([expected_value(-600.0, 1250.0), expected_value(1250.0, 1250.0)], [-600.0, 937.5]);
    }
}
