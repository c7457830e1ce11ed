//! Orthodox chess by the FIDE laws, draws automatic: third occurrence, fifty moves, stalemate, insufficient material. The
//! control of every experiment.
//!
//! Owns the game `chess`; units, moves and text come from `fairyring-orthodox`.
//!
//! Invariants: each side has one king, the side not to move is not in check, the key is that of the units, the side, the
//! castling rights, and the passed square if an en passant capture there is legal.
//!
//! ```
//! use fairyring_chess::Position;
//! use fairyring_game::{Game, Line};
//!
//! let mut line = Line::new(Position::start(()));
//! for m in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     line.play(m).unwrap();
//! }
//! let outcome = line.outcome().unwrap();
//! assert_eq!((Position::REASONS[outcome.reason as usize], outcome.utility), ("mate", -1.0));
//! assert_eq!(Line::new(Position::start(())).perft(4), 197_281);
//! ```

mod encode;
mod evaluate;
mod inputs;
mod perft;
mod playout;
mod position;
mod rules;
mod text;

pub use fairyring_orthodox::Move;
pub use position::Position;
pub use rules::Rules;
