//! Mate problems: keys, tries, variations, and the making of new ones. For every game of two sides without dice in which
//! a game can be won at once; mate is the usual way.
//!
//! *Mate in n*: the side to move wins by its n-th move at the latest, whatever the other side answers. A position has no
//! past here: earlier occurrences do not count. Within a shortest win no position recurs, so repetition cannot change what
//! is found; the game's other counters are part of the position and do count.

mod compose;
mod prover;
mod solution;
mod table;
mod text;

pub use compose::{Composed, Request, compose};
pub use solution::{Continuation, MateError, Reply, Solution, Stipulation, Try, Verdict, solve};
pub use text::{ContinuationText, ReplyText, SolutionText, TryText};
