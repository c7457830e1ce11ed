//! Straight walks on the 8 x 8 board closed to a torus: beyond file h lies file a, beyond rank 8 rank 1.

use crate::{Bitboard, Square};

/// A straight walk of 1 to 4 steps in one of eight directions, as seen from below: 1 up-left, 2 up, 3 up-right, 4 left,
/// 5 right, 6 down-left, 7 down, 8 down-right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TorusWalk(u8);

/// Files and ranks of one step, by direction less 1.
const STEPS: [(i32, i32); 8] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)];

/// Where walks from a1 end: the index of the square, by walk.
static ENDS: [u8; TorusWalk::COUNT] = {
    let mut ends = [0; TorusWalk::COUNT];
    let mut walk = 0;
    while walk < TorusWalk::COUNT {
        let (files, ranks) = STEPS[walk / 4];
        let distance = walk as i32 % 4 + 1;
        ends[walk] = ((files * distance).rem_euclid(8) + 8 * (ranks * distance).rem_euclid(8)) as u8;
        walk += 1;
    }
    ends
};

/// Squares entered from rank 1, by walk and file.
static PATHS: [[u64; 8]; TorusWalk::COUNT] = {
    let mut paths = [[0; 8]; TorusWalk::COUNT];
    let mut walk = 0;
    while walk < TorusWalk::COUNT {
        let mut file = 0;
        while file < 8 {
            let before = if walk.is_multiple_of(4) { 0 } else { paths[walk - 1][file] };
            paths[walk][file] = before | 1 << TorusWalk(walk as u8).end(Square::new(file as u32)).index();
            file += 1;
        }
        walk += 1;
    }
    paths
};

impl TorusWalk {
    /// Number of walks.
    pub const COUNT: usize = 32;

    /// The walk of this index below 32: four distances a direction. Only the low five bits count.
    #[must_use]
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        Self((index & 31) as u8)
    }

    /// The walk in a direction 1 to 8 over a distance 1 to 4.
    #[must_use]
    pub const fn of(direction: u32, distance: u32) -> Option<Self> {
        if direction < 1 || direction > 8 || distance < 1 || distance > 4 {
            return None;
        }
        Some(Self((4 * (direction - 1) + distance - 1) as u8))
    }

    /// All walks, by direction and distance.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::new)
    }

    /// Index, 0 to 31.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Direction, 1 to 8.
    #[must_use]
    pub const fn direction(self) -> u32 {
        self.0 as u32 / 4 + 1
    }

    /// Number of steps, 1 to 4.
    #[must_use]
    pub const fn distance(self) -> u32 {
        self.0 as u32 % 4 + 1
    }

    /// The square that the walk from `from` ends on.
    #[must_use]
    #[inline(always)]
    pub const fn end(self, from: Square) -> Square {
        let (from, by) = (from.index() as u32, ENDS[self.0 as usize & 31] as u32);
        // Files and ranks are added apart, and each wraps.
        Square::new(from.wrapping_add(by) & 7 | (from & 56).wrapping_add(by & 56) & 56)
    }

    /// The squares that the walk from `from` enters, the last one included; never `from` itself.
    #[must_use]
    #[inline(always)]
    pub fn path(self, from: Square) -> Bitboard {
        let set = PATHS[self.0 as usize & 31][from.file() as usize & 7];
        // Ranks wrap as the bits of a word do.
        Bitboard(set.rotate_left(from.index() as u32 & 56))
    }

    /// The walk mirrored top to bottom: up and down exchanged.
    #[must_use]
    pub const fn flipped(self) -> Self {
        let (direction, distance) = (self.0 / 4, self.0 % 4);
        let direction = match direction {
            0..=2 => direction + 5,
            5..=7 => direction - 5,
            _ => direction,
        };
        Self(4 * direction + distance)
    }
}

impl std::fmt::Debug for TorusWalk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "direction {} distance {}", self.direction(), self.distance())
    }
}

impl Square {
    /// Where this square lies on the torus as seen from `origin`: a1 if it is the same.
    #[must_use]
    #[inline(always)]
    pub const fn seen_from(self, origin: Self) -> Self {
        let (own, other) = (self.index() as u32, origin.index() as u32);
        Self::new((own & 56).wrapping_sub(other & 56) & 56 | own.wrapping_sub(other) & 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_are_made_of_steps_and_close() {
        for from in Square::all() {
            for walk in TorusWalk::all() {
                assert_eq!(TorusWalk::of(walk.direction(), walk.distance()), Some(walk));
                let step = TorusWalk::of(walk.direction(), 1).unwrap();
                let mut at = from;
                let mut entered = Bitboard::EMPTY;
                for _ in 0..walk.distance() {
                    at = step.end(at);
                    entered |= Bitboard::of(at);
                }
                assert_eq!((walk.end(from), walk.path(from)), (at, entered));
                assert_eq!(entered.count(), walk.distance());
                assert!(!entered.has(from));
                // Eight steps lead home.
                for _ in walk.distance()..8 {
                    at = step.end(at);
                }
                assert_eq!(at, from);
                assert_eq!(walk.flipped().end(from.flipped()), walk.end(from).flipped());
                assert_eq!(walk.flipped().flipped(), walk);
            }
        }
        for (direction, distance) in [(0, 1), (9, 1), (1, 0), (1, 5), (u32::MAX, u32::MAX)] {
            assert_eq!(TorusWalk::of(direction, distance), None);
        }
    }

    #[test]
    fn squares_named_by_the_rules() {
        let d4: Square = "d4".parse().unwrap();
        // Sets are written square by square in the board's order.
        let names = |direction, distance| {
            let walk = TorusWalk::of(direction, distance).unwrap();
            walk.path(d4).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(7, 4), "d1 d2 d3 d8");
        assert_eq!(names(1, 4), "c5 b6 a7 h8");
        assert_eq!(names(8, 4), "g1 f2 e3 h8");
        assert_eq!(names(4, 4), "a4 b4 c4 h4");
    }

    #[test]
    fn views_are_invariant_under_translation() {
        let walk = TorusWalk::of(3, 3).unwrap();
        for from in Square::all() {
            for origin in Square::all() {
                assert_eq!(walk.end(from).seen_from(origin), walk.end(from.seen_from(origin)));
            }
            assert_eq!(from.seen_from(from), Square::new(0));
            assert_eq!(from.seen_from(Square::new(0)), from);
        }
    }
}
