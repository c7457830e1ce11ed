//! Perft with every move made, on the board alone: no key is kept, as perft needs none.

use fairyring_orthodox::{Afterwards, Board, Machine, Masks, Plain, generate, multiversion};
use std::hint::black_box;

multiversion! {
    /// Lines of `depth` plies, the last ply made too.
    pub(crate) fn perft_made(board: &Board, white: bool, depth: u32) -> u64 = by_side;
}

#[inline(always)]
fn by_side<M: Machine>(board: &Board, white: bool, depth: u32) -> u64 {
    if white { lines::<M, true>(board, depth) } else { lines::<M, false>(board, depth) }
}

#[inline(always)]
fn lines<M: Machine, const WHITE: bool>(board: &Board, depth: u32) -> u64 {
    let masks = Masks::new::<M, WHITE, Plain>(board, &Plain);
    let mut nodes = 0;
    let visit = |next: &Board| {
        nodes += if depth == 1 {
            black_box(next);
            1
        } else {
            perft_made(next, !WHITE, depth - 1)
        };
    };
    generate::<M, WHITE, Plain, _>(board, &masks, &mut Afterwards { board, visit });
    nodes
}
