//! Random play: a move drawn without a list, and a game in one loop, dice and luck included.

use crate::luck::luck;
use crate::manner::{Manner, with_manner};
use crate::past::Past;
use crate::position::{destroyed, drawn, set_of, trample, without_moves};
use crate::replies::{is_attacked, may_attack, reply_exists};
use crate::{Chain, Mate, Move, Phase, Position, Royalty, Rules, chain, rules};
use fairyring_game::{Actor, Game, History, Outcome, Playout, Rng, below};
use fairyring_geometry::{Square, TorusWalk};
use fairyring_orthodox::{Board, Machine, Masks, MoveSets, Side, generate, multiversion};

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
fn fill<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    behemoth: u64,
    sets: &mut MoveSets,
) -> Result<(), Outcome> {
    sets.reset();
    let enemy_king = if WHITE { board.king(Side::Black) } else { board.king(Side::White) };
    let checkers = if E::EXPOSED && may_attack::<WHITE>(board, enemy_king) {
        find::<M, WHITE, E>(board, behemoth, sets)
    } else {
        find::<M, WHITE, E::Sheltered>(board, behemoth, sets)
    };
    if board.passed() != 0 && !sets.has_en_passant() {
        board.forget_passed();
    }
    if sets.count() == 0 {
        return Err(no_moves::<WHITE, E>(checkers != 0));
    }
    Ok(())
}

/// Finds the legal moves; returns the units that give check.
#[inline(always)]
fn find<M: Machine, const WHITE: bool, E: Manner>(board: &Board, behemoth: u64, sets: &mut MoveSets) -> u64 {
    let masks = Masks::new::<M, WHITE, E>(board, &E::new(behemoth));
    generate::<M, WHITE, E, _>(board, &masks, sets);
    masks.checkers
}

/// The end where `WHITE` or Black has no move.
#[inline(always)]
fn no_moves<const WHITE: bool, E: Manner>(attacked: bool) -> Outcome {
    let side = if WHITE { Side::White } else { Side::Black };
    without_moves(side, if E::ROYAL { Royalty::Check } else { Royalty::KingCapture }, attacked)
}

/// Plays random moves to the end.
pub(crate) fn playout(
    position: &Position,
    choices: &mut Rng,
    dice: &mut Rng,
    history: &mut History,
    limit: u32,
) -> Playout {
    if history.len() > 1 {
        return with_past(position, choices, dice, history, limit);
    }
    if position.phase() == Phase::Captured || destroyed(&position.setup().board).is_some() {
        let outcome = position.outcome(1).expect("a king is gone");
        return Playout::new(outcome, 0);
    }
    with_manner!(position.rules(), E => play_out::<E>(position, choices, dice, limit))
}

/// Plays random moves to the end where positions of the past may recur.
fn with_past(position: &Position, choices: &mut Rng, dice: &mut Rng, history: &mut History, limit: u32) -> Playout {
    let mut position = *position;
    let (mut plies, mut luck, mut occurrences) = (0, 0.0, 1);
    loop {
        if position.to_act() == Actor::Chance {
            let roll = position.draw_chance(dice);
            luck += f64::from(position.luck(roll));
            position.play_unchecked(roll);
        } else {
            let end = |outcome| Playout { luck: luck as f32, ..Playout::new(outcome, plies) };
            match position.draw_move(occurrences, choices) {
                Err(outcome) => return end(outcome),
                Ok(_) if plies >= limit => return end(rules::MAX_PLIES),
                Ok(m) => position.play_unchecked(m),
            }
            plies += 1;
        }
        occurrences = position.repetition_key().map_or(1, |key| history.push(key, position.reversible_plies()));
    }
}

multiversion! {
    /// Plays random moves to the end of a game without a past, which is not over by a king that is gone.
    fn play_out<E: Manner>(position: &Position, choices: &mut Rng, dice: &mut Rng, limit: u32) -> Playout = play_out_by[E];
}

/// What a random game is played with. The parts that change with every ply stand beside it, so that they can stay in
/// registers.
struct Table<'a, P> {
    choices: &'a mut Rng,
    dice: &'a mut Rng,
    chain: &'static Chain,
    rules: Rules,
    sets: MoveSets,
    past: P,
}

/// The Behemoth in a random game.
struct Beast {
    /// Where it stands; some square where there is none.
    square: Square,
    /// Its square as a set; empty where there is none.
    set: u64,
    luck: f64,
}

