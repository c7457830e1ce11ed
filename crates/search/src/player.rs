//! What a player is, and the one place that builds players from their specs.

use crate::{AgentError, AgentSpec, AlphaBeta, Expectiminimax, Greedy, Mcts, Random, TwoPly};
use fairyring_game::{Evaluate, Game, Line, Rng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One root move with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Its value for the side to move, in hundredths of a pawn (or the game's unit). `±WIN` where the game ends; a player
    /// that looks ahead says `WIN - n` for a win `n` plies on. Monte Carlo players have a scale of their own ([`Mcts`]).
    pub value: f64,
}

/// What a player thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// The move it plays.
    pub best: M,
    /// The value of that move for the side to move.
    pub value: f64,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<M>,
    /// Positions looked at.
    pub nodes: u64,
    /// All root moves in the order of the legal list.
    pub moves: Vec<RootMove<M>>,
}

/// A player of a game.
pub trait Player<G: Game>: Send {
    /// Forgets what earlier games left behind, so that a game depends on its own stream alone.
    fn begin_game(&mut self) {}

    /// From now on ends its thinking soon after `stop` is set, with the best move it has. Players that think only for a
    /// moment need not look.
    fn heed(&mut self, _stop: &Arc<AtomicBool>) {}

    /// Thinks about a position in which a seat acts and the game is not over.
    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move>;

    /// As [`Player::analyse`], without spending anything on moves that are not played: the list may hold the best alone.
    fn consider(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        self.analyse(line, choices)
    }

    /// Chooses a move there. Equals the best move of [`Player::analyse`] for the same stream.
    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        self.analyse(line, choices).best
    }
}

/// What builds players of a game from their specs, for games by these rules: [`standard`], or a game's own.
pub type Builder<G> = fn(&AgentSpec, <G as Game>::Rules) -> Result<Box<dyn Player<G>>, AgentError>;

/// [`build`] as a [`Builder`]: the players that every game has.
///
/// # Errors
/// As [`build`].
pub fn standard<G: Evaluate>(spec: &AgentSpec, _rules: G::Rules) -> Result<Box<dyn Player<G>>, AgentError> {
    build(spec)
}

/// Builds a player.
///
/// # Errors
/// [`AgentError`] names the unknown agent or argument and the valid ones.
pub fn build<G: Evaluate>(spec: &AgentSpec) -> Result<Box<dyn Player<G>>, AgentError> {
    let mut arguments = spec.arguments();
    let player: Box<dyn Player<G>> = match spec.name.as_str() {
        "random" => Box::new(Random),
        "greedy" => Box::new(Greedy::<G>::new(arguments.weights::<G>()?)),
        "twoply" => Box::new(TwoPly::<G>::new(arguments.weights::<G>()?)),
        "alphabeta" => {
            let weights = arguments.weights::<G>()?;
            let budget = arguments.budget(None)?;
            let tuning = arguments.tuning(budget)?;
            Box::new(AlphaBeta::<G>::new(weights, budget, tuning, arguments.opening()?))
        }
        "expectiminimax" => {
            let weights = arguments.weights::<G>()?;
            let budget = arguments.budget(None)?;
            Box::new(Expectiminimax::<G>::new(weights, budget, arguments.star()?, arguments.opening()?))
        }
        "mcts" => {
            let weights = arguments.weights::<G>()?;
            Box::new(Mcts::<G>::new(weights, arguments.mcts()?))
        }
        _ => return Err(AgentError::unknown(spec, &[])),
    };
    arguments.finish()?;
    Ok(player)
}
