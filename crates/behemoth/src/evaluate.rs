//! The static evaluation: that of orthodox units, and what the Behemoth will do to the kings.

use crate::drift::{self, walk_on};
use crate::position::set_of;
use crate::{Move, Phase, Position, chain};
use fairyring_game::{Drift, Evaluate, Prospect, Weight};
use fairyring_geometry::Square;
use fairyring_orthodox::evaluate::{self, ORTHODOX};
use fairyring_orthodox::{Machine, Setup, Side, multiversion};

/// Orthodox weights, then the chain's.
const WEIGHTS: [Weight; ORTHODOX + 1] = {
    let about =
        "White's expected score less 1/2 if both kings stood still, by the exact chain of the dice; 0 without Behemoth";
    let mut weights = [Weight { name: "chain", default: 2500, about }; ORTHODOX + 1];
    let mut i = 0;
    while i < ORTHODOX {
        weights[i] = evaluate::COARSE_WEIGHTS[i];
        i += 1;
    }
    weights
};

multiversion! {
    /// The value of the orthodox units for White.
    fn value(setup: &Setup, neutral: u64, weights: &[i32]) -> i64 = value_by;
}

#[inline(always)]
fn value_by<M: Machine>(setup: &Setup, neutral: u64, weights: &[i32]) -> i64 {
    evaluate::value::<M>(&setup.board, setup.side, neutral, weights)
}

impl Position {
    /// The squares of both kings, in games with the Behemoth while they stand.
    fn endangered_kings(&self) -> Option<(Square, Square)> {
        let [white, black] = [Side::White, Side::Black].map(|side| self.setup().board.king(side));
        (self.behemoth().is_some() && white < 64 && black < 64).then(|| (Square::new(white), Square::new(black)))
    }

    /// White's expected score if both kings stood still; ½ without a Behemoth or a king.
    fn frozen_score(&self) -> f64 {
        match (self.behemoth(), self.endangered_kings()) {
            (Some(behemoth), Some((white, black))) => chain().score(white, black, behemoth),
            _ => 0.5,
        }
    }
}

/// Without a Behemoth the evaluation is that of chess with the same weights.
impl Evaluate for Position {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    /// Half of the chain's default weight: a king destroyed is worth what the chain gives a king that cannot be missed.
    const CERTAIN: i32 = WEIGHTS[ORTHODOX].default / 2;

    fn evaluate(&self, weights: &[i32]) -> i32 {
        let units = value(self.setup(), set_of(self.behemoth()), weights);
        evaluate::bounded(units + i64::from(self.hazard(weights)))
    }

    /// What the chain says.
    fn hazard(&self, weights: &[i32]) -> i32 {
        (f64::from(weights[ORTHODOX]) * (self.frozen_score() - 0.5)).round() as i32
    }

    fn hazard_scale(weights: &[i32]) -> f32 {
        weights[ORTHODOX] as f32 / 2.0
    }

    fn drift(&self) -> Drift {
        self.behemoth().map_or_else(Drift::none, |behemoth| Drift::at(behemoth.index()))
    }

    fn roll_on(&self, drift: &mut Drift) {
        if let Some((white, black)) = self.endangered_kings() {
            walk_on(drift, white, black);
        }
    }

    fn prospect(&self, drift: &Drift, is_due: bool) -> Prospect {
        match self.endangered_kings() {
            Some((white, black)) => drift::prospect(drift, white, black, is_due),
            None => Prospect::settled(drift),
        }
    }

    fn gain(&self, m: Move, weights: &[i32]) -> i32 {
        match m {
            Move::Unit(m) => evaluate::gain(&self.setup().board, self.setup().side, m, weights, |_| 0),
            Move::Roll(_) => 0,
        }
    }

    fn is_forcing(&self) -> bool {
        self.phase() == Phase::Move && self.is_check()
    }

    fn skip_chance(&mut self) {
        self.dice_skipped();
    }

    /// A pass with the Behemoth standing still. Not where a king is attacked: it would be lost, or is won.
    fn null_move(&self) -> Option<Self> {
        let (board, side) = (&self.setup().board, self.setup().side);
        let sound = self.phase() == Phase::Move
            && board.of(side) & !(board.pawns | board.kings) != 0
            && !self.is_check()
            && !self.is_attacked(side.other());
        sound.then(|| self.passed_on())
    }
}
