//! Astral chess: orthodox chess with a Teleport in place of one knight (rules file `astral.md`).
//!
//! Owns: the Teleport, its knight moves and teleports, dormancy and recharging. Orthodox units, masks, text fields and draw
//! rules are those of [`fairyring_orthodox`].
//!
//! Invariants:
//! - A Teleport lies in its side's word of the board and in none of the roles; `dormant` and `recharging` are subsets of the
//!   Teleports.
//! - Legal moves are the orthodox ones in their order, then for each Teleport its knight moves and its teleports: without
//!   Teleports the game is chess, move for move and draw for draw.
//! - Where teleports are allowed at all no check is given, so the squares safe for a king are the squares safe for a
//!   Teleport, but for the jumps of dormant enemy Teleports.
//!
//! ```
//! use fairyring_astral::{Position, Rules};
//! use fairyring_game::{Game, Line};
//!
//! let mut line = Line::new(Position::start(Rules::default()));
//! assert_eq!(line.legal_moves().len(), 44);
//! line.play("b1~e5")?;
//! assert_eq!(line.text(), "rtbqkbnr/pppppppp/8/4T3/8/8/PPPPPPPP/R1BQKBNR b KQkq - 1 1 e5*");
//! # Ok::<(), fairyring_game::MoveError>(())
//! ```

mod encode;
mod evaluate;
mod inputs;
mod moves;
mod play;
mod playout;
mod position;
mod rules;
mod teleports;
mod text;

pub use moves::Move;
pub use position::Position;
pub use rules::{Dormancy, Rules};
