//! The contract: seats, ends of the game, keys, play.

use crate::field::Field;
use crate::moves::MoveSets;
use crate::{Kind, Move, NoMoves, Position, Rules};
use fairyring_game::{Actor, Game, Outcome, Rng, below};
use fairyring_geometry::Bitboard;

/// Indices of the reasons, in the order in which they apply.
const MATE: u8 = 0;
const NO_MOVES: u8 = 1;
const REPETITION: u8 = 2;
const NO_PROGRESS: u8 = 3;
const BARE_KINGS: u8 = 4;
const MAX_PLIES: u8 = 5;

/// How near a counter must be to its limit, in plies, for the transposition key to hold it: farther off, no search
/// reaches the end that the counter brings.
const COUNTER_HORIZON: u32 = 32;

impl Game for Position {
    type Move = Move;
    type Rules = Rules;

    const ID: &'static str = "ultima";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["w", "b"];
    const TEAMS: &'static [u8] = &[0, 1];
    const REASONS: &'static [&'static str] =
        &["mate", "no_moves", "repetition", "no_progress", "bare_kings", "max_plies"];

    fn start(rules: Rules) -> Self {
        let mut position = Self::empty(rules);
        position.set_board(rules.array.board());
        position
    }

    fn rules(&self) -> Rules {
        self.options()
    }

    #[inline(always)]
    fn to_act(&self) -> Actor {
        Actor::Seat(self.side())
    }

    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        self.outcome_given(occurrences, !self.has_legal_move())
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        MoveSets::legal(self).list(self, out);
    }

    fn count_legal_moves(&self) -> usize {
        MoveSets::legal(self).count()
    }

    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        MoveSets::legal(self).nth(self, n)
    }

    fn has_legal_move(&self) -> bool {
        !MoveSets::legal(self).is_empty()
    }

    fn is_legal(&self, m: Move) -> bool {
        MoveSets::legal(self).has(self, m)
    }

    #[inline]
    fn draw_move(&self, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
        let sets = MoveSets::legal(self);
        if let Some(outcome) = self.outcome_given(occurrences, sets.is_empty()) {
            return Err(outcome);
        }
        let drawn = sets.draw(self, |count| below(choices, u64::from(count)) as u32);
        Ok(drawn.expect("a game that goes on has a move"))
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.advance(m);
    }

    fn key(&self) -> u64 {
        let mut key = self.board_hash();
        let rules = self.options();
        let left = rules.no_progress_limit.saturating_sub(self.no_progress());
        if left <= COUNTER_HORIZON {
            key ^= u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        if let Some(limit) = rules.max_plies {
            let left = u64::from(limit).saturating_sub(self.plies_played());
            if left <= u64::from(COUNTER_HORIZON) {
                key ^= (left + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            }
        }
        key
    }

    #[inline(always)]
    fn repetition_key(&self) -> Option<u64> {
        Some(self.board_hash())
    }

    #[inline(always)]
    fn reversible_plies(&self) -> u32 {
        self.no_progress()
    }
}

impl Position {
    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        Field::of(self).in_check()
    }

    /// The units of a side (0 for White, 1 for Black) that are frozen.
    #[must_use]
    pub fn frozen(&self, side: u8) -> Bitboard {
        Field::seen_by(self, side).frozen()
    }

    /// The outcome, given whether the side to move is without a legal move.
    #[inline(always)]
    fn outcome_given(&self, occurrences: u32, stuck: bool) -> Option<Outcome> {
        let rules = self.options();
        if stuck {
            let loss = |reason| Outcome::win(self.side() ^ 1, reason);
            return Some(match rules.no_moves {
                _ if self.in_check() => loss(MATE),
                NoMoves::Loss => loss(NO_MOVES),
                NoMoves::Draw => Outcome::draw(NO_MOVES),
            });
        }
        let reason = if occurrences >= 3 {
            REPETITION
        } else if self.no_progress() >= rules.no_progress_limit {
            NO_PROGRESS
        } else if self.occupied() == self.of_kind(Kind::King) {
            BARE_KINGS
        } else if rules.max_plies.is_some_and(|limit| self.plies_played() >= u64::from(limit)) {
            MAX_PLIES
        } else {
            return None;
        };
        Some(Outcome::draw(reason))
    }
}
