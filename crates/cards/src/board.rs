//! What the move generator asks of a table, however it is stored.

use crate::card::Side;
use fairyring_geometry::RingCell;

/// What lies along a line from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ray {
    /// Cells without a face-up card before the first such card, or before the table's edge.
    pub(crate) free: i32,
    /// Whose face-up card ends the line; nobody's where the table ends first.
    pub(crate) hit: Option<Side>,
}

/// Up to 64 cells of a row: bit i is the cell at `x + i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) bits: u64,
}

impl Patch {
    /// The cells whose bits are set, from the left.
    pub(crate) fn cells(self) -> impl Iterator<Item = RingCell> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let i = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(RingCell::at(self.x + i as i32, self.y))
        })
    }

    /// Keeps the cells that fulfil a condition.
    pub(crate) fn filter(self, keep: impl Fn(RingCell) -> bool) -> Self {
        let kept = self.cells().filter(|&cell| keep(cell)).fold(0, |bits, cell| bits | 1 << (cell.x - self.x));
        Self { bits: kept, ..self }
    }

    /// Whether it has this cell.
    pub(crate) const fn has(self, cell: RingCell) -> bool {
        let i = cell.x.wrapping_sub(self.x);
        cell.y == self.y && i >= 0 && i < 64 && self.bits >> i & 1 == 1
    }
}

/// A table set up for generating moves. The *table* of the rules is the smallest rectangle that holds all cards, widened
/// by one cell on each side.
pub(crate) trait Board {
    /// Takes a face-up card away for a while, so that lines pass; contact stays as it was.
    fn lift(&mut self, cell: RingCell, side: Side);
    /// Puts a lifted card back.
    fn lay(&mut self, cell: RingCell, side: Side);
    /// Whose face-up card stands on a cell at most two cells beyond the cards.
    fn owner(&self, cell: RingCell) -> Option<Side>;
    /// Whether a cell at most two cells beyond the cards belongs to the table.
    fn on_table(&self, cell: RingCell) -> bool;
    /// Whether a card on a cell of the table is attached, or would be.
    fn attached(&self, cell: RingCell) -> bool;
    /// Whether a card that goes from `left` to a cell of the table that touches it will be attached there.
    fn attached_beside(&self, cell: RingCell, left: RingCell) -> bool;
    /// Looks along a line.
    fn ray(&self, from: RingCell, step: (i32, i32)) -> Ray;
    /// As [`Board::ray`]; calls `emit` with the number of steps, ascending, of every free cell on the line where a card
    /// that comes from `from` will be attached.
    fn walk(&self, from: RingCell, step: (i32, i32), emit: impl FnMut(i32)) -> Ray;
    /// Appends the cells where a card may be placed as far as contact goes, row by row from the bottom.
    fn places(&self, on_face_down: bool, out: &mut Vec<Patch>);
}
