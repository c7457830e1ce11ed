//! One-off questions about the legal moves of a board, with side and extras known at run time.

use crate::receivers::Taking;
use crate::{Board, Count, Each, Extras, Machine, Marks, Masks, Move, MoveSets, Side, generate, multiversion};

/// The masks and counts a game asks of one position: its own moves join the orthodox ones.
#[derive(Clone, Copy, Debug)]
pub struct Legal {
    /// The masks of the side to move.
    pub masks: Masks,
    /// Number of orthodox moves.
    pub count: u32,
}

impl Legal {
    /// Masks and count.
    #[must_use]
    #[inline(always)]
    pub fn new<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E) -> Self {
        match side {
            Side::White => Self::of::<M, true, E>(board, extras),
            Side::Black => Self::of::<M, false, E>(board, extras),
        }
    }

    #[inline(always)]
    fn of<M: Machine, const WHITE: bool, E: Extras>(board: &Board, extras: &E) -> Self {
        let masks = Masks::new::<M, WHITE, E>(board, extras);
        let mut count = Count(0);
        generate::<M, WHITE, E, _>(board, &masks, &mut count);
        Self { masks, count: count.0 }
    }
}

multiversion! {
    /// Number of legal moves of orthodox units.
    #[must_use]
    pub fn count_moves<E: Extras>(board: &Board, side: Side, extras: &E) -> u32 = count[E];
}

multiversion! {
    /// Appends the legal moves of orthodox units, in the order of [`crate::Receiver`], as moves or as what a game makes of
    /// them.
    pub fn list_moves<E: Extras, T: From<Move>>(board: &Board, side: Side, extras: &E, out: &mut Vec<T>) = list[E, T];
}

multiversion! {
    /// Appends those of [`list_moves`] that take a unit or promote, in the same order.
    pub fn list_noisy_moves<E: Extras, T: From<Move>>(board: &Board, side: Side, extras: &E, out: &mut Vec<T>)
        = list_noisy[E, T];
}

multiversion! {
    /// Sets the bits of the legal moves' action ids, as [`Marks`] does. `words` hold [`crate::encode::ACTIONS`] bits or more.
    pub fn mark_moves<E: Extras>(board: &Board, side: Side, extras: &E, words: &mut [u64]) = mark[E];
}

multiversion! {
    /// The `n`-th legal move of orthodox units.
    ///
    /// # Errors
    /// Their number, if there are not so many.
    pub fn nth_move<E: Extras>(board: &Board, side: Side, extras: &E, n: usize) -> Result<Move, u32> = nth[E];
}

multiversion! {
    /// Whether a move is one of the legal moves of orthodox units.
    #[must_use]
    pub fn has_move<E: Extras>(board: &Board, side: Side, extras: &E, m: Move) -> bool = has[E];
}

#[inline(always)]
fn count<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E) -> u32 {
    Legal::new::<M, E>(board, side, extras).count
}

#[inline(always)]
fn list<M: Machine, E: Extras, T: From<Move>>(board: &Board, side: Side, extras: &E, out: &mut Vec<T>) {
    each_move::<M, E>(board, side, extras, |m| out.push(m.into()));
}

#[inline(always)]
fn has<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E, m: Move) -> bool {
    let mut found = false;
    each_move::<M, E>(board, side, extras, |other| found |= other == m);
    found
}

#[inline(always)]
fn each_move<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E, visit: impl FnMut(Move)) {
    let each = &mut Each(visit);
    match side {
        Side::White => {
            let masks = Masks::new::<M, true, E>(board, extras);
            generate::<M, true, E, _>(board, &masks, each);
        }
        Side::Black => {
            let masks = Masks::new::<M, false, E>(board, extras);
            generate::<M, false, E, _>(board, &masks, each);
        }
    }
}

#[inline(always)]
fn list_noisy<M: Machine, E: Extras, T: From<Move>>(board: &Board, side: Side, extras: &E, out: &mut Vec<T>) {
    let taking = &mut Taking { enemies: board.of(side.other()), each: Each(|m: Move| out.push(m.into())) };
    match side {
        Side::White => {
            let masks = Masks::new::<M, true, E>(board, extras);
            generate::<M, true, E, _>(board, &masks, taking);
        }
        Side::Black => {
            let masks = Masks::new::<M, false, E>(board, extras);
            generate::<M, false, E, _>(board, &masks, taking);
        }
    }
}

#[inline(always)]
fn mark<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E, words: &mut [u64]) {
    let marks = &mut Marks(words);
    match side {
        Side::White => {
            let masks = Masks::new::<M, true, E>(board, extras);
            generate::<M, true, E, _>(board, &masks, marks);
        }
        Side::Black => {
            let masks = Masks::new::<M, false, E>(board, extras);
            generate::<M, false, E, _>(board, &masks, marks);
        }
    }
}

#[inline(always)]
fn nth<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E, n: usize) -> Result<Move, u32> {
    let mut sets = MoveSets::new();
    match side {
        Side::White => {
            let masks = Masks::new::<M, true, E>(board, extras);
            generate::<M, true, E, _>(board, &masks, &mut sets);
        }
        Side::Black => {
            let masks = Masks::new::<M, false, E>(board, extras);
            generate::<M, false, E, _>(board, &masks, &mut sets);
        }
    }
    if n >= sets.count() as usize {
        return Err(sets.count());
    }
    Ok(match side {
        Side::White => sets.nth::<M, true>(n as u32).to_move(),
        Side::Black => sets.nth::<M, false>(n as u32).to_move(),
    })
}
