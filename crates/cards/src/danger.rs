//! Attacks, checks and pins, found from the king outwards.

use crate::board::Board;
use crate::card::{Kind, Side};
use crate::line::Stretch;
use crate::moves::Move;
use crate::position::Position;
use fairyring_geometry::RingCell;

/// What the enemy's cards allow.
pub(crate) struct Guard {
    /// Number of cards that give check.
    pub(crate) checks: u32,
    /// With a single check: the cells that end it.
    pub(crate) relief: Stretch,
    /// Own cards that must stay on a line before their king.
    pins: [(RingCell, Stretch); 8],
    pin_count: usize,
}

impl Guard {
    /// The stretch that a card must move on, or nothing where it is free to go; `Err` where it cannot move at all.
    #[inline(always)]
    pub(crate) fn stretch(&self, card: RingCell) -> Result<Option<Stretch>, ()> {
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

/// Whether a knight jumps from one cell to another.
#[inline(always)]
const fn jumps(from: RingCell, to: RingCell) -> bool {
    let (x, y) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
    (x == 1 && y == 2) || (x == 2 && y == 1)
}

/// Whether a pawn captures from one cell on another.
#[inline(always)]
const fn pawn_takes(side: Side, from: RingCell, to: RingCell) -> bool {
    to.y - from.y == side.forward() && to.x.abs_diff(from.x) == 1
}

const RIDERS: [Kind; 3] = [Kind::Queen, Kind::Rook, Kind::Bishop];

/// Whether a card of this side attacks a cell, cards on the cell itself left out.
pub(crate) fn attacks<B: Board>(position: &Position, board: &B, side: Side, cell: RingCell) -> bool {
    let half = position.half(side);
    half.king().is_some_and(|king| king.touches(cell))
        || half.of(Kind::Pawn).iter().any(|&from| pawn_takes(side, from, cell))
        || half.of(Kind::Knight).iter().any(|&from| jumps(from, cell))
        || RIDERS.into_iter().any(|kind| {
            half.of(kind).iter().any(|&from| {
                aligned(kind, cell, from).is_some_and(|(step, steps)| board.ray(cell, step).free == steps - 1)
            })
        })
}

/// Checks and pins.
pub(crate) fn guard<B: Board>(position: &Position, board: &B, king: RingCell) -> Guard {
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
    let knights = them.of(Kind::Knight).iter().filter(|&&knight| jumps(knight, king));
    let pawns = them.of(Kind::Pawn).iter().filter(|&&pawn| pawn_takes(us.other(), pawn, king));
    for &checker in knights.chain(pawns) {
        guard.checks += 1;
        guard.relief = Stretch::cell(checker);
    }
    guard
}

/// What makes a move of the side to move a check.
pub(crate) struct Checks {
    /// The other side's king.
    king: RingCell,
    /// Cards of the side to move that stand between a rider of theirs and that king.
    screens: [(RingCell, Stretch); 8],
    screen_count: usize,
}

impl Checks {
    /// Looks for screens; nothing if the other king is in the hand.
    pub(crate) fn new<B: Board>(position: &Position, board: &B) -> Option<Self> {
        let us = position.side;
        let king = position.half(us.other()).king()?;
        let mut checks = Self { king, screens: [(king, Stretch::cell(king)); 8], screen_count: 0 };
        for kind in RIDERS {
            for &rider in position.half(us).of(kind) {
                let Some((step, steps)) = aligned(kind, king, rider) else { continue };
                let ray = board.ray(king, step);
                let screen = king.along(step, ray.free + 1);
                if ray.hit == Some(us) && ray.free + 1 < steps && board.ray(screen, step).free == steps - ray.free - 2 {
                    checks.screens[checks.screen_count] = (screen, Stretch { from: king, step, length: steps });
                    checks.screen_count += 1;
                }
            }
        }
        Some(checks)
    }

    /// Whether a legal move checks. A rider never stood on the line to the king that it arrives on: it would have attacked
    /// him already. So the table before the move shows whether that line is free.
    pub(crate) fn has<B: Board>(&self, board: &B, m: Move) -> bool {
        let (Move::Place { card, to } | Move::Go { card, to, .. }) = m;
        let arrives = match card.kind {
            Kind::King => false,
            Kind::Knight => jumps(to, self.king),
            Kind::Pawn => pawn_takes(card.side, to, self.king),
            kind => {
                aligned(kind, self.king, to).is_some_and(|(step, steps)| board.ray(self.king, step).free >= steps - 1)
            }
        };
        let opens = |from: RingCell| {
            self.screens[..self.screen_count].iter().any(|(screen, line)| *screen == from && !line.has(to))
        };
        arrives || matches!(m, Move::Go { from, .. } if opens(from))
    }
}
