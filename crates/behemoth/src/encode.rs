//! Action ids and observations: those of all games on orthodox rules, then the dice and the Behemoth.

use crate::position::set_of;
use crate::{Move, Phase, Position, Rules};
use fairyring_game::{Encode, Game, Seat, Step, Text, Window, list_marked};
use fairyring_geometry::{Bitboard, TorusWalk};
use fairyring_orthodox::{Side, encode};

/// The side on a seat.
const fn side_of(seat: Seat) -> Side {
    if seat == 0 { Side::White } else { Side::Black }
}

/// Number of planes: the orthodox ones, the Behemoth, dice due.
const PLANES: usize = encode::PLANES + 2;

fn action(m: Move) -> u32 {
    match m {
        Move::Unit(m) => encode::action(m),
        Move::Roll(walk) => encode::ACTIONS + walk.index() as u32,
    }
}

fn action_move(action: u32) -> Option<Move> {
    match action.checked_sub(encode::ACTIONS) {
        None => encode::action_move(action).map(Move::Unit),
        Some(roll) if roll < TorusWalk::COUNT as u32 => Some(Move::Roll(TorusWalk::new(roll as usize))),
        Some(_) => None,
    }
}

/// Ids of players' moves as in [`fairyring_orthodox::encode::action`], then `4 * (direction - 1) + distance - 1` for the
/// 32 rolls. Observations hold all but the move number (decoded as 1), a half-move clock above 255, and the past.
impl Encode for Position {
    const ABOUT_ACTIONS: &'static str = "Those of chess, then from 4288 on the rolls, `4 * (direction - 1) + distance - 1`: legal only where the dice are exposed.";

    fn action_count(_window: Window) -> u32 {
        encode::ACTIONS + TorusWalk::COUNT as u32
    }

    fn actions_of(&self, m: Move, _window: Window) -> Option<Vec<u32>> {
        Some(vec![action(m)])
    }

    fn step(&self, taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        match action_move(action) {
            Some(m) if taken.is_empty() && self.is_legal(m) => Step::Move(m),
            _ => Step::Illegal,
        }
    }

    fn step_legal(&self, _taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        action_move(action).map_or(Step::Illegal, Step::Move)
    }

    fn legal_actions(&self, _taken: &[u32], _window: Window, out: &mut Vec<u32>) {
        if self.phase() == Phase::Roll {
            out.extend(TorusWalk::all().map(|walk| action(Move::Roll(walk))));
        } else {
            let mut words = [0; encode::ACTIONS.div_ceil(64) as usize];
            self.mark_unit_moves(&mut words);
            list_marked(&words, out);
        }
    }

    fn mark_legal_actions(&self, _taken: &[u32], _window: Window, words: &mut [u64]) {
        if self.phase() == Phase::Roll {
            for walk in TorusWalk::all() {
                let action = action(Move::Roll(walk));
                words[action as usize / 64] |= 1 << (action % 64);
            }
        } else {
            self.mark_unit_moves(words);
        }
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        action_move(action).map(|m| m.to_string())
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [PLANES, 8, 8]
    }

    fn planes(_window: Window) -> Vec<String> {
        let mut names = encode::planes();
        names.push("Behemoth: 1 where it stands".to_owned());
        names.push("1 everywhere if dice are to be rolled, else 0".to_owned());
        names
    }

    fn observe(&self, _taken: &[u32], seat: Seat, _window: Window, out: &mut [u8]) {
        let (orthodox, own) = out.split_at_mut(64 * encode::PLANES);
        encode::observe(self.setup(), side_of(seat), orthodox);
        encode::write_set(set_of(self.behemoth()), side_of(seat), &mut own[..64]);
        own[64..].fill(u8::from(self.phase() == Phase::Roll));
    }

    fn decode(observation: &[u8], seat: Seat, _window: Window, rules: Rules) -> Option<Self> {
        if observation.len() != 64 * PLANES {
            return None;
        }
        let (orthodox, own) = observation.split_at(64 * encode::PLANES);
        let setup = encode::decode(orthodox, side_of(seat))?;
        let behemoths = Bitboard(encode::read_set(&own[..64], side_of(seat))?);
        let phase = match encode::read_constant(&own[64..])? {
            0 => Phase::Move,
            1 => Phase::Roll,
            _ => return None,
        };
        if behemoths.has_several() || behemoths.0 & setup.board.units() != 0 {
            return None;
        }
        // The text reader has the last word on what a position is.
        let shown = Self::new(setup, behemoths.first(), phase, rules);
        Self::parse(&shown.text(false), rules).ok()
    }
}
