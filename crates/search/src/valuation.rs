//! What a search values positions by: the game's own evaluation with weights, or one from outside.

use fairyring_game::Evaluate;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

/// Values positions statically in a game's stead, as a learned evaluation does.
pub trait Valuer<G>: Debug + Send + Sync {
    /// The value for the first team of a position that is not over, in the evaluation's unit.
    fn value(&self, position: &G) -> i32;
}

/// Weights of a game's evaluation, which also order moves, and who values positions if it is not that evaluation.
#[derive(Clone, Debug)]
pub struct Valuation<G> {
    weights: Vec<i32>,
    valuer: Option<Arc<dyn Valuer<G>>>,
}

impl<G: Evaluate> Valuation<G> {
    /// Values by `valuer`. `weights` say what captures gain, and have the length of [`Evaluate::WEIGHTS`].
    #[must_use]
    pub fn by(valuer: Arc<dyn Valuer<G>>, weights: Vec<i32>) -> Self {
        Self { weights, valuer: Some(valuer) }
    }

    /// The value for the first team.
    #[inline]
    pub(crate) fn value(&self, position: &G) -> i32 {
        match &self.valuer {
            None => position.evaluate(&self.weights),
            Some(valuer) => valuer.value(position),
        }
    }
}

impl<G> From<Vec<i32>> for Valuation<G> {
    fn from(weights: Vec<i32>) -> Self {
        Self { weights, valuer: None }
    }
}

/// The weights.
impl<G> Deref for Valuation<G> {
    type Target = [i32];

    fn deref(&self) -> &[i32] {
        &self.weights
    }
}
