//! Random play: a move drawn without a list, and a game in one loop, dice and luck included.

use crate::luck::luck_of;
use crate::manner::{Manner, with_manner};
use crate::position::{destroyed, drawn, roll, set_of, without_moves};
use crate::replies::{is_attacked, may_attack, reply_exists};
use crate::{Chain, Mate, Move, Phase, Position, RollEvery, Royalty, chain, rules};
use fairyring_game::{Actor, Game, History, Outcome, Playout, Rng, below};
use fairyring_geometry::{Square, TorusWalk};
use fairyring_orthodox::{Board, Machine, Masks, MoveSets, Repetitions, Side, generate, multiversion};

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
        return Playout { outcome, plies: 0, luck: 0.0 };
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
            let end = |outcome| Playout { outcome, plies, luck: luck as f32 };
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

/// A random game in play.
struct Run {
    board: Board,
    /// Where the Behemoth stands; some square where there is none.
    behemoth: Square,
    /// Its square as a set.
    neutral: u64,
    clock: u32,
    plies: u32,
    limit: u32,
    luck: f64,
    has_dice: bool,
    /// Whether dice follow White's moves.
    every_move: bool,
    before_roll: bool,
    chain: &'static Chain,
    sets: MoveSets,
    repetitions: Repetitions,
}

#[inline(always)]
fn play_out_by<M: Machine, E: Manner>(position: &Position, choices: &mut Rng, dice: &mut Rng, limit: u32) -> Playout {
    let (setup, rules) = (position.setup(), position.rules());
    let mut run = Run {
        board: setup.board,
        behemoth: position.behemoth().unwrap_or(Square::new(0)),
        neutral: set_of(position.behemoth()),
        clock: u32::from(setup.clock),
        plies: 0,
        limit,
        luck: 0.0,
        has_dice: rules.has_dice(),
        every_move: rules.roll_every == RollEvery::Move,
        before_roll: rules.mate == Mate::BeforeRoll,
        chain: chain(),
        sets: MoveSets::new(),
        repetitions: Repetitions::default(),
    };
    let outcome = finish::<M, E>(&mut run, setup.side.is_white(), position.phase() == Phase::Roll, choices, dice);
    Playout { outcome, plies: run.plies, luck: run.luck as f32 }
}

/// Plays to the end, `white` to move after the dice if they are due.
#[inline(always)]
fn finish<M: Machine, E: Manner>(
    run: &mut Run,
    mut white: bool,
    due: bool,
    choices: &mut Rng,
    dice: &mut Rng,
) -> Outcome {
    if due && let Err(outcome) = run.roll(dice) {
        return outcome;
    }
    loop {
        if white && let Err(outcome) = run.ply::<M, true, E>(choices, dice) {
            return outcome;
        }
        white = true;
        if let Err(outcome) = run.ply::<M, false, E>(choices, dice) {
            return outcome;
        }
    }
}

impl Run {
    /// Judges the position, plays a random move, and rolls the dice if they follow.
    #[inline(always)]
    fn ply<M: Machine, const WHITE: bool, E: Manner>(
        &mut self,
        choices: &mut Rng,
        dice: &mut Rng,
    ) -> Result<(), Outcome> {
        fill::<M, WHITE, E>(&mut self.board, self.neutral, &mut self.sets)?;
        let more = u64::from(WHITE) | (self.behemoth.index() as u64) << 1;
        let occurrences = self.repetitions.push(self.board.digest(more), self.clock);
        if let Some(outcome) = drawn(&self.board, self.has_dice, occurrences, self.clock) {
            return Err(outcome);
        }
        if self.plies >= self.limit {
            return Err(rules::MAX_PLIES);
        }
        let n = below(choices, u64::from(self.sets.count())) as u32;
        let irreversible = self.board.play::<WHITE>(self.sets.nth::<M, WHITE>(n).to_move());
        if WHITE {
            self.board.drop_idle_passed::<false>();
        } else {
            self.board.drop_idle_passed::<true>();
        }
        self.clock = if irreversible { 0 } else { self.clock + 1 };
        self.plies += 1;
        let enemy = if WHITE { self.board.black } else { self.board.white };
        if enemy & self.board.kings == 0 {
            return Err(Outcome::win(!WHITE as u8, rules::KING_CAPTURED));
        }
        if self.has_dice && (!WHITE || self.every_move) {
            if self.before_roll {
                self.judge_reply::<M, WHITE, E>()?;
            }
            self.roll(dice)?;
        }
        Ok(())
    }

    /// Whether the enemy of `WHITE` or Black can answer its move; else the end.
    #[inline(always)]
    fn judge_reply<M: Machine, const WHITE: bool, E: Manner>(&self) -> Result<(), Outcome> {
        let replies = if WHITE {
            reply_exists::<M, false, E>(&self.board, self.neutral)
        } else {
            reply_exists::<M, true, E>(&self.board, self.neutral)
        };
        if replies {
            return Ok(());
        }
        let occupied = self.board.units() | self.neutral;
        Err(if WHITE {
            let king = self.board.king(Side::Black);
            no_moves::<false, E>(is_attacked::<M, false>(&self.board, king, occupied))
        } else {
            let king = self.board.king(Side::White);
            no_moves::<true, E>(is_attacked::<M, true>(&self.board, king, occupied))
        })
    }

    /// Rolls the dice.
    #[inline(always)]
    fn roll(&mut self, dice: &mut Rng) -> Result<(), Outcome> {
        let walk = draw_roll(dice);
        self.luck += f64::from(luck_of(&self.board, self.behemoth, walk, self.chain));
        if roll(&mut self.board, &mut self.behemoth, walk) {
            self.clock = 0;
        }
        self.neutral = 1 << self.behemoth.index();
        match destroyed(&self.board) {
            None => Ok(()),
            Some(outcome) => Err(outcome),
        }
    }
}
