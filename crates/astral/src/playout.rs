//! Random play: a move drawn without a list, and a game in one loop.

use crate::play::{Step, play};
use crate::teleports::{Awake, Reach, Teleports};
use crate::{Move, Position, Rules, rules};
use fairyring_game::{Game, History, Outcome, Playout, Rng, below};
use fairyring_orthodox::{
    Board, FIFTY_MOVES, Machine, Masks, MoveSets, Repetitions, Setup, Side, generate, multiversion,
};

/// Teleports whose moves are kept as sets; more are counted again when one of theirs is drawn.
const KEPT: usize = 8;

/// The legal moves of a position: the orthodox ones, then those of each Teleport.
struct Sets {
    orthodox: MoveSets,
    /// From, jumps and landings of the first Teleports, as the mover sees them.
    kept: [(u32, u64, u64); KEPT],
    total: u32,
}

impl Sets {
    const fn new() -> Self {
        Self { orthodox: MoveSets::new(), kept: [(0, 0, 0); KEPT], total: 0 }
    }
}

/// A set as the mover sees it.
#[inline(always)]
const fn seen<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { set } else { set.swap_bytes() }
}

/// A square as the mover sees it, and back.
#[inline(always)]
const fn turned<const WHITE: bool>(square: u32) -> u32 {
    if WHITE { square } else { square ^ 56 }
}

/// Fills the sets, or says that there is no legal move. A passed square without a legal capture is forgotten.
#[inline(always)]
fn fill<M: Machine, const WHITE: bool>(
    board: &mut Board,
    teleports: &Teleports,
    rules: Rules,
    sets: &mut Sets,
) -> Result<(Masks, Reach), Outcome> {
    let awake = teleports.awake(if WHITE { board.black } else { board.white });
    let masks = Masks::new::<M, WHITE, Awake>(board, &awake);
    sets.orthodox.reset();
    generate::<M, WHITE, Awake, _>(board, &masks, &mut sets.orthodox);
    if board.passed() != 0 && !sets.orthodox.has_en_passant() {
        board.forget_passed();
    }
    sets.total = sets.orthodox.count();
    let reach = Reach::new(board, &masks, teleports, rules);
    let (mut rest, mut at) = (seen::<WHITE>(reach.own), 0);
    while rest != 0 {
        let from = turned::<WHITE>(rest.trailing_zeros());
        rest &= rest - 1;
        let jumps = reach.jumps(from);
        let landings = reach.landings::<M>(from, board, &masks, teleports, rules);
        sets.total += jumps.count_ones() + landings.count_ones();
        if let Some(kept) = sets.kept.get_mut(at) {
            *kept = (from, seen::<WHITE>(jumps), seen::<WHITE>(landings));
        }
        at += 1;
    }
    if sets.total == 0 {
        return Err(if masks.checkers != 0 { Outcome::win(u8::from(WHITE), rules::MATE) } else { rules::STALEMATE });
    }
    Ok((masks, reach))
}

/// The draws of a position with a legal move.
#[inline(always)]
fn judge(board: &Board, teleports: &Teleports, occurrences: u32, clock: u32) -> Result<(), Outcome> {
    if occurrences >= 3 {
        return Err(rules::REPETITION);
    }
    if clock >= FIFTY_MOVES {
        return Err(rules::FIFTY_MOVES);
    }
    if board.is_dead(teleports.all) {
        return Err(rules::INSUFFICIENT_MATERIAL);
    }
    Ok(())
}

/// The move of number `n`, which is below the total.
#[inline(always)]
fn nth<M: Machine, const WHITE: bool>(
    sets: &Sets,
    n: u32,
    (masks, reach): &(Masks, Reach),
    board: &Board,
    teleports: &Teleports,
    rules: Rules,
) -> Step {
    let orthodox = sets.orthodox.count();
    if n < orthodox {
        return Step::Orthodox(sets.orthodox.nth::<M, WHITE>(n));
    }
    let mut n = n - orthodox;
    let (mut rest, mut at) = (seen::<WHITE>(reach.own), 0);
    while rest != 0 {
        let here = turned::<WHITE>(rest.trailing_zeros());
        rest &= rest - 1;
        let (from, jumps, landings) = sets.kept.get(at).copied().unwrap_or_else(|| {
            let landings = reach.landings::<M>(here, board, masks, teleports, rules);
            (here, seen::<WHITE>(reach.jumps(here)), seen::<WHITE>(landings))
        });
        at += 1;
        let (near, far) = (jumps.count_ones(), landings.count_ones());
        if n < near {
            return Step::Jump(from, turned::<WHITE>(M::select(jumps, n)));
        }
        if n < near + far {
            return Step::Teleport(from, turned::<WHITE>(M::select(landings, n - near)));
        }
        n -= near + far;
    }
    unreachable!("the number is below the total")
}

