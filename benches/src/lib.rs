//! What the benchmarks share.

mod random_games;
mod thread_time;

pub use random_games::{Played, RandomGames, all, games_a_sample};
pub use thread_time::ThreadTime;
