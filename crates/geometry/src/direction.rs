//! The eight directions of the 8 x 8 board: steps, fills, rays, neighbours.

use crate::{Bitboard, Square};

/// A direction of a queen's step. The four orthogonal ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Up a file.
    North,
    /// Right along a rank.
    East,
    /// Down a file.
    South,
    /// Left along a rank.
    West,
    /// Up and right.
    NorthEast,
    /// Down and right.
    SouthEast,
    /// Down and left.
    SouthWest,
    /// Up and left.
    NorthWest,
}

/// How far a set rotates for one step in each direction.
const ROTATION: [u32; 8] = [8, 1, 56, 63, 9, 57, 55, 7];

/// The squares that a step in each direction can reach: the rest are those a rotation wraps to.
const LANDING: [u64; 8] = {
    let (not_a, not_h) = (!0x0101_0101_0101_0101u64, !0x8080_8080_8080_8080u64);
    let (not_first, not_eighth) = (!0xffu64, !(0xffu64 << 56));
    [not_first, not_a, not_eighth, not_h, not_first & not_a, not_eighth & not_a, not_eighth & not_h, not_first & not_h]
};

/// The squares beyond each square in each direction, up to the edge.
const fn rays() -> [[u64; 64]; 8] {
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            let mut step = (1u64 << square).rotate_left(ROTATION[direction]) & LANDING[direction];
            while step != 0 {
                rays[direction][square] |= step;
                step = step.rotate_left(ROTATION[direction]) & LANDING[direction];
            }
            square += 1;
        }
        direction += 1;
    }
    rays
}

