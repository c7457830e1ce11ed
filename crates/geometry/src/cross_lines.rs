//! Lines on the cross: where steps, jumps and rays lead.
//!
//! A ray is found without a table of occupancies. A line is folded into one lane of 16 bits, a bit for each column (of a
//! file: each row); the nearest occupied cells on both sides bound what is seen; the lane is spread out again and cut by
//! the line. A diagonal has one cell in each column at most, so folding is an or of three words and one product.

use crate::{CrossCell, CrossSet};

/// The lowest bit of each lane.
const LANES: u64 = 0x0001_0001_0001_0001;

/// The bits of the enclosing rectangle that are no cells. They stop rays: a diagonal may cross a corner block.
const WALLS: CrossSet = {
    let rectangle = 0x3fff * LANES;
    let board = CrossSet::BOARD.0;
    CrossSet([rectangle & !board[0], rectangle & !board[1], rectangle & !board[2]])
};

/// For each index the bits of the enclosing rectangle on the rising diagonal, `x - y` constant.
static RISING: [CrossSet; CrossCell::SPAN] = diagonals(1);

/// For each index the bits of the enclosing rectangle on the falling diagonal, `x + y` constant.
static FALLING: [CrossSet; CrossCell::SPAN] = diagonals(-1);

/// For each index the cells a king's step away.
static KING: [CrossSet; CrossCell::SPAN] =
    leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

/// For each index the cells a knight's jump away.
static KNIGHT: [CrossSet; CrossCell::SPAN] =
    leaps(&[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]);

/// For each index the two cells diagonally above.
static ABOVE: [CrossSet; CrossCell::SPAN] = leaps(&[(1, 1), (-1, 1)]);

/// For each index the two cells diagonally below.
static BELOW: [CrossSet; CrossCell::SPAN] = leaps(&[(1, -1), (-1, -1)]);

const fn diagonals(slope: i32) -> [CrossSet; CrossCell::SPAN] {
    let mut table = [CrossSet::EMPTY; CrossCell::SPAN];
    let mut index = 0;
    while index < CrossCell::SPAN {
        let (x, y) = (index as i32 % 16, index as i32 / 16);
        let mut other = 0;
        while other < CrossCell::SPAN {
            let (dx, dy) = (other as i32 % 16 - x, other as i32 / 16 - y);
            if other % 16 < 14 && dx == slope * dy {
                table[index].0[other / 64] |= 1 << (other % 64);
            }
            other += 1;
        }
        index += 1;
    }
    table
}

const fn leaps(steps: &[(i32, i32)]) -> [CrossSet; CrossCell::SPAN] {
    let mut table = [CrossSet::EMPTY; CrossCell::SPAN];
    let mut index = 0;
    while index < CrossCell::SPAN {
        if let Some(cell) = CrossCell::new(index as u32) {
            let mut step = 0;
            while step < steps.len() {
                if let Some(to) = cell.step(steps[step].0, steps[step].1) {
                    table[index].0[to.index() / 64] |= 1 << (to.index() % 64);
                }
                step += 1;
            }
        }
        index += 1;
    }
    table
}

/// The places of a lane seen from place `at`, up to and with the nearest occupied ones.
#[inline(always)]
const fn seen(occupied: u32, at: u32) -> u32 {
    let (above, below) = (!1 << at, (1 << at) - 1);
    let up = occupied & above;
    let nearest_below = 31 - (occupied & below | 1).leading_zeros();
    ((up ^ up.wrapping_sub(1)) & above) | (below & !0 << nearest_below)
}

/// The places of a lane strictly between two.
#[inline(always)]
const fn strictly_between(a: u32, b: u32) -> u32 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1 << high) - 1) & (!1 << low)
}

/// The line as a lane, a bit for each column.
#[inline(always)]
const fn fold(set: CrossSet, line: &CrossSet) -> u32 {
    let word = set.0[0] & line.0[0] | set.0[1] & line.0[1] | set.0[2] & line.0[2];
    (word.wrapping_mul(LANES) >> 48) as u32
}

/// A lane of columns on the line.
#[inline(always)]
const fn spread(lane: u32, line: &CrossSet) -> CrossSet {
    let word = (lane & 0xffff) as u64 * LANES;
    CrossSet([word & line.0[0], word & line.0[1], word & line.0[2]])
}

