//! Keys of positions: Zobrist keys kept move by move, and a quick hash of the whole board for play-outs.

use crate::{Board, Machine};

/// Planes of the board's eight words; planes from here up are a game's own.
pub const FIRST_FREE_PLANE: usize = 8;
/// Number of planes that have words.
const PLANES: usize = 16;

/// A word for every plane and square, drawn once by `SplitMix64` from 0.
static WORDS: [[u64; 64]; PLANES] = {
    let mut words = [[0; 64]; PLANES];
    let mut state = 0u64;
    let mut i = 0;
    while i < 64 * PLANES {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        words[i / 64][i % 64] = mix(state);
        i += 1;
    }
    words
};

/// The key of Black to move.
pub const BLACK_TO_MOVE: u64 = mix(0x6a09_e667_f3bc_c908);

/// `SplitMix64`'s finaliser.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of a set of squares in a plane: the exclusive or of its squares' words. A position's key is the exclusive or of
/// its planes' keys, so a change of a plane changes the key by the key of the squares that differ.
///
/// # Panics
/// If `plane` is not below 16.
#[must_use]
#[inline(always)]
pub fn zobrist(plane: usize, set: u64) -> u64 {
    let (mut key, mut rest) = (0, set);
    while rest != 0 {
        key ^= WORDS[plane][rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    key
}

impl Board {
    /// The Zobrist key of the board without its passed square: whether that counts is not for the board alone to say.
    #[must_use]
    pub fn zobrist(&self) -> u64 {
        self.zobrist_change(&Self::default())
    }

    /// What to combine (exclusive or) with the key of `self` for the key of `after`.
    #[must_use]
    #[inline(always)]
    pub fn zobrist_change(&self, after: &Self) -> u64 {
        let (mut before, mut after) = (*self, *after);
        before.forget_passed();
        after.forget_passed();
        let mut key = 0;
        for (plane, (old, new)) in before.words().into_iter().zip(after.words()).enumerate() {
            key ^= zobrist(plane, old ^ new);
        }
        key
    }

    /// A hash of the board with a word of the game's: another function than [`Self::zobrist`], not kept but made anew.
    ///
    /// Black's units count only by their roles: a game with own units on no plane puts them into `more`.
    #[must_use]
    #[inline(always)]
    pub fn digest<M: Machine>(&self, more: u64) -> u64 {
        M::hash([self.white, self.pawns, self.knights, self.diagonal, self.orthogonal, self.kings, self.rights, more])
    }
}
