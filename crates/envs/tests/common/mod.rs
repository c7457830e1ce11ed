//! What the tests share.
#![allow(dead_code)]

use fairyring_envs::{AnyVectorEnv, Arrays, Options};
use fairyring_game::{Encode, Rng, below, stream};

/// Options of so many rows in which the caller plays all seats.
pub(crate) fn rows<G: Encode>(rows: usize, seed: u64) -> Options {
    Options { rows, seed, ..Options::self_play(G::SEATS.len()) }
}

/// A caller that plays uniformly among what the masks allow.
pub(crate) struct Chooser(Rng);

impl Chooser {
    pub(crate) fn new(seed: u64) -> Self {
        Self(stream(seed, 77))
    }

    /// An action a row; 0 where the game is over.
    pub(crate) fn choose(&mut self, env: &dyn AnyVectorEnv) -> Vec<i64> {
        let (offsets, actions) = env.legal_actions();
        let pick = |row: &[i64]| match &actions[row[0] as usize..row[1] as usize] {
            [] => 0,
            legal => i64::from(legal[below(&mut self.0, legal.len() as u64) as usize]),
        };
        offsets.windows(2).map(pick).collect()
    }
}

/// The actions whose bits are set.
pub(crate) fn ones(bytes: &[u8]) -> Vec<u32> {
    (0..8 * bytes.len() as u32).filter(|&action| bytes[action as usize / 8] >> (action % 8) & 1 == 1).collect()
}

/// Plays on by chance for some steps; the arrays after each.
pub(crate) fn play(env: &mut dyn AnyVectorEnv, chooser: &mut Chooser, steps: usize) -> Vec<Arrays> {
    let mut arrays = Arrays::new(env);
    (0..steps)
        .map(|_| {
            let actions = chooser.choose(env);
            env.step(&actions, arrays.output()).expect("legal actions");
            arrays.clone()
        })
        .collect()
}
