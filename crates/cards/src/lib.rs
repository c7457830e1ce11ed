//! Card chess: chess with 32 playing cards on an unbounded table.
//!
//! Owns the rules, texts, action ids and evaluation of the game. A position is the list of the cards on the table (at most
//! 32 face up, 30 cells face down), the hands and two counters. No extent of the table is fixed: for generating moves the
//! cards are laid out on a window of bit rows where they fit, in a map of cells where they lie further apart.
//!
//! Invariants:
//! - Equal tables are equal values, by whatever moves they came about.
//! - The keys are exclusive ors of mixed words of card and cell, kept up with every move.
//! - Queries of attack look at cards, those of contact at the eight cells around: none walks a map of the table.
//! - Cells are named up to ring 100 000 ([`fairyring_geometry::RingCell::MAX_RING`]); beyond it there is no table. It is
//!   the only bound that the rules do not have.
//! - A window of action ids and observations is centred on the bounding box of all cards on the table (on cell 0 while
//!   there are none). Moves with a cell outside it have no action id; texts name all moves. An observation decodes where
//!   the window holds all cards and cell 0.
//!
//! ```
//! use fairyring_cards::Position;
//! use fairyring_game::{Game, Line};
//!
//! let mut line = Line::new(Position::start(Default::default()));
//! assert_eq!(line.legal_moves().len(), 6);
//! line.play("K@0")?;
//! line.play("q@1,2")?;
//! assert_eq!(line.text(), "K0;q1,2 - QR2B2N2P8/kr2b2n2p8 r 0 3");
//! // In check by the queen beside him; she has no protection.
//! assert!(line.position().in_check());
//! line.play("K0-1,2")?;
//! assert_eq!(line.text(), "K1,2 1,2 QR2B2N2P8/kr2b2n2p8 b 0 4");
//! # Ok::<(), fairyring_game::MoveError>(())
//! ```

mod board;
mod card;
mod danger;
mod deal;
mod encode;
mod evaluate;
mod explain;
mod game;
mod generate;
mod grid;
mod inputs;
mod line;
mod moves;
mod position;
mod rules;
mod sparse;
mod text;
mod zobrist;

pub use card::{Card, DECK, Kind, Side};
pub use encode::WIDEST;
pub use moves::Move;
pub use position::Position;
pub use rules::{Contact, KingPlacement, Rules};
