//! Twelve pits in two machine words: sowing and capturing by one table and arithmetic on bytes. No rule option here.
//!
//! A row is six bytes of a word, the lowest byte the pit at its owner's left. Sowing runs through the mover's row and then
//! the opponent's, both from the lowest byte up, so no look at the seat to move is needed.

/// A one in every pit.
const ONES: u64 = 0x0101_0101_0101;
/// The top bit of every pit, where flags of pits live. No pit ever holds so much.
const FLAGS: u64 = 0x80 * ONES;
/// What lifts a byte to its flag if it is at least 6, 5, 4, 3, 2, 1 (pit by pit): if sowing it reaches the other row.
const REACH: u64 = 0x7f7e_7d7c_7b7a;
/// The counters of the game.
pub(crate) const COUNTERS: u32 = 48;

/// The pits, the row of the seat to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    /// The mover's pits.
    pub(crate) own: u64,
    /// The opponent's.
    pub(crate) other: u64,
}

/// What sowing a pit adds to the rows, modulo 2^64, and where a capture may be.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Sowing {
    own: u64,
    other: u64,
    /// The bytes of the opponent's pits up to the last one sown; nothing if the last counter fell elsewhere.
    take: u64,
}

/// By pit and its counters. 64 entries a pit, so that a masked index needs no bounds check.
static SOWING: [[Sowing; 64]; 6] = sowing();

const fn sowing() -> [[Sowing; 64]; 6] {
    let mut table = [[Sowing { own: 0, other: 0, take: 0 }; 64]; 6];
    let mut pit = 0;
    while pit < 6 {
        let mut counters = 1;
        while counters < 64 {
            let (mut own, mut other, mut last) = (0u64, 0u64, pit);
            let mut left = counters;
            while left > 0 {
                last = (last + 1) % 12;
                if last != pit {
                    let row = if last < 6 { &mut own } else { &mut other };
                    *row += 1 << (8 * (last % 6));
                    left -= 1;
                }
            }
            let take = if last < 6 { 0 } else { (1 << (8 * (last - 5))) - 1 };
            table[pit][counters] = Sowing { own: own.wrapping_sub((counters as u64) << (8 * pit)), other, take };
            counters += 1;
        }
        pit += 1;
    }
    table
}

impl Rows {
    /// The counters in a pit of the mover's row.
    #[inline(always)]
    pub(crate) const fn counters(self, pit: u32) -> u32 {
        (self.own >> (8 * pit)) as u32 & 0xff
    }

    /// The rows after sowing a pit (0 to 5) of the mover's row, captures not yet taken and sides not yet exchanged, and
    /// the captured pits' bytes.
    #[inline(always)]
    pub(crate) fn sow(self, pit: u32) -> (Self, u64) {
        let sowing = &SOWING[pit as usize % 6][self.counters(pit) as usize & 63];
        let own = self.own.wrapping_add(sowing.own);
        let other = self.other.wrapping_add(sowing.other);
        (Self { own, other }, capturable(other, sowing.take))
    }

    /// The rows before a pit of the mover's row was sown with so many counters, captures none: the inverse of
    /// [`Rows::sow`], sides not exchanged. The pit is empty now and every pit sown holds what it was given.
    #[inline(always)]
    pub(crate) fn unsow(self, pit: u32, counters: u32) -> Self {
        let sowing = &SOWING[pit as usize % 6][counters as usize & 63];
        Self { own: self.own.wrapping_sub(sowing.own), other: self.other.wrapping_sub(sowing.other) }
    }

