//! Players over the contract, from random to strong. Nothing here names a game.
//!
//! A [`Player`] sees a line of play and draws its random choices from a stream of its own: it never sees the dice. Two
//! players built from one [`AgentSpec`] and given equal streams play equal moves.

mod alphabeta;
mod budget;
mod expectiminimax;
mod greedy;
pub mod mate;
mod mcts;
mod negamax;
mod opening;
mod ordering;
mod path;
mod player;
mod quiescence;
mod random;
pub mod selfplay;
mod spec;
mod star;
mod still;
mod table;
mod ties;
mod twoply;
mod value;

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use expectiminimax::Expectiminimax;
pub use greedy::Greedy;
pub use mcts::{GumbelRule, Mcts, MctsOptions, Rule};
pub use negamax::Tuning;
pub use opening::Opening;
pub use player::{Analysis, Player, RootMove, build};
pub use random::Random;
pub use spec::{AgentError, AgentSpec, Arguments};
pub use star::Star;
pub use ties::pick;
pub use twoply::TwoPly;
