//! Shahki under the contract.

use crate::ends::MAX_PLIES;
use crate::moves::Drawable;
use crate::{Move, Position, Rules};
use fairyring_game::{Actor, Counts, Game, History, Outcome, Playout, Rng};
use std::cell::Cell;

thread_local! {
    /// Memory for the moves of a play-out, kept from game to game.
    static DRAWABLE: Cell<Drawable> = Cell::default();
}

impl Game for Position {
    type Move = Move;
    type Rules = Rules;

    const ID: &'static str = "shahki";
    const RULES_VERSION: u32 = 1;
    const SEATS: &'static [&'static str] = &["wc", "wd", "bc", "bd"];
    const TEAMS: &'static [u8] = &[0, 0, 1, 1];
    const REASONS: &'static [&'static str] = &["mate", "pass", "no_progress", "repetition", "max_plies"];
    const HAS_SCORE: bool = true;
    const COUNTS: &'static [&'static str] = &["interrupted", "passed"];

    fn start(rules: Rules) -> Self {
        Self::initial(rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline(always)]
    fn to_act(&self) -> Actor {
        Actor::Seat(self.seat)
    }

    #[inline]
    fn outcome(&self, occurrences: u32) -> Option<Outcome> {
        self.end_reason(occurrences).map(|reason| self.end(reason))
    }

    fn outcome_by_limit(&self) -> Outcome {
        self.end(MAX_PLIES)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    #[inline]
    fn count_legal_moves(&self) -> usize {
        self.count_moves() as usize
    }

    #[inline]
    fn nth_legal_move(&self, n: usize) -> Option<Move> {
        self.nth_move(u32::try_from(n).ok()?)
    }

    fn has_legal_move(&self) -> bool {
        self.can_move(self.seat)
    }

    fn is_legal(&self, m: Move) -> bool {
        self.has_move(m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.make(m, Self::can_move);
    }

    /// One generation of moves a ply: what settles the turn also serves the draw.
    fn playout(&self, choices: &mut Rng, _dice: &mut Rng, history: &mut History, limit: u32) -> Playout {
        let mut position = self.clone();
        let mut plies = 0;
        let mut occurrences = if history.is_empty() { history.push(position.key, 0) } else { 1 };
        let mut moves = DRAWABLE.take();
        moves.fill(&position, position.seat);
        let outcome = loop {
            if let Some(outcome) = position.outcome(occurrences) {
                break outcome;
            }
            let m = moves.draw(choices).expect("a seat to act has a move");
            if plies >= limit {
                break position.outcome_by_limit();
            }
            position.make(m, |position, seat| moves.fill(position, seat));
            plies += 1;
            occurrences = history.push(position.key, position.no_progress);
        };
        DRAWABLE.set(moves);
        Playout { counts: position.counts(), ..Playout::new(outcome, plies) }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn key(&self) -> u64 {
        self.full_key()
    }

    #[inline(always)]
    fn repetition_key(&self) -> Option<u64> {
        Some(self.key)
    }

    #[inline(always)]
    fn reversible_plies(&self) -> u32 {
        self.no_progress
    }
}
