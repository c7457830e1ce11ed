//! A problem and its solution.

use super::prover::{Prover, Stopped};
use fairyring_game::{Actor, Evaluate};
use std::sync::atomic::AtomicBool;

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct Stipulation<'a> {
    /// Mate in this many moves of the side to move, 1 to [`Stipulation::MOST_MOVES`].
    pub moves: u32,
    /// A first move is a try if it fails to at most this many answers; 0 for no tries.
    pub refutations: usize,
    /// Nodes of the tree of variations at most, all keys together; the rest is left out.
    pub tree: usize,
    /// Positions looked at before the search gives up.
    pub nodes: u64,
    /// Log2 of the number of positions remembered.
    pub table_bits: u32,
    /// Set from outside to stop the search.
    pub stop: Option<&'a AtomicBool>,
}

impl Stipulation<'_> {
    /// The longest mate that can be asked for.
    pub const MOST_MOVES: u32 = 50;

    /// Mate in so many moves: tries that fail to a single answer, trees of up to 100 000 nodes, no limit of positions.
    #[must_use]
    pub const fn mate_in(moves: u32) -> Self {
        Self { moves, refutations: 1, tree: 100_000, nodes: u64::MAX, table_bits: 18, stop: None }
    }
}

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MateError {
    /// Dice decide in this game.
    #[error("mates cannot be proven in a game with dice")]
    Dice,
    /// Nobody moves.
    #[error("the game is over, nobody is to move")]
    Over,
    /// Too few or too many moves were asked for.
    #[error("mate in {0} moves cannot be asked for; from 1 to 50 can")]
    Moves(u32),
    /// The limit of positions was reached.
    #[error("undecided after the limit of {0} positions")]
    Nodes(u64),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

/// What a solution says of its problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One key, and no shorter mate.
    Sound,
    /// Several keys, or a shorter mate.
    Cooked,
    /// No move mates in time.
    NoSolution,
}

/// A first move that fails to few answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try<M> {
    /// The move.
    pub m: M,
    /// The answers after which there is no mate in time.
    pub refutations: Vec<M>,
}

/// A move of the side that mates, with all answers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation<M> {
    /// The move.
    pub m: M,
    /// It mates in this many moves, itself counted: 1 is mate.
    pub moves: u32,
    /// The answers. Empty for a mate, where the same side moves again, for the second and further moves of a dual, and
    /// where the tree was cut.
    pub replies: Vec<Reply<M>>,
}

/// An answer, with the moves that mate soonest after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<M> {
    /// The answer.
    pub m: M,
    /// All moves that mate in the fewest moves; more than one is a dual. Empty where the answer itself loses the game,
    /// where the same side moves again, and where the tree was cut.
    pub continuations: Vec<Continuation<M>>,
}

impl<M> Reply<M> {
    /// Whether several moves mate after this answer.
    #[must_use]
    pub const fn is_dual(&self) -> bool {
        self.continuations.len() > 1
    }
}

/// The solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Mate in this many moves was asked for.
    pub moves: u32,
    /// The first moves that mate in time, each with its variations, in the order of the legal moves.
    pub keys: Vec<Continuation<M>>,
    /// The fewest moves that mate, if the side to move mates in time.
    pub shortest: Option<u32>,
    /// Tries, those with the fewest refutations first. None if there is a shorter mate.
    pub tries: Vec<Try<M>>,
    /// Whether the tree of variations was cut at its limit.
    pub cut: bool,
    /// Positions looked at.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// Sound, cooked or without solution.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.keys.len() {
            0 => Verdict::NoSolution,
            1 if self.shortest == Some(self.moves) => Verdict::Sound,
            _ => Verdict::Cooked,
        }
    }
}

/// Solves a problem.
///
/// # Errors
/// [`MateError`]: nobody moves, dice, a number of moves out of range, or the search was stopped.
pub fn solve<G: Evaluate>(position: &G, stipulation: &Stipulation) -> Result<Solution<G::Move>, MateError> {
    let moves = stipulation.moves;
    if G::HAS_DICE {
        return Err(MateError::Dice);
    }
    if moves == 0 || moves > Stipulation::MOST_MOVES {
        return Err(MateError::Moves(moves));
    }
    let (Actor::Seat(seat), None) = (position.to_act(), position.outcome(1)) else { return Err(MateError::Over) };
    let attacker = G::TEAMS[seat as usize];
    let mut solver = Solver {
        prover: Prover::new(attacker, stipulation.table_bits.min(30), stipulation.nodes, stipulation.stop),
        room: stipulation.tree,
        cut: false,
    };
    solver.solve(position, stipulation).map_err(|stopped| match stopped {
        Stopped::Nodes => MateError::Nodes(stipulation.nodes),
        Stopped::Interrupted => MateError::Interrupted,
    })
}

