//! Action ids and observations.

use crate::moves::MoveSets;
use crate::{Kind, Move, Position, Rules};
use fairyring_game::{Encode, Game, Seat, Step, Window, list_marked};
use fairyring_geometry::{Bitboard, Square};

/// Planes: units by kind, own and other; frozen units; whose turn; the no-progress count.
const PLANES: usize = 17;
const OTHERS: usize = 7;
const FROZEN: usize = 14;
const TURN: usize = 15;
const CLOCK: usize = 16;

/// An action is `64 * from + to`, squares counted from a1 along the ranks for both seats; a suicide has one square twice.
///
/// An observation holds everything but the move number and the past; a no-progress count above 255 is shown as 255.
/// Black sees the board mirrored top to bottom.
impl Encode for Position {
    const ABOUT_ACTIONS: &'static str = "`64 * from + to`, squares from a1 = 0 along the ranks to h8 = 63; a suicide has one square twice. Ids do not turn with the seat.";

    fn action_count(_window: Window) -> u32 {
        64 * 64
    }

    fn actions_of(&self, m: Move, _window: Window) -> Option<Vec<u32>> {
        Some(vec![(m.from.index() * 64 + m.to.index()) as u32])
    }

    fn step(&self, taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        match move_of(action) {
            Some(m) if taken.is_empty() && self.is_legal(m) => Step::Move(m),
            _ => Step::Illegal,
        }
    }

    fn step_legal(&self, _taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        move_of(action).map_or(Step::Illegal, Step::Move)
    }

    fn legal_actions(&self, taken: &[u32], window: Window, out: &mut Vec<u32>) {
        let mut words = [0; 64];
        self.mark_legal_actions(taken, window, &mut words);
        list_marked(&words, out);
    }

    fn mark_legal_actions(&self, _taken: &[u32], _window: Window, words: &mut [u64]) {
        MoveSets::legal(self).each(self, |m| words[m.from.index()] |= 1 << m.to.index());
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        move_of(action).map(|m| format!("{}{}", m.from, m.to))
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [PLANES, 8, 8]
    }

    fn planes(_window: Window) -> Vec<String> {
        let mut planes = Vec::new();
        for owner in ["seat's own", "other side's"] {
            planes.extend(Kind::ALL.map(|kind| format!("1 where a {} of the {owner} stands", kind.name())));
        }
        planes.push("1 where a frozen unit of either side stands".to_owned());
        planes.push("1 everywhere if the seat is to act".to_owned());
        planes.push("everywhere the plies in a row without a capture or suicide, at most 255".to_owned());
        planes
    }

    fn observe(&self, _taken: &[u32], seat: Seat, _window: Window, out: &mut [u8]) {
        let view = |set: Bitboard| if seat == 0 { set } else { set.flipped() };
        let sides = [self.units_of(seat), self.units_of(seat ^ 1)];
        let frozen = view(self.frozen(0) | self.frozen(1));
        for (plane, cells) in out.chunks_exact_mut(64).enumerate() {
            match plane {
                TURN => cells.fill(u8::from(self.side() == seat)),
                CLOCK => cells.fill(self.no_progress().min(255) as u8),
                FROZEN => write_set(frozen, cells),
                _ => write_set(view(self.of_kind(Kind::ALL[plane % OTHERS]) & sides[plane / OTHERS]), cells),
            }
        }
    }

    fn decode(observation: &[u8], seat: Seat, window: Window, rules: Rules) -> Option<Self> {
        if observation.len() != PLANES * 64 || seat > 1 {
            return None;
        }
        let mut position = Self::empty(rules);
        let planes: Vec<&[u8]> = observation.chunks_exact(64).collect();
        for (plane, cells) in planes[..FROZEN].iter().enumerate() {
            for seen in Square::all().filter(|seen| cells[cell_of(*seen)] != 0) {
                let square = if seat == 0 { seen } else { seen.flipped() };
                if position.unit_on(square).is_some() {
                    return None;
                }
                let side = if plane < OTHERS { seat } else { seat ^ 1 };
                position.put(square, Kind::ALL[plane % OTHERS], side);
            }
        }
        let side = if planes[TURN][0] == 1 { seat } else { seat ^ 1 };
        position.set_clock(side, u32::from(planes[CLOCK][0]), 1);
        if !position.faults(true).is_empty() {
            return None;
        }
        let mut again = vec![0; observation.len()];
        position.observe(&[], seat, window, &mut again);
        (again == observation).then_some(position)
    }
}

/// The move of an action id.
fn move_of(action: u32) -> Option<Move> {
    (action < 64 * 64).then(|| Move { from: Square::new(action / 64), to: Square::new(action % 64) })
}

/// Where a square lies in a plane: rows from the top, so that the seat's own side is below.
fn cell_of(square: Square) -> usize {
    square.flipped().index()
}

/// Writes a set as zeros and ones, rows from the top.
fn write_set(set: Bitboard, cells: &mut [u8]) {
    for square in Square::all() {
        cells[cell_of(square)] = u8::from(set.has(square));
    }
}
