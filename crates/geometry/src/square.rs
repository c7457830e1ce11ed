//! Squares of the 8 x 8 board.

use std::fmt;
use std::str::FromStr;

/// A square, numbered from a1 = 0 along the ranks to h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// The square of this index; only the low six bits count.
    #[must_use]
    #[inline(always)]
    pub const fn new(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// The square on this file and rank, each 0 to 7.
    #[must_use]
    #[inline(always)]
    pub const fn at(file: u32, rank: u32) -> Self {
        Self::new(rank * 8 + file)
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self::new)
    }

    /// Index, 0 to 63.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File, a = 0 to h = 7.
    #[must_use]
    #[inline(always)]
    pub const fn file(self) -> u32 {
        self.0 as u32 % 8
    }

    /// Rank, first = 0 to eighth = 7.
    #[must_use]
    #[inline(always)]
    pub const fn rank(self) -> u32 {
        self.0 as u32 / 8
    }

    /// The square this many files right and ranks up, if it is on the board.
    #[must_use]
    pub const fn step(self, files: i32, ranks: i32) -> Option<Self> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 { Some(Self::at(file as u32, rank as u32)) } else { None }
    }

    /// Number of places around a square: see [`Self::place_around`].
    pub const PLACES_AROUND: u32 = 15 * 15;

    /// The number of this square's place relative to `centre`, below [`Self::PLACES_AROUND`]: 112 for the same square, 1
    /// more a file to the right and 15 more a rank up.
    #[must_use]
    pub const fn place_around(self, centre: Self) -> u32 {
        (self.rank() + 7 - centre.rank()) * 15 + self.file() + 7 - centre.file()
    }

    /// The square mirrored top to bottom (a1 and a8 change places).
    #[must_use]
    #[inline(always)]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 56)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(u32::from(file - b'a'), u32::from(rank - b'1'))),
            _ => Err(format!("{text:?} is no square; squares are a1 to h8")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.flipped().flipped(), square);
        }
        for text in ["", "a", "a0", "a9", "i1", "A1", "a11", "ä1"] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
    }
}
