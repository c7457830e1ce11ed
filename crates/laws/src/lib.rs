//! The laws every game obeys. A game's tests call these with its type; a law that fails panics with the position.

pub mod bytes;
pub mod games;
mod minimax;
mod play;
mod players;
mod uniform;
mod vectors;

pub use minimax::Minimax;
pub use play::{check_game, check_line, reference_playout};
pub use players::{check_agent, check_alphabeta, check_expectiminimax, check_solver, lines_before_wins, random_lines};
pub use uniform::check_uniform_draw;
pub use vectors::{Replayed, data_file, replay_vectors};
