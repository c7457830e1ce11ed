//! Duel: dice after every move. A seat aims high or low; the dice decide by unequal chances how much the other loses.

use super::{key_of, noise};
use fairyring_game::{Actor, Encode, Evaluate, Game, Outcome, Step, Weight, Window};

/// A move of a seat or of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A seat aims, 0 to 3.
    Aim(u8),
    /// The dice take this much; 9 takes 3 from the one who aimed.
    Hit(u8),
}

/// A position of Duel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Duel {
    /// Points left.
    pub life: [i8; 2],
    /// Seat to act, or whose dice are rolled.
    pub seat: u8,
    /// What it aimed at, where the dice are to be rolled.
    pub aim: Option<u8>,
}

impl Game for Duel {
    type Move = Act;
    type Rules = ();
    const ID: &'static str = "duel";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["a", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] = &["dead", "max_plies"];
    const HAS_DICE: bool = true;

    fn start((): ()) -> Self {
        Self { life: [9, 8], seat: 0, aim: None }
    }

    fn rules(&self) {}

    fn to_act(&self) -> Actor {
        if self.aim.is_some() { Actor::Chance } else { Actor::Seat(self.seat) }
    }

    fn outcome(&self, _occurrences: u32) -> Option<Outcome> {
        (0..2).find(|&team| self.life[usize::from(team)] <= 0).map(|team| Outcome::win(1 - team, 0))
    }

    fn legal_moves(&self, out: &mut Vec<Act>) {
        if self.aim.is_none() {
            out.extend((0..4).map(Act::Aim));
        }
    }

    fn chance_outcomes(&self, out: &mut Vec<(Act, f64)>) {
        match self.aim {
            None => {}
            Some(0) => out.push((Act::Hit(1), 1.0)),
            Some(1) => out.extend([(Act::Hit(0), 0.5), (Act::Hit(2), 0.25), (Act::Hit(3), 0.25)]),
            Some(2) => out.extend([(Act::Hit(0), 0.75), (Act::Hit(5), 0.25)]),
            // A hit above 8 hurts the one who aims.
            Some(_) => out.extend([(Act::Hit(9), 0.125), (Act::Hit(1), 0.375), (Act::Hit(2), 0.5)]),
        }
    }

    fn play_unchecked(&mut self, m: Act) {
        match m {
            Act::Aim(aim) => self.aim = Some(aim),
            Act::Hit(hit) => {
                let (who, loss) = if hit > 8 { (self.seat, 3) } else { (1 - self.seat, hit as i8) };
                self.life[usize::from(who)] -= loss;
                self.aim = None;
                self.seat = 1 - self.seat;
            }
        }
    }

    fn key(&self) -> u64 {
        let life = self.life.map(|life| life as u64);
        key_of(&[life[0], life[1], u64::from(self.seat), self.aim.map_or(9, u64::from)])
    }

    fn repetition_key(&self) -> Option<u64> {
        None
    }
}

impl Evaluate for Duel {
    const WEIGHTS: &'static [Weight] = &[
        Weight { name: "life", default: 100, about: "a point of life" },
        Weight { name: "noise", default: 1, about: "size of the noise" },
    ];

    fn evaluate(&self, weights: &[i32]) -> i32 {
        weights[0] * i32::from(self.life[0] - self.life[1]) + weights[1] * noise(self.key())
    }

    fn gain(&self, _m: Act, _weights: &[i32]) -> i32 {
        0
    }

    fn skip_chance(&mut self) {
        self.aim = None;
        self.seat = 1 - self.seat;
    }
}

/// Actions 0 to 3 aim; 4 to 13 are hits of 0 to 9.
impl Encode for Duel {
    const ABOUT_ACTIONS: &'static str = "0 to 3 aim; 4 to 13 are hits of 0 to 9.";

    fn action_count(_window: Window) -> u32 {
        14
    }

    fn actions_of(&self, m: Act, _window: Window) -> Option<Vec<u32>> {
        Some(vec![match m {
            Act::Aim(aim) => u32::from(aim),
            Act::Hit(hit) => u32::from(hit) + 4,
        }])
    }

    fn step(&self, taken: &[u32], action: u32, _window: Window) -> Step<Act> {
        let m = if action < 4 { Act::Aim(action as u8) } else { Act::Hit((action - 4).min(255) as u8) };
        if taken.is_empty() && self.is_legal(m) { Step::Move(m) } else { Step::Illegal }
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        (action < 14).then(|| action.to_string())
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [3, 1, 1]
    }

    fn planes(_window: Window) -> Vec<String> {
        ["life of the first", "life of the second", "seat"].map(str::to_owned).to_vec()
    }

    fn observe(&self, _taken: &[u32], _seat: u8, _window: Window, out: &mut [u8]) {
        out.copy_from_slice(&[self.life[0] as u8, self.life[1] as u8, self.seat]);
    }

    fn decode(observation: &[u8], _seat: u8, _window: Window, (): ()) -> Option<Self> {
        let &[a, b, seat] = observation else { return None };
        (seat < 2).then_some(Self { life: [a as i8, b as i8], seat, aim: None })
    }
}
