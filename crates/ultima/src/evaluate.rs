//! Static evaluation: units, freedom to move, frozen units.

use crate::field::Field;
use crate::moves::Movers;
use crate::{Kind, Move, Position};
use fairyring_game::{Evaluate, Weight};
use fairyring_geometry::Bitboard;

/// Index of the mobility weight; the units' worths stand before it.
const MOBILITY: usize = 6;
/// Index of the weight of being frozen.
const FROZEN: usize = 7;

/// The kinds that have a worth, in the order of the weights.
const WORTHY: [Kind; 6] = [Kind::Pincer, Kind::Spy, Kind::Jumper, Kind::Coordinator, Kind::Dragon, Kind::Chameleon];

impl Evaluate for Position {
    const WEIGHTS: &'static [Weight] = &[
        Weight { name: "pincer", default: 100, about: "worth of a pincer" },
        Weight { name: "spy", default: 250, about: "worth of a spy" },
        Weight { name: "jumper", default: 500, about: "worth of a jumper" },
        Weight { name: "coordinator", default: 350, about: "worth of a coordinator" },
        Weight { name: "dragon", default: 700, about: "worth of a dragon" },
        Weight { name: "chameleon", default: 350, about: "worth of a chameleon" },
        Weight { name: "mobility", default: 2, about: "each square a unit can go to, the king left out" },
        Weight { name: "frozen", default: 25, about: "how much of a frozen unit's worth is lost, in percent" },
    ];

    fn evaluate(&self, weights: &[i32]) -> i32 {
        let total = self.side_value(0, weights) - self.side_value(1, weights);
        total.clamp(i64::from(1 - Self::WIN), i64::from(Self::WIN - 1)) as i32
    }

    /// The worth of what it takes; a suicide loses its unit.
    fn gain(&self, m: Move, weights: &[i32]) -> i32 {
        let worth = self.worth(self.taken(m), weights).clamp(0, i64::from(Self::WIN)) as i32;
        if m.is_suicide() { -worth } else { worth }
    }

    fn is_forcing(&self) -> bool {
        self.in_check()
    }

    /// Passing where the side to move is not in check and two units besides its king can move: with fewer, having to
    /// move may be what loses.
    fn null_move(&self) -> Option<Self> {
        let field = Field::of(self);
        let free = field.own & !field.frozen() & !self.of_kind(Kind::King);
        if !free.has_several() || field.in_check() {
            return None;
        }
        let mut passed = *self;
        let number = self.move_number().saturating_add(u32::from(self.side()));
        passed.set_clock(self.side() ^ 1, self.no_progress().saturating_add(1), number);
        Some(passed)
    }
}

impl Position {
    /// The worth of the units on these squares.
    fn worth(&self, squares: Bitboard, weights: &[i32]) -> i64 {
        WORTHY
            .into_iter()
            .zip(weights)
            .map(|(kind, &weight)| i64::from((self.of_kind(kind) & squares).count()) * i64::from(weight))
            .sum()
    }

    /// What a side's units, their freedom and their chains are worth.
    fn side_value(&self, side: u8, weights: &[i32]) -> i64 {
        let field = Field::seen_by(self, side);
        let frozen = field.frozen();
        let reach = Movers::of(&field, field.own & !frozen).reach(&field);
        self.worth(field.own, weights) + i64::from(weights[MOBILITY]) * i64::from(reach)
            - self.worth(frozen, weights) * i64::from(weights[FROZEN]) / 100
    }
}
