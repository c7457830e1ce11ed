//! Moves, and the legal moves of a position as runs and sets of cells.

use crate::board::Patch;
use crate::card::{Card, Kind, Side};
use fairyring_geometry::RingCell;

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A card comes from the hand.
    Place {
        /// The card.
        card: Card,
        /// Where it is placed.
        to: RingCell,
    },
    /// A card moves or captures.
    Go {
        /// The card.
        card: Card,
        /// Where it stands.
        from: RingCell,
        /// Where it goes.
        to: RingCell,
    },
}

/// Moves of one card along a line: `length` of them, the nearest first.
#[derive(Clone, Copy, Debug)]
struct Run {
    kind: Kind,
    from: RingCell,
    first: RingCell,
    step: (i8, i8),
    length: u32,
}

/// The legal moves of one side, counted without being listed: first the moves of cards on the table, by kind, cell and
/// direction, then the placements, by kind, row and column.
pub(crate) struct Moves {
    side: Side,
    runs: Vec<Run>,
    on_table: usize,
    /// Cells for every card but the king, and the king's.
    cells: Vec<Patch>,
    king_cells: Vec<Patch>,
    cell_count: usize,
    king_count: usize,
    /// The kinds that can be placed on `cells`.
    kinds: [Kind; 5],
    kind_count: usize,
    /// Whether the side's king is attacked.
    pub(crate) check: bool,
    /// Memory for the cells of one search for places.
    pub(crate) spare: Vec<Patch>,
}

fn count(patches: &[Patch]) -> usize {
    patches.iter().map(|patch| patch.bits.count_ones() as usize).sum()
}

/// The n-th cell.
fn nth(patches: &[Patch], mut n: usize) -> RingCell {
    for patch in patches {
        let here = patch.bits.count_ones() as usize;
        if n < here {
            return patch.cells().nth(n).expect("the patch has more cells than n");
        }
        n -= here;
    }
    unreachable!("n lies below the number of cells")
}

impl Moves {
    pub(crate) const fn new() -> Self {
        Self {
            side: Side::Red,
            runs: Vec::new(),
            on_table: 0,
            cells: Vec::new(),
            king_cells: Vec::new(),
            cell_count: 0,
            king_count: 0,
            kinds: [Kind::Queen; 5],
            kind_count: 0,
            check: false,
            spare: Vec::new(),
        }
    }

    /// Forgets all moves.
    pub(crate) fn clear(&mut self, side: Side) {
        self.side = side;
        self.runs.clear();
        self.cells.clear();
        self.king_cells.clear();
        (self.on_table, self.cell_count, self.king_count, self.kind_count) = (0, 0, 0, 0);
        self.check = false;
    }

    /// Adds a move of a card on the table.
    #[inline(always)]
    pub(crate) fn push(&mut self, kind: Kind, from: RingCell, to: RingCell) {
        self.runs.push(Run { kind, from, first: to, step: (0, 0), length: 1 });
        self.on_table += 1;
    }

    /// Adds the moves along a line, the `first`-th to the `last`-th cell from `from`.
    pub(crate) fn push_run(&mut self, kind: Kind, from: RingCell, step: (i32, i32), first: i32, last: i32) {
        if first <= last {
            let length = (last - first + 1) as u32;
            let first = from.along(step, first);
            self.runs.push(Run { kind, from, first, step: (step.0 as i8, step.1 as i8), length });
            self.on_table += length as usize;
        }
    }

    /// Sets the cells where cards of these kinds (not the king) can be placed.
    pub(crate) fn set_places(&mut self, cells: &[Patch], kinds: impl Iterator<Item = Kind>) {
        self.cells.extend_from_slice(cells);
        self.cell_count = count(cells);
        for kind in kinds {
            self.kinds[self.kind_count] = kind;
            self.kind_count += 1;
        }
    }

    /// Sets the cells where the king can be placed.
    pub(crate) fn set_king_places(&mut self, cells: impl Iterator<Item = Patch>) {
        self.king_cells.extend(cells.filter(|patch| patch.bits != 0));
        self.king_count = count(&self.king_cells);
    }

    pub(crate) const fn king_can_be_placed(&self) -> bool {
        self.king_count > 0
    }

    /// Number of moves.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.on_table + self.king_count + self.kind_count * self.cell_count
    }

    const fn card(&self, kind: Kind) -> Card {
        Card { side: self.side, kind }
    }

    /// The n-th move in the order of the list.
    pub(crate) fn get(&self, mut n: usize) -> Option<Move> {
        if n >= self.len() {
            return None;
        }
        if n < self.on_table {
            // Where no card is free of contact every run is one move.
            if self.runs.len() == self.on_table {
                let run = &self.runs[n];
                return Some(Move::Go { card: self.card(run.kind), from: run.from, to: run.first });
            }
            for run in &self.runs {
                if n < run.length as usize {
                    let step = (i32::from(run.step.0), i32::from(run.step.1));
                    let to = run.first.along(step, n as i32);
                    return Some(Move::Go { card: self.card(run.kind), from: run.from, to });
                }
                n -= run.length as usize;
            }
        }
        n -= self.on_table;
        if n < self.king_count {
            return Some(Move::Place { card: self.card(Kind::King), to: nth(&self.king_cells, n) });
        }
        n -= self.king_count;
        let kind = self.kinds[n / self.cell_count];
        Some(Move::Place { card: self.card(kind), to: nth(&self.cells, n % self.cell_count) })
    }

    /// Appends all moves.
    pub(crate) fn list(&self, out: &mut Vec<Move>) {
        out.reserve(self.len());
        self.each(|m| out.push(m));
    }

    /// Calls a function for each move, in order.
    pub(crate) fn each(&self, mut visit: impl FnMut(Move)) {
        for run in &self.runs {
            let step = (i32::from(run.step.0), i32::from(run.step.1));
            let card = self.card(run.kind);
            (0..run.length).for_each(|n| visit(Move::Go { card, from: run.from, to: run.first.along(step, n as i32) }));
        }
        let mut place = |kind: Kind, cells: &[Patch]| {
            let card = self.card(kind);
            cells.iter().flat_map(|patch| patch.cells()).for_each(|to| visit(Move::Place { card, to }));
        };
        place(Kind::King, &self.king_cells);
        for &kind in &self.kinds[..self.kind_count] {
            place(kind, &self.cells);
        }
    }

    /// Whether a move is among them.
    pub(crate) fn has(&self, m: Move) -> bool {
        match m {
            Move::Place { card, to } if card.kind == Kind::King => {
                card.side == self.side && self.king_cells.iter().any(|patch| patch.has(to))
            }
            Move::Place { card, to } => {
                card.side == self.side
                    && self.kinds[..self.kind_count].contains(&card.kind)
                    && self.cells.iter().any(|patch| patch.has(to))
            }
            Move::Go { card, from, to } => {
                card.side == self.side
                    && self.runs.iter().any(|run| {
                        let step = (i32::from(run.step.0), i32::from(run.step.1));
                        let goes = |n: u32| run.first.along(step, n as i32) == to;
                        run.kind == card.kind && run.from == from && (0..run.length).any(goes)
                    })
            }
        }
    }
}
