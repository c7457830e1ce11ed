//! Boards on which no side has more units of a kind than at the start, and loops over them that end where foreseen.

use crate::{Board, Extras};

/// Knights of a side at the start.
pub(crate) const KNIGHTS: usize = 2;
/// Movers on diagonals of a side at the start, and movers on files and ranks.
pub(crate) const LINE_MOVERS: usize = 3;

impl Board {
    /// Whether no side has more than two knights, three movers on diagonals and three on files and ranks.
    #[must_use]
    pub const fn is_usual(&self) -> bool {
        const fn few(board: &Board, side: u64) -> bool {
            (side & board.knights).count_ones() <= KNIGHTS as u32
                && (side & board.diagonal).count_ones() <= LINE_MOVERS as u32
                && (side & board.orthogonal).count_ones() <= LINE_MOVERS as u32
        }
        few(self, self.white) && few(self, self.black)
    }

    /// Whether `WHITE` or Black has no more knights, movers on diagonals and movers on files and ranks together than at the
    /// start, of whatever kind: as many as [`crate::UsualSets`] have places for.
    #[must_use]
    #[inline(always)]
    pub const fn has_usual_sets<const WHITE: bool>(&self) -> bool {
        let own = self.own::<WHITE>();
        let sets = (own & self.knights).count_ones()
            + (own & self.diagonal).count_ones()
            + (own & self.orthogonal).count_ones();
        sets <= (KNIGHTS + 2 * LINE_MOVERS) as u32
    }
}

/// Visits the squares of a set from the lowest up. With [`Extras::USUAL`] there are `usual` visits, the last ones to 64 if
/// the set has fewer squares; it has no more.
#[inline(always)]
pub(crate) fn each<E: Extras>(usual: usize, mut set: u64, mut visit: impl FnMut(u32)) {
    if E::USUAL {
        debug_assert!(set.count_ones() as usize <= usual, "the board is usual");
        for _ in 0..usual {
            visit(set.trailing_zeros());
            set &= set.wrapping_sub(1);
        }
    } else {
        while set != 0 {
            visit(set.trailing_zeros());
            set &= set - 1;
        }
    }
}
