//! Boards without rules: squares, sets of squares, diagrams, and the special boards of single games. No file here knows
//! a game.

mod bitboard;
mod cross;
mod cross_lines;
mod cross_set;
mod diagram;
mod direction;
mod rings;
mod square;
mod torus;

pub use bitboard::Bitboard;
pub use cross::CrossCell;
pub use cross_set::CrossSet;
pub use diagram::diagram;
pub use direction::Direction;
pub use rings::{RingCell, STEPS as RING_STEPS};
pub use square::Square;
pub use torus::TorusWalk;
