//! Finished games as columns. A batch holds no object per game.

mod columns;

pub use columns::{Columns, Row, Slice};
