//! Moves made on the board.

use crate::attacks::{backward, rank};
use crate::board::lost_rights;
use crate::{Board, Move, Role};

impl Board {
    /// Moves the unit on `from` to `to`, taking what stands there; the last double step is forgotten, and a new one
    /// remembered. Neither promotes, nor castles, nor takes en passant. Without branches.
    ///
    /// Returns whether the move is irreversible for the count of plies: it takes, or moves a pawn.
    #[inline(always)]
    pub const fn step<const WHITE: bool>(&mut self, from: u32, to: u32) -> bool {
        let (origin, target) = (1u64 << (from & 63), 1u64 << (to & 63));
        let touched = origin | target;
        let keep = !touched;
        let pawn = self.pawns >> (from & 63) & 1;
        let passed = if WHITE { origin << 8 & target >> 8 } else { origin >> 8 & target << 8 };
        let taken = if WHITE { self.black } else { self.white } & target;
        self.rights &= !(rank(2) | rank(5) | lost_rights(touched));
        self.rights |= passed & pawn.wrapping_neg();
        self.pawns = self.pawns & keep | pawn << (to & 63);
        self.knights = self.knights & keep | (self.knights >> (from & 63) & 1) << (to & 63);
        self.diagonal = self.diagonal & keep | (self.diagonal >> (from & 63) & 1) << (to & 63);
        self.orthogonal = self.orthogonal & keep | (self.orthogonal >> (from & 63) & 1) << (to & 63);
        self.kings = self.kings & keep | (self.kings >> (from & 63) & 1) << (to & 63);
        if WHITE {
            self.white ^= touched;
            self.black &= keep;
        } else {
            self.black ^= touched;
            self.white &= keep;
        }
        taken | pawn != 0
    }

    /// Plays a legal move of `WHITE` or Black. Returns whether it is irreversible for the count of plies.
    #[inline(always)]
    pub const fn play<const WHITE: bool>(&mut self, m: Move) -> bool {
        let (from, to) = (m.from().index() as u32, m.to().index() as u32);
        let (origin, target) = (1u64 << from, 1u64 << to);
        let passing = self.passed() & target != 0 && self.pawns & origin != 0;
        let castling = self.kings & origin != 0 && (origin << 2 | origin >> 2) & target != 0;
        let irreversible = self.step::<WHITE>(from, to);
        if passing {
            self.clear(backward::<WHITE>(target));
        } else if castling {
            let (corner, beside) =
                if target > origin { (target << 1, target >> 1) } else { (target >> 2, target << 1) };
            self.orthogonal ^= corner | beside;
            if WHITE {
                self.white ^= corner | beside;
            } else {
                self.black ^= corner | beside;
            }
        } else if let Some(role) = m.promotion() {
            self.pawns ^= target;
            match role {
                Role::Knight => self.knights |= target,
                Role::Bishop => self.diagonal |= target,
                Role::Rook => self.orthogonal |= target,
                _ => {
                    self.diagonal |= target;
                    self.orthogonal |= target;
                }
            }
        }
        irreversible
    }

    /// The squares whose units a legal move takes, as a set: the target, or the pawn taken en passant.
    #[must_use]
    pub const fn taken<const WHITE: bool>(&self, m: Move) -> u64 {
        let (origin, target) = (1u64 << m.from().index(), 1u64 << m.to().index());
        let enemy = if WHITE { self.black } else { self.white };
        if self.passed() & target != 0 && self.pawns & origin != 0 { backward::<WHITE>(target) } else { target & enemy }
    }

    /// Forgets a passed square beside which no pawn of `WHITE` or Black (the side to move) stands, so that it can be taken
    /// seriously where it is kept.
    #[inline(always)]
    pub const fn drop_idle_passed<const WHITE: bool>(&mut self) {
        let passed = self.passed();
        let own = self.own::<WHITE>() & self.pawns;
        let takers = if WHITE {
            crate::attacks::pawn_attacks::<false>(passed)
        } else {
            crate::attacks::pawn_attacks::<true>(passed)
        };
        if takers & own == 0 {
            self.forget_passed();
        }
    }
}
