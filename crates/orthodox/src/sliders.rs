//! Attacks of rooks and bishops by table look-up: an index from the occupied squares of a slider's lines (borders left
//! out) into the attack sets of all occupations. `magic.rs` multiplies for the index, the BMI2 path extracts bits.

use crate::magic::{BISHOP_MAGICS, ROOK_MAGICS};

/// Files and ranks a step of each line goes.
const ROOK_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Number of occupations of all masks: the sum of two to the power of their sizes.
const ROOK_OCCUPATIONS: usize = 102_400;
const BISHOP_OCCUPATIONS: usize = 5_248;

/// Number of different attack sets of all squares.
const ROOK_SETS: usize = 4_900;
const BISHOP_SETS: usize = 1_428;

/// One kind of slider. Tables are kept small, for the caches are shared with everything else: an occupation leads to the
/// number of its attack set, or to the set's bits along the slider's lines.
pub(crate) struct Table<const OCCUPATIONS: usize, const SETS: usize> {
    /// Squares whose occupation matters.
    pub(crate) masks: [u64; 64],
    /// Multipliers that gather the masked bits at the top without harmful collision.
    pub(crate) magics: [u64; 64],
    /// 64 less the number of squares in the mask.
    pub(crate) shifts: [u32; 64],
    /// Index of a square's first occupation.
    pub(crate) offsets: [u32; 64],
    /// Number of an occupation's attack set among those of its square, in the order of the magic index.
    pub(crate) numbers: [u8; OCCUPATIONS],
    /// Index of a square's first attack set.
    pub(crate) first_sets: [u16; 64],
    /// The attack sets.
    pub(crate) sets: [u64; SETS],
    /// An occupation's attack set as bits along the lines, in the order of the extracted index.
    #[cfg(target_arch = "x86_64")]
    pub(crate) extracts: [u16; OCCUPATIONS],
    /// Squares attacked on an empty board.
    #[cfg(target_arch = "x86_64")]
    pub(crate) lines: [u64; 64],
}

/// What a walk along the lines from a square finds.
struct Walk {
    /// Squares up to the first occupied one of each line.
    set: u64,
    /// The number of the set among those of the square.
    number: usize,
    /// How many sets the square has.
    numbers: usize,
    /// The squares from which a further step is on the board, up to the first occupied one.
    inner: u64,
}

/// Whether (file, rank) is on the board.
const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 8 && rank >= 0 && rank < 8
}

const fn walk(square: usize, occupied: u64, steps: &[(i32, i32); 4]) -> Walk {
    let mut walk = Walk { set: 0, number: 0, numbers: 1, inner: 0 };
    let mut i = 0;
    while i < 4 {
        let (x, y) = steps[i];
        let (mut file, mut rank) = (square as i32 % 8 + x, square as i32 / 8 + y);
        let (mut length, mut reached) = (0, 0);
        while on_board(file, rank) {
            let bit = 1u64 << (8 * rank + file);
            if length == reached {
                walk.set |= bit;
                reached += (occupied & bit == 0) as usize;
                if on_board(file + x, rank + y) {
                    walk.inner |= bit;
                }
            }
            length += 1;
            file += x;
            rank += y;
        }
        // `reached` squares were free before the first occupied one; the last square of a line makes no difference.
        if length > 0 {
            let last = length - 1;
            walk.number = walk.number * length + if reached < last { reached } else { last };
            walk.numbers *= length;
        }
        i += 1;
    }
    walk
}

/// The bits of a set along the squares of a mask, lowest first.
#[cfg(target_arch = "x86_64")]
const fn extract(set: u64, mask: u64) -> u16 {
    let (mut bits, mut n, mut rest) = (0, 0, mask);
    while rest != 0 {
        bits |= ((set >> rest.trailing_zeros() & 1) as u16) << n;
        n += 1;
        rest &= rest - 1;
    }
    bits
}

const fn table<const OCCUPATIONS: usize, const SETS: usize>(
    steps: [(i32, i32); 4],
    magics: &[u64; 64],
) -> Table<OCCUPATIONS, SETS> {
    let mut table = Table {
        masks: [0; 64],
        magics: *magics,
        shifts: [0; 64],
        offsets: [0; 64],
        numbers: [0; OCCUPATIONS],
        first_sets: [0; 64],
        sets: [0; SETS],
        #[cfg(target_arch = "x86_64")]
        extracts: [0; OCCUPATIONS],
        #[cfg(target_arch = "x86_64")]
        lines: [0; 64],
    };
    let (mut offset, mut first_set) = (0, 0);
    let mut square = 0;
    while square < 64 {
        let empty = walk(square, 0, &steps);
        let mask = empty.inner;
        let shift = 64 - mask.count_ones();
        table.masks[square] = mask;
        table.shifts[square] = shift;
        table.offsets[square] = offset as u32;
        table.first_sets[square] = first_set as u16;
        #[cfg(target_arch = "x86_64")]
        {
            table.lines[square] = empty.set;
        }
        // All subsets of the mask in ascending order: the n-th is the one whose extracted bits are n.
        let mut subset = 0u64;
        let mut n = 0;
        loop {
            let found = walk(square, subset, &steps);
            table.sets[first_set + found.number] = found.set;
            table.numbers[offset + (subset.wrapping_mul(magics[square]) >> shift) as usize] = found.number as u8;
            #[cfg(target_arch = "x86_64")]
            {
                table.extracts[offset + n] = extract(found.set, empty.set);
            }
            n += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        offset += n;
        first_set += empty.numbers;
        square += 1;
    }
    assert!(offset == OCCUPATIONS && first_set == SETS);
    table
}

#[allow(long_running_const_eval)]
pub(crate) static ROOK: Table<ROOK_OCCUPATIONS, ROOK_SETS> = table(ROOK_STEPS, &ROOK_MAGICS);
#[allow(long_running_const_eval)]
pub(crate) static BISHOP: Table<BISHOP_OCCUPATIONS, BISHOP_SETS> = table(BISHOP_STEPS, &BISHOP_MAGICS);

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
                        let expected = walk(square as usize, subset, steps).set;
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
