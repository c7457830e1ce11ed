//! Moves, and the legal ones listed, counted and drawn.

use crate::position::{is_chess_seat, team_of};
use crate::{Kind, Position};
use fairyring_game::{Rng, Seat, below};
use fairyring_geometry::{CrossCell, CrossSet};
use std::ops::ControlFlow;

/// The most units a chain can jump: a side has 12 draughts units, and none is jumped twice.
pub const LONGEST_CHAIN: usize = 12;

/// A capture by a draughts unit: every cell it lands on. The landings tell the jumped units, for exactly one enemy unit
/// lies between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain {
    from: CrossCell,
    len: u8,
    /// Landings, and `from` where there are none.
    cells: [CrossCell; LONGEST_CHAIN],
}

impl Chain {
    /// A chain before its first jump.
    #[must_use]
    pub const fn new(from: CrossCell) -> Self {
        Self { from, len: 0, cells: [from; LONGEST_CHAIN] }
    }

    /// Where the unit stands before the move.
    #[must_use]
    pub const fn from(&self) -> CrossCell {
        self.from
    }

    /// The cells it lands on, in order.
    #[must_use]
    pub fn landings(&self) -> &[CrossCell] {
        &self.cells[..self.len as usize]
    }

    /// Where it stands after the move.
    #[must_use]
    pub fn last(&self) -> CrossCell {
        self.landings().last().copied().unwrap_or(self.from)
    }

    /// Adds a landing; says whether there was room.
    pub const fn push(&mut self, landing: CrossCell) -> bool {
        let room = (self.len as usize) < LONGEST_CHAIN;
        if room {
            self.cells[self.len as usize] = landing;
            self.len += 1;
        }
        room
    }

    /// Takes the last landing off.
    pub(crate) const fn pop(&mut self) {
        if self.len > 0 {
            self.len -= 1;
            self.cells[self.len as usize] = self.from;
        }
    }
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.from)?;
        self.landings().iter().try_for_each(|landing| write!(f, ":{landing}"))
    }
}

/// A move of any seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A chess move, castling by the king's move, or a step of a draughts unit.
    Plain {
        /// Where the unit stands.
        from: CrossCell,
        /// Where it goes.
        to: CrossCell,
        /// What a pawn becomes: one of [`Kind::PROMOTIONS`].
        promotion: Option<Kind>,
    },
    /// A capture by a draughts unit.
    Capture(Chain),
}

impl Move {
    /// The cell of the unit that moves.
    #[must_use]
    pub const fn from(&self) -> CrossCell {
        match self {
            Self::Plain { from, .. } => *from,
            Self::Capture(chain) => chain.from(),
        }
    }
}

/// Moves that one visit brings.
#[derive(Clone, Copy)]
pub(crate) enum Bundle {
    /// From one cell to each of these.
    From(CrossCell, CrossSet),
    /// To each of these from the cell whose number is less by so much.
    By(i32, CrossSet),
    /// The same, each with the four promotions.
    Promotions(i32, CrossSet),
    /// One capture.
    One(Chain),
}

impl Bundle {
    /// Number of moves.
    #[inline(always)]
    pub(crate) const fn count(&self) -> u32 {
        match self {
            Self::From(_, targets) | Self::By(_, targets) => targets.count(),
            Self::Promotions(_, targets) => 4 * targets.count(),
            Self::One(_) => 1,
        }
    }

    /// The move of this index.
    #[inline(always)]
    pub(crate) fn nth(&self, n: u32) -> Option<Move> {
        let origin = |to: CrossCell, by: i32| CrossCell::new((to.index() as i32 - by) as u32);
        match *self {
            Self::From(from, targets) => Some(Move::Plain { from, to: targets.nth(n)?, promotion: None }),
            Self::By(by, targets) => {
                let to = targets.nth(n)?;
                Some(Move::Plain { from: origin(to, by)?, to, promotion: None })
            }
            Self::Promotions(by, targets) => {
                let to = targets.nth(n / 4)?;
                let promotion = Some(Kind::PROMOTIONS[n as usize % 4]);
                Some(Move::Plain { from: origin(to, by)?, to, promotion })
            }
            Self::One(chain) => (n == 0).then_some(Move::Capture(chain)),
        }
    }

