//! Wari (Oware, Awari): twelve pits, 48 counters, sown counter-clockwise.
//!
//! The crate owns the rules of `rules/wari.md` with all options, the text of positions and moves, action ids,
//! observations, a static evaluation, and the numbering of its endgames ([`endgame`]). It knows nothing of search or
//! simulation.
//!
//! ```
//! use fairyring_game::{Game, Line, Text};
//! use fairyring_wari::{Position, Rules};
//!
//! let mut line = Line::new(Position::start(Rules::default()));
//! assert_eq!(line.perft(5), 5_219);
//! for m in ["b", "F", "d", "D"] {
//!     line.play(m)?;
//! }
//! assert_eq!(line.text(), "6,2,7,0,6,6/5,5,5,0,5,1 0-0 s");
//! # Ok::<(), fairyring_game::MoveError>(())
//! ```
//!
//! Invariants:
//! - Pits and stores hold 48 counters together, so no byte of a row ever carries into its neighbour.
//! - A row is kept as its owner sees it, the mover's first: sowing, capturing and counting moves take the same few
//!   instructions for both seats, whatever the pits hold.
//! - A position has no past. A recurrence lies after the last capture, as captures change the number of counters left.
//! - What is shared out at the end appears in the outcome's score only, never in the position.

mod encode;
pub mod endgame;
mod evaluate;
mod inputs;
mod moves;
mod position;
mod rows;
mod rules;
mod text;

pub use moves::Move;
pub use position::Position;
pub use rules::{Cycle, GrandSlam, Majority, Rules};
