//! Random play: a move drawn without a list, and a game in one loop.

use crate::{Position, rules};
use fairyring_game::{Game, History, Outcome, Playout, Rng, below};
use fairyring_orthodox::{
    Board, Drawing, FIFTY_MOVES, Machine, Masks, Move, MoveSets, Plain, Repetitions, Setup, Side, UsualPlaces,
    UsualSets, generate, multiversion,
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
            fill::<M, true, _>(&mut board, &mut sets)?;
            judge(&board, occurrences, u32::from(setup.clock))?;
            Ok(sets.nth::<M, true>(below(choices, u64::from(sets.count())) as u32).to_move())
        }
        Side::Black => {
            fill::<M, false, _>(&mut board, &mut sets)?;
            judge(&board, occurrences, u32::from(setup.clock))?;
            Ok(sets.nth::<M, false>(below(choices, u64::from(sets.count())) as u32).to_move())
        }
    }
}

/// Fills empty sets with the legal moves, or says that there is none. A passed square without a legal capture is forgotten.
#[inline(always)]
fn fill<M: Machine, const WHITE: bool, S: Drawing<WHITE>>(board: &mut Board, sets: &mut S) -> Result<(), Outcome> {
    let masks = Masks::new::<M, WHITE, Plain>(board, &Plain);
    generate::<M, WHITE, Plain, _>(board, &masks, sets);
    if board.passed() != 0 && !sets.takes_in_passing() {
        board.forget_passed();
    }
    if sets.is_empty() {
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

/// What a random game is played with. The parts that change with every ply stand beside it, so that they can stay in
/// registers.
struct Table<'a> {
    choices: &'a mut Rng,
    repetitions: Repetitions,
    places: UsualPlaces,
    sets: MoveSets,
}

#[inline(always)]
fn play_out_by<M: Machine>(setup: &Setup, choices: &mut Rng, limit: u32) -> (Outcome, u32) {
    let mut board = setup.board;
    let mut clock = u32::from(setup.clock);
    let mut plies = 0;
    let repetitions = Repetitions::default();
    let mut table = Table { choices, repetitions, places: UsualPlaces::new(), sets: MoveSets::new() };
    let mut white = setup.side.is_white();
    loop {
        if white {
            if let Err(outcome) = ply::<M, true>(&mut board, &mut clock, plies >= limit, &mut table) {
                return (outcome, plies);
            }
            plies += 1;
        }
        white = true;
        if let Err(outcome) = ply::<M, false>(&mut board, &mut clock, plies >= limit, &mut table) {
            return (outcome, plies);
        }
        plies += 1;
    }
}

/// Judges the position and plays a random move, unless the limit on plies is reached.
#[inline(always)]
fn ply<M: Machine, const WHITE: bool>(
    board: &mut Board,
    clock: &mut u32,
    limited: bool,
    table: &mut Table<'_>,
) -> Result<(), Outcome> {
    let Table { choices, repetitions, places, sets } = table;
    if board.has_usual_sets::<WHITE>() {
        play::<M, WHITE, _>(board, clock, limited, &mut UsualSets::new(places), repetitions, choices)
    } else {
        sets.reset();
        play::<M, WHITE, _>(board, clock, limited, sets, repetitions, choices)
    }
}

/// As [`ply`], with the moves in these sets.
#[inline(always)]
fn play<M: Machine, const WHITE: bool, S: Drawing<WHITE>>(
    board: &mut Board,
    clock: &mut u32,
    limited: bool,
    sets: &mut S,
    repetitions: &mut Repetitions,
    choices: &mut Rng,
) -> Result<(), Outcome> {
    fill::<M, WHITE, S>(board, sets)?;
    let occurrences = repetitions.push(board.digest::<M>(u64::from(WHITE)), *clock);
    judge(board, occurrences, *clock)?;
    if limited {
        return Err(rules::MAX_PLIES);
    }
    let n = below(choices, u64::from(sets.len())) as u32;
    let irreversible = sets.play_nth::<M>(n, board);
    // A capture is hard to foretell: no branch.
    *clock = (*clock + 1) & u32::from(irreversible).wrapping_sub(1);
    Ok(())
}
