//! What becomes of the legal moves: boards.

use crate::generate::{PawnStep, Receiver};
use crate::{Board, Each, Move};
use fairyring_geometry::Square;

/// Calls a function with the board after each move, in order.
#[derive(Debug)]
pub struct Afterwards<'a, F> {
    /// The board before the moves.
    pub board: &'a Board,
    /// What is called.
    pub visit: F,
}

impl<F: FnMut(&Board)> Afterwards<'_, F> {
    /// Any move.
    #[inline(always)]
    fn play<const WHITE: bool>(&mut self, m: Move) {
        let mut next = *self.board;
        next.play::<WHITE>(m);
        (self.visit)(&next);
    }
}

impl<F: FnMut(&Board), const WHITE: bool> Receiver<WHITE> for Afterwards<'_, F> {
    #[inline(always)]
    fn unit(&mut self, from: u32, targets: u64) {
        let mut rest = targets;
        while rest != 0 {
            let mut next = *self.board;
            next.step_unit::<WHITE>(from, rest.trailing_zeros());
            (self.visit)(&next);
            rest &= rest - 1;
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        let mut rest = targets;
        while rest != 0 {
            let to = rest.trailing_zeros();
            let from = to.wrapping_sub_signed(step.ahead::<WHITE>());
            let passed = if step == PawnStep::Double { 1 << ((from + to) / 2) } else { 0 };
            let mut next = *self.board;
            next.step_pawn::<WHITE>(from, to, passed);
            (self.visit)(&next);
            rest &= rest - 1;
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        let mut each = Each(|m| self.play::<WHITE>(m));
        Receiver::<WHITE>::promotions(&mut each, step, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, origins: u64, to: u32) {
        let mut each = Each(|m| self.play::<WHITE>(m));
        Receiver::<WHITE>::en_passant(&mut each, origins, to);
    }

    #[inline(always)]
    fn castling(&mut self, from: u32, to: u32) {
        self.play::<WHITE>(Move::new(Square::new(from), Square::new(to)));
    }
}
