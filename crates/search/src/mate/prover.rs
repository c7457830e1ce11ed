//! Whether the side to move mates in n: depth-first search with a table, the last move tried among checks only.

use super::table::MateTable;
use fairyring_game::{Evaluate, Outcome, Team, utility_of};
use hashbrown::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The search was stopped before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    /// The limit of positions was reached.
    Nodes,
    /// From outside.
    Interrupted,
}

/// A search for one side.
pub(super) struct Prover<'a, G: Evaluate> {
    attacker: Team,
    table: MateTable,
    /// How often a defence refuted, to try it early elsewhere.
    refutations: HashMap<G::Move, u32>,
    /// Positions looked at.
    pub(super) nodes: u64,
    limit: u64,
    stop: Option<&'a AtomicBool>,
    /// Buffers of moves, one for each level in use.
    spare: Vec<Vec<G::Move>>,
}

/// Plies of the other side in a row that are followed: a side that passes for ever is not mated.
const MOST_REPLIES: u32 = 32;

impl<'a, G: Evaluate> Prover<'a, G> {
    pub(super) fn new(attacker: Team, table_bits: u32, limit: u64, stop: Option<&'a AtomicBool>) -> Self {
        let table = MateTable::new(table_bits);
        Self { attacker, table, refutations: HashMap::new(), nodes: 0, limit, stop, spare: Vec::new() }
    }

    /// Whether an outcome is a win of the attacking side.
    pub(super) fn is_won(&self, outcome: Outcome) -> bool {
        utility_of(self.attacker, outcome.utility) >= 1.0
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Stopped::Nodes);
        }
        if self.nodes.is_multiple_of(1024) && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        Ok(())
    }

    fn borrow(&mut self) -> Vec<G::Move> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        moves
    }

    /// Whether the attacking side, which moves in a game that is not over, mates in `moves`.
    pub(super) fn attack(&mut self, position: &G, moves: u32) -> Result<bool, Stopped> {
        debug_assert!(position.team_to_act() == Some(self.attacker));
        if moves == 0 {
            return Ok(false);
        }
        let key = position.key();
        if let Some(known) = self.table.get(key, moves) {
            return Ok(known);
        }
        self.count()?;
        let mut list = self.borrow();
        let mut mates = false;
        if moves == 1 {
            position.winning_candidates(&mut list);
        } else {
            // Shorter mates first: they cost little.
            mates = self.attack(position, moves - 1)?;
            if !mates {
                position.legal_moves(&mut list);
                self.checks_first(position, &mut list);
            }
        }
        for &m in &list {
            if self.move_mates(position, m, moves)? {
                mates = true;
                break;
            }
        }
        self.spare.push(list);
        self.table.put(key, moves, mates);
        Ok(mates)
    }

    /// Whether a legal move mates in `moves`, itself counted.
    pub(super) fn move_mates(&mut self, position: &G, m: G::Move, moves: u32) -> Result<bool, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(m);
        match next.outcome(1) {
            Some(outcome) => Ok(self.is_won(outcome)),
            None if moves == 1 => Ok(false),
            None => self.defend(&next, moves - 1, 0),
        }
    }

    /// Puts the moves that check to the front, by how few answers they leave.
    fn checks_first(&self, position: &G, list: &mut [G::Move]) {
        let answers = |m: G::Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            if next.is_forcing() { next.count_legal_moves() } else { usize::MAX }
        };
        list.sort_by_cached_key(|&m| answers(m));
    }

    /// Whether the attacking side mates in `moves` after every answer. Whoever moves: the game is not over.
    pub(super) fn defend(&mut self, position: &G, moves: u32, replies: u32) -> Result<bool, Stopped> {
        if position.team_to_act() == Some(self.attacker) {
            return self.attack(position, moves);
        }
        if replies >= MOST_REPLIES {
            return Ok(false);
        }
        self.count()?;
        let list = self.answers(position);
        let mut mates = true;
        for &m in &list {
            if !self.answer_mates(position, m, moves, replies)? {
                *self.refutations.entry(m).or_default() += 1;
                mates = false;
                break;
            }
        }
        self.spare.push(list);
        Ok(mates)
    }

    /// The legal moves, those that refuted most elsewhere first.
    pub(super) fn answers(&mut self, position: &G) -> Vec<G::Move> {
        let mut list = self.borrow();
        position.legal_moves(&mut list);
        let refutations = &self.refutations;
        list.sort_by_cached_key(|m| std::cmp::Reverse(refutations.get(m).copied().unwrap_or(0)));
        list
    }

    /// Whether the attacking side mates in `moves` after this answer.
    pub(super) fn answer_mates(&mut self, position: &G, m: G::Move, moves: u32, replies: u32) -> Result<bool, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(m);
        match next.outcome(1) {
            Some(outcome) => Ok(self.is_won(outcome)),
            None => self.defend(&next, moves, replies + 1),
        }
    }
}
