//! Random draws: a roll, and a legal move without a list.

use crate::manner::{Manner, with_manner};
use crate::position::{destroyed, drawn, set_of, without_moves};
use crate::replies::may_attack;
use crate::{Move, Phase, Position, Royalty};
use fairyring_game::{Game, Outcome, Rng, below};
use fairyring_geometry::TorusWalk;
use fairyring_orthodox::{Board, Extras, Machine, Masks, MoveSets, Receiver, Side, generate, multiversion};

/// A roll from the dice: 32 equally likely outcomes, from the five highest bits of a word.
#[inline(always)]
pub(crate) fn draw_roll(dice: &mut Rng) -> TorusWalk {
    TorusWalk::new(below(dice, TorusWalk::COUNT as u64) as usize)
}

/// Draws a uniformly random legal move, or says how the game has ended.
pub(crate) fn draw(position: &Position, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
    if position.phase() == Phase::Captured || destroyed(&position.setup().board).is_some() {
        return Err(position.outcome(occurrences).expect("a king is gone"));
    }
    with_manner!(position.rules(), E => draw_in::<E>(position, occurrences, choices))
}

multiversion! {
    fn draw_in<E: Manner>(position: &Position, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> = draw_by[E];
}

#[inline(always)]
fn draw_by<M: Machine, E: Manner>(position: &Position, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
    match position.setup().side {
        Side::White => draw_for::<M, true, E>(position, occurrences, choices),
        Side::Black => draw_for::<M, false, E>(position, occurrences, choices),
    }
}

#[inline(always)]
fn draw_for<M: Machine, const WHITE: bool, E: Manner>(
    position: &Position,
    occurrences: u32,
    choices: &mut Rng,
) -> Result<Move, Outcome> {
    let mut sets = MoveSets::new();
    let mut board = position.setup().board;
    fill::<M, WHITE, E>(&mut board, set_of(position.behemoth()), &mut sets)?;
    let clock = u32::from(position.setup().clock);
    if let Some(outcome) = drawn(&board, position.rules().has_dice(), occurrences, clock) {
        return Err(outcome);
    }
    let n = below(choices, u64::from(sets.count())) as u32;
    Ok(Move::Unit(sets.nth::<M, WHITE>(n).to_move()))
}

/// Fills the sets of legal moves, or says that there is none. A passed square without a legal capture is forgotten.
#[inline(always)]
pub(crate) fn fill<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    behemoth: u64,
    sets: &mut MoveSets,
) -> Result<(), Outcome> {
    sets.reset();
    let attacked = if E::EXPOSED && may_attack::<WHITE>(board, enemy_king::<WHITE>(board)) {
        find::<M, WHITE, E, _>(board, E::new(behemoth), sets)
    } else {
        find::<M, WHITE, E::Sheltered, _>(board, Manner::new(behemoth), sets)
    };
    board.forget_idle_passed(sets.has_en_passant());
    if sets.count() == 0 { Err(no_moves::<WHITE, E>(attacked)) } else { Ok(()) }
}

/// The king's square of the side that is not to move.
#[inline(always)]
pub(crate) fn enemy_king<const WHITE: bool>(board: &Board) -> u32 {
    board.king(if WHITE { Side::Black } else { Side::White })
}

/// Finds the legal moves; returns whether there is check.
#[inline(always)]
pub(crate) fn find<M: Machine, const WHITE: bool, E: Extras, R: Receiver<WHITE>>(
    board: &Board,
    extras: E,
    moves: &mut R,
) -> bool {
    let masks = Masks::new::<M, WHITE, E>(board, &extras);
    generate::<M, WHITE, E, _>(board, &masks, moves);
    masks.checkers != 0
}

/// The end where `WHITE` or Black has no move.
#[inline(always)]
pub(crate) fn no_moves<const WHITE: bool, E: Manner>(attacked: bool) -> Outcome {
    let side = if WHITE { Side::White } else { Side::Black };
    without_moves(side, if E::ROYAL { Royalty::Check } else { Royalty::KingCapture }, attacked)
}