    fn append(&self, out: &mut Vec<Move>) {
        out.extend((0..self.count()).filter_map(|n| self.nth(n)));
    }
}

/// The legal moves of a seat, generated once and drawn from.
#[derive(Default)]
pub(crate) struct Drawable {
    /// Each with the number of moves up to and with it.
    bundles: Vec<(u32, Bundle)>,
}

impl Drawable {
    /// Takes up the legal moves of a seat, were it to move, and says whether there are any.
    #[inline(always)]
    pub(crate) fn fill(&mut self, position: &Position, seat: Seat) -> bool {
        let bundles = &mut self.bundles;
        bundles.clear();
        let mut total = 0;
        let _: ControlFlow<()> = position.visit(seat, |bundle| {
            total += bundle.count();
            bundles.push((total, bundle));
            ControlFlow::Continue(())
        });
        total > 0
    }

    /// Draws a move uniformly, by one number below their count.
    #[inline(always)]
    pub(crate) fn draw(&self, choices: &mut Rng) -> Option<Move> {
        let total = self.bundles.last()?.0;
        if total == 0 {
            return None;
        }
        let n = below(choices, u64::from(total)) as u32;
        let mut before = 0;
        for (end, bundle) in &self.bundles {
            if n < *end {
                return bundle.nth(n - before);
            }
            before = *end;
        }
        None
    }
}

impl Position {
    /// Visits the legal moves of a seat, were it to move.
    #[inline(always)]
    fn visit<B>(&self, seat: Seat, visit: impl FnMut(Bundle) -> ControlFlow<B>) -> ControlFlow<B> {
        if is_chess_seat(seat) {
            self.visit_chess(team_of(seat), visit)
        } else {
            self.visit_draughts(team_of(seat), visit)
        }
    }

    /// Whether a seat has a legal move, were it to move.
    #[inline]
    pub(crate) fn can_move(&self, seat: Seat) -> bool {
        if is_chess_seat(seat) {
            let found =
                |bundle: Bundle| if bundle.count() > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            self.visit_chess(team_of(seat), found).is_break()
        } else {
            self.draughts_can_move(team_of(seat), self.occupied())
        }
    }

    pub(crate) fn list_moves(&self, out: &mut Vec<Move>) {
        let _: ControlFlow<()> = self.visit(self.seat, |bundle| {
            bundle.append(out);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u32 {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit(self.seat, |bundle| {
            count += bundle.count();
            ControlFlow::Continue(())
        });
        count
    }

    #[inline]
    pub(crate) fn nth_move(&self, n: u32) -> Option<Move> {
        let mut left = n;
        let found = self.visit(self.seat, |bundle| {
            let count = bundle.count();
            if left < count {
                return ControlFlow::Break(bundle.nth(left));
            }
            left -= count;
            ControlFlow::Continue(())
        });
        found.break_value().flatten()
    }

    /// Whether a legal move of the seat to act is this one.
    pub(crate) fn has_move(&self, m: Move) -> bool {
        let holds = |bundle: Bundle| match (bundle, m) {
            (Bundle::One(chain), Move::Capture(wanted)) => chain == wanted,
            (Bundle::From(from, targets), Move::Plain { from: wanted, to, promotion: None }) => {
                from == wanted && targets.has(to)
            }
            (Bundle::By(by, targets), Move::Plain { from, to, promotion: None }) => {
                to.index() as i32 - by == from.index() as i32 && targets.has(to)
            }
            (Bundle::Promotions(by, targets), Move::Plain { from, to, promotion: Some(kind) }) => {
                to.index() as i32 - by == from.index() as i32 && targets.has(to) && Kind::PROMOTIONS.contains(&kind)
            }
            _ => false,
        };
        self.visit(self.seat, |bundle| if holds(bundle) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }
}
