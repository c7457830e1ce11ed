//! Draws that need no claim.

use crate::Board;

/// Plies without capture or pawn move after which the game is drawn.
pub const FIFTY_MOVES: u32 = 100;

/// Squares of the colour of a1.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

impl Board {
    /// Whether neither side can give mate by any play: king against king, one minor unit against a bare king, or kings
    /// with bishops of one square colour only. `minors` are further units that count as a knight does (a game's own);
    /// units that are neither orthodox nor among them are the caller's to exclude.
    #[must_use]
    #[inline(always)]
    pub const fn is_dead(&self, minors: u64) -> bool {
        if self.pawns | self.orthogonal != 0 {
            return false;
        }
        let leapers = self.knights | minors;
        let few = leapers | self.diagonal;
        few & few.wrapping_sub(1) == 0 || leapers == 0 && (self.diagonal & DARK == 0 || self.diagonal & !DARK == 0)
    }
}
