//! Hash words of cards on cells that no table could list: the cell is mixed with the card's own constant.

use crate::card::Card;
use fairyring_geometry::RingCell;

/// Changes sides.
pub(crate) const BLACK_TO_MOVE: u64 = mix(0x6a09_e667_f3bc_c908);

/// Finaliser of `SplitMix64` (Steele, Lea, Flood 2014): every input bit reaches every output bit.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A constant for each of 64 uses.
const fn salt(n: u64) -> u64 {
    mix((n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Index of a card, 0 to 11.
const fn index(card: Card) -> u64 {
    card.side as u64 * 6 + card.kind as u64
}

const fn word(cell: RingCell) -> u64 {
    (cell.x as u32 as u64) << 32 | cell.y as u32 as u64
}

/// A face-up card on a cell.
#[inline]
pub(crate) const fn face_up(card: Card, cell: RingCell) -> u64 {
    const SALTS: [u64; 12] = {
        let mut salts = [0; 12];
        let mut n = 0;
        while n < 12 {
            salts[n] = salt(n as u64);
            n += 1;
        }
        salts
    };
    mix(word(cell) ^ SALTS[index(card) as usize])
}

/// Floor on a cell.
#[inline]
pub(crate) const fn face_down(cell: RingCell) -> u64 {
    mix(word(cell) ^ const { salt(12) })
}

/// So many cards of a kind in the hand.
#[inline]
pub(crate) const fn hand(card: Card, count: u8) -> u64 {
    mix((index(card) << 8 | count as u64) ^ const { salt(13) })
}

/// A counter that the future depends on.
#[inline]
pub(crate) const fn counter(which: u64, value: u32) -> u64 {
    mix((which << 32 | value as u64) ^ const { salt(14) })
}
