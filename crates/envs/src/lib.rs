//! The batched environment: many games of one kind, stepped in one call.
//!
//! A row is a game. After an end the row keeps its final observation and rewards for one step, in which its action is
//! ignored and its mask is all ones; that step begins the next game (Gymnasium's `NEXT_STEP` autoreset). Row `i`'s game
//! number `e` depends on the seed, `i` and `e` alone: not on threads, nor on what happens in other rows.

mod env;
mod options;
mod output;
mod row;

pub use env::{AnyVectorEnv, VectorEnv};
pub use options::{Dice, EnvError, Options};
pub use output::{Observations, Output};
