//! The contract of a game.

use crate::card::{Card, DECK, Kind, Side};
use crate::generate::{is_attacked, with_moves};
use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::Rules;
use crate::zobrist;
use fairyring_game::{Actor, Game, Outcome, Rng, below};
use fairyring_geometry::RingCell;

const MATE: u8 = 0;
const STALEMATE: u8 = 1;
const REPETITION: u8 = 2;
const NO_PROGRESS: u8 = 3;
const BARE_KINGS: u8 = 4;
const MAX_PLIES: u8 = 5;

impl Position {
    /// Whether the side to move is in check. A king in the hand is never attacked.
    #[must_use]
    pub fn in_check(&self) -> bool {
        is_attacked(self, self.side)
    }

    /// Calls a function for each legal move, in order.
    pub(crate) fn each_legal_move(&self, visit: impl FnMut(Move)) {
        with_moves(self, false, |moves| moves.each(visit));
    }

    /// The end for want of moves.
    fn no_moves(&self, check: bool) -> Outcome {
        if check { Outcome::win(self.side.other() as u8, MATE) } else { Outcome::draw(STALEMATE) }
    }

    /// The ends that are not a lack of moves.
    fn drawn(&self, occurrences: u32) -> Option<Outcome> {
        let bare = || self.halves.iter().all(|half| half.count() == 1 && half.king().is_some() && half.hand_is_empty());
        let reason = if occurrences >= 3 {
            REPETITION
        } else if self.idle >= self.rules.no_progress_limit {
            NO_PROGRESS
        } else if bare() {
            BARE_KINGS
        } else if self.rules.max_plies.is_some_and(|limit| self.number > limit) {
            MAX_PLIES
        } else {
            return None;
        };
        Some(Outcome::draw(reason))
    }
}

/// Whether texts can name every cell of a move.
fn has_names(m: Move) -> bool {
    match m {
        Move::Place { to, .. } => to.has_name(),
        Move::Go { from, to, .. } => from.has_name() && to.has_name(),
    }
}

impl Game for Position {
    type Move = Move;
    type Rules = Rules;

    const ID: &'static str = "cards";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["r", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] =
        &["mate", "stalemate", "repetition", "no_progress", "bare_kings", "max_plies"];

    fn start(rules: Rules) -> Self {
        let mut position = Self::empty(rules);
        for side in Side::ALL {
            for kind in Kind::ALL {
                position.set_hand(Card { side, kind }, DECK[kind as usize]);
            }
        }
        position
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn to_act(&self) -> Actor {
        Actor::Seat(self.side as u8)
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        match with_moves(self, true, |moves| (moves.len(), moves.check)) {
            (0, check) => Some(self.no_moves(check)),
            _ => self.drawn(occurrences),
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        with_moves(self, false, |moves| moves.list(out));
    }

    fn count_legal_moves(&self) -> usize {
        with_moves(self, false, Moves::len)
    }

    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        with_moves(self, false, |moves| moves.get(n))
    }

    fn has_legal_move(&self) -> bool {
        with_moves(self, true, |moves| moves.len() > 0)
    }

    fn is_legal(&self, m: Move) -> bool {
        let owned = match m {
            Move::Place { card, .. } => card.side == self.side && self.in_hand(card) > 0,
            Move::Go { card, from, .. } => card.side == self.side && self.half(card.side).of(card.kind).contains(&from),
        };
        owned && has_names(m) && with_moves(self, false, |moves| moves.has(m))
    }

    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
        with_moves(self, false, |moves| {
            if moves.len() == 0 {
                return Err(self.no_moves(moves.check));
            }
            if let Some(outcome) = self.drawn(occurrences) {
                return Err(outcome);
            }
            let n = below(choices, moves.len() as u64) as usize;
            Ok(moves.get(n).expect("the index lies below the count"))
        })
    }

    fn play_unchecked(&mut self, m: Move) {
        self.make(m);
    }

    fn key(&self) -> u64 {
        let number = self.rules.max_plies.map_or(0, |_| zobrist::counter(1, self.number));
        self.table_key ^ zobrist::counter(0, self.idle) ^ number
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.table_key)
    }

    fn reversible_plies(&self) -> u32 {
        self.idle
    }
}

/// Names a cell, also one beyond the last ring with a name.
pub(crate) fn name(cell: RingCell) -> String {
    if cell.has_name() { cell.to_string() } else { "a cell beyond the last ring with a name".to_owned() }
}
