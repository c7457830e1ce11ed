//! The batched environment: many games of one kind, stepped in one call.
//!
//! A row is a game. After an end the row keeps its final observation and rewards for one step, in which its action is
//! ignored and its mask is all ones; that step begins the next game (Gymnasium's `NEXT_STEP` autoreset).
//!
//! Invariants:
//! - Row `i`'s game number `e` depends on its seed, `i`, `e` and the actions taken in it: not on threads, nor on what
//!   happens in other rows.
//! - A request that is refused changes nothing.
//! - A step allocates nothing of its own, and memory does not grow with the number of games.
//!
//! ```
//! use fairyring_envs::{AnyVectorEnv, Arrays, Options, Seeds, VectorEnv};
//! use fairyring_game::Game;
//! use fairyring_wari::Position;
//!
//! let options = Options { rows: 4, seed: 7, ..Options::self_play(Position::SEATS.len()) };
//! let mut env = VectorEnv::new(vec![Position::start(Default::default())], options)?;
//! let mut arrays = Arrays::new(&env);
//! env.reset(Seeds::Keep, None, arrays.output())?;
//! env.step(&[0, 1, 2, 3], arrays.output())?;
//! assert_eq!(arrays.actor, [1; 4]);
//! # Ok::<(), fairyring_envs::EnvError>(())
//! ```

mod arrays;
mod crew;
mod env;
mod erased;
mod error;
mod options;
mod output;
mod row;
mod state;

pub use arrays::Arrays;
pub use env::VectorEnv;
pub use erased::{AnyVectorEnv, Seeds};
pub use error::EnvError;
pub use options::{Dice, Options};
pub use output::{Mask, Observations, Output};
pub use state::State;