multiversion! {
    /// Draws a uniformly random legal move, or says how the game has ended.
    pub(crate) fn draw(
        setup: &Setup,
        teleports: &Teleports,
        rules: Rules,
        occurrences: u32,
        choices: &mut Rng,
    ) -> Result<Move, Outcome> = draw_by;
}

#[inline(always)]
fn draw_by<M: Machine>(
    setup: &Setup,
    teleports: &Teleports,
    rules: Rules,
    occurrences: u32,
    choices: &mut Rng,
) -> Result<Move, Outcome> {
    match setup.side {
        Side::White => draw_of::<M, true>(setup, teleports, rules, occurrences, choices),
        Side::Black => draw_of::<M, false>(setup, teleports, rules, occurrences, choices),
    }
}

#[inline(always)]
fn draw_of<M: Machine, const WHITE: bool>(
    setup: &Setup,
    teleports: &Teleports,
    rules: Rules,
    occurrences: u32,
    choices: &mut Rng,
) -> Result<Move, Outcome> {
    let mut sets = Sets::new();
    let mut board = setup.board;
    let found = fill::<M, WHITE>(&mut board, teleports, rules, &mut sets)?;
    judge(&board, teleports, occurrences, u32::from(setup.clock))?;
    let n = below(choices, u64::from(sets.total)) as u32;
    Ok(nth::<M, WHITE>(&sets, n, &found, &board, teleports, rules).to_move())
}

/// Plays random moves to the end.
pub(crate) fn playout(position: &Position, choices: &mut Rng, history: &mut History, limit: u32) -> Playout {
    if history.len() > 1 {
        return with_past(position, choices, history, limit);
    }
    let (outcome, plies) = play_out(position.setup(), position.teleports(), position.rules(), choices, limit);
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
    fn play_out(
        setup: &Setup,
        teleports: &Teleports,
        rules: Rules,
        choices: &mut Rng,
        limit: u32,
    ) -> (Outcome, u32) = play_out_by;
}

#[inline(always)]
fn play_out_by<M: Machine>(
    setup: &Setup,
    teleports: &Teleports,
    rules: Rules,
    choices: &mut Rng,
    limit: u32,
) -> (Outcome, u32) {
    let mut board = setup.board;
    let mut teleports = *teleports;
    let mut clock = u32::from(setup.clock);
    let mut plies = 0;
    let mut table = Table { choices, rules, sets: Sets::new(), repetitions: Repetitions::default() };
    let mut white = setup.side.is_white();
    loop {
        if white {
            let end = ply::<M, true>(&mut board, &mut teleports, &mut clock, plies >= limit, &mut table);
            if let Err(outcome) = end {
                return (outcome, plies);
            }
            plies += 1;
        }
        white = true;
        let end = ply::<M, false>(&mut board, &mut teleports, &mut clock, plies >= limit, &mut table);
        if let Err(outcome) = end {
            return (outcome, plies);
        }
        plies += 1;
    }
}

/// What a random game is played with. The parts that change with every ply stand beside it, so that they can stay in
/// registers.
struct Table<'a> {
    choices: &'a mut Rng,
    rules: Rules,
    sets: Sets,
    repetitions: Repetitions,
}

/// Judges the position and plays a random move, unless the limit on plies is reached.
#[inline(always)]
fn ply<M: Machine, const WHITE: bool>(
    board: &mut Board,
    teleports: &mut Teleports,
    clock: &mut u32,
    limited: bool,
    table: &mut Table<'_>,
) -> Result<(), Outcome> {
    let found = fill::<M, WHITE>(board, teleports, table.rules, &mut table.sets)?;
    let occurrences = table.repetitions.push(board.digest::<M>(teleports.digest() ^ u64::from(WHITE)), *clock);
    judge(board, teleports, occurrences, *clock)?;
    if limited {
        return Err(rules::MAX_PLIES);
    }
    let n = below(table.choices, u64::from(table.sets.total)) as u32;
    let step = nth::<M, WHITE>(&table.sets, n, &found, board, teleports, table.rules);
    let irreversible = play::<WHITE>(board, teleports, table.rules, step);
    // A capture is hard to foretell: no branch.
    *clock = (*clock + 1) & u32::from(irreversible).wrapping_sub(1);
    Ok(())
}
