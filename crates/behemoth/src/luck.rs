//! The luck of a roll: how much it raises a guess of White's expected score over the mean of the 32 rolls.
//!
//! The guess is the frozen-kings chain plus material in hundredths of a pawn over 10,000, and the result where a king is
//! destroyed: the slope, at even chances, of the logistic of the chain's logit plus material over 2500. Games are so short
//! that material hardly decides them; a guess that prices it higher (over 2500 in the score itself) raises the variance.
//!
//! The chain's mean over the rolls is its value before them, so only the material that the rolls destroy is summed, all
//! rolls at once ([`Worth::survivable`]).

use crate::chain::Chain;
use crate::worth::Worth;
use fairyring_geometry::{Square, TorusWalk};
use fairyring_orthodox::Board;

/// Material worth the score from a loss to a win, in hundredths of a pawn.
const SCALE: f64 = 10_000.0;

/// The luck of a roll that is about to be played, in units of White's expected score; removes what it destroys from `worth`.
/// Both kings are on the board.
#[inline(always)]
pub(crate) fn luck(board: &Board, behemoth: Square, walk: TorusWalk, worth: &mut Worth, chain: &Chain) -> f32 {
    let kings = [board.white, board.black].map(|side| Square::new((side & board.kings).trailing_zeros()));
    let [white, black] = kings;
    let before = worth.total();
    let (rolls, sum) = worth.survivable(behemoth, kings);
    worth.destroy(behemoth, walk);
    let path = walk.path(behemoth);
    // Thirty-two times the material of the guess after the roll, less its sum over the rolls.
    let (score, material) = match (path.has(black), path.has(white)) {
        (false, false) => (chain.score(white, black, walk.end(behemoth)), 32 * worth.total()),
        (true, false) => (1.0, 0),
        (true, true) => (0.5, 0),
        (false, true) => (0.0, 0),
    };
    let material = f64::from(material - (rolls * before - sum)) / (32.0 * SCALE);
    (score - chain.score(white, black, behemoth) + material) as f32
}
