//! Ultima (Baroque chess) in the encyclopedia's wording: seven units, each with a way of capturing of its own, the dragon
//! that freezes and the chameleon that captures every unit in that unit's way.
//!
//! This crate owns the game's positions, moves, rule options, text, action ids, observations and evaluation.
//!
//! Invariants:
//! - Each side has exactly one king, and the side not to move is not in check: positions are made by [`Position`]'s
//!   `start`, by reading a text, by decoding an observation or by legal moves only, which all keep this.
//! - A move is its two squares. What it captures follows from the position ([`Position::taken`]); a suicide is a move
//!   from a square to itself.
//! - Legal moves are sets of landing squares, one for each direction: all paths in one direction are disjoint, since a
//!   path never passes a unit of its own side. List, count, index and random draw read the same sets.
//!
//! ```
//! use fairyring_game::{Game, Line, Text};
//! use fairyring_ultima::{Position, Rules};
//!
//! // The jumper leaves e1, jumps the two pincers and comes down before the far edge.
//! let position = Position::parse("3k4/8/4p3/8/4p3/8/8/3KL3 w 0 1", Rules::default()).unwrap();
//! let mut line = Line::new(position);
//! let jump = line.check("e1e7").unwrap();
//! assert_eq!(line.position().captures(jump), ["e4", "e6"]);
//! line.play("e1e7").unwrap();
//! assert_eq!(line.text(), "3k4/4L3/8/8/8/8/8/3K4 b 0 1");
//! assert_eq!(Position::start(Rules::default()).count_legal_moves(), 32);
//! ```

mod attack;
mod capture;
mod encode;
mod evaluate;
mod exposure;
mod field;
mod game;
mod inputs;
mod moves;
mod position;
mod rules;
mod steps;
mod text;
mod unit;

pub use moves::Move;
pub use position::Position;
pub use rules::{Array, NoMoves, Rules};
pub use unit::Kind;
