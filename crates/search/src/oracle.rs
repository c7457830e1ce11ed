//! What is known of positions without search.

use fairyring_game::Team;
use std::fmt::Debug;

/// Knows the values of some positions, as an endgame table does.
pub trait Oracle<G>: Debug + Send + Sync {
    /// The value for `view` of a position in which a seat acts, in the evaluation's unit and within what static values may
    /// be; nothing where it is not known.
    fn value(&self, position: &G, view: Team) -> Option<i32>;
}
