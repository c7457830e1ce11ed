//! Random play: a move drawn without a list, and a game in one loop.

use crate::{Position, rules};
use fairyring_game::{Game, History, Outcome, Playout, Rng, below};
use fairyring_orthodox::{
    Board, FIFTY_MOVES, Machine, Masks, Move, MoveSets, Plain, Repetitions, Setup, Side, generate, multiversion,
};

multiversion! {
    /// Draws a uniformly random legal move, or says how the game has ended.
    pub(crate) fn draw(setup: &Setup, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> = draw_by;
}

#[inline(always)]
fn draw_by<M: Machine>(setup: &Setup, occurrences: u32, choices: &mut Rng) -> Result<Move, Outcome> {
    let mut sets = MoveSets::new();
    let mut board = setup.board;
    match setup.side {
        Side::White => {
            fill::<M, true>(&mut board, &mut sets)?;
            judge(&board, occurrences, u32::from(setup.clock))?;
            Ok(sets.nth::<M, true>(below(choices, u64::from(sets.count())) as u32).to_move())
        }
        Side::Black => {
            fill::<M, false>(&mut board, &mut sets)?;
            judge(&board, occurrences, u32::from(setup.clock))?;
            Ok(sets.nth::<M, false>(below(choices, u64::from(sets.count())) as u32).to_move())
        }
    }
}

/// Fills the sets of legal moves, or says that there is none. A passed square without a legal capture is forgotten.
#[inline(always)]
fn fill<M: Machine, const WHITE: bool>(board: &mut Board, sets: &mut MoveSets) -> Result<(), Outcome> {
    let masks = Masks::new::<M, WHITE, Plain>(board, &Plain);
    sets.reset();
    generate::<M, WHITE, Plain, _>(board, &masks, sets);
    if board.passed() != 0 && !sets.has_en_passant() {
        board.forget_passed();
    }
    if sets.count() == 0 {
        return Err(if masks.checkers != 0 { Outcome::win(WHITE as u8, rules::MATE) } else { rules::STALEMATE });
    }
    Ok(())
}

/// The draws of a position with a legal move.
#[inline(always)]
fn judge(board: &Board, occurrences: u32, clock: u32) -> Result<(), Outcome> {
    if occurrences >= 3 {
        return Err(rules::REPETITION);
    }
    if clock >= FIFTY_MOVES {
        return Err(rules::FIFTY_MOVES);
    }
    if board.is_dead(0) {
        return Err(rules::INSUFFICIENT_MATERIAL);
    }
    Ok(())
}

/// Plays random moves to the end.
pub(crate) fn playout(position: &Position, choices: &mut Rng, history: &mut History, limit: u32) -> Playout {
    if history.len() > 1 {
        return with_past(position, choices, history, limit);
    }
    let (outcome, plies) = play_out(position.setup(), choices, limit);
    Playout::new(outcome, plies)
}

/// Plays random moves to the end where positions of the past may recur.
fn with_past(position: &Position, choices: &mut Rng, history: &mut History, limit: u32) -> Playout {
    let mut position = *position;
    let mut plies = 0;
    let mut occurrences = 1;
    loop {
        let end = |outcome| Playout::new(outcome, plies);
        match position.draw_move(occurrences, choices) {
            Err(outcome) => return end(outcome),
            Ok(_) if plies >= limit => return end(rules::MAX_PLIES),
            Ok(m) => position.play_unchecked(m),
        }
        plies += 1;
        occurrences = history.push(position.key(), position.reversible_plies());
    }
}

multiversion! {
    /// Plays random moves to the end of a game without a past; the outcome and the number of plies.
    fn play_out(setup: &Setup, choices: &mut Rng, limit: u32) -> (Outcome, u32) = play_out_by;
}

#[inline(always)]
fn play_out_by<M: Machine>(setup: &Setup, choices: &mut Rng, limit: u32) -> (Outcome, u32) {
    let mut board = setup.board;
    let mut clock = u32::from(setup.clock);
    let mut plies = 0;
    let mut sets = MoveSets::new();
    let mut repetitions = Repetitions::default();
    let mut white = setup.side.is_white();
    loop {
        if white {
            let end = ply::<M, true>(&mut board, &mut clock, plies >= limit, &mut sets, &mut repetitions, choices);
            if let Err(outcome) = end {
                return (outcome, plies);
            }
            plies += 1;
        }
        white = true;
        let end = ply::<M, false>(&mut board, &mut clock, plies >= limit, &mut sets, &mut repetitions, choices);
        if let Err(outcome) = end {
            return (outcome, plies);
        }
        plies += 1;
    }
}

/// Judges the position and plays a random move, unless the limit on plies is reached. The parts of the game come one by
/// one, so that they can stay in registers.
#[inline(always)]
fn ply<M: Machine, const WHITE: bool>(
    board: &mut Board,
    clock: &mut u32,
    limited: bool,
    sets: &mut MoveSets,
    repetitions: &mut Repetitions,
    choices: &mut Rng,
) -> Result<(), Outcome> {
    fill::<M, WHITE>(board, sets)?;
    let occurrences = repetitions.push(board.digest::<M>(u64::from(WHITE)), *clock);
    judge(board, occurrences, *clock)?;
    if limited {
        return Err(rules::MAX_PLIES);
    }
    let n = below(choices, u64::from(sets.count())) as u32;
    let irreversible = board.play_drawn::<WHITE>(sets.nth::<M, WHITE>(n));
    // A capture is hard to foretell: no branch.
    *clock = (*clock + 1) & u32::from(irreversible).wrapping_sub(1);
    Ok(())
}
