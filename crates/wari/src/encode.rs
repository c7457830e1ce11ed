//! Action ids and observations.
//!
//! An action is a pit in the order of sowing: `a` to `f` are 0 to 5, `A` to `F` 6 to 11, whoever moves. An observation
//! is a picture of the board as a seat sees it, `[4, 2, 6]` bytes: row 0 the seat's own pits from its left to its right,
//! row 1 the pits that face them, so that sowing runs up row 0 and down row 1.

use crate::moves::LETTERS;
use crate::rows::flag;
use crate::{Move, Position, Rules};
use fairyring_game::{Encode, Game, Seat, Step, Window};

/// Cells of a plane.
const CELLS: usize = 12;

/// The cell of the `i`-th pit in the order of sowing, the observer's first pit being 0.
const fn cell(i: usize) -> usize {
    if i < 6 { i } else { 17 - i }
}

impl Encode for Position {
    const ABOUT_ACTIONS: &'static str =
        "The pits in the order of sowing, whoever moves: a to f are 0 to 5, A to F 6 to 11.";

    fn action_count(_window: Window) -> u32 {
        12
    }

    fn actions_of(&self, m: Move, _window: Window) -> Option<Vec<u32>> {
        Some(vec![m.pit()])
    }

    fn step(&self, taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        match Move::new(action) {
            Some(m) if taken.is_empty() && self.is_legal(m) => Step::Move(m),
            _ => Step::Illegal,
        }
    }

    fn legal_actions(&self, taken: &[u32], _window: Window, out: &mut Vec<u32>) {
        if taken.is_empty() {
            let (legal, first) = (self.legal(), 6 * u32::from(self.side));
            out.extend((0..6).filter(|&pit| legal & flag(pit) != 0).map(|pit| first + pit));
        }
    }

    fn step_legal(&self, _taken: &[u32], action: u32, _window: Window) -> Step<Move> {
        Move::new(action).map_or(Step::Illegal, Step::Move)
    }

    fn mark_legal_actions(&self, taken: &[u32], _window: Window, words: &mut [u64]) {
        if taken.is_empty() {
            let (legal, first) = (self.legal(), 6 * u32::from(self.side));
            words[0] |= (0..6).filter(|&pit| legal & flag(pit) != 0).fold(0, |set, pit| set | 1 << (first + pit));
        }
    }

    fn action_text(action: u32, _window: Window) -> Option<String> {
        LETTERS.get(action as usize).map(ToString::to_string)
    }

    fn observation_shape(_window: Window) -> [usize; 3] {
        [4, 2, 6]
    }

    fn planes(_window: Window) -> Vec<String> {
        [
            "Counters in the pits: row 0 the observer's own from its left to its right, row 1 those that face them.",
            "Counters the observer has captured, in every cell.",
            "Counters the opponent has captured, in every cell.",
            "1 in every cell where the observer is to move, else 0.",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn observe(&self, _taken: &[u32], seat: Seat, _window: Window, out: &mut [u8]) {
        let (pits, stores) = (self.pits(), self.stores());
        let first = 6 * usize::from(seat);
        for i in 0..CELLS {
            out[cell(i)] = pits[(first + i) % 12];
        }
        out[CELLS..2 * CELLS].fill(stores[usize::from(seat)]);
        out[2 * CELLS..3 * CELLS].fill(stores[1 - usize::from(seat)]);
        out[3 * CELLS..].fill(u8::from(self.side == seat));
    }

    /// The whole position; the past is not observed.
    fn decode(observation: &[u8], seat: Seat, _window: Window, rules: Rules) -> Option<Self> {
        if observation.len() != 4 * CELLS || seat > 1 {
            return None;
        }
        let constant = |plane: usize| {
            let cells = &observation[plane * CELLS..(plane + 1) * CELLS];
            cells.iter().all(|&byte| byte == cells[0]).then_some(cells[0])
        };
        let first = 6 * usize::from(seat);
        let pits = std::array::from_fn(|pit| observation[cell((pit + 12 - first) % 12)]);
        let (own, other) = (constant(1)?, constant(2)?);
        let side = match constant(3)? {
            1 => seat,
            0 => 1 - seat,
            _ => return None,
        };
        Self::new(pits, if seat == 0 { [own, other] } else { [other, own] }, side, rules)
    }
}
