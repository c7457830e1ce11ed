//! The Behemoth along a line of moves that does not answer its walks: where it may stand, and what it has destroyed.

use crate::chain::{Chain, chain};
use fairyring_game::{DRIFT_CELLS, Drift, Prospect};
use fairyring_geometry::{Square, TorusWalk};
use std::sync::OnceLock;

/// Values of all cells.
type Row = [f32; DRIFT_CELLS];

/// What one walk, and all walks, do to kings on two squares, by the square of the Behemoth.
struct Rows {
    /// Probability that one walk leaves both kings.
    spared: Row,
    /// Probability that one walk destroys Black's king, less that it destroys White's.
    balance: Row,
    /// The same of all walks until a king is destroyed.
    end: Row,
}

/// By the squares of both kings, made on the first call.
fn rows(white: Square, black: Square) -> &'static Rows {
    static ROWS: OnceLock<Vec<Rows>> = OnceLock::new();
    let all = ROWS.get_or_init(|| {
        let chain = chain();
        Square::all().flat_map(|white| Square::all().map(move |black| rows_of(white, black, chain))).collect()
    });
    &all[white.index() * DRIFT_CELLS + black.index()]
}

fn rows_of(white: Square, black: Square, chain: &Chain) -> Rows {
    let mut rows = Rows { spared: [0.0; DRIFT_CELLS], balance: [0.0; DRIFT_CELLS], end: [0.0; DRIFT_CELLS] };
    for from in Square::all() {
        let (mut spared, mut balance) = (0, 0);
        for walk in TorusWalk::all() {
            let path = walk.path(from);
            spared += i32::from(!path.has(white) && !path.has(black));
            balance += i32::from(path.has(black)) - i32::from(path.has(white));
        }
        let walks = TorusWalk::COUNT as f32;
        rows.spared[from.index()] = spared as f32 / walks;
        rows.balance[from.index()] = balance as f32 / walks;
        rows.end[from.index()] = 2.0 * chain.score(white, black, from) as f32 - 1.0;
    }
    rows
}

/// The sum of products, in an order of its own that suits wide registers and is the same everywhere.
#[inline]
fn product(a: &Row, b: &Row) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            lanes[i] += a[i] * b[i];
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// What a drift is worth with the kings on these squares, and after one walk more if one is `due`.
pub(crate) fn prospect(drift: &Drift, white: Square, black: Square, is_due: bool) -> Prospect {
    let rows = rows(white, black);
    // The chain's value is the mean of its values after a walk, so the end is the same with that walk and without.
    let end = drift.balance + product(&drift.cells, &rows.end);
    if is_due {
        let balance = drift.balance + product(&drift.cells, &rows.balance);
        Prospect { alive: product(&drift.cells, &rows.spared), balance, end }
    } else {
        Prospect { alive: drift.alive, balance: drift.balance, end }
    }
}

/// Lets the Behemoth walk once with the kings on these squares.
pub(crate) fn walk_on(drift: &mut Drift, white: Square, black: Square) {
    let rows = rows(white, black);
    drift.balance += product(&drift.cells, &rows.balance);
    let mut after = [0.0; DRIFT_CELLS];
    for (files, ranks) in [(7, 1), (0, 1), (1, 1), (7, 0), (1, 0), (7, 7), (0, 7), (1, 7)] {
        let mut walking = drift.cells;
        for _ in 0..4 {
            walking = shifted(&walking, files, ranks);
            walking[white.index()] = 0.0;
            walking[black.index()] = 0.0;
            for (sum, cell) in after.iter_mut().zip(&walking) {
                *sum += cell;
            }
        }
    }
    drift.cells = after.map(|sum| sum / TorusWalk::COUNT as f32);
    drift.alive = drift.cells.iter().sum();
    drift.met(white.index() as u64 | (black.index() as u64) << 8);
}

/// Everything moved over the torus by so many files and ranks.
#[inline(always)]
fn shifted(cells: &Row, files: usize, ranks: usize) -> Row {
    let mut moved = [0.0; DRIFT_CELLS];
    for rank in 0..8 {
        let from: &[f32; 8] = cells[rank * 8..][..8].try_into().expect("eight cells");
        let to: &mut [f32; 8] = (&mut moved[((rank + ranks) & 7) * 8..][..8]).try_into().expect("eight cells");
        *to = match files {
            0 => *from,
            1 => [from[7], from[0], from[1], from[2], from[3], from[4], from[5], from[6]],
            _ => [from[1], from[2], from[3], from[4], from[5], from[6], from[7], from[0]],
        };
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-5
    }

    /// Every walk after every walk, the White king moved between.
    #[test]
    fn two_walks_are_what_all_pairs_of_them_do() {
        let (black, behemoth) = (Square::at(6, 6), Square::at(3, 3));
        let kings = [Square::at(4, 0), Square::at(5, 1)];
        let (mut cells, mut balance) = ([0.0f32; DRIFT_CELLS], 0.0);
        for first in TorusWalk::all() {
            let path = first.path(behemoth);
            let hits = i32::from(path.has(black)) - i32::from(path.has(kings[0]));
            if path.has(black) || path.has(kings[0]) {
                balance += hits as f32 / 32.0;
                continue;
            }
            let between = first.end(behemoth);
            for second in TorusWalk::all() {
                let path = second.path(between);
                if path.has(black) || path.has(kings[1]) {
                    balance += (i32::from(path.has(black)) - i32::from(path.has(kings[1]))) as f32 / 1024.0;
                } else {
                    cells[second.end(between).index()] += 1.0 / 1024.0;
                }
            }
        }
        let mut drift = Drift::at(behemoth.index());
        kings.iter().for_each(|&white| walk_on(&mut drift, white, black));
        assert!(drift.cells.iter().zip(&cells).all(|(&a, &b)| is_close(a, b)));
        assert!(is_close(drift.balance, balance) && is_close(drift.alive, cells.iter().sum()));
        assert!(drift.alive < 1.0 && balance != 0.0, "both kings are in reach");
    }

    /// A roll that is due is worth what it is worth once rolled, and where no king moves the end stays what it was.
    #[test]
    fn a_roll_due_is_a_roll_and_kings_that_stay_gain_nothing() {
        for (white, black, behemoth) in [(4, 60, 27), (0, 1, 2), (12, 52, 28), (63, 7, 35)] {
            let [white, black] = [white, black].map(Square::new);
            let mut drift = Drift::at(behemoth);
            let first = prospect(&drift, white, black, false);
            let score = chain().score(white, black, Square::new(behemoth as u32)) as f32;
            assert!(is_close(first.end, 2.0 * score - 1.0) && first.alive == 1.0);
            for _ in 0..20 {
                let due = prospect(&drift, white, black, true);
                walk_on(&mut drift, white, black);
                let rolled = prospect(&drift, white, black, false);
                assert!(is_close(due.alive, rolled.alive) && is_close(due.balance, rolled.balance));
                assert!(is_close(due.end, first.end) && is_close(rolled.end, first.end));
            }
        }
    }
}
