//! Rule options and ends of the game.

use fairyring_game::Outcome;

/// Chess has no rule options.
pub type Rules = ();

/// Words for the ends of the game, the order in which they are judged; the limit set from outside last.
pub(crate) const REASONS: &[&str] =
    &["mate", "stalemate", "repetition", "fifty_moves", "insufficient_material", "max_plies"];

/// The ends as outcomes. The side to move is mated.
pub(crate) const MATE: u8 = 0;
pub(crate) const STALEMATE: Outcome = Outcome::draw(1);
pub(crate) const REPETITION: Outcome = Outcome::draw(2);
pub(crate) const FIFTY_MOVES: Outcome = Outcome::draw(3);
pub(crate) const INSUFFICIENT_MATERIAL: Outcome = Outcome::draw(4);
pub(crate) const MAX_PLIES: Outcome = Outcome::draw(5);
