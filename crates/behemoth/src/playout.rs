//! A random game in one loop, dice and luck included.

use crate::draw::{draw_roll, enemy_king, fill, find, no_moves};
use crate::luck::luck;
use crate::manner::{Manner, Usual, with_manner};
use crate::past::Past;
use crate::position::{destroyed, drawn, set_of, trample};
use crate::replies::{answered, may_attack, may_open};
use crate::{Chain, Mate, Phase, Position, Rules, chain, rules};
use fairyring_game::{Actor, Game, History, Outcome, Playout, Rng, below};
use fairyring_geometry::Square;
use fairyring_orthodox::{Board, Extras, Machine, MoveSets, UsualPlaces, UsualSets, multiversion};

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
    past: P,
    places: UsualPlaces,
    /// Whether the board is usual.
    usual: bool,
    /// Whether no unit of the side that has moved can attack the other's king or pin a unit to it.
    calm: bool,
}

/// The Behemoth in a random game.
#[derive(Clone, Copy)]
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
    let mut table = Table {
        choices,
        dice,
        chain: chain(),
        rules: position.rules(),
        past: E::Past::new(),
        places: UsualPlaces::new(),
        usual: setup.board.is_usual(),
        calm: false,
    };
    let mut board = setup.board;
    let mut clock = u32::from(setup.clock);
    let mut beast =
        Beast { square: position.behemoth().unwrap_or(Square::new(0)), set: set_of(position.behemoth()), luck: 0.0 };
    let mut sets = MoveSets::new();
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
                break limited::<M, true, E>(board, clock, beast, &mut table);
            }
            plies += 1;
            if let Err(end) = ply::<M, true, E>(&mut board, &mut clock, &mut beast, &mut table, &mut sets) {
                plies -= u32::from(end.before_move);
                break end.outcome;
            }
        }
        white = true;
        if plies >= limit {
            break limited::<M, false, E>(board, clock, beast, &mut table);
        }
        plies += 1;
        if let Err(end) = ply::<M, false, E>(&mut board, &mut clock, &mut beast, &mut table, &mut sets) {
            plies -= u32::from(end.before_move);
            break end.outcome;
        }
    };
    Playout { luck: beast.luck as f32, ..Playout::new(outcome, plies) }
}

/// Whether usual boards are looked over in a fixed number of visits.
const fn fixed<M: Machine, E: Manner>() -> bool {
    E::SHORT && M::QUICK_LINES
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
    mut board: Board,
    clock: u32,
    beast: Beast,
    table: &mut Table<'_, E::Past>,
) -> Outcome {
    let end = fill::<M, WHITE, E>(&mut board, beast.set, &mut MoveSets::new())
        .and_then(|()| judge::<M, WHITE, _>(&board, clock, &beast, &mut table.past, table.rules));
    end.err().unwrap_or(rules::MAX_PLIES)
}

/// Looks for the draws of a position with a legal move.
#[inline(always)]
fn judge<M: Machine, const WHITE: bool, P: Past>(
    board: &Board,
    clock: u32,
    beast: &Beast,
    past: &mut P,
    rules: Rules,
) -> Result<(), Outcome> {
    let more = u64::from(WHITE) | (beast.square.index() as u64) << 1;
    let occurrences = past.push(board.digest::<M>(more), clock);
    drawn(board, rules.has_dice(), occurrences, clock).map_or(Ok(()), Err)
}

/// Judges the position and plays a random move. Returns whether the move is irreversible for the count of plies.
#[inline(always)]
fn play_any<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    clock: u32,
    beast: &Beast,
    table: &mut Table<'_, E::Past>,
    sets: &mut MoveSets,
) -> Result<bool, Outcome> {
    fill::<M, WHITE, E>(board, beast.set, sets)?;
    judge::<M, WHITE, _>(board, clock, beast, &mut table.past, table.rules)?;
    let n = below(table.choices, u64::from(sets.count())) as u32;
    let irreversible = board.play_drawn::<WHITE>(sets.nth::<M, WHITE>(n));
    table.usual = fixed::<M, E>() && board.is_usual();
    Ok(irreversible)
}

