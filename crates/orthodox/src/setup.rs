//! What every position on orthodox rules holds: board, side to move, counters.

use crate::{Board, Move, Side};

/// Board, side to move and counters: the six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The units.
    pub board: Board,
    /// Who moves.
    pub side: Side,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
    /// Number of the move, raised after Black's; stays at [`Setup::LAST_NUMBER`].
    pub number: u32,
}

impl Setup {
    /// The highest half-move clock of a text.
    pub const LAST_CLOCK: u16 = 9_999;
    /// The highest move number.
    pub const LAST_NUMBER: u32 = 999_999;

    /// The usual start.
    #[must_use]
    pub fn start() -> Self {
        Self { board: Board::start(), side: Side::White, clock: 0, number: 1 }
    }

    /// Plays a legal move, with side and counters.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let irreversible = match self.side {
            Side::White => self.board.play::<true>(m),
            Side::Black => self.board.play::<false>(m),
        };
        self.count_ply(irreversible);
    }

    /// Passes the turn to the other side and counts the ply.
    #[inline(always)]
    pub fn count_ply(&mut self, irreversible: bool) {
        self.clock = if irreversible { 0 } else { (self.clock + 1).min(Self::LAST_CLOCK) };
        self.number = (self.number + u32::from(self.side == Side::Black)).min(Self::LAST_NUMBER);
        self.side = self.side.other();
    }

    /// The setup seen from the other side: mirrored top to bottom, colours exchanged.
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        Self { board: self.board.mirrored(), side: self.side.other(), clock: self.clock, number: self.number }
    }
}
