//! What becomes of the legal moves: counted, listed, or marked by their actions.

use crate::encode::action;
use crate::generate::{PawnStep, Receiver, seen, turned};
use crate::{Move, Role};
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
