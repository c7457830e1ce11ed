//! Cells of an unbounded square grid, numbered in rings around a first cell.
//!
//! Cell 0 is the origin. Ring k (from 1) is the 8k cells at Chebyshev distance k from it, numbered clockwise from its
//! top-left corner: `1,1` top-left, `1,2` top, `1,3` top-right, `1,4` right, to `1,8` left.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A cell: x to the right, y up, the first cell at (0, 0).
///
/// Texts name cells up to [`RingCell::MAX_RING`]. Arithmetic on cells wraps and never panics; cells further out than
/// that ring have no text that reads back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RingCell {
    /// Column, 0 in the first cell's column.
    pub x: i32,
    /// Row, 0 in the first cell's row.
    pub y: i32,
}

/// The eight steps to the cells that touch a cell, clockwise from the top-left as ring 1 is numbered.
pub const STEPS: [(i32, i32); 8] = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)];

impl RingCell {
    /// The outermost ring that texts name. Large enough for any table that was played to; small enough that no sum of a
    /// few coordinates, nor a ring's 8k numbers, leaves 32 bits.
    pub const MAX_RING: u32 = 100_000;

    /// The cell at these coordinates.
    #[must_use]
    #[inline(always)]
    pub const fn at(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Cell `number` (1 to 8k) of ring k; cell 0 is number 0 of ring 0. `None` for numbers that the ring does not have and
    /// for rings beyond [`Self::MAX_RING`].
    #[must_use]
    pub const fn of_ring(ring: u32, number: u32) -> Option<Self> {
        if ring == 0 {
            return if number == 0 { Some(Self::at(0, 0)) } else { None };
        }
        if ring > Self::MAX_RING || number == 0 || number > 8 * ring {
            return None;
        }
        let k = ring as i32;
        let along = ((number - 1) % (2 * ring)) as i32;
        Some(match (number - 1) / (2 * ring) {
            0 => Self::at(along - k, k),
            1 => Self::at(k, k - along),
            2 => Self::at(k - along, -k),
            _ => Self::at(-k, along - k),
        })
    }

    /// The ring: Chebyshev distance from the first cell.
    #[must_use]
    #[inline]
    pub const fn ring(self) -> u32 {
        let (x, y) = (self.x.unsigned_abs(), self.y.unsigned_abs());
        if x > y { x } else { y }
    }

    /// The number in the ring, 1 to 8k; 0 for the first cell. Only for cells up to [`Self::MAX_RING`].
    #[must_use]
    pub const fn number(self) -> u32 {
        let k = self.ring() as i32;
        let (x, y) = (self.x, self.y);
        (if k == 0 {
            0
        } else if y == k && x < k {
            1 + (x + k)
        } else if x == k && y > -k {
            1 + 2 * k + (k - y)
        } else if y == -k && x > -k {
            1 + 4 * k + (k - x)
        } else {
            1 + 6 * k + (y + k)
        }) as u32
    }

    /// Whether texts can name the cell.
    #[must_use]
    #[inline]
    pub const fn has_name(self) -> bool {
        self.ring() <= Self::MAX_RING
    }

    /// The cell this far to the right and up.
    #[must_use]
    #[inline(always)]
    pub const fn offset(self, right: i32, up: i32) -> Self {
        Self::at(self.x.wrapping_add(right), self.y.wrapping_add(up))
    }

    /// The cell `times` steps on.
    #[must_use]
    #[inline(always)]
    pub const fn along(self, step: (i32, i32), times: i32) -> Self {
        self.offset(step.0.wrapping_mul(times), step.1.wrapping_mul(times))
    }

    /// The eight cells that share a side or a corner with it.
    pub fn around(self) -> impl Iterator<Item = Self> {
        STEPS.iter().map(move |&step| self.along(step, 1))
    }

    /// Chebyshev distance.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        let (x, y) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if x > y { x } else { y }
    }

    /// Whether two different cells share a side or a corner.
    #[must_use]
    #[inline]
    pub const fn touches(self, other: Self) -> bool {
        self.distance(other) == 1
    }
}

/// By ring, then by number: the order of texts.
impl Ord for RingCell {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.ring(), self.number()).cmp(&(other.ring(), other.number()))
    }
}

