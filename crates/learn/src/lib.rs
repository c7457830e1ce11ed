//! Evaluations that learn from self-play by temporal differences, their files, and the player that uses them.
//!
//! The value of a position for the first team, in hundredths of a pawn, is the game's own evaluation with learned weights,
//! plus (if asked for) a [`Net`] over the game's [`Inputs`](fairyring_game::Inputs): linear, or with one hidden layer. A
//! value `v` means the expected utility `tanh(v ln 10 / 800)`, the logistic scale of Elo.
//!
//! [`Trainer`] plays batches of games by alpha-beta with the weights it has, and moves the value of the position at the end
//! of each principal variation towards the lambda-return of the values that follow (TDLeaf(lambda); Baxter, Tridgell and
//! Weaver 2000, "Learning to play chess using temporal differences"). A run is a function of its options and seed: threads,
//! stops and resumption change no bit of it.

mod error;
mod file;
mod model;
mod net;
mod optimiser;
mod options;
mod player;
mod selfplay;
mod trainer;

pub use error::LearnError;
pub use file::{Checkpoint, Header};
pub use model::{Model, expected_utility};
pub use net::Net;
pub use options::TdOptions;
pub use player::build;
pub use trainer::{AnyTrainer, Trainer};
