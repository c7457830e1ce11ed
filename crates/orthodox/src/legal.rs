//! One-off questions about the legal moves of a board, with side and extras known at run time.

use crate::receivers::Taking;
use crate::{
    Board, Count, Each, Extras, Machine, Marks, Masks, Move, MoveSets, Receiver, Side, generate, multiversion,
};

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
        let mut count = Count(0);
        let masks = receive::<M, E, _>(board, side, extras, &mut count);
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
    receive::<M, E, _>(board, side, extras, &mut Each(visit));
}

#[inline(always)]
fn list_noisy<M: Machine, E: Extras, T: From<Move>>(board: &Board, side: Side, extras: &E, out: &mut Vec<T>) {
    let each = Each(|m: Move| out.push(m.into()));
    receive::<M, E, _>(board, side, extras, &mut Taking { enemies: board.of(side.other()), each });
}

#[inline(always)]
fn mark<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E, words: &mut [u64]) {
    receive::<M, E, _>(board, side, extras, &mut Marks(words));
}

/// Hands the legal moves of orthodox units to a receiver; returns the masks they were found by.
#[inline(always)]
fn receive<M: Machine, E: Extras, R: Receiver<true> + Receiver<false>>(
    board: &Board,
    side: Side,
    extras: &E,
    receiver: &mut R,
) -> Masks {
    match side {
        Side::White => {
            let masks = Masks::new::<M, true, E>(board, extras);
            generate::<M, true, E, _>(board, &masks, receiver);
            masks
        }
        Side::Black => {
            let masks = Masks::new::<M, false, E>(board, extras);
            generate::<M, false, E, _>(board, &masks, receiver);
            masks
        }
    }
}

#[inline(always)]
fn nth<M: Machine, E: Extras>(board: &Board, side: Side, extras: &E, n: usize) -> Result<Move, u32> {
    let mut sets = MoveSets::new();
    receive::<M, E, _>(board, side, extras, &mut sets);
    if n >= sets.count() as usize {
        return Err(sets.count());
    }
    Ok(match side {
        Side::White => sets.nth::<M, true>(n as u32).to_move(),
        Side::Black => sets.nth::<M, false>(n as u32).to_move(),
    })
}
