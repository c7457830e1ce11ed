//! What becomes of the legal moves: counted, listed, or kept as sets from which one is drawn by its number.

use crate::encode::action;
use crate::generate::{PawnStep, Receiver, seen, turned};
use crate::{Machine, Move, Role};
use fairyring_geometry::Square;

/// Counts the moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u32);

impl<const WHITE: bool> Receiver<WHITE> for Count {
    #[inline(always)]
    fn unit(&mut self, _from: u32, targets: u64) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn pawns(&mut self, _step: PawnStep, targets: u64) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn promotions(&mut self, _step: PawnStep, targets: u64) {
        self.0 += 4 * targets.count_ones();
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, _to: u32) {
        self.0 += origins.count_ones();
    }

    #[inline(always)]
    fn castling(&mut self, _from: u32, _to: u32) {
        self.0 += 1;
    }
}

/// Calls a function for each move, in order.
#[derive(Debug)]
pub struct Each<F>(pub F);

impl<F: FnMut(Move), const WHITE: bool> Receiver<WHITE> for Each<F> {
    #[inline(always)]
    fn unit(&mut self, from: u32, targets: u64) {
        let mut rest = seen::<WHITE>(targets);
        while rest != 0 {
            let to = turned::<WHITE>(rest.trailing_zeros());
            rest &= rest - 1;
            (self.0)(Move::new(Square::new(from), Square::new(to)));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        let mut rest = seen::<WHITE>(targets);
        while rest != 0 {
            let to = turned::<WHITE>(rest.trailing_zeros());
            rest &= rest - 1;
            let from = to.wrapping_sub_signed(step.ahead::<WHITE>());
            (self.0)(Move::new(Square::new(from), Square::new(to)));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        let mut rest = seen::<WHITE>(targets);
        while rest != 0 {
            let to = turned::<WHITE>(rest.trailing_zeros());
            rest &= rest - 1;
            let from = to.wrapping_sub_signed(step.ahead::<WHITE>());
            for role in Role::PROMOTIONS {
                (self.0)(Move::promoting(Square::new(from), Square::new(to), role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, to: u32) {
        let mut rest = seen::<WHITE>(origins);
        while rest != 0 {
            let from = turned::<WHITE>(rest.trailing_zeros());
            rest &= rest - 1;
            (self.0)(Move::new(Square::new(from), Square::new(to)));
        }
    }

    #[inline(always)]
    fn castling(&mut self, from: u32, to: u32) {
        (self.0)(Move::new(Square::new(from), Square::new(to)));
    }
}

/// [`Each`], for moves that take one of the enemies or promote.
#[derive(Debug)]
pub(crate) struct Taking<F> {
    pub(crate) enemies: u64,
    pub(crate) each: Each<F>,
}

impl<F: FnMut(Move), const WHITE: bool> Receiver<WHITE> for Taking<F> {
    #[inline(always)]
    fn unit(&mut self, from: u32, targets: u64) {
        Receiver::<WHITE>::unit(&mut self.each, from, targets & self.enemies);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        Receiver::<WHITE>::pawns(&mut self.each, step, targets & self.enemies);
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        Receiver::<WHITE>::promotions(&mut self.each, step, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, to: u32) {
        Receiver::<WHITE>::en_passant(&mut self.each, origins, to);
    }

    #[inline(always)]
    fn castling(&mut self, _from: u32, _to: u32) {}
}

/// Sets the bits of the moves' action ids ([`crate::encode::action`]): bit `id % 64` of word `id / 64`.
#[derive(Debug)]
pub struct Marks<'a>(pub &'a mut [u64]);

impl Marks<'_> {
    #[inline(always)]
    const fn mark(&mut self, action: u32) {
        self.0[action as usize / 64] |= 1 << (action % 64);
    }
}

impl<const WHITE: bool> Receiver<WHITE> for Marks<'_> {
    /// A word for each origin, a bit for each target.
    #[inline(always)]
    fn unit(&mut self, from: u32, targets: u64) {
        self.0[from as usize & 63] |= targets;
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, mut targets: u64) {
        while targets != 0 {
            let to = targets.trailing_zeros();
            targets &= targets - 1;
            let from = to.wrapping_sub_signed(step.ahead::<WHITE>());
            self.0[from as usize & 63] |= 1 << to;
        }
    }

    fn promotions(&mut self, step: PawnStep, targets: u64) {
        Receiver::<WHITE>::promotions(&mut Each(|m| self.mark(action(m))), step, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, mut origins: u64, to: u32) {
        while origins != 0 {
            self.0[origins.trailing_zeros() as usize] |= 1 << to;
            origins &= origins - 1;
        }
    }

    #[inline(always)]
    fn castling(&mut self, from: u32, to: u32) {
        self.0[from as usize & 63] |= 1 << to;
    }
}

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
    /// Number of moves beside them.
    rare: u32,
    promotions: [u64; 3],
    en_passant: u64,
    passed: u32,
    castling: [u32; 2],
    castlings: u32,
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
            rare: 0,
            promotions: [0; 3],
            en_passant: 0,
            passed: 0,
            castling: [0; 2],
            castlings: 0,
        }
    }

    /// Forgets the moves.
    #[inline(always)]
    pub const fn reset(&mut self) {
        self.len = 0;
        self.common = 0;
        self.rare = 0;
    }

    /// Number of moves.
    #[must_use]
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        self.common + self.rare
    }

    /// Rare kinds are emptied by the first of them in a position.
    #[inline(always)]
    const fn begin_rare(&mut self) {
        if self.rare == 0 {
            self.promotions = [0; 3];
            self.en_passant = 0;
            self.castlings = 0;
        }
    }

    /// Whether an en passant capture is legal.
    #[must_use]
    #[inline(always)]
    pub const fn has_en_passant(&self) -> bool {
        self.rare != 0 && self.en_passant != 0
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
        Drawn::Rare(self.nth_rare::<WHITE>(n - self.common))
    }

    /// The `n`-th move beside the sets.
    #[cold]
    #[inline(never)]
    fn nth_rare<const WHITE: bool>(&self, mut n: u32) -> Move {
        let mut found = None;
        let mut each = Each(|m| {
            if n == 0 {
                found = found.or(Some(m));
            }
            n = n.wrapping_sub(1);
        });
        for (step, targets) in [PawnStep::Single, PawnStep::West, PawnStep::East].into_iter().zip(self.promotions) {
            Receiver::<WHITE>::promotions(&mut each, step, targets);
        }
        Receiver::<WHITE>::en_passant(&mut each, self.en_passant, self.passed);
        for &to in self.castling.iter().take(self.castlings as usize) {
            Receiver::<WHITE>::castling(&mut each, to & 56 | 4, to);
        }
        found.expect("the number is below the count")
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
        self.begin_rare();
        let kind = match step {
            PawnStep::West => 1,
            PawnStep::East => 2,
            _ => 0,
        };
        self.promotions[kind] = targets;
        self.rare += 4 * targets.count_ones();
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, to: u32) {
        self.begin_rare();
        self.en_passant = origins;
        self.passed = to;
        self.rare += origins.count_ones();
    }

    #[inline(always)]
    fn castling(&mut self, _from: u32, to: u32) {
        self.begin_rare();
        self.castling[(self.castlings & 1) as usize] = to;
        self.castlings += 1;
        self.rare += 1;
    }
}
