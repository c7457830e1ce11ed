//! The legal moves of a position: one generator for every storage of the table.
//!
//! Check and pins are found from the king outwards; what they leave to a card is one stretch of a line, so no move is
//! tried out. Only the king's own steps and placements ask whether a cell is attacked.

use crate::board::{Board, Patch};
use crate::card::{JUMPS, Kind, Side};
use crate::grid::Grid;
use crate::line::Stretch;
use crate::moves::Moves;
use crate::position::Position;
use crate::rules::{Contact, KingPlacement};
use crate::sparse::Sparse;
use fairyring_geometry::{RING_STEPS, RingCell};
use std::cell::RefCell;

/// What the enemy's cards allow.
struct Guard {
    /// Number of cards that give check.
    checks: u32,
    /// With a single check: the cells that end it.
    relief: Stretch,
    /// Own cards that must stay on a line before their king.
    pins: [(RingCell, Stretch); 8],
    pin_count: usize,
}

impl Guard {
    /// The stretch that a card must move on, or nothing where it is free to go; `Err` where it cannot move at all.
    #[inline(always)]
    fn stretch(&self, card: RingCell) -> Result<Option<Stretch>, ()> {
        let pin = self.pins[..self.pin_count].iter().find(|pin| pin.0 == card);
        match (self.checks, pin) {
            (0, None) => Ok(None),
            (0, Some(pin)) => Ok(Some(pin.1)),
            (1, None) => Ok(Some(self.relief)),
            // A pinned card leaves its line if it ends the check on another.
            _ => Err(()),
        }
    }
}

/// The step from one cell towards another along a line that the kind rides, and the number of steps.
#[inline(always)]
const fn aligned(kind: Kind, from: RingCell, to: RingCell) -> Option<((i32, i32), i32)> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let straight = x == 0 || y == 0;
    let diagonal = x == y || x == -y;
    let rides = match kind {
        Kind::Queen => straight || diagonal,
        Kind::Rook => straight,
        Kind::Bishop => diagonal,
        _ => false,
    };
    let steps = if x.abs() > y.abs() { x.abs() } else { y.abs() };
    if rides && steps > 0 { Some(((x.signum(), y.signum()), steps)) } else { None }
}

const RIDERS: [Kind; 3] = [Kind::Queen, Kind::Rook, Kind::Bishop];

/// Whether a card of this side attacks a cell, cards on the cell itself left out.
fn attacks<B: Board>(position: &Position, board: &B, side: Side, cell: RingCell) -> bool {
    let half = position.half(side);
    let pawn = |from: RingCell| cell.y - from.y == side.forward() && cell.x.abs_diff(from.x) == 1;
    let knight = |from: RingCell| {
        let (x, y) = (cell.x.abs_diff(from.x), cell.y.abs_diff(from.y));
        (x == 1 && y == 2) || (x == 2 && y == 1)
    };
    half.king().is_some_and(|king| king.touches(cell))
        || half.of(Kind::Pawn).iter().any(|&from| pawn(from))
        || half.of(Kind::Knight).iter().any(|&from| knight(from))
        || RIDERS.into_iter().any(|kind| {
            half.of(kind).iter().any(|&from| {
                aligned(kind, cell, from).is_some_and(|(step, steps)| board.ray(cell, step).free == steps - 1)
            })
        })
}

/// Checks and pins.
fn guard<B: Board>(position: &Position, board: &B, king: RingCell) -> Guard {
    let us = position.side;
    let them = position.half(us.other());
    let nowhere = Stretch::cell(king);
    let mut guard = Guard { checks: 0, relief: nowhere, pins: [(king, nowhere); 8], pin_count: 0 };
    for kind in RIDERS {
        for &rider in them.of(kind) {
            let Some((step, steps)) = aligned(kind, king, rider) else { continue };
            let ray = board.ray(king, step);
            let line = Stretch { from: king, step, length: steps };
            if ray.free == steps - 1 {
                guard.checks += 1;
                guard.relief = line;
            } else if ray.hit == Some(us) {
                let card = king.along(step, ray.free + 1);
                if board.ray(card, step).free == steps - ray.free - 2 {
                    guard.pins[guard.pin_count] = (card, line);
                    guard.pin_count += 1;
                }
            }
        }
    }
    let forward = us.other().forward();
    let near = them.of(Kind::Knight).iter().filter(|knight| {
        let (x, y) = (king.x.abs_diff(knight.x), king.y.abs_diff(knight.y));
        (x == 1 && y == 2) || (x == 2 && y == 1)
    });
    let pawns = them.of(Kind::Pawn).iter().filter(|pawn| king.y - pawn.y == forward && king.x.abs_diff(pawn.x) == 1);
    for &checker in near.chain(pawns) {
        guard.checks += 1;
        guard.relief = Stretch::cell(checker);
    }
    guard
}

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
        let mut cells = Vec::new();
        self.board.places(position.rules.place_on_face_down, &mut cells);
        if half.in_hand(Kind::King) > 0 {
            let them = self.us.other();
            let safe = |cell| !attacks(position, self.board, them, cell);
            self.out.set_king_places(cells.iter().map(|patch| patch.filter(safe)));
            if position.rules.king_placement == KingPlacement::First && self.out.king_can_be_placed() {
                return true;
            }
        }
        if let Some(guard) = guard.filter(|guard| guard.checks == 1) {
            cells = cells.into_iter().map(|patch| patch.filter(|cell| guard.relief.has(cell))).collect();
        }
        self.out.set_places(&cells, Kind::ALL[1..].iter().copied().filter(|&kind| half.in_hand(kind) > 0));
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

fn generate(position: &Position, grid: &mut Grid, moves: &mut Moves, enough: bool) {
    let us = position.side;
    moves.clear(us);
    let Some(extent) = position.extent() else {
        // The first card of the game defines cell 0.
        let first = [Patch { x: 0, y: 0, bits: 1 }];
        let half = position.half(us);
        if half.in_hand(Kind::King) > 0 {
            moves.set_king_places(first.into_iter());
            if position.rules.king_placement == KingPlacement::First {
                return;
            }
        }
        moves.set_places(&first, Kind::ALL[1..].iter().copied().filter(|&kind| half.in_hand(kind) > 0));
        return;
    };
    if grid.set_up(position, extent) {
        Generator { position, board: grid, us, out: moves }.all(enough);
    } else {
        Generator { position, board: &mut Sparse::new(position, extent), us, out: moves }.all(enough);
    }
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
