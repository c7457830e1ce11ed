//! The legal moves of a position: one generator for every storage of the table.
//!
//! Check and pins are found from the king outwards; what they leave to a card is one stretch of a line, so no move is
//! tried out. Only the king's own steps and placements ask whether a cell is attacked.

use crate::board::{Board, Patch};
use crate::card::{JUMPS, Kind, Side};
use crate::danger::{Checks, Guard, attacks, guard};
use crate::grid::Grid;
use crate::line::Stretch;
use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::{Contact, KingPlacement};
use crate::sparse::Sparse;
use fairyring_geometry::{RING_STEPS, RingCell};
use std::cell::RefCell;

/// The moves of one side's cards.
struct Generator<'a, B> {
    position: &'a Position,
    board: &'a mut B,
    us: Side,
    out: &'a mut Moves,
}

impl<B: Board> Generator<'_, B> {
    /// Whether a card may go to any free cell of the table.
    #[inline(always)]
    fn roams(&self, kind: Kind, from: RingCell) -> bool {
        match self.position.rules.contact {
            Contact::DetachedFree => !self.board.attached(from),
            Contact::KnightsFree => kind == Kind::Knight,
            Contact::Strict => false,
        }
    }

    /// Whether a step or jump of a card may end on a cell, the king's safety left out.
    #[inline(always)]
    fn may_end(&self, from: RingCell, to: RingCell, roams: bool, beside: bool) -> bool {
        match self.board.owner(to) {
            Some(owner) => owner != self.us,
            None if roams => self.board.on_table(to),
            None if beside => self.board.attached_beside(to, from),
            None => self.board.attached(to),
        }
    }

    fn rider(&mut self, kind: Kind, from: RingCell, stretch: Option<Stretch>) {
        let roams = self.roams(kind, from);
        for &step in kind.rides() {
            let ray = if roams {
                let ray = self.board.ray(from, step);
                let (first, last) = stretch.map_or((1, ray.free), |stretch| stretch.meet(from, step, ray.free));
                self.out.push_run(kind, from, step, first, last);
                ray
            } else if let Some(stretch) = stretch {
                let out = &mut *self.out;
                self.board.walk(from, step, |steps| {
                    let to = from.along(step, steps);
                    if stretch.has(to) {
                        out.push(kind, from, to);
                    }
                })
            } else {
                let out = &mut *self.out;
                self.board.walk(from, step, |steps| out.push(kind, from, from.along(step, steps)))
            };
            if ray.hit == Some(self.us.other()) {
                let to = from.along(step, ray.free + 1);
                if stretch.is_none_or(|stretch| stretch.has(to)) {
                    self.out.push(kind, from, to);
                }
            }
        }
    }

    fn knight(&mut self, from: RingCell, stretch: Option<Stretch>) {
        let roams = self.roams(Kind::Knight, from);
        for (right, up) in JUMPS {
            let to = from.offset(right, up);
            if self.may_end(from, to, roams, false) && stretch.is_none_or(|stretch| stretch.has(to)) {
                self.out.push(Kind::Knight, from, to);
            }
        }
    }

    fn pawn(&mut self, from: RingCell, stretch: Option<Stretch>) {
        let roams = self.roams(Kind::Pawn, from);
        let up = self.us.forward();
        for right in [-1, 0, 1] {
            let to = from.offset(right, up);
            let may = if right == 0 {
                self.board.owner(to).is_none() && self.may_end(from, to, roams, true)
            } else {
                self.board.owner(to) == Some(self.us.other())
            };
            if may && stretch.is_none_or(|stretch| stretch.has(to)) {
                self.out.push(Kind::Pawn, from, to);
            }
        }
    }

    /// The king's steps. He is lifted meanwhile: lines pass where he leaves.
    fn king(&mut self, from: RingCell) {
        let roams = self.roams(Kind::King, from);
        self.board.lift(from, self.us);
        for step in RING_STEPS {
            let to = from.along(step, 1);
            if self.may_end(from, to, roams, true) && !attacks(self.position, self.board, self.us.other(), to) {
                self.out.push(Kind::King, from, to);
            }
        }
        self.board.lay(from, self.us);
    }

    /// Placements; answers whether the king must be placed.
    fn placements(&mut self, guard: Option<&Guard>) -> bool {
        let position = self.position;
        let half = position.half(self.us);
        let checks = guard.map_or(0, |guard| guard.checks);
        if half.hand_is_empty() || checks > 1 {
            return false;
        }
        let mut cells = std::mem::take(&mut self.out.spare);
        cells.clear();
        let king_first = self.places_of(&mut cells, guard.filter(|guard| guard.checks == 1));
        self.out.spare = cells;
        king_first
    }

    /// The places of the cards in the hand, by way of `cells`, which are empty; only those that relieve a check, if there
    /// is one. Answers whether the king must be placed.
    fn places_of(&mut self, cells: &mut Vec<Patch>, check: Option<&Guard>) -> bool {
        let position = self.position;
        let half = position.half(self.us);
        self.board.places(position.rules.place_on_face_down, cells);
        if half.in_hand(Kind::King) > 0 {
            let them = self.us.other();
            let safe = |cell| !attacks(position, self.board, them, cell);
            self.out.set_king_places(cells.iter().map(|patch| patch.filter(safe)));
            if position.rules.king_placement == KingPlacement::First && self.out.king_can_be_placed() {
                return true;
            }
        }
        if let Some(guard) = check {
            cells.iter_mut().for_each(|patch| *patch = patch.filter(|cell| guard.relief.has(cell)));
        }
        self.out.set_places(cells, Kind::ALL[1..].iter().copied().filter(|&kind| half.in_hand(kind) > 0));
        false
    }

    /// All moves; those of placement alone if `enough` and there are any.
    fn all(&mut self, enough: bool) {
        let half = self.position.half(self.us);
        let king = half.king();
        let guard = king.map(|king| guard(self.position, self.board, king));
        let checks = guard.as_ref().map_or(0, |guard| guard.checks);
        self.out.check = checks > 0;
        if self.placements(guard.as_ref()) || (enough && self.out.len() > 0) {
            return;
        }
        if let Some(king) = king {
            self.king(king);
        }
        if checks > 1 || (enough && self.out.len() > 0) {
            return;
        }
        for kind in &Kind::ALL[1..] {
            for &from in half.of(*kind) {
                let stretch = match &guard {
                    None => None,
                    Some(guard) => match guard.stretch(from) {
                        Ok(stretch) => stretch,
                        Err(()) => continue,
                    },
                };
                match kind {
                    Kind::Knight => self.knight(from, stretch),
                    Kind::Pawn => self.pawn(from, stretch),
                    _ => self.rider(*kind, from, stretch),
                }
            }
            if enough && self.out.len() > 0 {
                return;
            }
        }
    }
}

