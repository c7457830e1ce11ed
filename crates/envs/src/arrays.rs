//! Arrays of our own, for Rust callers.

use crate::{AnyVectorEnv, Mask, Observations, Output};

/// Owned arrays of the right lengths: observations as bytes, masks as bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrays {
    /// As in [`Output`].
    pub observations: Vec<u8>,
    /// As in [`Mask::Bits`].
    pub mask: Vec<u8>,
    /// As in [`Output`].
    pub rewards: Vec<f32>,
    /// As in [`Output`].
    pub terminated: Vec<bool>,
    /// As in [`Output`].
    pub truncated: Vec<bool>,
    /// As in [`Output`].
    pub actor: Vec<i8>,
    /// As in [`Output`].
    pub observer: Vec<i8>,
    /// As in [`Output`].
    pub plies: Vec<u32>,
    /// As in [`Output`].
    pub outside: Vec<u32>,
    /// As in [`Output`].
    pub returns: Vec<f32>,
    /// As in [`Output`].
    pub reason: Vec<i16>,
    /// As in [`Output`].
    pub games: Vec<u32>,
}

impl Arrays {
    /// Arrays for an environment.
    #[must_use]
    pub fn new(env: &dyn AnyVectorEnv) -> Self {
        let n = env.rows();
        Self {
            observations: vec![0; n * env.shape().iter().product::<usize>()],
            mask: vec![0; n * env.actions().div_ceil(8)],
            rewards: vec![0.0; n * env.seats()],
            terminated: vec![false; n],
            truncated: vec![false; n],
            actor: vec![0; n],
            observer: vec![0; n],
            plies: vec![0; n],
            outside: vec![0; n],
            returns: vec![0.0; n * env.seats()],
            reason: vec![0; n],
            games: vec![0; n],
        }
    }

    /// The arrays, to be written.
    pub fn output(&mut self) -> Output<'_> {
        Output {
            observations: Observations::Bytes(&mut self.observations),
            mask: Mask::Bits(&mut self.mask),
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            actor: &mut self.actor,
            observer: &mut self.observer,
            plies: &mut self.plies,
            outside: &mut self.outside,
            returns: &mut self.returns,
            reason: &mut self.reason,
            games: &mut self.games,
        }
    }

    /// The mask of a row, one byte for eight actions.
    #[must_use]
    pub fn mask_of(&self, row: usize) -> &[u8] {
        let bytes = self.mask.len() / self.actor.len();
        &self.mask[row * bytes..][..bytes]
    }
}
