//! Cells of the cross of 144: 14 files by 12 ranks without four corner blocks of 3 files by 2 ranks.

use std::fmt;
use std::str::FromStr;

/// Files between two ranks in the numbering: two columns more than the board has, so that a step over the left or right
/// edge lands on no cell.
pub(crate) const STRIDE: u32 = 16;

/// A cell of the cross, numbered `16 * y + x` from a3 = 32 (d1 = 3 is the least) along the ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrossCell(u8);

impl CrossCell {
    /// Number of cells.
    pub const COUNT: usize = 144;
    /// Files of the enclosing rectangle.
    pub const FILES: u32 = 14;
    /// Ranks of the enclosing rectangle.
    pub const RANKS: u32 = 12;
    /// One more than the greatest index.
    pub const SPAN: usize = (STRIDE * Self::RANKS) as usize;

    /// The cell in column `x` and row `y`, from 0, if it is on the board.
    #[must_use]
    #[inline(always)]
    pub const fn at(x: u32, y: u32) -> Option<Self> {
        if x >= Self::FILES || y >= Self::RANKS || ((x < 3 || x > 10) && (y < 2 || y > 9)) {
            return None;
        }
        Some(Self((y * STRIDE + x) as u8))
    }

    /// The cell of this index, if there is one.
    #[must_use]
    #[inline(always)]
    pub const fn new(index: u32) -> Option<Self> {
        Self::at(index % STRIDE, index / STRIDE)
    }

    /// A cell whose index is known to belong to the board.
    #[inline(always)]
    pub(crate) const fn known(index: u32) -> Self {
        debug_assert!(Self::new(index).is_some(), "an index of the board");
        Self(index as u8)
    }

    /// All cells, d1 first, along the ranks.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::SPAN as u32).filter_map(Self::new)
    }

    /// Index, 3 to 186, with gaps: for tables of [`Self::SPAN`] entries.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Place among the cells in the order of [`Self::all`], 0 to 143.
    #[must_use]
    pub const fn ordinal(self) -> usize {
        let (x, y) = (self.x() as usize, self.y() as usize);
        match y {
            0 | 1 => 8 * y + x - 3,
            2..=9 => 16 + 14 * (y - 2) + x,
            _ => 128 + 8 * (y - 10) + x - 3,
        }
    }

    /// Column, file a = 0 to n = 13.
    #[must_use]
    #[inline(always)]
    pub const fn x(self) -> u32 {
        self.0 as u32 % STRIDE
    }

    /// Row, rank 1 = 0 to 12 = 11.
    #[must_use]
    #[inline(always)]
    pub const fn y(self) -> u32 {
        self.0 as u32 / STRIDE
    }

    /// Whether the cell is dark: d1 is, and all cells joined to it by diagonal steps.
    #[must_use]
    #[inline(always)]
    pub const fn is_dark(self) -> bool {
        (self.x() + self.y()) % 2 == 1
    }

    /// The cell this many files right and ranks up, if it is on the board.
    #[must_use]
    #[inline(always)]
    pub const fn step(self, files: i32, ranks: i32) -> Option<Self> {
        let (x, y) = (self.x() as i32 + files, self.y() as i32 + ranks);
        if x < 0 || y < 0 { None } else { Self::at(x as u32, y as u32) }
    }

    /// The cell after a turn of the board by 180 degrees.
    #[must_use]
    #[inline(always)]
    pub const fn turned(self) -> Self {
        Self((STRIDE * (Self::RANKS - 1) + Self::FILES - 1) as u8 - self.0)
    }
}

impl fmt::Display for CrossCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x() as u8) as char, self.y() + 1)
    }
}

impl fmt::Debug for CrossCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CrossCell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = match *text.as_bytes() {
            [file @ b'a'..=b'n', rank @ b'1'..=b'9'] => Some((file - b'a', rank - b'1')),
            [file @ b'a'..=b'n', b'1', rank @ b'0'..=b'2'] => Some((file - b'a', rank - b'0' + 9)),
            _ => None,
        };
        named.and_then(|(x, y)| Self::at(u32::from(x), u32::from(y))).ok_or_else(|| {
            format!("{text:?} is no cell; cells are a3 to n10 and d1 to k12, without the corner blocks of 3 by 2")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_and_turns_agree() {
        let cells: Vec<_> = CrossCell::all().collect();
        assert_eq!(cells.len(), CrossCell::COUNT);
        assert!(cells.is_sorted());
        for (n, &cell) in cells.iter().enumerate() {
            assert_eq!(cell.ordinal(), n);
            assert_eq!(CrossCell::new(cell.index() as u32), Some(cell));
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.turned().turned(), cell);
            assert_eq!((cell.turned().x(), cell.turned().y()), (13 - cell.x(), 11 - cell.y()));
            assert_eq!(cell.turned().is_dark(), cell.is_dark());
        }
        assert_eq!("d1".parse::<CrossCell>().map(CrossCell::is_dark), Ok(true));
        for text in ["", "a", "a1", "c2", "l11", "n12", "a0", "a03", "d13", "d01", "o5", "D4", "d4 ", "é4", "d-1"] {
            assert!(text.parse::<CrossCell>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn steps_leave_the_board_at_every_edge() {
        let cell = |name: &str| name.parse::<CrossCell>().expect("a cell");
        assert_eq!(cell("a4").step(1, -1), Some(cell("b3")));
        assert_eq!(cell("b3").step(1, -1), None);
        assert_eq!(cell("a5").step(-1, 0), None);
        assert_eq!(cell("n5").step(1, 1), None);
        assert_eq!(cell("d1").step(0, -1), None);
        assert_eq!(cell("k12").step(0, 1), None);
        assert_eq!(cell("d12").step(-1, -2), Some(cell("c10")));
    }
}
