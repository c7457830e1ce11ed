//! The static evaluation: that of orthodox units.

use crate::{Move, Position};
use fairyring_game::{Evaluate, Weight};
use fairyring_orthodox::{Machine, Plain, Setup, evaluate, list_noisy_moves, multiversion};

multiversion! {
    /// The value for White.
    fn value(setup: &Setup, weights: &[i32]) -> i32 = value_by;
}

#[inline(always)]
fn value_by<M: Machine>(setup: &Setup, weights: &[i32]) -> i32 {
    evaluate::bounded(evaluate::value::<M>(&setup.board, setup.side, 0, weights))
}

impl Evaluate for Position {
    const WEIGHTS: &'static [Weight] = &evaluate::WEIGHTS;

    fn evaluate(&self, weights: &[i32]) -> i32 {
        value(self.setup(), weights)
    }

    fn gain(&self, m: Move, weights: &[i32]) -> i32 {
        evaluate::gain(&self.setup().board, self.setup().side, m, weights, |_| 0)
    }

    fn noisy_moves(&self, weights: &[i32], out: &mut Vec<Move>) {
        let from = out.len();
        list_noisy_moves(&self.setup().board, self.setup().side, &Plain, out);
        self.keep_gaining(weights, out, from);
    }

    fn is_forcing(&self) -> bool {
        self.is_check()
    }

    fn null_move(&self) -> Option<Self> {
        let board = &self.setup().board;
        let own = board.of(self.setup().side);
        let sound = own & !(board.pawns | board.kings) != 0 && !self.is_check();
        sound.then(|| self.passed_on())
    }
}
