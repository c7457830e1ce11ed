//! Moves made on the board.

use crate::attacks::{backward, forward, pawn_attacks};
use crate::board::{PASSED, lost_rights};
use crate::{Board, Drawn, Move, Role, Step};

impl Board {
    /// Moves a unit that is no pawn from `from` to `to`, taking what stands there; the last double step is forgotten. Does not
    /// castle. The units move without branches. Returns whether the move takes.
    #[inline(always)]
    pub const fn step_unit<const WHITE: bool>(&mut self, from: u32, to: u32) -> bool {
        let (origin, target) = (1u64 << (from & 63), 1u64 << (to & 63));
        let touched = origin | target;
        let keep = !touched;
        let shift = to.wrapping_sub(from) & 63;
        // Rights are mostly gone, so this branch is foretold well.
        if self.rights != 0 {
            self.rights &= !(PASSED | lost_rights(touched));
        }
        self.pawns &= keep;
        self.knights = self.knights & keep | (self.knights & origin).rotate_left(shift);
        self.diagonal = self.diagonal & keep | (self.diagonal & origin).rotate_left(shift);
        self.orthogonal = self.orthogonal & keep | (self.orthogonal & origin).rotate_left(shift);
        self.kings = self.kings & keep | (self.kings & origin).rotate_left(shift);
        self.exchange::<WHITE>(touched, target)
    }

    /// Moves a pawn from `from` to `to`, short of the last rank, taking what stands there; `passed` is the square it passes
    /// by a double step, as a set. Not en passant.
    #[inline(always)]
    pub const fn step_pawn<const WHITE: bool>(&mut self, from: u32, to: u32, passed: u64) {
        let (origin, target) = (1u64 << (from & 63), 1u64 << (to & 63));
        let keep = !target;
        // No right hangs on a square that a pawn reaches short of the last rank.
        self.rights = self.rights & !PASSED | passed;
        self.pawns = self.pawns & !origin | target;
        self.knights &= keep;
        self.diagonal &= keep;
        self.orthogonal &= keep;
        self.kings &= keep;
        self.exchange::<WHITE>(origin | target, target);
    }

    /// Moves the mover's colour over `touched` squares and takes the other's from the `target`; whether there was one.
    #[inline(always)]
    const fn exchange<const WHITE: bool>(&mut self, touched: u64, target: u64) -> bool {
        if WHITE {
            let takes = self.black & target != 0;
            self.white ^= touched;
            self.black &= !target;
            takes
        } else {
            let takes = self.white & target != 0;
            self.black ^= touched;
            self.white &= !target;
            takes
        }
    }

    /// Moves the unit on `from` to `to`, taking what stands there; remembers a pawn's double step. Neither promotes, nor
    /// castles, nor takes en passant. Returns whether the move is irreversible for the count of plies: it takes, or moves a
    /// pawn.
    #[inline(always)]
    pub const fn step<const WHITE: bool>(&mut self, from: u32, to: u32) -> bool {
        let (origin, target) = (1u64 << (from & 63), 1u64 << (to & 63));
        if self.pawns & origin == 0 {
            return self.step_unit::<WHITE>(from, to);
        }
        self.step_pawn::<WHITE>(from, to, double_step::<WHITE>(origin, target));
        true
    }

    /// Plays a drawn step of `WHITE` or Black, of whatever unit, without a branch. A passed square is remembered only if an
    /// enemy pawn stands beside the pawn that passed it. Returns whether the move is irreversible for the count of plies.
    #[inline(always)]
    pub const fn play_step<const WHITE: bool>(&mut self, step: Step) -> bool {
        let (origin, target) = (1u64 << (step.from & 63), 1u64 << (step.to & 63));
        let touched = origin | target;
        let keep = !touched;
        let shift = step.to.wrapping_sub(step.from) & 63;
        let takers = if WHITE { self.black } else { self.white } & self.pawns;
        let beside = pawn_attacks::<WHITE>(step.passed) & takers != 0;
        let pawn = self.pawns & origin;
        self.rights = self.rights & !(PASSED | lost_rights(touched)) | if beside { step.passed } else { 0 };
        self.pawns = self.pawns & keep | pawn.rotate_left(shift);
        self.knights = self.knights & keep | (self.knights & origin).rotate_left(shift);
        self.diagonal = self.diagonal & keep | (self.diagonal & origin).rotate_left(shift);
        self.orthogonal = self.orthogonal & keep | (self.orthogonal & origin).rotate_left(shift);
        self.kings = self.kings & keep | (self.kings & origin).rotate_left(shift);
        self.exchange::<WHITE>(touched, target) | (pawn != 0)
    }

    /// Plays a drawn move of `WHITE` or Black. A passed square is remembered only if an enemy pawn stands beside the pawn
    /// that passed it. Returns whether the move is irreversible for the count of plies.
    #[inline(always)]
    pub const fn play_drawn<const WHITE: bool>(&mut self, drawn: Drawn) -> bool {
        match drawn {
            Drawn::Unit(from, to) => self.step_unit::<WHITE>(from, to),
            Drawn::Pawn(from, to, passed) => {
                let takers = if WHITE { self.black } else { self.white } & self.pawns;
                let beside = pawn_attacks::<WHITE>(passed) & takers != 0;
                self.step_pawn::<WHITE>(from, to, if beside { passed } else { 0 });
                true
            }
            Drawn::Rare(m) => self.play::<WHITE>(m),
        }
    }

    /// Plays a legal move of `WHITE` or Black. Returns whether it is irreversible for the count of plies.
    #[inline(always)]
    pub const fn play<const WHITE: bool>(&mut self, m: Move) -> bool {
        let (from, to) = (m.from().index() as u32, m.to().index() as u32);
        let (origin, target) = (1u64 << from, 1u64 << to);
        let pawn = self.pawns & origin != 0;
        let passing = pawn && self.passed() & target != 0;
        let castling = self.kings & origin != 0 && (origin << 2 | origin >> 2) & target != 0;
        let takes = self.step_unit::<WHITE>(from, to);
        if pawn {
            self.pawns |= target;
            self.rights |= double_step::<WHITE>(origin, target);
        }
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
        pawn || takes
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
        if passed == 0 {
            return;
        }
        let takers = if WHITE {
            crate::attacks::pawn_attacks::<false>(passed)
        } else {
            crate::attacks::pawn_attacks::<true>(passed)
        };
        // Without a branch: whether a pawn stands there is hard to foretell.
        let idle = ((takers & own == 0) as u64).wrapping_neg();
        self.rights &= !(passed & idle);
    }
}

/// The square that a pawn passes from `origin` to `target`, if it goes two squares.
#[inline(always)]
const fn double_step<const WHITE: bool>(origin: u64, target: u64) -> u64 {
    forward::<WHITE>(origin) & backward::<WHITE>(target)
}
