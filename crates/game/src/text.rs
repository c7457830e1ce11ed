//! Text: positions and moves as people write them, and what stands where.

use crate::{Game, PositionError};

/// A unit on the board, for pictures and arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Column from the left (file a is 0); on an unbounded table x to the right.
    pub x: i32,
    /// Row from the bottom (rank 1 is 0); on an unbounded table y up.
    pub y: i32,
    /// The letter of the position text; for counters in a pit the pit's name.
    pub letter: char,
    /// Owning team 0 or 1; 2 for neutral units and floor.
    pub owner: u8,
    /// How many stand here: counters in a pit; 1 elsewhere.
    pub count: u32,
}

/// Text of positions and moves. `parse(text(p))` equals `p`; a move's text is unique among the legal moves.
pub trait Text: Game {
    /// Reads a position.
    ///
    /// # Errors
    /// [`PositionError`] with every reason found.
    fn parse(text: &str, rules: Self::Rules) -> Result<Self, PositionError>;

    /// The position's text. `over` says that the game has ended here (also by the past), where the notation shows it.
    fn text(&self, over: bool) -> String;

    /// Reads a move or an outcome of the dice. Says nothing about its legality beyond what reading needs.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn parse_move(&self, text: &str) -> Result<Self::Move, String>;

    /// The text of a move that is legal here.
    fn move_text(&self, m: Self::Move) -> String;

    /// Names of the cells whose units a legal move (or a roll) takes, in the order of the board.
    fn captures(&self, m: Self::Move) -> Vec<String>;

    /// Why a move that could be read is not legal here; a sentence without the move.
    fn why_illegal(&self, _m: Self::Move) -> String {
        "it is not a legal move here".to_owned()
    }

    /// Appends the units on the board, neutral ones included, rows from the top.
    fn units(&self, out: &mut Vec<Unit>);

    /// The board drawn in characters, some lines.
    fn diagram(&self) -> String;
}
