//! Counting lines, in bulk at the last ply.

use crate::Position;
use fairyring_game::{Game, History};
use fairyring_orthodox::{Afterwards, Board, Count, Extras, FIFTY_MOVES, Machine, Masks, Side, generate};

/// Plies between three occurrences of a position: each side goes and returns twice.
const THREEFOLD: u32 = 8;

/// Chess, counted: the openings that perft is full of have their kings hemmed in.
#[derive(Clone, Copy)]
struct Counted;

impl Extras for Counted {
    const LAZY_DANGER: bool = true;
}

/// Number of lines of `depth` plies; a line ends at every end of the game.
pub(crate) fn perft(position: &Position, depth: u32, occurrences: u32, history: &mut History) -> u64 {
    if depth == 0 {
        return 1;
    }
    let setup = position.setup();
    // Every position judged lies at most `depth - 1` plies ahead.
    let past = position.reversible_plies().min(history.len().saturating_sub(1) as u32);
    if occurrences < 3
        && past.saturating_add(depth - 1) < THREEFOLD
        && u32::from(setup.clock).saturating_add(depth - 1) < FIFTY_MOVES
    {
        return count_lines(&setup.board, setup.side, depth);
    }
    if position.outcome(occurrences).is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_legal_moves() as u64;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut lines = 0;
    for m in moves {
        let mut next = *position;
        next.play_unchecked(m);
        let occurrences = history.push(next.key(), next.reversible_plies());
        lines += perft(&next, depth - 1, occurrences, history);
        history.pop();
    }
    lines
}

/// Number of lines where neither repetition nor the fifty-move rule can end one.
fn count_lines(board: &Board, side: Side, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        use fairyring_orthodox::Path;
        #[allow(unsafe_code)]
        match Path::chosen() {
            // SAFETY: the path is never above the best one, which asked the processor for these features.
            Path::Pext => return unsafe { by_extraction::count_lines(board, side, depth) },
            // SAFETY: as above.
            Path::Magic => return unsafe { by_magic::count_lines(board, side, depth) },
            Path::Portable => {}
        }
    }
    portable::count_lines(board, side, depth)
}

/// Compiles the recursion for a set of instructions: a recursive function cannot be inlined, so it has its own copy.
macro_rules! compile {
    ($module:ident, $machine:ty $(, $features:literal)?) => {
        #[allow(unsafe_code, unused_unsafe)]
        mod $module {
            use super::*;

            $(#[target_feature(enable = $features)])?
            pub(super) fn count_lines(board: &Board, side: Side, depth: u32) -> u64 {
                match side {
                    Side::White => white(board, depth),
                    Side::Black => black(board, depth),
                }
            }

            $(#[target_feature(enable = $features)])?
            fn white(board: &Board, depth: u32) -> u64 {
                lines::<$machine, true>(board, depth, |next, depth| {
                    // SAFETY: called from this function only, which runs where the features are.
                    unsafe { black(next, depth) }
                })
            }

            $(#[target_feature(enable = $features)])?
            fn black(board: &Board, depth: u32) -> u64 {
                lines::<$machine, false>(board, depth, |next, depth| {
                    // SAFETY: as above.
                    unsafe { white(next, depth) }
                })
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compile!(by_extraction, fairyring_orthodox::Pext, "aes,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
compile!(by_magic, fairyring_orthodox::MagicAes, "aes,bmi1,bmi2,lzcnt,popcnt");
compile!(portable, fairyring_orthodox::Magic);

/// Counts the moves, or plays each and asks `below`.
#[inline(always)]
fn lines<M: Machine, const WHITE: bool>(board: &Board, depth: u32, below: impl Fn(&Board, u32) -> u64) -> u64 {
    if board.is_dead(0) {
        return 0;
    }
    let masks = Masks::new::<M, WHITE, Counted>(board, &Counted);
    if depth == 1 {
        let mut count = Count(0);
        generate::<M, WHITE, Counted, _>(board, &masks, &mut count);
        return u64::from(count.0);
    }
    let mut lines = 0;
    let mut boards = Afterwards { board, visit: |next: &Board| lines += below(next, depth - 1) };
    generate::<M, WHITE, Counted, _>(board, &masks, &mut boards);
    lines
}
