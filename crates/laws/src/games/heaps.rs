//! Heaps: four seats in two teams that do not alternate. A seat takes 1 to 3 counters of a heap; whoever takes the last
//! of a heap goes on; whoever takes the last of all wins for the team.

use super::{key_of, noise};
use fairyring_game::{Actor, Encode, Evaluate, Game, Outcome, Step, Weight, Window};

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

/// A move is two actions: a heap (0 to 2), then how many counters (3 to 5 for 1 to 3).
impl Encode for Heaps {
    const ABOUT_ACTIONS: &'static str = "First a heap, 0 to 2; then 3 to 5 take one to three from it.";

    fn action_count(_window: Window) -> u32 {
        6
    }

    fn actions_of(&self, (heap, n): (u8, u8), _window: Window) -> Option<Vec<u32>> {
        Some(vec![u32::from(heap), u32::from(n) + 2])
    }

    fn step(&self, taken: &[u32], action: u32, window: Window) -> Step<(u8, u8)> {
        let mut legal = Vec::new();
        self.legal_actions(taken, window, &mut legal);
        match taken {
            _ if !legal.contains(&action) => Step::Illegal,
            [] => Step::Partial,
            [heap, ..] => Step::Move((*heap as u8, action as u8 - 2)),
        }
    }

    fn legal_actions(&self, taken: &[u32], _window: Window, out: &mut Vec<u32>) {
        match taken {
            [] => out.extend((0..3).filter(|&heap| self.heaps[heap as usize] > 0)),
            [heap, ..] => out.extend((1..=u32::from(self.heaps[*heap as usize].min(3))).map(|n| n + 2)),
        }
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        (action < 6).then(|| action.to_string())
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [6, 1, 1]
    }

    fn planes(_window: Window) -> Vec<String> {
        ["heap 0", "heap 1", "heap 2", "seat", "last seat", "heap taken from, plus 1"].map(str::to_owned).to_vec()
    }

    fn observe(&self, taken: &[u32], _seat: u8, _window: Window, out: &mut [u8]) {
        out[..3].copy_from_slice(&self.heaps);
        out[3] = self.seat;
        out[4] = self.last;
        out[5] = taken.first().map_or(0, |&heap| heap as u8 + 1);
    }

    fn decode(observation: &[u8], _seat: u8, _window: Window, (): ()) -> Option<Self> {
        let &[a, b, c, seat, last, _] = observation else { return None };
        (seat < 4 && last < 4).then_some(Self { heaps: [a, b, c], seat, last })
    }
}
