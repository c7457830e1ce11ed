//! What the sets of moves that one is drawn from have in common.

use crate::{Board, Machine, MoveSets, Receiver, UsualSets};

/// The legal moves of `WHITE` or Black, of which one is played by its number.
pub trait Drawing<const WHITE: bool>: Receiver<WHITE> {
    /// Number of moves.
    fn len(&self) -> u32;
    /// Whether there is none.
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Whether an en passant capture is legal.
    fn takes_in_passing(&self) -> bool;
    /// Plays the move of number `n`, which is below their number, on the board it is a move of. A passed square is
    /// remembered only if an enemy pawn stands beside the pawn that passed it. Returns whether the move is irreversible for
    /// the count of plies.
    fn play_nth<M: Machine>(&self, n: u32, board: &mut Board) -> bool;
}

impl<const WHITE: bool> Drawing<WHITE> for MoveSets {
    #[inline(always)]
    fn len(&self) -> u32 {
        self.count()
    }

    #[inline(always)]
    fn takes_in_passing(&self) -> bool {
        self.has_en_passant()
    }

    #[inline(always)]
    fn play_nth<M: Machine>(&self, n: u32, board: &mut Board) -> bool {
        board.play_drawn::<WHITE>(self.nth::<M, WHITE>(n))
    }
}

impl<const WHITE: bool> Drawing<WHITE> for UsualSets<'_> {
    #[inline(always)]
    fn len(&self) -> u32 {
        self.count()
    }

    #[inline(always)]
    fn takes_in_passing(&self) -> bool {
        self.has_en_passant()
    }

    #[inline(always)]
    fn play_nth<M: Machine>(&self, n: u32, board: &mut Board) -> bool {
        match self.nth::<M, WHITE>(n) {
            Ok(step) => board.play_step::<WHITE>(step),
            Err(m) => board.play::<WHITE>(m),
        }
    }
}
