//! Finished games as columns. A batch holds no object per game.

mod columns;
mod moves;

pub use columns::{Columns, MOST_COUNTS, Row, Slice};
pub use moves::Moves;