impl PartialOrd for RingCell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for RingCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ring() == 0 { write!(f, "0") } else { write!(f, "{},{}", self.ring(), self.number()) }
    }
}

impl fmt::Debug for RingCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A plain decimal number: digits without sign or leading zero.
fn plain_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

impl FromStr for RingCell {
    type Err = String;

    /// Reads `0` or `ring,number` as [`fmt::Display`] writes them.
    fn from_str(text: &str) -> Result<Self, String> {
        let shown = || text.chars().take(40).collect::<String>();
        if text == "0" {
            return Ok(Self::at(0, 0));
        }
        let Some((ring, number)) = text.split_once(',') else {
            return Err(format!("{:?} is no cell; cells are 0 or ring,number", shown()));
        };
        match (plain_number(ring), plain_number(number)) {
            (Some(k), _) if k > Self::MAX_RING => {
                Err(format!("ring {k} lies beyond ring {}, the last with a name", Self::MAX_RING))
            }
            (Some(k), Some(n)) => {
                Self::of_ring(k, n).ok_or_else(|| format!("ring {k} has no cell {n}, its cells are 1 to {}", 8 * k))
            }
            _ => Err(format!("{:?} is no cell; cells are 0 or ring,number with plain numbers", shown())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_goes_both_ways_on_rings_0_to_1000() {
        assert_eq!(RingCell::of_ring(0, 0), Some(RingCell::at(0, 0)));
        assert_eq!(RingCell::of_ring(0, 1), None);
        let mut before = RingCell::at(0, 0);
        for ring in 1..=1000 {
            for number in 1..=8 * ring {
                let cell = RingCell::of_ring(ring, number).expect("the ring has 8k cells");
                assert_eq!((cell.ring(), cell.number()), (ring, number));
                // The numbers walk along the ring, and from its end to the next ring's beginning.
                assert!(cell.touches(before) || number == 1, "{ring},{number}");
                assert!(cell > before);
                before = cell;
            }
            assert_eq!((RingCell::of_ring(ring, 0), RingCell::of_ring(ring, 8 * ring + 1)), (None, None));
        }
    }

    #[test]
    fn corners_stand_where_the_rules_say() {
        for k in 1..=1000 {
            let r = k as u32;
            let corners = [(1, -k, k), (2 * r + 1, k, k), (4 * r + 1, k, -k), (6 * r + 1, -k, -k)];
            for (number, x, y) in corners {
                assert_eq!(RingCell::of_ring(r, number), Some(RingCell::at(x, y)));
            }
        }
        let first: Vec<_> = (1..=8).map(|n| RingCell::of_ring(1, n).expect("ring 1")).collect();
        assert_eq!(first, RingCell::at(0, 0).around().collect::<Vec<_>>());
    }

    /// On the right side cell n of ring k lies k - 1 cells right of cell n - 3(k - 1) of ring 1.
    #[test]
    fn the_right_side_counts_from_ring_1() {
        for k in 1..=1000 {
            for n in 3..=5 {
                let cell = RingCell::of_ring(k, n + 3 * (k - 1)).expect("on the ring");
                assert_eq!(cell, RingCell::of_ring(1, n).expect("ring 1").offset(k as i32 - 1, 0));
            }
        }
        assert_eq!("3,11".parse(), Ok("1,5".parse::<RingCell>().expect("a cell").offset(2, 0)));
    }

    #[test]
    fn texts_read_back_or_are_refused() {
        for text in ["0", "1,1", "1,8", "5,26", "100000,800000"] {
            assert_eq!(text.parse::<RingCell>().expect(text).to_string(), text);
        }
        for text in [
            "",
            ",",
            "1",
            "00",
            "0,0",
            "0,1",
            "1,0",
            "1,9",
            "01,1",
            "1,01",
            "1,+1",
            "-1,1",
            "1,1 ",
            " 1,1",
            "1,1,1",
            "1;1",
            "100001,1",
            "4294967296,1",
            "1,4294967297",
            "99999999999999999999,1",
            "é,1",
            "1,é",
        ] {
            assert!(text.parse::<RingCell>().is_err(), "{text:?}");
        }
    }
}
