//! The contract every game of Fairyring fulfils, and what follows from it for all of them.
//!
//! A *position* ([`Game`]) is a small value without a past: units, seat to act, rights, counters and the rule options.
//! What the rules remember of the past (repetition) is a [`History`] of keys beside it. A [`Line`] holds both and is what
//! a user sees. Search and play-outs keep a position and a history of their own, so neither copies a past per ply.
//!
//! Invariants:
//! - Two teams, zero sum: an [`Outcome`] carries the first team's utility; seats of one team share it.
//! - Chance is an actor like a seat: its outcomes are moves with probabilities.
//! - `nth_legal_move(k)` is `legal_moves()[k]`, so a uniform index is a uniform move, with or without the list.
//! - Nothing here knows a game's name.

mod actor;
mod drift;
mod encode;
mod erased;
mod error;
mod evaluate;
mod game;
mod history;
mod inputs;
mod line;
mod outcome;
mod rules;
mod seed;
mod text;

pub use actor::{Actor, Seat, Team};
pub use drift::{DRIFT_CELLS, Drift, Prospect};
pub use encode::{Encode, Step, Window, list_marked};
pub use erased::{AnyLine, erase};
pub use error::{MoveError, PositionError, RulesError};
pub use evaluate::{Evaluate, Weight, expected_value};
pub use game::{Counts, Game, KINDS, MOST_SEATS, Playout};
pub use history::History;
pub use inputs::Inputs;
pub use line::Line;
pub use outcome::{Outcome, utility_of};
pub use rules::{OptionKind, OptionSpec, Preset, Rules, set_word};
pub use seed::{DICE, PLAYERS, Rng, below, game_seed, stream};
pub use text::{Text, Unit};
