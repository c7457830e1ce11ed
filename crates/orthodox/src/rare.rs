//! The moves that stand beside sets of targets: promotions, en passant and castling, counted and found only if drawn.

use crate::Move;
use crate::generate::{PawnStep, Receiver};
use crate::receivers::Each;

/// Rare moves of a position.
#[derive(Clone, Debug)]
pub(crate) struct Rare {
    /// Their number; the other fields hold nothing of this position while it is 0.
    count: u32,
    promotions: [u64; 3],
    en_passant: u64,
    passed: u32,
    castling: [u32; 2],
    castlings: u32,
}

impl Rare {
    /// None.
    pub(crate) const fn new() -> Self {
        Self { count: 0, promotions: [0; 3], en_passant: 0, passed: 0, castling: [0; 2], castlings: 0 }
    }

    /// Forgets the moves.
    #[inline(always)]
    pub(crate) const fn reset(&mut self) {
        self.count = 0;
    }

    /// Number of moves.
    #[inline(always)]
    pub(crate) const fn count(&self) -> u32 {
        self.count
    }

    /// Whether an en passant capture is legal.
    #[inline(always)]
    pub(crate) const fn has_en_passant(&self) -> bool {
        self.count != 0 && self.en_passant != 0
    }

    /// The fields are emptied by the first move of a position.
    #[inline(always)]
    const fn begin(&mut self) {
        if self.count == 0 {
            self.promotions = [0; 3];
            self.en_passant = 0;
            self.castlings = 0;
        }
    }

    /// As [`Receiver::promotions`].
    #[inline(always)]
    pub(crate) const fn promotions(&mut self, step: PawnStep, targets: u64) {
        self.begin();
        let kind = match step {
            PawnStep::West => 1,
            PawnStep::East => 2,
            _ => 0,
        };
        self.promotions[kind] = targets;
        self.count += 4 * targets.count_ones();
    }

    /// As [`Receiver::en_passant`].
    #[inline(always)]
    pub(crate) const fn en_passant(&mut self, origins: u64, to: u32) {
        self.begin();
        self.en_passant = origins;
        self.passed = to;
        self.count += origins.count_ones();
    }

    /// As [`Receiver::castling`].
    #[inline(always)]
    pub(crate) const fn castling(&mut self, to: u32) {
        self.begin();
        self.castling[(self.castlings & 1) as usize] = to;
        self.castlings += 1;
        self.count += 1;
    }

    /// The `n`-th move; `n` is below the count.
    #[cold]
    #[inline(never)]
    pub(crate) fn nth<const WHITE: bool>(&self, mut n: u32) -> Move {
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
