//! What a game tells about its endings.

use fairyring_game::Game;

/// A game with a numbered family of endings.
///
/// An ending is seen from the side to move and holds what the future depends on, points won so far excepted. A move within
/// a level gains nothing; a move that gains, and any other move that cannot be taken back, leads to a lower level.
pub trait Endings: Game {
    /// The form in which endings are numbered and solved.
    type Ending: Copy + Send + Sync;

    /// Names the family and its rules in the files; at most 32 bytes of ASCII.
    const FAMILY: &'static str;
    /// Raised when numbering or values change their meaning.
    const FAMILY_VERSION: u32;
    /// The highest level there is.
    const MAX_LEVEL: u32;

    /// The level and the ending of a position.
    ///
    /// # Errors
    /// Why the family does not hold it: its rules are others.
    fn ending(&self) -> Result<(u32, Self::Ending), String>;

    /// The points that a legal move gains at once for the side that plays it.
    fn points(&self, m: Self::Move) -> i32;

    /// Number of endings of a level.
    fn size(level: u32) -> u64;

    /// No value of the level exceeds this in size; at most 127.
    fn bound(level: u32) -> i8;

    /// The number of an ending in its level, below [`Self::size`].
    fn index(ending: Self::Ending) -> u64;

    /// The ending of a number below [`Self::size`].
    fn at(level: u32, index: u64) -> Self::Ending;

    /// The ending of the next number; anything after the last.
    fn next(ending: Self::Ending) -> Self::Ending;

    /// The value where the game is over.
    fn final_value(level: u32, ending: Self::Ending) -> Option<i8>;

    /// Visits the successors of an ending that is not over: points gained, level and ending after each move.
    fn successors(level: u32, ending: Self::Ending, visit: impl FnMut(i8, u32, Self::Ending));

    /// Visits each ending of the same level that has a move to this one, once a move.
    fn predecessors(level: u32, ending: Self::Ending, visit: impl FnMut(Self::Ending));
}
