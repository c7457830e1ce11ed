//! A learned evaluation.

use crate::Net;
use fairyring_game::{Evaluate, Inputs};
use fairyring_search::{Valuation, Valuer};
use std::cell::RefCell;
use std::sync::Arc;

/// Largest weight of a term.
const MAX_WEIGHT: f64 = 10_000.0;

/// Step of a weight by which the slope of the evaluation is found.
const STEP: i32 = 200;

thread_local! {
    /// Inputs of the two teams, so that an evaluation asks for no memory.
    static SEEN: RefCell<[Vec<(u32, f32)>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

/// The expected utility, in `(-1, 1)`, that a value in hundredths of a pawn means: a pawn is worth 100 Elo.
#[must_use]
pub fn expected_utility(value: f64) -> f64 {
    (value * utility_slope()).tanh()
}

/// How fast expected utility rises with the value, at 0.
pub(crate) const fn utility_slope() -> f64 {
    std::f64::consts::LN_10 / 800.0
}

/// The game's evaluation with learned weights, and what a net adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Weights of the game's evaluation, in its order.
    weights: Vec<i32>,
    net: Net,
}

impl Model {
    /// A model by its weights, rounded to whole hundredths, and its net.
    #[must_use]
    pub fn new(terms: &[f64], net: Net) -> Self {
        let round = |&term: &f64| term.clamp(-MAX_WEIGHT, MAX_WEIGHT).round() as i32;
        Self { weights: terms.iter().map(round).collect(), net }
    }

    /// Weights of the game's evaluation, in its order.
    #[must_use]
    pub fn weights(&self) -> &[i32] {
        &self.weights
    }

    /// The net.
    #[must_use]
    pub const fn net(&self) -> &Net {
        &self.net
    }

    /// The value for the first team, in hundredths of a pawn.
    #[must_use]
    pub fn value_of<G: Evaluate + Inputs>(&self, position: &G) -> f64 {
        let terms = f64::from(position.evaluate(&self.weights));
        if self.net.is_empty() {
            return terms;
        }
        SEEN.with_borrow_mut(|seen| {
            for (team, inputs) in (0..).zip(seen.iter_mut()) {
                inputs.clear();
                position.inputs(team, inputs);
            }
            terms + self.net.value(&seen[0], &seen[1])
        })
    }

    /// What searches value by.
    #[must_use]
    pub fn valuation<G: Evaluate + Inputs>(&self) -> Valuation<G> {
        if self.net.is_empty() {
            Valuation::from(self.weights.clone())
        } else {
            Valuation::by(Arc::new(self.clone()), self.weights.clone())
        }
    }

    /// How much the game's evaluation rises with each weight.
    pub(crate) fn slopes<G: Evaluate>(&self, position: &G) -> Vec<f32> {
        let mut weights = self.weights.clone();
        (0..weights.len())
            .map(|i| {
                let weight = weights[i];
                let mut value = |moved: i32| {
                    weights[i] = moved;
                    position.evaluate(&weights)
                };
                let difference = value(weight + STEP) - value(weight - STEP);
                weights[i] = weight;
                difference as f32 / (2 * STEP) as f32
            })
            .collect()
    }
}

impl<G: Evaluate + Inputs> Valuer<G> for Model {
    fn value(&self, position: &G) -> i32 {
        self.value_of(position).round() as i32
    }
}