/// The file in column `x` as a lane, a bit for each row.
#[inline(always)]
const fn fold_file(set: CrossSet, x: u32) -> u32 {
    let word = (set.0[0] >> x & LANES) | (set.0[1] >> x & LANES) << 4 | (set.0[2] >> x & LANES) << 8;
    // The four rows of a word lie 16 bits apart; each factor's term brings one of them to the top lane.
    (word.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48) as u32 & 0xfff
}

/// A lane of rows on the file in column `x`.
#[inline(always)]
const fn spread_file(lane: u32, x: u32) -> CrossSet {
    const ROWS: u64 = 1 | 1 << 15 | 1 << 30 | 1 << 45;
    let lane = lane as u64;
    CrossSet([
        (((lane & 15) * ROWS) & LANES) << x,
        ((((lane >> 4) & 15) * ROWS) & LANES) << x,
        ((((lane >> 8) & 15) * ROWS) & LANES) << x,
    ])
}

/// A lane of columns on the rank in row `y`.
#[inline(always)]
const fn spread_rank(lane: u32, y: u32) -> CrossSet {
    let word = ((lane & 0xffff) as u64) << (16 * (y % 4));
    CrossSet([if y / 4 == 0 { word } else { 0 }, if y / 4 == 1 { word } else { 0 }, if y / 4 == 2 { word } else { 0 }])
}

/// Rays and leaps from a cell.
impl CrossCell {
    /// The cells a king's step away.
    #[must_use]
    #[inline(always)]
    pub fn king_steps(self) -> CrossSet {
        KING[self.index()]
    }

    /// The cells a knight's jump away.
    #[must_use]
    #[inline(always)]
    pub fn knight_jumps(self) -> CrossSet {
        KNIGHT[self.index()]
    }

    /// The one or two cells diagonally next to this in the row above.
    #[must_use]
    #[inline(always)]
    pub fn diagonally_above(self) -> CrossSet {
        ABOVE[self.index()]
    }

    /// The one or two cells diagonally next to this in the row below.
    #[must_use]
    #[inline(always)]
    pub fn diagonally_below(self) -> CrossSet {
        BELOW[self.index()]
    }

    /// The cells seen along the diagonals, up to and with the nearest occupied ones.
    #[must_use]
    #[inline]
    pub fn diagonal_rays(self, occupied: CrossSet) -> CrossSet {
        let occupied = occupied | WALLS;
        let (rising, falling) = (&RISING[self.index()], &FALLING[self.index()]);
        let x = self.x();
        let seen = spread(seen(fold(occupied, rising), x), rising) | spread(seen(fold(occupied, falling), x), falling);
        seen & CrossSet::BOARD
    }

    /// The cells seen along rank and file, up to and with the nearest occupied ones.
    #[must_use]
    #[inline]
    pub fn straight_rays(self, occupied: CrossSet) -> CrossSet {
        let occupied = occupied | WALLS;
        let (x, y) = (self.x(), self.y());
        let rank = (occupied.0[y as usize / 4] >> (16 * (y % 4))) as u32 & 0xffff;
        let seen = spread_rank(seen(rank, x), y) | spread_file(seen(fold_file(occupied, x), y), x);
        seen & CrossSet::BOARD
    }

    /// The cells on the two diagonals through this one, itself included and whatever lies between.
    #[must_use]
    #[inline(always)]
    pub fn diagonals(self) -> CrossSet {
        (RISING[self.index()] | FALLING[self.index()]) & CrossSet::BOARD
    }

    /// The cells on the same rank or file, itself included and whatever lies between.
    #[must_use]
    #[inline(always)]
    pub fn straights(self) -> CrossSet {
        (spread_rank(0x3fff, self.y()) | spread_file(0xfff, self.x())) & CrossSet::BOARD
    }

