//! Heaps: four seats in two teams that do not alternate. A seat takes 1 to 3 counters of a heap; whoever takes the last
//! of a heap goes on; whoever takes the last of all wins for the team.

use super::{key_of, noise};
use fairyring_game::{Actor, Evaluate, Game, Outcome, Weight};

/// A position of Heaps; a move is a heap and how many counters to take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// Counters of each heap.
    pub heaps: [u8; 3],
    /// Seat to act.
    pub seat: u8,
    /// Seat that acted last.
    pub last: u8,
}

impl Game for Heaps {
    type Move = (u8, u8);
    type Rules = ();
    const ID: &'static str = "heaps";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["a", "b", "c", "d"];
    const TEAMS: &'static [u8] = &[0, 0, 1, 1];
    const REASONS: &'static [&'static str] = &["empty", "max_plies"];

    fn start((): ()) -> Self {
        Self { heaps: [4, 5, 6], seat: 0, last: 0 }
    }

    fn rules(&self) {}

    fn to_act(&self) -> Actor {
        Actor::Seat(self.seat)
    }

    fn outcome(&self, _occurrences: u32) -> Option<Outcome> {
        (self.heaps == [0; 3]).then(|| Outcome::win(Self::TEAMS[self.last as usize], 0))
    }

    fn legal_moves(&self, out: &mut Vec<(u8, u8)>) {
        for heap in 0..3 {
            out.extend((1..=self.heaps[heap as usize].min(3)).map(|n| (heap, n)));
        }
    }

    fn play_unchecked(&mut self, (heap, n): (u8, u8)) {
        self.heaps[heap as usize] -= n;
        self.last = self.seat;
        if self.heaps[heap as usize] > 0 {
            self.seat = (self.seat + 1) % 4;
        }
    }

    fn key(&self) -> u64 {
        key_of(&[
            u64::from(self.seat),
            u64::from(self.last),
            u64::from(u32::from_le_bytes([self.heaps[0], self.heaps[1], self.heaps[2], 0])),
        ])
    }

    fn repetition_key(&self) -> Option<u64> {
        None
    }
}

impl Evaluate for Heaps {
    const WEIGHTS: &'static [Weight] = &[Weight { name: "noise", default: 1, about: "size of the noise" }];

    fn evaluate(&self, weights: &[i32]) -> i32 {
        weights[0] * noise(self.key())
    }

    fn gain(&self, (heap, n): (u8, u8), _weights: &[i32]) -> i32 {
        if self.heaps[heap as usize] == n { 10 } else { 0 }
    }
}
