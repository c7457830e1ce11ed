//! The luck of a roll: how much it raises a guess of White's expected score over the mean of the 32 rolls.
//!
//! The guess is the frozen-kings chain, and the result where a king is destroyed. The chain's value is the mean of its
//! values after the rolls, so nothing need be summed: the luck is the chain's rise.
//!
//! Material (METHODS 2.5) is left out, for games are so short that it hardly decides them. Variance of the adjusted score
//! (c = 1) over that of the raw one from d4, default rules, by the score that a hundredth of a pawn is worth in the guess:
//!
//! | players | 0 | 1/25,000 | 1/10,000 | 1/2500 |
//! |---|---|---|---|---|
//! | random, 20,000 games | 0.015 | 0.026 | 0.084 | 1.14 |
//! | greedy, 8,000 | 0.076 | 0.077 | 0.116 | 1.00 |
//! | two-ply, 3,000 | 0.147 | 0.130 | 0.150 | 1.06 |
//!
//! The best c is 0.97 to 1.00 without material.

use crate::chain::Chain;
use fairyring_geometry::{Bitboard, Square};
use fairyring_orthodox::Board;

/// The luck of a roll that is about to be played, in units of White's expected score: the Behemoth goes to `end` through
/// `path`. Both kings are on the board.
#[inline(always)]
pub(crate) fn luck(board: &Board, behemoth: Square, path: Bitboard, end: Square, chain: &Chain) -> f32 {
    let [white, black] = [board.white, board.black].map(|side| Square::new((side & board.kings).trailing_zeros()));
    let scores = chain.scores(white, black);
    let after = if path.0 & board.kings == 0 {
        scores[end.seen_from(white).index()]
    } else {
        match (path.has(black), path.has(white)) {
            (true, true) => 0.5,
            (taken, _) => f64::from(u8::from(taken)),
        }
    };
    (after - scores[behemoth.seen_from(white).index()]) as f32
}
