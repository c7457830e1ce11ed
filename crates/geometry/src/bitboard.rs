//! Sets of squares of the 8 x 8 board in a machine word.

use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares; bit `i` is the square of index `i`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const ALL: Self = Self(!0);

    /// The set of one square.
    #[must_use]
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a rank, 0 to 7.
    #[must_use]
    #[inline(always)]
    pub const fn rank(rank: u32) -> Self {
        Self(0xff << (8 * rank))
    }

    /// All squares of a file, 0 to 7.
    #[must_use]
    #[inline(always)]
    pub const fn file(file: u32) -> Self {
        Self(0x0101_0101_0101_0101 << file)
    }

    /// Whether the set has no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square belongs to the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Number of squares.
    #[must_use]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of the lowest index.
    #[must_use]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros())) }
    }

    /// Whether the set has at least two squares.
    #[must_use]
    #[inline(always)]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The set mirrored top to bottom.
    #[must_use]
    #[inline(always)]
    pub const fn flipped(self) -> Self {
        Self(self.0.swap_bytes())
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the square of the lowest index out of the set.
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_files_partition_the_board() {
        for square in Square::all() {
            let set = Bitboard::rank(square.rank()) & Bitboard::file(square.file());
            assert_eq!(set, Bitboard::of(square));
            assert_eq!(set.flipped(), Bitboard::of(square.flipped()));
            assert!(set.has(square) && set.count() == 1 && !set.has_several());
        }
        assert_eq!((0..8).fold(Bitboard::EMPTY, |set, rank| set | Bitboard::rank(rank)), Bitboard::ALL);
        assert_eq!(Bitboard::ALL.collect::<Bitboard>(), Bitboard::ALL);
    }
}