    /// The cells of the rank, file or diagonal through both, which are different cells; none if they share no line.
    #[must_use]
    pub fn line_through(self, other: Self) -> CrossSet {
        let (dx, dy) = (other.x() as i32 - self.x() as i32, other.y() as i32 - self.y() as i32);
        let line = match (dx, dy) {
            (_, 0) => spread_rank(0x3fff, self.y()),
            (0, _) => spread_file(0xfff, self.x()),
            _ if dx == dy => RISING[self.index()],
            _ if dx == -dy => FALLING[self.index()],
            _ => CrossSet::EMPTY,
        };
        line & CrossSet::BOARD
    }

    /// The cells strictly between the two on their common line; none if they share none. Cells beyond a corner block do
    /// not see each other, whatever this says.
    #[must_use]
    pub fn between(self, other: Self) -> CrossSet {
        let (dx, dy) = (other.x() as i32 - self.x() as i32, other.y() as i32 - self.y() as i32);
        let columns = strictly_between(self.x(), other.x());
        let between = match (dx, dy) {
            (_, 0) => spread_rank(columns, self.y()),
            (0, _) => spread_file(strictly_between(self.y(), other.y()), self.x()),
            _ if dx == dy => spread(columns, &RISING[self.index()]),
            _ if dx == -dy => spread(columns, &FALLING[self.index()]),
            _ => CrossSet::EMPTY,
        };
        between & CrossSet::BOARD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

    /// Rays by single steps.
    fn walk(cell: CrossCell, steps: &[(i32, i32)], occupied: CrossSet) -> CrossSet {
        let mut seen = CrossSet::EMPTY;
        for &(files, ranks) in steps {
            let mut at = cell;
            while let Some(next) = at.step(files, ranks) {
                seen |= CrossSet::of(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        seen
    }

    #[test]
    fn rays_are_walks_on_any_occupancy() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word
        };
        for round in 0..400 {
            // Densities from nothing to everything.
            let occupied: CrossSet = CrossCell::all().filter(|_| random() % 400 < round).collect();
            for cell in CrossCell::all() {
                assert_eq!(cell.diagonal_rays(occupied), walk(cell, &DIAGONAL, occupied), "{cell} {occupied:?}");
                assert_eq!(cell.straight_rays(occupied), walk(cell, &STRAIGHT, occupied), "{cell} {occupied:?}");
            }
        }
        assert_eq!(
            CrossCell::at(0, 3).map(|a4| a4.diagonal_rays(CrossSet::EMPTY).has(CrossCell::known(3))),
            Some(false)
        );
    }

    #[test]
    fn lines_hold_what_lies_between() {
        for a in CrossCell::all() {
            assert!(a.diagonals().has(a) && a.straights().has(a));
            for b in CrossCell::all().filter(|&b| b != a) {
                let (dx, dy) = (b.x() as i32 - a.x() as i32, b.y() as i32 - a.y() as i32);
                let aligned = dx == 0 || dy == 0 || dx.abs() == dy.abs();
                let line = a.line_through(b);
                assert_eq!(line.has(a) && line.has(b), aligned, "{a} {b}");
                assert_eq!(line, b.line_through(a));
                assert_eq!(a.between(b), b.between(a));
                let expected: CrossSet = (1..dx.abs().max(dy.abs()))
                    .filter(|_| aligned)
                    .filter_map(|n| a.step(n * dx.signum(), n * dy.signum()))
                    .collect();
                assert_eq!(a.between(b), expected, "{a} {b}");
                assert_eq!(a.diagonals().has(b), dx.abs() == dy.abs());
                assert_eq!(a.straights().has(b), dx == 0 || dy == 0);
            }
        }
    }

    #[test]
    fn leaps_stay_on_the_board() {
        for cell in CrossCell::all() {
            assert_eq!(cell.king_steps(), walk(cell, &[DIAGONAL, STRAIGHT].concat(), CrossSet::BOARD));
            assert_eq!(cell.diagonally_above(), walk(cell, &DIAGONAL[..2], CrossSet::BOARD));
            assert_eq!(cell.diagonally_below(), walk(cell, &DIAGONAL[2..], CrossSet::BOARD));
            for other in CrossCell::all() {
                let (dx, dy) = (cell.x().abs_diff(other.x()), cell.y().abs_diff(other.y()));
                assert_eq!(cell.knight_jumps().has(other), dx * dy == 2, "{cell} {other}");
            }
        }
    }
}
