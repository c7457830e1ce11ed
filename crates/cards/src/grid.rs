//! A table of at most 60 x 60 cells as rows of bits: a window that lies where the cards lie.

use crate::board::{Board, Patch, Ray};
use crate::card::Side;
use crate::position::Position;
use fairyring_geometry::RingCell;

/// Rows and columns of the window.
const SIZE: usize = 64;

/// The widest extent of cards that the window takes: a margin of two on each side, so that no step or jump leaves it.
const WIDEST: i32 = SIZE as i32 - 4;

/// The window. Column and row 0 are margin, the table's edge lies on 1, the cards from 2 on.
pub(crate) struct Grid {
    /// The cell on column 0 of row 0.
    origin: RingCell,
    /// Rows of the table, its edge included.
    height: usize,
    /// The columns of the table.
    columns: u64,
    /// Face-up cards of each side.
    up: [[u64; SIZE]; 2],
    /// Where lines end: face-up cards and everything beyond the table.
    stop: [u64; SIZE],
    down: [u64; SIZE],
    /// Cells with a face-down card or a card beside them.
    contact: [u64; SIZE],
    /// Cells with a face-down card or two cards beside them.
    twice: [u64; SIZE],
}

impl Grid {
    pub(crate) fn new() -> Self {
        Self {
            origin: RingCell::at(0, 0),
            height: 0,
            columns: 0,
            up: [[0; SIZE]; 2],
            stop: [0; SIZE],
            down: [0; SIZE],
            contact: [0; SIZE],
            twice: [0; SIZE],
        }
    }

    /// Sets the window up for a position with cards on the table. Says no, and is of no use, where the table is too wide
    /// or ends at the last cells with names.
    pub(crate) fn set_up(&mut self, position: &Position, (low, high): (RingCell, RingCell)) -> bool {
        let (width, height) = (high.x - low.x + 1, high.y - low.y + 1);
        if width > WIDEST || height > WIDEST || low.ring().max(high.ring()) >= RingCell::MAX_RING {
            return false;
        }
        self.origin = low.offset(-2, -2);
        self.height = height as usize + 2;
        self.columns = ((1 << (width + 2)) - 1) << 1;
        let rows = self.height + 2;
        let [red, black] = &mut self.up;
        for board in [red, black, &mut self.down] {
            board[..rows].fill(0);
        }
        for side in Side::ALL {
            for (_, cell) in position.half(side).cards() {
                let (row, bit) = self.place(cell);
                self.up[side as usize][row] |= bit;
            }
        }
        for &cell in position.face_down() {
            let (row, bit) = self.place(cell);
            self.down[row] |= bit;
        }
        for edge in [0, rows - 1] {
            self.stop[edge] = !0;
            self.contact[edge] = 0;
            self.twice[edge] = 0;
        }
        let cards = |row: usize| self.up[0][row] | self.up[1][row] | self.down[row];
        let (mut below, mut here) = (0, 0);
        for row in 1..rows - 1 {
            let above = cards(row + 1);
            let (mut one, mut two) = (0, 0);
            for beside in [below << 1, below, below >> 1, here << 1, here >> 1, above << 1, above, above >> 1] {
                two |= one & beside;
                one |= beside;
            }
            (below, here) = (here, above);
            self.contact[row] = one | self.down[row];
            self.twice[row] = two | self.down[row];
            self.stop[row] = !self.columns | self.up[0][row] | self.up[1][row];
        }
        true
    }

    /// Row and column of a cell of the window.
    #[inline(always)]
    const fn coordinates(&self, cell: RingCell) -> (usize, u32) {
        ((cell.y - self.origin.y) as usize % SIZE, (cell.x - self.origin.x) as u32 % 64)
    }

    /// Row and bit of a cell of the window.
    #[inline(always)]
    const fn place(&self, cell: RingCell) -> (usize, u64) {
        let (row, column) = self.coordinates(cell);
        (row, 1 << column)
    }

    #[inline(always)]
    fn owner_at(&self, row: usize, bit: u64) -> Option<Side> {
        if self.up[0][row] & bit != 0 {
            Some(Side::Red)
        } else if self.up[1][row] & bit != 0 {
            Some(Side::Black)
        } else {
            None
        }
    }
}

impl Board for Grid {
    fn lift(&mut self, cell: RingCell, side: Side) {
        let (row, bit) = self.place(cell);
        self.up[side as usize][row] &= !bit;
        self.stop[row] &= !bit;
    }

    fn lay(&mut self, cell: RingCell, side: Side) {
        let (row, bit) = self.place(cell);
        self.up[side as usize][row] |= bit;
        self.stop[row] |= bit;
    }

    #[inline(always)]
    fn owner(&self, cell: RingCell) -> Option<Side> {
        let (row, bit) = self.place(cell);
        self.owner_at(row, bit)
    }

    #[inline(always)]
    fn on_table(&self, cell: RingCell) -> bool {
        let (row, bit) = self.place(cell);
        row >= 1 && row <= self.height && self.columns & bit != 0
    }

    #[inline(always)]
    fn attached(&self, cell: RingCell) -> bool {
        let (row, bit) = self.place(cell);
        self.contact[row] & bit != 0
    }

    #[inline(always)]
    fn attached_beside(&self, cell: RingCell, left: RingCell) -> bool {
        let (row, bit) = self.place(cell);
        let (left_row, left_bit) = self.place(left);
        let floor = self.down[left_row] & left_bit != 0;
        (if floor { self.contact[row] } else { self.twice[row] }) & bit != 0
    }

    #[inline(always)]
    fn ray(&self, from: RingCell, step: (i32, i32)) -> Ray {
        let (mut row, mut column) = self.coordinates(from);
        let mut free = 0;
        loop {
            row = row.wrapping_add_signed(step.1 as isize) % SIZE;
            column = column.wrapping_add_signed(step.0) % 64;
            if self.stop[row] >> column & 1 != 0 {
                return Ray { free, hit: self.owner_at(row, 1 << column) };
            }
            free += 1;
        }
    }

    #[inline(always)]
    fn walk(&self, from: RingCell, step: (i32, i32), mut emit: impl FnMut(i32)) -> Ray {
        let (mut row, mut column) = self.coordinates(from);
        let mut contact = if self.down[row] >> column & 1 != 0 { &self.contact } else { &self.twice };
        let mut free = 0;
        loop {
            row = row.wrapping_add_signed(step.1 as isize) % SIZE;
            column = column.wrapping_add_signed(step.0) % 64;
            if self.stop[row] >> column & 1 != 0 {
                return Ray { free, hit: self.owner_at(row, 1 << column) };
            }
            free += 1;
            if contact[row] >> column & 1 != 0 {
                emit(free);
            }
            // Only the first cell touches the one that is left.
            contact = &self.contact;
        }
    }

    fn places(&self, on_face_down: bool, out: &mut Vec<Patch>) {
        for row in 1..=self.height {
            let floor = if on_face_down { 0 } else { self.down[row] };
            let bits = self.contact[row] & !self.stop[row] & !floor;
            if bits != 0 {
                out.push(Patch { x: self.origin.x, y: self.origin.y + row as i32, bits });
            }
        }
    }
}
