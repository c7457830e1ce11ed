//! Endgame tables over the contract: the exact value of every position of a family of endings, one byte each.
//!
//! A game numbers its endings by [`Endings`]: level by level, each level's positions without gaps, and every move either
//! staying in its level or going down. [`build()`] solves level after level by retrograde analysis on all cores and keeps
//! each as a file; [`Table`] maps the files and answers with values and best moves.
//!
//! # Values
//! The value of an ending is what the side to move will still gain minus what its opponent will, both playing best, in the
//! game's points; play that never ends is worth nothing to either. Within a level the analysis settles values from the
//! greatest down: at stage `t` a position whose best known move yields `t` is worth `t`, and one all of whose moves are
//! known and yield at most `-t` is worth `-t`; each settled position is an option less for those that lead to it. What no
//! stage settles is worth 0: both sides have a move that keeps the other from gaining.
//!
//! # Files
//! A level is one file, `level-NN.table`: 64 bytes that say what it is (format, family of endings and its version, level,
//! number of positions), the values as signed bytes in the order of the numbering, and a CRC-32 of all that. It is
//! written under a temporary name, synchronised and renamed, so a level is whole or absent and a build that was killed
//! goes on where it was. A file of another length, version, family or checksum is refused by name.
//!
//! # Invariants
//! - The bytes depend on the rules alone, not on threads, interruptions or machines.
//! - Nothing here names a game.

mod build;
mod endings;
mod error;
mod file;
mod leading;
mod solve;
mod statistics;
mod table;

pub use build::{Build, Progress, build};
pub use endings::Endings;
pub use error::TableError;
pub use statistics::Statistics;
pub use table::Table;