/// Storage for generating, kept by each thread.
struct Scratch {
    grid: Grid,
    moves: Moves,
}

thread_local! {
    static SCRATCH: RefCell<Box<Scratch>> =
        RefCell::new(Box::new(Scratch { grid: Grid::new(), moves: Moves::new() }));
}

/// Generates the legal moves of the side to move and hands them to `use_moves`; if `enough`, at least one where there are
/// any, but perhaps not all.
pub(crate) fn with_moves<T>(position: &Position, enough: bool, use_moves: impl FnOnce(&Moves) -> T) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        let Scratch { grid, moves } = &mut **scratch;
        generate(position, grid, moves, enough);
        use_moves(moves)
    })
}

/// Where the table was laid out.
enum Storage {
    /// There are no cards.
    Nowhere,
    Grid,
    Sparse(Sparse),
}

fn generate(position: &Position, grid: &mut Grid, moves: &mut Moves, enough: bool) -> Storage {
    let us = position.side;
    moves.clear(us);
    let Some(extent) = position.extent() else {
        first_card(position, moves);
        return Storage::Nowhere;
    };
    if grid.set_up(position, extent) {
        Generator { position, board: grid, us, out: moves }.all(enough);
        Storage::Grid
    } else {
        let mut sparse = Sparse::new(position, extent);
        Generator { position, board: &mut sparse, us, out: moves }.all(enough);
        Storage::Sparse(sparse)
    }
}

/// The first card of the game defines cell 0.
fn first_card(position: &Position, moves: &mut Moves) {
    let cell = [Patch { x: 0, y: 0, bits: 1 }];
    let half = position.half(position.side);
    if half.in_hand(Kind::King) > 0 {
        moves.set_king_places(cell.into_iter());
        if position.rules.king_placement == KingPlacement::First {
            return;
        }
    }
    moves.set_places(&cell, Kind::ALL[1..].iter().copied().filter(|&kind| half.in_hand(kind) > 0));
}

/// Appends the legal moves that give check.
pub(crate) fn checking_moves(position: &Position, out: &mut Vec<Move>) {
    SCRATCH.with_borrow_mut(|scratch| {
        let Scratch { grid, moves } = &mut **scratch;
        match generate(position, grid, moves, false) {
            Storage::Nowhere => {}
            Storage::Grid => keep_checks(position, grid, moves, out),
            Storage::Sparse(sparse) => keep_checks(position, &sparse, moves, out),
        }
    });
}

fn keep_checks<B: Board>(position: &Position, board: &B, moves: &Moves, out: &mut Vec<Move>) {
    let Some(checks) = Checks::new(position, board) else { return };
    let from = out.len();
    moves.list(out);
    let mut kept = from;
    for i in from..out.len() {
        if checks.has(board, out[i]) {
            out.swap(kept, i);
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// Whether a side's king is on the table and attacked.
pub(crate) fn is_attacked(position: &Position, side: Side) -> bool {
    let (Some(king), Some(extent)) = (position.half(side).king(), position.extent()) else { return false };
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.grid.set_up(position, extent) {
            attacks(position, &scratch.grid, side.other(), king)
        } else {
            attacks(position, &Sparse::new(position, extent), side.other(), king)
        }
    })
}

/// Whether a side attacks a cell.
pub(crate) fn attacks_cell(position: &Position, side: Side, cell: RingCell) -> bool {
    position.extent().is_some_and(|extent| attacks(position, &Sparse::new(position, extent), side, cell))
}

/// Number of attached face-up cards of each side.
pub(crate) fn attached_cards(position: &Position) -> [i32; 2] {
    let Some(extent) = position.extent() else { return [0, 0] };
    let count = |attached: &dyn Fn(RingCell) -> bool| {
        Side::ALL.map(|side| position.half(side).cards().filter(|&(_, cell)| attached(cell)).count() as i32)
    };
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.grid.set_up(position, extent) {
            count(&|cell| scratch.grid.attached(cell))
        } else {
            let sparse = Sparse::new(position, extent);
            count(&|cell| sparse.attached(cell))
        }
    })
}
