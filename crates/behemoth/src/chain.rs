//! What the dice alone do: with both kings frozen the Behemoth is a Markov chain that ends when it destroys a king. The
//! chance of each end is solved exactly, for every placement of kings and Behemoth.
//!
//! The torus looks the same from every square, so values depend on the Black king's and the Behemoth's squares as the White
//! king sees them: 64 systems of 64 linear equations.

use fairyring_geometry::{Square, TorusWalk};
use std::sync::OnceLock;

/// How the chain ends from one placement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChainValue {
    /// Probability that Black's king alone is destroyed.
    pub win: f64,
    /// Probability that both kings are destroyed by one roll.
    pub draw: f64,
    /// Probability that White's king alone is destroyed.
    pub loss: f64,
    /// Mean number of rolls until then.
    pub moves: f64,
}

impl ChainValue {
    /// White's expected score, in `[0, 1]`.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.win + self.draw / 2.0
    }
}

/// The values of all placements.
#[derive(Debug)]
pub struct Chain {
    /// By the Black king's and the Behemoth's square as the White king sees them.
    values: Vec<[ChainValue; 64]>,
    scores: Box<[[f64; 64]; 64]>,
}

/// The chain, solved on the first call.
#[must_use]
pub fn chain() -> &'static Chain {
    static CHAIN: OnceLock<Chain> = OnceLock::new();
    CHAIN.get_or_init(|| {
        let values: Vec<_> = Square::all().map(solve).collect();
        let mut scores = Box::new([[0.0; 64]; 64]);
        for (row, values) in scores.iter_mut().zip(&values) {
            *row = values.map(|value| value.score());
        }
        Chain { values, scores }
    })
}

impl Chain {
    /// How the chain ends with the kings frozen on these squares. They differ in every game; the Behemoth may be asked for
    /// on a king's square, as though it began there.
    #[must_use]
    pub fn value(&self, white_king: Square, black_king: Square, behemoth: Square) -> ChainValue {
        self.values[black_king.seen_from(white_king).index()][behemoth.seen_from(white_king).index()]
    }

    /// White's expected score with the kings frozen on these squares.
    #[must_use]
    #[inline(always)]
    pub fn score(&self, white_king: Square, black_king: Square, behemoth: Square) -> f64 {
        self.scores(white_king, black_king)[behemoth.seen_from(white_king).index()]
    }

    /// White's expected scores with the kings frozen on these squares, by the Behemoth's square as the White king sees it.
    #[inline(always)]
    pub(crate) fn scores(&self, white_king: Square, black_king: Square) -> &[f64; 64] {
        &self.scores[black_king.seen_from(white_king).index()]
    }
}

/// Right-hand sides: wins, draws, losses, rolls.
const SIDES: usize = 4;
const WIDTH: usize = 64 + SIDES;

/// Solves `value = 1/32 sum over walks of (end, or value where the walk ends)` for all squares of the Behemoth, with the
/// White king on a1.
fn solve(black_king: Square) -> [ChainValue; 64] {
    let white_king = Square::new(0);
    let mut rows = vec![[0.0; WIDTH]; 64];
    for (from, row) in Square::all().zip(rows.iter_mut()) {
        row[from.index()] = 1.0;
        row[64 + 3] = 1.0;
        for walk in TorusWalk::all() {
            let path = walk.path(from);
            let column = match (path.has(black_king), path.has(white_king)) {
                (true, false) => 64,
                (true, true) => 65,
                (false, true) => 66,
                (false, false) => walk.end(from).index(),
            };
            row[column] += if column < 64 { -1.0 } else { 1.0 } / 32.0;
        }
    }
    eliminate(&mut rows);
    std::array::from_fn(|square| {
        let [win, draw, loss, moves] = std::array::from_fn(|side| rows[square][64 + side]);
        ChainValue { win, draw, loss, moves }
    })
}

/// Gauss and Jordan's elimination with the largest pivot of each column; the solutions replace the right-hand sides.
fn eliminate(rows: &mut [[f64; WIDTH]]) {
    for column in 0..64 {
        let pivot = (column..64)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))
            .expect("there is a row for each column");
        rows.swap(column, pivot);
        let scale = 1.0 / rows[column][column];
        for cell in &mut rows[column][column..] {
            *cell *= scale;
        }
        let pivot_row = rows[column];
        for (n, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if n != column && factor != 0.0 {
                for (cell, pivot) in row[column..].iter_mut().zip(&pivot_row[column..]) {
                    *cell -= factor * pivot;
                }
            }
        }
    }
}
