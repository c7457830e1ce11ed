//! What learned evaluations see: own units by square, all units around the own king and around the Behemoth.

use crate::Position;
use fairyring_game::{Inputs, Team};
use fairyring_geometry::Square;
use fairyring_orthodox::Side;
use fairyring_orthodox::inputs::{AROUND, ON_SQUARES, around, on_squares};

impl Inputs for Position {
    fn input_count() -> usize {
        (ON_SQUARES + 2 * AROUND) as usize
    }

    fn inputs(&self, team: Team, out: &mut Vec<(u32, f32)>) {
        let board = &self.setup().board;
        let side = if team == 0 { Side::White } else { Side::Black };
        on_squares(board, 0, side, out);
        // A king may have been destroyed; the position is over then, and still has inputs.
        let king = board.king(side);
        if king < Square::COUNT as u32 {
            around(board, 0, side, Square::new(king), ON_SQUARES, out);
        }
        if let Some(behemoth) = self.behemoth() {
            around(board, 0, side, behemoth, ON_SQUARES + AROUND, out);
        }
    }
}