/// What the rays of these directions cover together from each square, at most `reach` steps far.
const fn stars(directions: usize, reach: usize) -> [u64; 64] {
    let mut stars = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < directions {
            let mut step = 1u64 << square;
            let mut length = 0;
            while length < reach {
                step = step.rotate_left(ROTATION[direction]) & LANDING[direction];
                stars[square] |= step;
                length += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    stars
}

/// The direction from the first square to the second, 8 where they share no line.
const fn bearings() -> [[u8; 64]; 64] {
    let rays = rays();
    let mut bearings = [[8; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut ray = rays[direction][from];
            while ray != 0 {
                bearings[from][ray.trailing_zeros() as usize] = direction as u8;
                ray &= ray - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    bearings
}

static RAYS: [[u64; 64]; 8] = rays();
static NEIGHBOURS: [u64; 64] = stars(8, 1);
static ORTHOGONAL_NEIGHBOURS: [u64; 64] = stars(4, 1);
static LINES: [u64; 64] = stars(8, 7);
static BEARINGS: [[u8; 64]; 64] = bearings();

impl Direction {
    /// All directions, the orthogonal ones first.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::East,
        Self::South,
        Self::West,
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// The four directions of a rook.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// What a function gives for each direction, in the order of [`Direction::ALL`]. Written out, so that each call is
    /// compiled for its direction.
    #[inline(always)]
    pub fn each<T>(of: impl Fn(Self) -> T) -> [T; 8] {
        [
            of(Self::North),
            of(Self::East),
            of(Self::South),
            of(Self::West),
            of(Self::NorthEast),
            of(Self::SouthEast),
            of(Self::SouthWest),
            of(Self::NorthWest),
        ]
    }

    /// The direction from one square to another, if they are distinct and share a rank, a file or a diagonal.
    #[must_use]
    #[inline(always)]
    pub fn between(from: Square, to: Square) -> Option<Self> {
        Self::ALL.get(BEARINGS[from.index()][to.index()] as usize).copied()
    }

    /// The direction back.
    #[must_use]
    #[inline(always)]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 2]
    }

    /// Whether a rook moves this way.
    #[must_use]
    #[inline(always)]
    pub const fn is_orthogonal(self) -> bool {
        (self as u8) < 4
    }

    /// The set moved one step; what would leave the board is lost.
    #[must_use]
    #[inline(always)]
    pub const fn shift(self, set: Bitboard) -> Bitboard {
        Bitboard(set.0.rotate_left(ROTATION[self as usize]) & LANDING[self as usize])
    }

    /// The squares of `through` that the set's squares reach one step after another in this direction, up to the first
    /// square outside `through`; the set's own squares are left out.
    #[must_use]
    #[inline(always)]
    pub const fn fill(self, set: Bitboard, through: Bitboard) -> Bitboard {
        let by = ROTATION[self as usize];
        let mut open = through.0 & LANDING[self as usize];
        let mut reached = set.0;
        reached |= open & reached.rotate_left(by);
        open &= open.rotate_left(by);
        reached |= open & reached.rotate_left((2 * by) & 63);
        open &= open.rotate_left((2 * by) & 63);
        reached |= open & reached.rotate_left((4 * by) & 63);
        Bitboard(reached & !set.0)
    }

    /// The squares beyond a square, up to the edge.
    #[must_use]
    #[inline(always)]
    pub fn ray(self, from: Square) -> Bitboard {
        Bitboard(RAYS[self as usize][from.index()])
    }

    /// The squares strictly between two squares of a line that runs in this direction.
    #[must_use]
    #[inline(always)]
    pub fn gap(self, from: Square, to: Square) -> Bitboard {
        self.ray(from) & self.opposite().ray(to)
    }

    /// The member of `set` nearest to `from` in this direction: a set of one square, or none.
    #[must_use]
    #[inline(always)]
    pub fn nearest(self, from: Square, set: Bitboard) -> Bitboard {
        let met = (self.ray(from) & set).0;
        let rising = matches!(self, Self::North | Self::East | Self::NorthEast | Self::NorthWest);
        Bitboard(if rising { met & met.wrapping_neg() } else { (1u64 << 63).unbounded_shr(met.leading_zeros()) })
    }
}

impl Square {
    /// The squares a king's step away.
    #[must_use]
    #[inline(always)]
    pub fn neighbours(self) -> Bitboard {
        Bitboard(NEIGHBOURS[self.index()])
    }

    /// The squares a rook's step away.
    #[must_use]
    #[inline(always)]
    pub fn orthogonal_neighbours(self) -> Bitboard {
        Bitboard(ORTHOGONAL_NEIGHBOURS[self.index()])
    }

    /// The other squares of its rank, file and diagonals.
    #[must_use]
    #[inline(always)]
    pub fn lines(self) -> Bitboard {
        Bitboard(LINES[self.index()])
    }
}

impl Bitboard {
    /// The squares a king's step away from any square of the set; its own squares only where two of them are neighbours.
    #[must_use]
    #[inline(always)]
    pub const fn neighbours(self) -> Self {
        let sides = Self(Direction::East.shift(self).0 | Direction::West.shift(self).0);
        let row = Self(self.0 | sides.0);
        Self(sides.0 | Direction::North.shift(row).0 | Direction::South.shift(row).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// File and rank of a step in each direction, in the order of [`Direction::ALL`].
    const STEPS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

    /// The squares met from a square, one step after another.
    fn walk(from: Square, (files, ranks): (i32, i32)) -> Vec<Square> {
        (1..8).map_while(|n| from.step(n * files, n * ranks)).collect()
    }

    #[test]
    fn rays_bearings_gaps_and_neighbours_agree_with_walking() {
        for from in Square::all() {
            let mut lines = Bitboard::EMPTY;
            for (direction, steps) in Direction::ALL.into_iter().zip(STEPS) {
                let met = walk(from, steps);
                assert_eq!(direction.ray(from), met.iter().copied().collect());
                assert_eq!(direction.shift(Bitboard::of(from)), met.iter().copied().take(1).collect());
                assert_eq!(direction.opposite().opposite(), direction);
                assert_eq!(direction.is_orthogonal(), steps.0 == 0 || steps.1 == 0);
                for (n, &to) in met.iter().enumerate() {
                    assert_eq!(Direction::between(from, to), Some(direction));
                    assert_eq!(Direction::between(to, from), Some(direction.opposite()));
                    assert_eq!(direction.gap(from, to), met[..n].iter().copied().collect());
                }
                lines |= direction.ray(from);
            }
            assert_eq!(Direction::each(|direction| direction.ray(from)), Direction::ALL.map(|way| way.ray(from)));
            assert_eq!(from.lines(), lines);
            for to in Square::all() {
                assert_eq!(Direction::between(from, to).is_some(), lines.has(to));
                let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
                assert_eq!(from.neighbours().has(to), files.max(ranks) == 1);
                assert_eq!(from.orthogonal_neighbours().has(to), files + ranks == 1);
            }
            assert_eq!(Bitboard::of(from).neighbours(), from.neighbours());
        }
    }

    #[test]
    fn fills_and_nearest_squares_agree_with_walking() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word
        };
        for _ in 0..2_000 {
            let set = Bitboard(random() & random() & random());
            let through = Bitboard((random() | random()) & !set.0);
            for (direction, steps) in Direction::ALL.into_iter().zip(STEPS) {
                let filled = set.flat_map(|from| walk(from, steps).into_iter().take_while(|&to| through.has(to)));
                assert_eq!(direction.fill(set, through), filled.collect());
                for from in Square::all() {
                    let nearest = walk(from, steps).into_iter().find(|&to| set.has(to));
                    assert_eq!(direction.nearest(from, set), nearest.into_iter().collect());
                }
            }
            assert_eq!(set.neighbours(), set.flat_map(Square::neighbours).collect());
        }
    }
}