/// As [`play_any`], where it is rare. The board goes in and out as a value, so that elsewhere it can stay in registers.
#[inline(never)]
fn play_unusual<M: Machine, const WHITE: bool, E: Manner>(
    mut board: Board,
    clock: u32,
    beast: Beast,
    table: &mut Table<'_, E::Past>,
) -> Result<(Board, bool), Outcome> {
    let irreversible = play_any::<M, WHITE, E>(&mut board, clock, &beast, table, &mut MoveSets::new())?;
    Ok((board, irreversible))
}

/// As [`play_any`], on a usual board.
#[inline(always)]
fn play_usual<M: Machine, const WHITE: bool, E: Manner, X: Extras>(
    board: &mut Board,
    extras: X,
    clock: u32,
    beast: &Beast,
    table: &mut Table<'_, E::Past>,
) -> Result<bool, Outcome> {
    let mut sets = UsualSets::new(&mut table.places);
    let attacked = find::<M, WHITE, X, _>(board, extras, &mut sets);
    board.forget_idle_passed(sets.has_en_passant());
    let count = sets.count();
    if count == 0 {
        return Err(no_moves::<WHITE, E>(attacked));
    }
    judge::<M, WHITE, _>(board, clock, beast, &mut table.past, table.rules)?;
    let n = below(table.choices, u64::from(count)) as u32;
    match sets.nth::<M, WHITE>(n) {
        Ok(step) => Ok(board.play_step::<WHITE>(step)),
        Err(m) => {
            let irreversible = board.play::<WHITE>(m);
            table.usual = board.is_usual();
            Ok(irreversible)
        }
    }
}

/// Judges the position, plays a random move, and rolls the dice if they follow.
#[inline(always)]
fn ply<M: Machine, const WHITE: bool, E: Manner>(
    board: &mut Board,
    clock: &mut u32,
    beast: &mut Beast,
    table: &mut Table<'_, E::Past>,
    sets: &mut MoveSets,
) -> Result<(), End> {
    let irreversible = if !fixed::<M, E>() {
        play_any::<M, WHITE, E>(board, *clock, beast, table, sets)
    } else if !table.usual {
        play_unusual::<M, WHITE, E>(*board, *clock, *beast, table).map(|(after, irreversible)| {
            *board = after;
            irreversible
        })
    } else if table.calm && !(E::EXPOSED && may_open::<WHITE>(board, enemy_king::<WHITE>(board))) {
        play_usual::<M, WHITE, E, _>(board, Usual::<_, true>(E::Sheltered::new(beast.set)), *clock, beast, table)
    } else {
        play_usual::<M, WHITE, E, _>(board, Usual::<_, false>(E::new(beast.set)), *clock, beast, table)
    }
    .map_err(End::before)?;
    // A capture is hard to foretell: no branch.
    *clock = (*clock + 1) & u32::from(irreversible).wrapping_sub(1);
    let enemy_king = enemy_king::<WHITE>(board);
    if enemy_king > 63 {
        return Err(End::after(Outcome::win(u8::from(!WHITE), rules::KING_CAPTURED)));
    }
    // The dice only take units off, so what cannot attack now cannot after them.
    table.calm = E::ROYAL && fixed::<M, E>() && !may_attack::<WHITE>(board, enemy_king);
    if table.rules.rolls_after(WHITE) {
        if table.rules.mate == Mate::BeforeRoll {
            let usual = fixed::<M, E>() && table.usual;
            if WHITE {
                answered::<M, false, E>(board, beast.set, table.calm, usual).map_err(End::after)?;
            } else {
                answered::<M, true, E>(board, beast.set, table.calm, usual).map_err(End::after)?;
            }
        }
        roll_dice(board, clock, beast, table).map_err(End::after)?;
    }
    Ok(())
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
