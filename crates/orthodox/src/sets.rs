//! The legal moves kept as sets, from which one is drawn by its number.

use crate::generate::{PawnStep, Receiver, seen, turned};
use crate::rare::Rare;
use crate::{Machine, Move};
use fairyring_geometry::Square;

/// Most sets that units other than pawns can have: two for each of 62 queens, and the king's.
const SETS: usize = 128;

/// The moves as sets, to draw one by its number without a list. Made once and filled for position after position.
#[derive(Clone, Debug)]
pub struct MoveSets {
    /// Targets of units as the mover sees them.
    targets: [u64; SETS],
    /// Squares of the units as the mover sees them.
    origins: [u8; SETS],
    /// Number of moves in a set and those before it.
    ends: [u32; SETS],
    len: usize,
    /// Targets of the four pawn steps as the mover sees them, and the number of moves in each and all before.
    pawns: [u64; 4],
    pawn_ends: [u32; 4],
    /// Number of moves in the sets.
    common: u32,
    /// The moves beside them.
    rare: Rare,
}

impl Default for MoveSets {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveSets {
    /// No moves.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            targets: [0; SETS],
            origins: [0; SETS],
            ends: [0; SETS],
            len: 0,
            pawns: [0; 4],
            pawn_ends: [0; 4],
            common: 0,
            rare: Rare::new(),
        }
    }

    /// Forgets the moves.
    #[inline(always)]
    pub const fn reset(&mut self) {
        self.len = 0;
        self.common = 0;
        self.rare.reset();
    }

    /// Number of moves.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        self.common + self.rare.count()
    }

    /// Whether an en passant capture is legal.
    #[must_use]
    #[inline(always)]
    pub const fn has_en_passant(&self) -> bool {
        self.rare.has_en_passant()
    }

    /// The move of number `n`, which is below the count, in a position with `WHITE` or Black to move.
    #[must_use]
    #[inline(always)]
    pub fn nth<M: Machine, const WHITE: bool>(&self, n: u32) -> Drawn {
        // The last unit is the king, so its end is where the pawns begin.
        let units = self.ends[self.len.wrapping_sub(1) % SETS];
        if n < units {
            let mut at = 0;
            while self.ends[at % SETS] <= n {
                at += 1;
            }
            let targets = self.targets[at % SETS];
            let left = targets.count_ones() - (self.ends[at % SETS] - n);
            let (from, to) = (u32::from(self.origins[at % SETS]), M::select(targets, left));
            return Drawn::Unit(turned::<WHITE>(from), turned::<WHITE>(to));
        }
        if n < self.common {
            let step = (0..3).map(|step| usize::from(self.pawn_ends[step] <= n)).sum::<usize>();
            let targets = self.pawns[step];
            let left = targets.count_ones() - (self.pawn_ends[step] - n);
            let to = M::select(targets, left);
            // As the mover sees it, every pawn goes up.
            let from = to - PawnStep::ALL[step].ahead::<true>() as u32;
            let passed = u64::from(step == PawnStep::Double as usize) << (turned::<WHITE>(from + 8) & 63);
            return Drawn::Pawn(turned::<WHITE>(from), turned::<WHITE>(to), passed);
        }
        Drawn::Rare(self.rare.nth::<WHITE>(n - self.common))
    }
}

/// A move drawn from sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// From and to, of a unit that is no pawn; not castling.
    Unit(u32, u32),
    /// From and to, and the square passed by a double step as a set, of a pawn; neither a promotion nor en passant.
    Pawn(u32, u32, u64),
    /// Any other move.
    Rare(Move),
}

impl Drawn {
    /// The move.
    #[must_use]
    #[inline(always)]
    pub const fn to_move(self) -> Move {
        match self {
            Self::Unit(from, to) | Self::Pawn(from, to, _) => Move::new(Square::new(from), Square::new(to)),
            Self::Rare(m) => m,
        }
    }
}

impl<const WHITE: bool> Receiver<WHITE> for MoveSets {
    #[inline(always)]
    fn unit(&mut self, from: u32, targets: u64) {
        // The mask spares the check; there are never more sets.
        let at = self.len % SETS;
        self.common += targets.count_ones();
        self.targets[at] = seen::<WHITE>(targets);
        self.origins[at] = turned::<WHITE>(from) as u8;
        self.ends[at] = self.common;
        self.len += 1;
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        self.common += targets.count_ones();
        self.pawns[step as usize] = seen::<WHITE>(targets);
        self.pawn_ends[step as usize] = self.common;
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        self.rare.promotions(step, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, to: u32) {
        self.rare.en_passant(origins, to);
    }

    #[inline(always)]
    fn castling(&mut self, _from: u32, to: u32) {
        self.rare.castling(to);
    }
}
