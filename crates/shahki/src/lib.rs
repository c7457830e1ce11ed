//! Shahki: chess and draughts, pair against pair, on a cross of 144 cells.
//!
//! Owns the rules of the game, its text, action ids, observations and evaluation. White and Black each have a chess
//! player and a draughts player: seats `wc`, `wd`, `bc`, `bd`, in teams of two. Chess units and draughts units never
//! capture each other; they only block each other. A check hands the turn to the attacked king's player, so the order of
//! the seats does not alternate: whoever searches or plays asks for the actor.
//!
//! Invariants:
//! - A position is settled: its seat to act has a legal move, unless the game is over. Passes have been made, mates given.
//! - As long as nobody is mated both teams have one chess king; afterwards no king can be attacked.
//! - No team has more than 12 draughts units, so no capture jumps more than 12.
//!
//! ```
//! use fairyring_game::{Game, Line, Rules as _};
//! use fairyring_shahki::{Position, Rules};
//!
//! let mut line = Line::new(Position::start(Rules::default()));
//! for m in ["g2g4", "c4d5", "h11h9", "l9k8"] {
//!     line.play(m)?;
//! }
//! assert_eq!(line.actor_word(), "wc");
//! assert!(line.play("g4h5").is_err());
//! assert_eq!(line.outcome(), None);
//!
//! let mut rules = Rules::default();
//! rules.set("turn_order", "alternate")?;
//! let line = Line::new(Position::start(rules));
//! assert_eq!(line.perft(2), 20 * 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chess;
mod draughts;
mod encode;
mod ends;
mod evaluate;
mod game;
mod inputs;
mod keys;
mod moves;
mod play;
mod position;
mod rules;
mod text;
mod unit;

pub use moves::{Chain, LONGEST_CHAIN, Move};
pub use position::{Position, chess_seat, draughts_seat, is_chess_seat, team_of};
pub use rules::{AfterCheck, Rules, TurnOrder};
pub use unit::Kind;
