//! Random play: a move drawn without a list, and a game in one loop.

use crate::position::play;
use crate::teleports::{Awake, Reach, Teleports};
use crate::{Move, Position, Rules, rules};
use fairyring_game::{Game, History, Outcome, Playout, Rng, below};
use fairyring_geometry::Square;
use fairyring_orthodox::{
    Board, FIFTY_MOVES, Machine, Masks, Move as Orthodox, MoveSets, Repetitions, Setup, Side, generate, multiversion,
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
) -> Move {
    let orthodox = sets.orthodox.count();
    if n < orthodox {
        return Move::Orthodox(sets.orthodox.nth::<M, WHITE>(n).to_move());
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
            let to = turned::<WHITE>(M::select(jumps, n));
            return Move::Orthodox(Orthodox::new(Square::new(from), Square::new(to)));
        }
        if n < near + far {
            let to = turned::<WHITE>(M::select(landings, n - near));
            return Move::Teleport(Square::new(from), Square::new(to));
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
    Ok(nth::<M, WHITE>(&sets, n, &found, &board, teleports, rules))
}

/// Plays random moves to the end.
pub(crate) fn playout(position: &Position, choices: &mut Rng, history: &mut History, limit: u32) -> Playout {
    if history.len() > 1 {
        return with_past(position, choices, history, limit);
    }
    let (outcome, plies) = play_out(position.setup(), position.teleports(), position.rules(), choices, limit);
    Playout { outcome, plies, luck: 0.0 }
}

/// Plays random moves to the end where positions of the past may recur.
fn with_past(position: &Position, choices: &mut Rng, history: &mut History, limit: u32) -> Playout {
    let mut position = *position;
    let mut plies = 0;
    let mut occurrences = 1;
    loop {
        let end = |outcome| Playout { outcome, plies, luck: 0.0 };
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

/// A random game in play.
struct Run {
    board: Board,
    teleports: Teleports,
    rules: Rules,
    clock: u32,
    plies: u32,
    limit: u32,
    sets: Sets,
    repetitions: Repetitions,
}

#[inline(always)]
fn play_out_by<M: Machine>(
    setup: &Setup,
    teleports: &Teleports,
    rules: Rules,
    choices: &mut Rng,
    limit: u32,
) -> (Outcome, u32) {
    let mut game = Run {
        board: setup.board,
        teleports: *teleports,
        rules,
        clock: u32::from(setup.clock),
        plies: 0,
        limit,
        sets: Sets::new(),
        repetitions: Repetitions::default(),
    };
    let mut white = setup.side.is_white();
    loop {
        if white && let Err(outcome) = ply::<M, true>(&mut game, choices) {
            return (outcome, game.plies);
        }
        white = true;
        if let Err(outcome) = ply::<M, false>(&mut game, choices) {
            return (outcome, game.plies);
        }
    }
}

/// Judges the position and plays a random move.
#[inline(always)]
fn ply<M: Machine, const WHITE: bool>(game: &mut Run, choices: &mut Rng) -> Result<(), Outcome> {
    let found = fill::<M, WHITE>(&mut game.board, &game.teleports, game.rules, &mut game.sets)?;
    let occurrences =
        game.repetitions.push(game.board.digest::<M>(game.teleports.key() ^ u64::from(WHITE)), game.clock);
    judge(&game.board, &game.teleports, occurrences, game.clock)?;
    if game.plies >= game.limit {
        return Err(rules::MAX_PLIES);
    }
    let n = below(choices, u64::from(game.sets.total)) as u32;
    let m = nth::<M, WHITE>(&game.sets, n, &found, &game.board, &game.teleports, game.rules);
    let irreversible = play::<WHITE>(&mut game.board, &mut game.teleports, game.rules, m);
    if WHITE {
        game.board.drop_idle_passed::<false>();
    } else {
        game.board.drop_idle_passed::<true>();
    }
    game.clock = if irreversible { 0 } else { game.clock + 1 };
    game.plies += 1;
    Ok(())
}
