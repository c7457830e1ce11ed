//! Attacks of rooks and bishops by table look-up: an index from the occupied squares of a slider's lines (borders left
//! out) into the attack sets of all occupations. `magic.rs` multiplies for the index, the BMI2 path extracts bits.

use crate::magic::{BISHOP_MAGICS, ROOK_MAGICS};

/// Files and ranks a step of each line goes.
const ROOK_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Number of attack sets: the sum of two to the power of the sizes of all masks.
const ROOK_SETS: usize = 102_400;
const BISHOP_SETS: usize = 5_248;

/// One kind of slider: how each square's occupations are indexed, and the attack sets in the order of both indices.
pub(crate) struct Table<const SETS: usize> {
    /// Squares whose occupation matters.
    pub(crate) masks: [u64; 64],
    /// Multipliers that gather the masked bits at the top without harmful collision.
    pub(crate) magics: [u64; 64],
    /// 64 less the number of squares in the mask.
    pub(crate) shifts: [u32; 64],
    /// Index of a square's first set.
    pub(crate) offsets: [u32; 64],
    pub(crate) by_magic: [u64; SETS],
    pub(crate) by_extract: [u64; SETS],
}

/// Walks the lines from a square to the first occupied square. With `inner`, the squares are left out from which no step
/// is on the board, which makes the mask of an empty board.
const fn walk(square: usize, occupied: u64, steps: &[(i32, i32); 4], inner: bool) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < 4 {
        let (x, y) = steps[i];
        let (mut file, mut rank) = (square as i32 % 8 + x, square as i32 / 8 + y);
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let bit = 1u64 << (8 * rank + file);
            file += x;
            rank += y;
            if inner && !(file >= 0 && file < 8 && rank >= 0 && rank < 8) {
                break;
            }
            set |= bit;
            if occupied & bit != 0 {
                break;
            }
        }
        i += 1;
    }
    set
}

const fn table<const SETS: usize>(steps: [(i32, i32); 4], magics: &[u64; 64]) -> Table<SETS> {
    let (mut masks, mut shifts, mut offsets) = ([0; 64], [0; 64], [0; 64]);
    let mut by_magic = [0; SETS];
    let mut by_extract = [0; SETS];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = walk(square, 0, &steps, true);
        let shift = 64 - mask.count_ones();
        masks[square] = mask;
        shifts[square] = shift;
        offsets[square] = offset as u32;
        // All subsets of the mask in ascending order: the n-th is the one whose extracted bits are n.
        let mut subset = 0u64;
        let mut n = 0;
        loop {
            let set = walk(square, subset, &steps, false);
            by_extract[offset + n] = set;
            by_magic[offset + (subset.wrapping_mul(magics[square]) >> shift) as usize] = set;
            n += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        offset += n;
        square += 1;
    }
    assert!(offset == SETS);
    Table { masks, magics: *magics, shifts, offsets, by_magic, by_extract }
}

#[allow(long_running_const_eval)]
pub(crate) static ROOK: Table<ROOK_SETS> = table(ROOK_STEPS, &ROOK_MAGICS);
#[allow(long_running_const_eval)]
pub(crate) static BISHOP: Table<BISHOP_SETS> = table(BISHOP_STEPS, &BISHOP_MAGICS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Machine, Magic};
    #[cfg(target_arch = "x86_64")]
    use crate::{Path, Pext};

    /// Every square with every occupation of its mask and of all other squares.
    fn agrees<M: Machine>() {
        for square in 0..64u32 {
            for (steps, mask, look_up) in [
                (&ROOK_STEPS, ROOK.masks[square as usize], M::rook as fn(u32, u64) -> u64),
                (&BISHOP_STEPS, BISHOP.masks[square as usize], M::bishop),
            ] {
                let mut subset = 0u64;
                loop {
                    for noise in [0, !mask] {
                        let expected = walk(square as usize, subset, steps, false);
                        assert_eq!(look_up(square, subset | noise), expected, "square {square}, occupied {subset:x}");
                    }
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn look_ups_equal_walks() {
        agrees::<Magic>();
        #[cfg(target_arch = "x86_64")]
        if Path::best() == Path::Pext {
            agrees::<Pext>();
        }
    }

    #[test]
    fn selecting_a_square_counts_from_below() {
        let set = 0x8000_0100_0040_0021;
        for (n, square) in [0, 5, 22, 40, 63].into_iter().enumerate() {
            assert_eq!(Magic::select(set, n as u32), square);
            #[cfg(target_arch = "x86_64")]
            if Path::best() == Path::Pext {
                assert_eq!(Pext::select(set, n as u32), square);
            }
        }
    }
}