struct Solver<'a, G: Evaluate> {
    prover: Prover<'a, G>,
    /// Nodes that the tree may still take.
    room: usize,
    cut: bool,
}

impl<G: Evaluate> Solver<'_, G> {
    fn solve(&mut self, position: &G, stipulation: &Stipulation) -> Result<Solution<G::Move>, Stopped> {
        let moves = stipulation.moves;
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut shortest = None;
        for fewer in 1..moves {
            if self.prover.attack(position, fewer)? {
                shortest = Some(fewer);
                break;
            }
        }
        let mut keys = Vec::new();
        let mut tries = Vec::new();
        for &m in &legal {
            let refutations = self.refutations(position, m, moves, stipulation.refutations)?;
            match refutations {
                Some(refutations) if refutations.is_empty() => keys.push(m),
                Some(refutations) if shortest.is_none() && refutations.len() <= stipulation.refutations => {
                    tries.push(Try { m, refutations });
                }
                _ => {}
            }
        }
        if !keys.is_empty() && shortest.is_none() {
            shortest = Some(moves);
        }
        tries.sort_by_key(|attempt| attempt.refutations.len());
        let keys = keys.into_iter().map(|m| self.continuation(position, m, moves, true)).collect::<Result<_, _>>()?;
        Ok(Solution { moves, keys, shortest, tries, cut: self.cut, nodes: self.prover.nodes })
    }

    /// The answers that refute a first move, at most one more than `most`; none at all for a key; nothing for a move that
    /// ends the game otherwise than by a win.
    fn refutations(
        &mut self,
        position: &G,
        m: G::Move,
        moves: u32,
        most: usize,
    ) -> Result<Option<Vec<G::Move>>, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(m);
        if let Some(outcome) = next.outcome(1) {
            return Ok(self.prover.is_won(outcome).then(Vec::new));
        }
        if moves == 1 {
            return Ok(None);
        }
        if next.team_to_act() == position.team_to_act() {
            return Ok(self.prover.defend(&next, moves - 1, 0)?.then(Vec::new));
        }
        let mut refutations = Vec::new();
        // What refuted elsewhere first: most moves fail to many answers.
        for answer in self.prover.answers(&next) {
            if !self.prover.answer_mates(&next, answer, moves - 1, 0)? {
                refutations.push(answer);
                if refutations.len() > most {
                    break;
                }
            }
        }
        Ok(Some(refutations))
    }

    /// Takes a node of the tree.
    const fn take(&mut self) -> bool {
        if self.room == 0 {
            self.cut = true;
            return false;
        }
        self.room -= 1;
        true
    }

    /// A move that mates in `moves`, with its variations if `open`.
    fn continuation(
        &mut self,
        position: &G,
        m: G::Move,
        moves: u32,
        open: bool,
    ) -> Result<Continuation<G::Move>, Stopped> {
        let mut fewest = 1;
        while !self.prover.move_mates(position, m, fewest)? {
            fewest += 1;
        }
        debug_assert!(fewest <= moves, "the move mates in time");
        let mut continuation = Continuation { m, moves: fewest, replies: Vec::new() };
        let mut next = position.clone();
        next.play_unchecked(m);
        if !open || fewest == 1 || next.outcome(1).is_some() || next.team_to_act() == position.team_to_act() {
            return Ok(continuation);
        }
        let mut answers = Vec::new();
        next.legal_moves(&mut answers);
        for answer in answers {
            if !self.take() {
                break;
            }
            let continuations = self.after(&next, answer, fewest - 1)?;
            continuation.replies.push(Reply { m: answer, continuations });
        }
        Ok(continuation)
    }

    /// The moves that mate soonest after an answer, in `moves` at most; the first with its variations.
    fn after(&mut self, position: &G, answer: G::Move, moves: u32) -> Result<Vec<Continuation<G::Move>>, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(answer);
        if next.outcome(1).is_some() || next.team_to_act() == position.team_to_act() {
            return Ok(Vec::new());
        }
        let mut fewest = 1;
        while fewest < moves && !self.prover.attack(&next, fewest)? {
            fewest += 1;
        }
        let mut list = Vec::new();
        if fewest == 1 {
            next.winning_candidates(&mut list);
        } else {
            next.legal_moves(&mut list);
        }
        let mut continuations = Vec::new();
        for m in list {
            if self.prover.move_mates(&next, m, fewest)? {
                if !self.take() {
                    break;
                }
                let first = continuations.is_empty();
                continuations.push(self.continuation(&next, m, fewest, first)?);
            }
        }
        Ok(continuations)
    }
}
