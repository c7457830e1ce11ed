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
        let to: &mut [f32; 8] = (&mut moved[(rank + ranks & 7) * 8..][..8]).try_into().expect("eight cells");
        *to = match files {
            0 => *from,
            1 => [from[7], from[0], from[1], from[2], from[3], from[4], from[5], from[6]],
            _ => [from[1], from[2], from[3], from[4], from[5], from[6], from[7], from[0]],
        };
    }
    moved
}
