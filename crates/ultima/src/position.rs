//! The position: four sets of squares, the side to move, two counters, the rules.

use crate::{Kind, Move, Rules};
use fairyring_geometry::{Bitboard, Square};

/// A position: what stands where, the side to move, the no-progress count, the move number and the rules.
///
/// Equality compares all of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of White's units.
    white: Bitboard,
    /// Bits of the code of the unit on each square, lowest bit first; 0 where nothing stands.
    planes: [Bitboard; 3],
    /// 0 for White, 1 for Black.
    side: u8,
    no_progress: u32,
    move_number: u32,
    rules: Rules,
}

impl Position {
    /// A position without units, White to move, at the beginning of a game.
    pub(crate) const fn empty(rules: Rules) -> Self {
        Self { white: Bitboard::EMPTY, planes: [Bitboard::EMPTY; 3], side: 0, no_progress: 0, move_number: 1, rules }
    }

    /// Puts a unit on an empty square.
    pub(crate) fn put(&mut self, square: Square, kind: Kind, side: u8) {
        let at = Bitboard::of(square);
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if kind as u8 >> bit & 1 != 0 {
                *plane |= at;
            }
        }
        if side == 0 {
            self.white |= at;
        }
    }

    /// Sets the side to move and the counters.
    pub(crate) const fn set_clock(&mut self, side: u8, no_progress: u32, move_number: u32) {
        self.side = side;
        self.no_progress = no_progress;
        self.move_number = move_number;
    }

    /// The side to move: 0 for White, 1 for Black.
    #[must_use]
    #[inline(always)]
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// Plies in a row without a capture or suicide.
    #[must_use]
    #[inline(always)]
    pub const fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// The number of the move, from 1; it goes up after Black's move.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Plies played, by the move number.
    #[must_use]
    pub const fn plies_played(&self) -> u64 {
        2 * (self.move_number as u64 - 1) + self.side as u64
    }

    /// The rules it is played by.
    #[must_use]
    #[inline(always)]
    pub const fn options(&self) -> Rules {
        self.rules
    }

    /// The squares where a unit stands.
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The squares of a side's units: 0 for White, 1 for Black.
    #[must_use]
    #[inline(always)]
    pub fn units_of(&self, side: u8) -> Bitboard {
        if side == 0 { self.white } else { self.occupied() & !self.white }
    }

    /// The squares of the units of a kind, of both sides.
    #[must_use]
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> Bitboard {
        let [low, middle, high] = self.planes;
        match kind {
            Kind::King => low & !middle & !high,
            Kind::Pincer => middle & !low & !high,
            Kind::Spy => low & middle & !high,
            Kind::Jumper => high & !low & !middle,
            Kind::Coordinator => low & high & !middle,
            Kind::Dragon => middle & high & !low,
            Kind::Chameleon => low & middle & high,
        }
    }

    /// The unit on a square and its side.
    #[must_use]
    #[inline(always)]
    pub fn unit_on(&self, square: Square) -> Option<(Kind, u8)> {
        let code = (0..3).map(|bit| u8::from(self.planes[bit].has(square)) << bit).sum();
        Some((Kind::from_code(code)?, u8::from(!self.white.has(square))))
    }

    /// The set of squares as a hash that only equal boards and sides to move are expected to share.
    #[inline(always)]
    pub(crate) fn board_hash(&self) -> u64 {
        // Folded 128-bit products of pairs of words, each word masked by a constant of its own.
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            (product >> 64) as u64 ^ product as u64
        };
        let side = u64::from(self.side).wrapping_neg() & 0xd6e8_feb8_6659_fd93;
        let units = fold(self.planes[0].0 ^ 0xa076_1d64_78bd_642f, self.planes[1].0 ^ 0xe703_7ed1_a0b4_28db);
        let sides = fold(self.planes[2].0 ^ 0x8ebc_6af0_9c88_c6e3, self.white.0 ^ 0x5899_65cc_7537_4cc3 ^ side);
        fold(units ^ 0x1d8e_4e27_c47d_124f, sides ^ 0xeb44_acca_b455_d165)
    }

    /// Plays a move that is legal here.
    #[inline]
    pub(crate) fn advance(&mut self, m: Move) {
        let (from, to) = (Bitboard::of(m.from), Bitboard::of(m.to));
        if m.is_suicide() {
            self.remove(from);
            self.no_progress = 0;
        } else {
            let taken = self.taken(m);
            let codes = self.planes.map(|plane| if plane.has(m.from) { to } else { Bitboard::EMPTY });
            self.remove(taken | from);
            for (plane, code) in self.planes.iter_mut().zip(codes) {
                *plane |= code;
            }
            if self.side == 0 {
                self.white |= to;
            }
            self.no_progress = if taken.is_empty() { self.no_progress.saturating_add(1) } else { 0 };
        }
        self.move_number = self.move_number.saturating_add(u32::from(self.side));
        self.side ^= 1;
    }

    /// Takes units off the board.
    #[inline(always)]
    fn remove(&mut self, squares: Bitboard) {
        for plane in &mut self.planes {
            *plane &= !squares;
        }
        self.white &= !squares;
    }
}
