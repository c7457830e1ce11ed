//! Players over the contract, from random to strong. Nothing here names a game.
//!
//! A [`Player`] sees a line of play and draws its random choices from a stream of its own: it never sees the dice. Two
//! players built from one [`AgentSpec`] and given equal streams play equal moves.

mod greedy;
mod player;
mod random;
mod spec;
mod ties;
mod twoply;

pub use greedy::Greedy;
pub use player::{Analysis, Player, RootMove, build};
pub use random::Random;
pub use spec::{AgentError, AgentSpec, Arguments};
pub use ties::pick;
pub use twoply::TwoPly;
