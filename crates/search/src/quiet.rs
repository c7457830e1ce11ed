//! Whether a position may be judged as it stands.

use crate::budget::Budget;
use crate::negamax::{Search, Tuning, Window};
use crate::value::{is_proven, static_value};
use fairyring_game::{Actor, Evaluate, Line};

/// Plies of quiescence that are looked at.
const PLIES: u32 = 8;

/// Asks whether positions are quiet: no seat in check acts, and no sequence of captures beats standing still.
#[derive(Debug)]
pub struct Quiet<G: Evaluate>(Search<G>);

impl<G: Evaluate> Default for Quiet<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Evaluate> Quiet<G> {
    /// By the game's default weights.
    #[must_use]
    pub fn new() -> Self {
        let weights = G::default_weights();
        Self(Search::new(weights, Tuning { selective: false, quiescence: PLIES, table_bits: 0, drift: false }))
    }

    /// Whether a position in which a seat acts is quiet: the seat is not forced (in check), and quiescence search gives
    /// the static value. The past is left out; dice stand still.
    pub fn is_quiet(&mut self, position: &G) -> bool {
        let (Actor::Seat(_), Some(team)) = (position.to_act(), position.team_to_act()) else { return false };
        if position.is_forcing() {
            return false;
        }
        let still = static_value(position, &self.0.weights, team);
        self.0.begin(&Line::new(position.clone()), Budget::Depth(0));
        let window = Window { alpha: still, beta: still + 1 };
        !is_proven::<G>(still) && self.0.quiesce(position, 0, 0, window, team) <= still
    }
}
