//! Behemoth chess: orthodox chess with a neutral piece that two dice move after every move, over the edges of the board as
//! on a torus, destroying what stands in its way.
//!
//! Owns the game `behemoth` and the exact [`chain`] of its dice; units, moves and text come from `fairyring-orthodox`.
//!
//! Invariants:
//! - The Behemoth stands on no unit's square; without it (`behemoth_start` is `off`) there are no dice, and the game is
//!   orthodox chess with the same moves in the same order.
//! - Dice are due ([`Phase::Roll`]) after a move that dice follow, unless it ended the game. Nothing is judged while they
//!   are.
//! - The luck of a roll has mean 0 over the 32 rolls.
//!
//! ```
//! use fairyring_behemoth::{Position, chain};
//! use fairyring_game::{Actor, Game, Line, Text};
//!
//! let mut line = Line::new(Position::start(Default::default()));
//! line.play("e2e4").unwrap();
//! assert_eq!((line.actor(), line.chance_outcomes().len()), (Actor::Chance, 32));
//! line.play("*74").unwrap();
//! assert_eq!(line.text(), "rnb*kbnr/pppppppp/8/8/4P3/8/PPP2PPP/RNB1KBNR b KQkq e3 0 1 -");
//!
//! let [e1, e8, d4] = ["e1", "e8", "d4"].map(|name| name.parse().unwrap());
//! assert!((chain().score(e1, e8, d4) - 0.4879).abs() < 5e-5);
//! ```

mod chain;
mod draw;
mod drift;
mod encode;
mod evaluate;
mod inputs;
mod luck;
mod manner;
mod moves;
mod past;
mod playout;
mod position;
mod replies;
mod rules;
mod text;

pub use chain::{Chain, ChainValue, chain};
pub use moves::Move;
pub use position::{Phase, Position};
pub use rules::{Mate, RollEvery, Royalty, Rules};
