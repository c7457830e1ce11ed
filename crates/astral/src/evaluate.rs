//! The static evaluation: that of orthodox units, and the Teleports.

use crate::teleports::Teleports;
use crate::{Move, Position};
use fairyring_game::{Evaluate, Weight};
use fairyring_orthodox::evaluate::{COARSE_WEIGHTS, ORTHODOX};
use fairyring_orthodox::{Machine, Setup, evaluate, multiversion};

multiversion! {
    /// The value for White.
    fn value(setup: &Setup, teleports: &Teleports, weights: &[i32]) -> i32 = value_by;
}

#[inline(always)]
fn value_by<M: Machine>(setup: &Setup, teleports: &Teleports, weights: &[i32]) -> i32 {
    let board = &setup.board;
    let orthodox = evaluate::value::<M>(board, setup.side, 0, weights);
    let balance = |set: u64| i64::from((set & board.white).count_ones()) - i64::from((set & board.black).count_ones());
    evaluate::bounded(
        orthodox
            + i64::from(weights[ORTHODOX]) * balance(teleports.all)
            + i64::from(weights[ORTHODOX + 1]) * balance(teleports.all & !teleports.recharging),
    )
}

impl Evaluate for Position {
    const WEIGHTS: &'static [Weight] = &{
        let teleport = Weight { name: "teleport", default: 400, about: "a Teleport" };
        let ready = Weight { name: "teleport_ready", default: 10, about: "each Teleport that is not recharging" };
        let mut all = [teleport; ORTHODOX + 2];
        let mut i = 0;
        while i < ORTHODOX {
            all[i] = COARSE_WEIGHTS[i];
            i += 1;
        }
        all[ORTHODOX + 1] = ready;
        all
    };

    fn evaluate(&self, weights: &[i32]) -> i32 {
        value(self.setup(), self.teleports(), weights)
    }

    fn gain(&self, m: Move, weights: &[i32]) -> i32 {
        match m {
            Move::Teleport(..) => 0,
            Move::Orthodox(m) => {
                evaluate::gain(&self.setup().board, self.setup().side, m, weights, |_| weights[ORTHODOX])
            }
        }
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
