//! Sets of cells of the cross in three machine words.

use crate::CrossCell;
use crate::cross::STRIDE;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells; bit `i % 64` of word `i / 64` is the cell of index `i`. Four ranks of 16 columns fill a word.
///
/// The complement has bits outside the board, as [`CrossSet::shifted`] has; both are cut by `& CrossSet::BOARD`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CrossSet(pub [u64; 3]);

impl CrossSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; 3]);
    /// All cells.
    pub const BOARD: Self = board();

    /// The set of one cell.
    #[must_use]
    #[inline(always)]
    pub const fn of(cell: CrossCell) -> Self {
        let bit = 1 << (cell.index() % 64);
        let word = cell.index() / 64;
        Self([if word == 0 { bit } else { 0 }, if word == 1 { bit } else { 0 }, if word == 2 { bit } else { 0 }])
    }

    /// The cells of a file, column 0 to 13.
    #[must_use]
    pub const fn file(x: u32) -> Self {
        let lanes = 0x0001_0001_0001_0001 << x;
        Self([lanes & Self::BOARD.0[0], lanes & Self::BOARD.0[1], lanes & Self::BOARD.0[2]])
    }

    /// The cells of a rank, row 0 to 11.
    #[must_use]
    pub const fn rank(y: u32) -> Self {
        let mut set = Self::EMPTY;
        let word = (y / 4) as usize;
        set.0[word] = (0xffff << (STRIDE * (y % 4))) & Self::BOARD.0[word];
        set
    }

    /// Whether the set has no cell.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether the cell belongs to the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, cell: CrossCell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// Whether the sets share a cell.
    #[must_use]
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) | (self.0[2] & other.0[2]) != 0
    }

    /// Puts a cell in or takes it out.
    #[inline(always)]
    pub const fn toggle(&mut self, cell: CrossCell) {
        self.0[cell.index() / 64] ^= 1 << (cell.index() % 64);
    }

    /// Takes a cell out.
    #[inline(always)]
    pub const fn remove(&mut self, cell: CrossCell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Number of cells.
    #[must_use]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The cell of the lowest index.
    #[must_use]
    #[inline(always)]
    pub const fn first(self) -> Option<CrossCell> {
        let mut word = 0;
        while word < 3 {
            if self.0[word] != 0 {
                return Some(CrossCell::known(word as u32 * 64 + self.0[word].trailing_zeros()));
            }
            word += 1;
        }
        None
    }

    /// The cell that `n` cells of lower index precede.
    #[must_use]
    #[inline]
    pub const fn nth(self, mut n: u32) -> Option<CrossCell> {
        let mut word = 0;
        while word < 3 {
            let mut bits = self.0[word];
            let count = bits.count_ones();
            if n < count {
                while n > 0 {
                    bits &= bits - 1;
                    n -= 1;
                }
                return Some(CrossCell::known(word as u32 * 64 + bits.trailing_zeros()));
            }
            n -= count;
            word += 1;
        }
        None
    }

    /// Every cell moved by `BY` in the numbering of 16 columns (`16 * ranks + files`, at most two files and three ranks).
    /// Cells that leave the board at the sides lie in no cell's bit, those that leave at a corner block lie in its bits.
    #[must_use]
    #[inline(always)]
    pub const fn shifted<const BY: i32>(self) -> Self {
        let [a, b, c] = self.0;
        if BY == 0 {
            self
        } else if BY > 0 {
            Self([a << BY, b << BY | a >> (64 - BY), c << BY | b >> (64 - BY)])
        } else {
            Self([a >> -BY | b << (64 + BY), b >> -BY | c << (64 + BY), c >> -BY])
        }
    }

    /// The set after a turn of the board by 180 degrees.
    #[must_use]
    pub fn turned(self) -> Self {
        self.map(CrossCell::turned).collect()
    }
}

/// The cells of the board.
const fn board() -> CrossSet {
    let mut set = CrossSet::EMPTY;
    let mut index = 0;
    while index < CrossCell::SPAN {
        if CrossCell::new(index as u32).is_some() {
            set.0[index / 64] |= 1 << (index % 64);
        }
        index += 1;
    }
    set
}

impl Iterator for CrossSet {
    type Item = CrossCell;

    /// Takes the cell of the lowest index out of the set.
    #[inline(always)]
    fn next(&mut self) -> Option<CrossCell> {
        for word in 0..3 {
            let bits = self.0[word];
            if bits != 0 {
                self.0[word] = bits & (bits - 1);
                return Some(CrossCell::known(word as u32 * 64 + bits.trailing_zeros()));
            }
        }
        None
    }
}

impl FromIterator<CrossCell> for CrossSet {
    fn from_iter<I: IntoIterator<Item = CrossCell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

impl BitAnd for CrossSet {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for CrossSet {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitXor for CrossSet {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }
}

impl Not for CrossSet {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1], !self.0[2]])
    }
}

impl BitAndAssign for CrossSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CrossSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for CrossSet {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl fmt::Debug for CrossSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self & Self::BOARD).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a shift against single steps.
    fn check_shift<const BY: i32>(files: i32, ranks: i32) {
        assert_eq!(BY, 16 * ranks + files);
        for cell in CrossCell::all() {
            let stepped: CrossSet = cell.step(files, ranks).into_iter().collect();
            assert_eq!(CrossSet::of(cell).shifted::<BY>() & CrossSet::BOARD, stepped, "{cell} by {files}, {ranks}");
        }
    }

    #[test]
    fn shifts_are_steps() {
        check_shift::<0>(0, 0);
        check_shift::<1>(1, 0);
        check_shift::<-1>(-1, 0);
        check_shift::<16>(0, 1);
        check_shift::<-16>(0, -1);
        check_shift::<17>(1, 1);
        check_shift::<15>(-1, 1);
        check_shift::<-15>(1, -1);
        check_shift::<-17>(-1, -1);
        check_shift::<34>(2, 2);
        check_shift::<30>(-2, 2);
        check_shift::<-30>(2, -2);
        check_shift::<-34>(-2, -2);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        assert_eq!(CrossSet::BOARD.count(), 144);
        assert_eq!(CrossSet::BOARD.collect::<CrossSet>(), CrossSet::BOARD);
        assert_eq!(CrossSet::BOARD.turned(), CrossSet::BOARD);
        for (n, cell) in CrossCell::all().enumerate() {
            let mut set = CrossSet::of(cell);
            assert!(set.has(cell) && set.count() == 1 && set.meets(CrossSet::BOARD) && !set.is_empty());
            assert_eq!((set.first(), set.nth(0), set.nth(1)), (Some(cell), Some(cell), None));
            assert_eq!(CrossSet::BOARD.nth(n as u32), Some(cell));
            assert_eq!(CrossSet::rank(cell.y()) & CrossSet::file(cell.x()), set);
            assert_eq!((!set & CrossSet::BOARD).count(), 143);
            set.remove(cell);
            assert_eq!(set, CrossSet::EMPTY);
            set.toggle(cell);
            assert_eq!(set, CrossSet::of(cell));
        }
    }
}