    /// The same board seen by the other seat.
    #[inline(always)]
    pub(crate) const fn exchanged(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

/// The bytes of the pits holding 2 or 3 that form an unbroken run backwards from the last pit of `take`.
#[inline(always)]
const fn capturable(row: u64, take: u64) -> u64 {
    let wrong = (((row ^ (2 * ONES)) & (0xfe * ONES)) + 0x7f * ONES) & FLAGS;
    // One past the flag of the last pit that breaks the run is the first bit of the run; bit 0 if none breaks it.
    let run = 63 - (((wrong & take) << 1) | 1).leading_zeros();
    row & take & (u64::MAX << run)
}

/// The number of counters in a row.
#[inline(always)]
pub(crate) const fn total(row: u64) -> u32 {
    (row.wrapping_mul(ONES) >> 40) as u32 & 0xff
}

/// Flags of the pits that are not empty.
#[inline(always)]
pub(crate) const fn filled(row: u64) -> u64 {
    (row + 0x7f * ONES) & FLAGS
}

/// Flags of the pits whose last counter reaches the opponent's row or goes beyond it.
#[inline(always)]
pub(crate) const fn reaching(row: u64) -> u64 {
    (row + REACH) & FLAGS
}

/// Whether no pit holds more than two counters: before a move, a condition of capturing the whole row.
#[inline(always)]
pub(crate) const fn at_most_two(row: u64) -> bool {
    (row + 0x7d * ONES) & FLAGS == 0
}

/// Number of flags.
#[inline(always)]
pub(crate) const fn flag_count(flags: u64) -> u32 {
    total(flags >> 7)
}

/// The pit of the `n`-th flag; 8 if there are no more than `n`.
#[inline(always)]
pub(crate) const fn nth_flag(flags: u64, n: u32) -> u32 {
    // Byte by byte: how many flags stand up to here, and whether these are more than n.
    let counts = (flags >> 7).wrapping_mul(ONES);
    let reached = (counts | FLAGS) - (n as u64 + 1) * ONES;
    (reached & FLAGS).trailing_zeros() / 8
}

/// The pits of the flags, ascending.
#[inline(always)]
pub(crate) fn pits_of(flags: u64) -> impl Iterator<Item = u32> {
    let left = |&flags: &u64| (flags != 0).then_some(flags);
    std::iter::successors(left(&flags), move |flags| left(&(flags & (flags - 1))))
        .map(|flags| flags.trailing_zeros() / 8)
}

/// The flag of a pit.
#[inline(always)]
pub(crate) const fn flag(pit: u32) -> u64 {
    0x80 << (8 * pit)
}

/// The pits of a row from its owner's left.
pub(crate) const fn unpack(row: u64) -> [u8; 6] {
    let [a, b, c, d, e, f, ..] = row.to_le_bytes();
    [a, b, c, d, e, f]
}

/// A row of these pits.
pub(crate) const fn pack([a, b, c, d, e, f]: [u8; 6]) -> u64 {
    u64::from_le_bytes([a, b, c, d, e, f, 0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sowing as the rules tell it, counter by counter; the captured pits as a set of bits.
    fn by_hand(pits: [u8; 12], start: usize) -> ([u8; 12], u8) {
        let mut pits = pits;
        let mut left = std::mem::take(&mut pits[start]);
        let mut at = start;
        while left > 0 {
            at = (at + 1) % 12;
            if at != start {
                pits[at] += 1;
                left -= 1;
            }
        }
        let mut captured = 0;
        while at >= 6 && matches!(pits[at], 2 | 3) {
            captured |= 1 << (at - 6);
            at -= 1;
        }
        (pits, captured)
    }

    fn rows(pits: [u8; 12]) -> Rows {
        let [own, other] = [0, 6].map(|from| pack(std::array::from_fn(|i| pits[from + i])));
        Rows { own, other }
    }

    #[test]
    fn sowing_equals_sowing_by_hand() {
        let mut rng = fairyring_game::stream(5, 0);
        for round in 0..200_000u32 {
            let mut pits = [0u8; 12];
            for _ in 0..fairyring_game::below(&mut rng, 49) {
                // Few pits at times, so that heaps of more than 11 and 22 counters occur.
                let spread = if round.is_multiple_of(2) { 12 } else { 3 };
                pits[(fairyring_game::below(&mut rng, spread) * 5 % 12) as usize] += 1;
            }
            for pit in (0..6).filter(|&pit| pits[pit as usize] > 0) {
                let (expected, taken) = by_hand(pits, pit as usize);
                let (sown, captured) = rows(pits).sow(pit);
                assert_eq!(sown, rows(expected), "{pits:?} from {pit}");
                let bytes: [u8; 6] = std::array::from_fn(|i| if taken >> i & 1 == 1 { expected[6 + i] } else { 0 });
                assert_eq!(unpack(captured), bytes, "{pits:?} from {pit}");
            }
        }
    }

    #[test]
    fn flags_say_what_they_are_named_for() {
        for set in 0..64u64 {
            let flags = (0..6).filter(|i| set >> i & 1 == 1).fold(0, |flags, i| flags | flag(i));
            let pits: Vec<u32> = (0..6).filter(|i| set >> i & 1 == 1).collect();
            assert_eq!(flag_count(flags), pits.len() as u32);
            for n in 0..8 {
                assert_eq!(nth_flag(flags, n), pits.get(n as usize).copied().unwrap_or(8), "{pits:?} {n}");
            }
        }
        for pit in 0..6 {
            for counters in 0..=48u32 {
                let row = u64::from(counters) << (8 * pit);
                assert_eq!(filled(row) == flag(pit), counters > 0);
                assert_eq!(reaching(row) == flag(pit), counters + pit > 5, "{counters} in {pit}");
                assert_eq!(at_most_two(row), counters <= 2);
                assert_eq!(total(row), counters);
            }
        }
    }
}