#[inline(always)]
fn play_out_by<M: Machine, E: Manner>(position: &Position, choices: &mut Rng, dice: &mut Rng, limit: u32) -> Playout {
    let setup = position.setup();
    let mut table =
        Table { choices, dice, chain: chain(), rules: position.rules(), sets: MoveSets::new(), past: E::Past::new() };
    let mut board = setup.board;
    let mut clock = u32::from(setup.clock);
    let mut beast =
        Beast { square: position.behemoth().unwrap_or(Square::new(0)), set: set_of(position.behemoth()), luck: 0.0 };
    let mut plies = 0;
    let mut white = setup.side.is_white();
    if position.phase() == Phase::Roll
        && let Err(outcome) = roll_dice(&mut board, &mut clock, &mut beast, &mut table)
    {
        return Playout { luck: beast.luck as f32, ..Playout::new(outcome, plies) };
    }
    let outcome = loop {
        if white {
            if plies >= limit {
                break limited::<M, true, E>(&mut board, clock, &beast, &mut table);
            }
            plies += 1;
            if let Err(end) = ply::<M, true, E>(&mut board, &mut clock, &mut beast, &mut table) {
                plies -= u32::from(end.before_move);
                break end.outcome;
            }
        }
        white = true;
        if plies >= limit {
            break limited::<M, false, E>(&mut board, clock, &beast, &mut table);
        }
        plies += 1;
        if let Err(end) = ply::<M, false, E>(&mut board, &mut clock, &mut beast, &mut table) {
            plies -= u32::from(end.before_move);
            break end.outcome;
        }
    };
    Playout { luck: beast.luck as f32, ..Playout::new(outcome, plies) }
}

/// The end of a random game.
struct End {
    outcome: Outcome,
    /// Whether it was found before the move of the ply.
    before_move: bool,
}

impl End {
    const fn before(outcome: Outcome) -> Self {
        Self { outcome, before_move: true }
    }

    const fn after(outcome: Outcome) -> Self {
        Self { outcome, before_move: false }
    }
}

/// The end of a game whose plies have run out.
#[inline(never)]
fn limited<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    clock: u32,
    beast: &Beast,
    table: &mut Table<'_, E::Past>,
) -> Outcome {
    judge::<M, WHITE, E>(board, clock, beast, table).err().unwrap_or(rules::MAX_PLIES)
}

/// Finds the moves, or the end of the game.
#[inline(always)]
fn judge<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    clock: u32,
    beast: &Beast,
    table: &mut Table<'_, E::Past>,
) -> Result<(), Outcome> {
    fill::<M, WHITE, E>(board, beast.set, &mut table.sets)?;
    let more = u64::from(WHITE) | (beast.square.index() as u64) << 1;
    let occurrences = table.past.push(board.digest::<M>(more), clock);
    drawn(board, table.rules.has_dice(), occurrences, clock).map_or(Ok(()), Err)
}

/// Judges the position, plays a random move, and rolls the dice if they follow.
#[inline(always)]
fn ply<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    clock: &mut u32,
    beast: &mut Beast,
    table: &mut Table<'_, E::Past>,
) -> Result<(), End> {
    judge::<M, WHITE, E>(board, *clock, beast, table).map_err(End::before)?;
    let n = below(table.choices, u64::from(table.sets.count())) as u32;
    let irreversible = board.play_drawn::<WHITE>(table.sets.nth::<M, WHITE>(n));
    // A capture is hard to foretell: no branch.
    *clock = (*clock + 1) & u32::from(irreversible).wrapping_sub(1);
    let enemy = if WHITE { board.black } else { board.white };
    if enemy & board.kings == 0 {
        return Err(End::after(Outcome::win(u8::from(!WHITE), rules::KING_CAPTURED)));
    }
    if table.rules.rolls_after(WHITE) {
        if table.rules.mate == Mate::BeforeRoll {
            if WHITE {
                answered::<M, false, E>(board, beast.set).map_err(End::after)?;
            } else {
                answered::<M, true, E>(board, beast.set).map_err(End::after)?;
            }
        }
        roll_dice(board, clock, beast, table).map_err(End::after)?;
    }
    Ok(())
}

/// Whether `WHITE` or Black has an answer to the move just played; else the end.
#[inline(always)]
fn answered<M: Machine, const WHITE: bool, E: Manner>(board: &Board, behemoth: u64) -> Result<(), Outcome> {
    if reply_exists::<M, WHITE, E>(board, behemoth) {
        return Ok(());
    }
    let king = board.king(if WHITE { Side::White } else { Side::Black });
    Err(no_moves::<WHITE, E>(is_attacked::<M, WHITE>(board, king, board.units() | behemoth)))
}

/// Rolls the dice; the end if a king is destroyed.
#[inline(always)]
fn roll_dice<P>(
    board: &mut Board,
    clock: &mut u32,
    beast: &mut Beast,
    table: &mut Table<'_, P>,
) -> Result<(), Outcome> {
    let walk = draw_roll(table.dice);
    let (path, end) = (walk.path(beast.square), walk.end(beast.square));
    beast.luck += f64::from(luck(board, beast.square, path, end, table.chain));
    if trample(board, path, end) {
        *clock = 0;
    }
    beast.square = end;
    beast.set = 1 << beast.square.index();
    destroyed(board).map_or(Ok(()), Err)
}
