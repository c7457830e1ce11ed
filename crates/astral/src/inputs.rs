//! What learned evaluations see: own units by square, all units around the own king, Teleports that can be used.

use crate::Position;
use fairyring_game::{Inputs, Team};
use fairyring_geometry::Square;
use fairyring_orthodox::Side;
use fairyring_orthodox::inputs::{AROUND, ON_SQUARES, around, on_squares};

impl Inputs for Position {
    fn input_count() -> usize {
        (ON_SQUARES + AROUND) as usize + 1
    }

    fn inputs(&self, team: Team, out: &mut Vec<(u32, f32)>) {
        let (board, teleports) = (&self.setup().board, self.teleports());
        let side = if team == 0 { Side::White } else { Side::Black };
        on_squares(board, teleports.all, side, out);
        around(board, teleports.all, side, Square::new(board.king(side)), ON_SQUARES, out);
        let ready = board.of(side) & teleports.all & !(teleports.recharging | teleports.dormant);
        if ready != 0 {
            out.push((ON_SQUARES + AROUND, ready.count_ones() as f32));
        }
    }
}
