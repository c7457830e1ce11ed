//! The laws every game obeys. A game's tests call these with its type; a law that fails panics with the position.

mod play;
mod uniform;
mod vectors;

pub use play::{check_game, check_line, reference_playout};
pub use uniform::check_uniform_draw;
pub use vectors::{Replayed, data_file, replay_vectors};
