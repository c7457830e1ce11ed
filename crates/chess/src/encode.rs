//! Action ids and observations: those of all games on orthodox rules.

use crate::{Move, Position};
use fairyring_game::{Encode, Game, Seat, Step, Text, Window, list_marked};
use fairyring_orthodox::{Plain, Side, encode, fen, mark_moves};

/// The side on a seat.
const fn side_of(seat: Seat) -> Side {
    if seat == 0 { Side::White } else { Side::Black }
}

/// Ids as in [`fairyring_orthodox::encode::action`]. Observations hold all but the move number (decoded as 1), a half-move
/// clock above 255, and the past.
impl Encode for Position {
    const ABOUT_ACTIONS: &'static str = encode::ABOUT_ACTIONS;

    fn action_count(_window: Window) -> u32 {
        encode::ACTIONS
    }

    fn actions_of(&self, m: Move, _window: Window) -> Option<Vec<u32>> {
        Some(vec![encode::action(m)])
    }

    fn step(&self, taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        match encode::action_move(action) {
            Some(m) if taken.is_empty() && self.is_legal(m) => Step::Move(m),
            _ => Step::Illegal,
        }
    }

    fn step_legal(&self, _taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        encode::action_move(action).map_or(Step::Illegal, Step::Move)
    }

    fn legal_actions(&self, taken: &[u32], window: Window, out: &mut Vec<u32>) {
        let mut words = [0; encode::ACTIONS.div_ceil(64) as usize];
        self.mark_legal_actions(taken, window, &mut words);
        list_marked(&words, out);
    }

    fn mark_legal_actions(&self, _taken: &[u32], _window: Window, words: &mut [u64]) {
        mark_moves(&self.setup().board, self.setup().side, &Plain, words);
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        encode::action_move(action).map(|m| m.to_string())
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [encode::PLANES, 8, 8]
    }

    fn planes(_window: Window) -> Vec<String> {
        encode::planes()
    }

    fn observe(&self, _taken: &[u32], seat: Seat, _window: Window, out: &mut [u8]) {
        encode::observe(self.setup(), side_of(seat), out);
    }

    fn decode(observation: &[u8], seat: Seat, _window: Window, (): ()) -> Option<Self> {
        if observation.len() != 64 * encode::PLANES {
            return None;
        }
        let setup = encode::decode(observation, side_of(seat))?;
        Self::parse(&fen::setup_text(&setup, |_| None), ()).ok()
    }
}
