//! Integers for learners: action ids in a fixed discrete space, and observations as planes of bytes.

use crate::{Actor, Game, Seat};

/// How much of an unbounded board action ids and observations cover: a square of this many cells a side, centred by the
/// game's own rule. Games with a fixed board ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window(pub u32);

impl Default for Window {
    fn default() -> Self {
        Self(17)
    }
}

/// What an action does after the actions already taken in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// It is not legal here.
    Illegal,
    /// The move is not complete: a chain may go on or be stopped.
    Partial,
    /// It completes this move.
    Move(M),
}

/// Appends the numbers of the bits that are set, ascending: what [`Encode::mark_legal_actions`] marks, as a list.
pub fn list_marked(words: &[u64], out: &mut Vec<u32>) {
    for (first, &word) in (0..).step_by(64).zip(words) {
        let mut rest = word;
        while rest != 0 {
            out.push(first + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// Action ids and observations of a game.
///
/// Most games play a move by one action. A game whose moves are chains plays them step by step: `taken` holds the
/// actions already taken in this turn, and is empty at its beginning.
pub trait Encode: Game {
    /// What the action ids are, for people.
    const ABOUT_ACTIONS: &'static str;

    /// Size of the action space; rolls of the dice come after the players' actions. Every id is below it.
    fn action_count(window: Window) -> u32;

    /// The actions that play a legal move, or an outcome of the dice, one after another; `None` if the window does not
    /// hold it.
    fn actions_of(&self, m: Self::Move, window: Window) -> Option<Vec<u32>>;

    /// What `action` does after `taken`. Must be right for every integer.
    fn step(&self, taken: &[u32], action: u32, window: Window) -> Step<Self::Move>;

    /// What a legal action does: as [`Self::step`] for an action that is known to be legal after `taken`. Overridden where
    /// the test of legality costs more than reading the action.
    fn step_legal(&self, taken: &[u32], action: u32, window: Window) -> Step<Self::Move> {
        self.step(taken, action, window)
    }

    /// Appends the legal actions after `taken`, ascending: of the seat to act, or of chance. Overridden where they can be
    /// had without memory of their own ([`list_marked`]): searches ask at every leaf.
    fn legal_actions(&self, taken: &[u32], window: Window, out: &mut Vec<u32>) {
        debug_assert!(taken.is_empty(), "games with partial moves override this");
        let from = out.len();
        if self.to_act() == Actor::Chance {
            let mut outcomes = Vec::new();
            self.chance_outcomes(&mut outcomes);
            out.extend(outcomes.iter().filter_map(|&(m, _)| self.actions_of(m, window)?.first().copied()));
        } else {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            out.extend(moves.iter().filter_map(|&m| self.actions_of(m, window)?.first().copied()));
        }
        out[from..].sort_unstable();
    }

    /// Sets the bits of [`Self::legal_actions`], bit `action % 64` of word `action / 64`. `words` are 0 and hold
    /// [`Self::action_count`] bits. Overridden where sets of moves are at hand.
    fn mark_legal_actions(&self, taken: &[u32], window: Window, words: &mut [u64]) {
        let mut actions = Vec::new();
        self.legal_actions(taken, window, &mut actions);
        for action in actions {
            words[action as usize / 64] |= 1 << (action % 64);
        }
    }

    /// Number of legal moves at the beginning of a turn that have no action, because the window does not hold them.
    fn count_outside(&self, _window: Window) -> usize {
        0
    }

    /// What an action id means, for people: the move as text where it can be told without a position.
    fn action_text(action: u32, window: Window) -> Option<String>;

    /// Planes, rows and columns of an observation; games without a board use (features, 1, 1).
    fn observation_shape(window: Window) -> [usize; 3];

    /// What each plane holds, one sentence a plane, in the order of the planes.
    fn planes(window: Window) -> Vec<String>;

    /// Whether the window holds the whole position, so that its observation decodes.
    fn fits(&self, _window: Window) -> bool {
        true
    }

    /// Writes the observation as `seat` sees it (its own side below, its own units first), one byte a cell, planes first.
    /// `out` has the product of the shape's numbers as its length. Every byte is written.
    fn observe(&self, taken: &[u32], seat: Seat, window: Window, out: &mut [u8]);

    /// The position an observation shows, seen by `seat`, but for what the planes do not hold (documented there: move
    /// number, past); `None` if it is no observation of a position of this game.
    fn decode(observation: &[u8], seat: Seat, window: Window, rules: Self::Rules) -> Option<Self>;
}
