//! Walk: two tokens on a ring that step left or right; standing on the other's home wins, a third occurrence draws, and a
//! step onto the other token sends it home.

use super::{key_of, noise};
use fairyring_game::{Actor, Evaluate, Game, Outcome, Weight};

/// Cells of the ring; the homes are 0 and half of it.
const CELLS: u8 = 8;

/// A position of Walk; a move is a distance to the right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// Cell of each token.
    pub at: [u8; 2],
    /// Seat to act.
    pub seat: u8,
}

impl Walk {
    const HOMES: [u8; 2] = [0, CELLS / 2];
}

impl Game for Walk {
    type Move = u8;
    type Rules = ();
    const ID: &'static str = "walk";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["a", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] = &["home", "repetition", "max_plies"];

    fn start((): ()) -> Self {
        Self { at: Self::HOMES, seat: 0 }
    }

    fn rules(&self) {}

    fn to_act(&self) -> Actor {
        Actor::Seat(self.seat)
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        let won = (0..2).find(|&team| self.at[team] == Self::HOMES[1 - team]);
        let draw = (occurrences >= 3).then(|| Outcome::draw(1));
        won.map(|team| Outcome::win(team as u8, 0)).or(draw)
    }

    /// Steps as distances: 1 or 2 either way.
    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend([1, 2, CELLS - 2, CELLS - 1]);
    }

    fn play_unchecked(&mut self, step: u8) {
        let (own, other) = (usize::from(self.seat), usize::from(1 - self.seat));
        self.at[own] = (self.at[own] + step) % CELLS;
        if self.at[own] == self.at[other] && self.at[own] != Self::HOMES[other] {
            self.at[other] = Self::HOMES[other];
        }
        self.seat = 1 - self.seat;
    }

    fn key(&self) -> u64 {
        key_of(&[u64::from(self.at[0]), u64::from(self.at[1]), u64::from(self.seat)])
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Evaluate for Walk {
    const WEIGHTS: &'static [Weight] = &[Weight { name: "noise", default: 1, about: "size of the noise" }];

    fn evaluate(&self, weights: &[i32]) -> i32 {
        weights[0] * noise(self.key())
    }

    fn gain(&self, step: u8, _weights: &[i32]) -> i32 {
        let own = usize::from(self.seat);
        i32::from((self.at[own] + step) % CELLS == self.at[1 - own])
    }
}
