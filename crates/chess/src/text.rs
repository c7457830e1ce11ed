//! Positions and moves as text: FEN of six fields, moves of the Universal Chess Interface.

use crate::{Move, Position};
use fairyring_game::{PositionError, Text, Unit};
use fairyring_geometry::Square;
use fairyring_orthodox::{Side, fen};

impl Text for Position {
    fn parse(text: &str, (): ()) -> Result<Self, PositionError> {
        let mut reasons = Vec::new();
        let fields = fen::fields(text, fen::NAMES, &mut reasons);
        let (setup, []) = fen::setup(fields, [], |_| 0, &mut reasons);
        fen::units(&setup.board, &mut reasons);
        fen::not_in_check(&setup.board, setup.side, 0, 0, &mut reasons);
        if reasons.is_empty() { Ok(Self::new(setup)) } else { Err(PositionError::new(text, reasons)) }
    }

    fn text(&self, _over: bool) -> String {
        fen::setup_text(self.setup(), |_| None)
    }

    fn parse_move(&self, text: &str) -> Result<Move, String> {
        text.parse()
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn captures(&self, m: Move) -> Vec<String> {
        let board = &self.setup().board;
        let taken = match self.setup().side {
            Side::White => board.taken::<true>(m),
            Side::Black => board.taken::<false>(m),
        };
        fairyring_geometry::Bitboard(taken).map(|square| square.to_string()).collect()
    }

    fn why_illegal(&self, m: Move) -> String {
        fen::why_illegal(self.setup(), m, self.is_check())
    }

    fn units(&self, out: &mut Vec<Unit>) {
        fen::list_units(&self.setup().board, |_| None, out);
    }

    fn diagram(&self) -> String {
        let board = &self.setup().board;
        fairyring_geometry::diagram(8, 8, |file, rank| fen::letter(board, Square::at(file, rank)).unwrap_or('.'))
    }
}
