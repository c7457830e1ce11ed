//! Action ids and observations.

use crate::teleports::Teleports;
use crate::{Move, Position, Rules};
use fairyring_game::{Encode, Game, Seat, Step, Text, Window, list_marked};
use fairyring_geometry::Square;
use fairyring_orthodox::{Side, encode};

/// First id of the teleports: `TELEPORTS + 64 * from + to`.
const TELEPORTS: u32 = encode::ACTIONS;

/// Planes of the Teleports.
const OWN: [&str; 5] = [
    "own Teleports: 1 where one stands",
    "enemy Teleports: 1 where one stands",
    "dormant Teleports: 1 where one stands",
    "recharging Teleports: 1 where one stands",
    "recharging Teleports that need two more moves: 1 where one stands",
];

/// The side on a seat.
const fn side_of(seat: Seat) -> Side {
    if seat == 0 { Side::White } else { Side::Black }
}

/// The id of a move.
fn action(m: Move) -> u32 {
    match m {
        Move::Orthodox(m) => encode::action(m),
        Move::Teleport(from, to) => TELEPORTS + (from.index() * 64 + to.index()) as u32,
    }
}

/// The move of an id.
fn action_move(action: u32) -> Option<Move> {
    match action.checked_sub(TELEPORTS) {
        None => encode::action_move(action).map(Move::Orthodox),
        Some(n) if n < 4096 => Some(Move::Teleport(Square::new(n >> 6), Square::new(n))),
        Some(_) => None,
    }
}

/// Orthodox ids as in [`fairyring_orthodox::encode::action`], then 64 x 64 teleports. Observations hold all but the move
/// number (decoded as 1), a half-move clock above 255, and the past.
impl Encode for Position {
    const ABOUT_ACTIONS: &'static str = "Those of chess, then from 4288 on teleports, `64 * from + to`; knight moves of a Teleport are among those of chess.";

    fn action_count(_window: Window) -> u32 {
        TELEPORTS + 4096
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

    fn legal_actions(&self, taken: &[u32], window: Window, out: &mut Vec<u32>) {
        let mut words = [0; (TELEPORTS + 4096).div_ceil(64) as usize];
        self.mark_legal_actions(taken, window, &mut words);
        list_marked(&words, out);
    }

    fn mark_legal_actions(&self, _taken: &[u32], _window: Window, words: &mut [u64]) {
        self.each_legal_move(|m| {
            let action = action(m);
            words[action as usize / 64] |= 1 << (action % 64);
        });
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        action_move(action).map(|m| m.to_string())
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [encode::PLANES + OWN.len(), 8, 8]
    }

    fn planes(_window: Window) -> Vec<String> {
        let mut planes = encode::planes();
        planes.extend(OWN.map(str::to_owned));
        planes
    }

    fn observe(&self, _taken: &[u32], seat: Seat, _window: Window, out: &mut [u8]) {
        let seer = side_of(seat);
        encode::observe(self.setup(), seer, out);
        let (board, teleports) = (&self.setup().board, self.teleports());
        let sets = [
            teleports.all & board.of(seer),
            teleports.all & board.of(seer.other()),
            teleports.dormant,
            teleports.recharging,
            teleports.fresh,
        ];
        for (set, plane) in sets.into_iter().zip(out[64 * encode::PLANES..].chunks_exact_mut(64)) {
            encode::write_set(set, seer, plane);
        }
    }

    fn decode(observation: &[u8], seat: Seat, _window: Window, rules: Rules) -> Option<Self> {
        if observation.len() != 64 * (encode::PLANES + OWN.len()) {
            return None;
        }
        let seer = side_of(seat);
        let mut setup = encode::decode(observation, seer)?;
        let mut sets = [0; 5];
        for (set, plane) in sets.iter_mut().zip(observation[64 * encode::PLANES..].chunks_exact(64)) {
            *set = encode::read_set(plane, seer)?;
        }
        let [own, enemy, dormant, recharging, fresh] = sets;
        if (own | enemy) & setup.board.units() != 0 || own & enemy != 0 {
            return None;
        }
        let (white, black) = if seer.is_white() { (own, enemy) } else { (enemy, own) };
        setup.board.white |= white;
        setup.board.black |= black;
        let teleports = Teleports { all: own | enemy, dormant, recharging, fresh };
        if (dormant | recharging) & !teleports.all != 0 || fresh & !recharging != 0 {
            return None;
        }
        let position = Self::new(setup, teleports, rules);
        Self::parse(&position.text(false), rules).ok().filter(|again| *again == position)
    }
}
