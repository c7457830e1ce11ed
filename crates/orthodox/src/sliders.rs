//! Attacks of rooks and bishops by table look-up: an index from the occupied squares of a slider's lines (borders left
//! out) into the attack sets of all occupations. `magic.rs` multiplies for the index, the BMI2 path extracts bits.

use crate::attacks::ROWS;
use crate::magic::{BISHOP_MAGICS, ROOK_MAGICS};

/// Files and ranks a step of each line goes.
const ROOK_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Number of occupations of all masks: the sum of two to the power of their sizes; and one for a slider that is not on the
/// board.
const ROOK_OCCUPATIONS: usize = 102_400 + 1;
const BISHOP_OCCUPATIONS: usize = 5_248 + 1;

/// Number of different attack sets of all squares, and the empty one.
const ROOK_SETS: usize = 4_900 + 1;
const BISHOP_SETS: usize = 1_428 + 1;

/// One kind of slider. Tables are kept small, for the caches are shared with everything else: an occupation leads to the
/// number of its attack set, or to the set's bits along the slider's lines.
pub(crate) struct Table<const OCCUPATIONS: usize, const SETS: usize> {
    /// Squares whose occupation matters.
    pub(crate) masks: [u64; ROWS],
    /// Multipliers that gather the masked bits at the top without harmful collision.
    pub(crate) magics: [u64; ROWS],
    /// 64 less the number of squares in the mask; 63 where there is none.
    pub(crate) shifts: [u32; ROWS],
    /// Index of a square's first occupation.
    pub(crate) offsets: [u32; ROWS],
    /// Number of an occupation's attack set, in the order of the magic index.
    pub(crate) numbers: [u16; OCCUPATIONS],
    /// The attack sets.
    pub(crate) sets: [u64; SETS],
    /// An occupation's attack set as bits along the lines, in the order of the extracted index.
    #[cfg(target_arch = "x86_64")]
    pub(crate) extracts: [u16; OCCUPATIONS],
    /// Squares attacked on an empty board.
    #[cfg(target_arch = "x86_64")]
    pub(crate) lines: [u64; ROWS],
}

/// Most occupations of a single line from a square.
const LINE: usize = 64;

/// What the occupations of one line from a square lead to. A square's tables are made by combining those of its four lines,
/// so that the compiler, which evaluates this, has little to do per occupation.
#[derive(Clone, Copy)]
struct Line {
    /// All squares of the line.
    squares: u64,
    /// The squares whose occupation matters: all but the last.
    inner: u64,
    /// How many different attack sets there are.
    sets: usize,
    /// How many occupations there are.
    occupations: usize,
    occupied: [u64; LINE],
    attacked: [u64; LINE],
    numbers: [usize; LINE],
}

const fn line(square: usize, (x, y): (i32, i32)) -> Line {
    let mut line = Line {
        squares: 0,
        inner: 0,
        sets: 1,
        occupations: 0,
        occupied: [0; LINE],
        attacked: [0; LINE],
        numbers: [0; LINE],
    };
    // The squares in the order of the walk.
    let mut walk = [0u64; 7];
    let mut length = 0;
    let (mut file, mut rank) = (square as i32 % 8 + x, square as i32 / 8 + y);
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        walk[length] = 1 << (8 * rank + file);
        line.inner = line.squares;
        line.squares |= walk[length];
        length += 1;
        file += x;
        rank += y;
    }
    if length > 0 {
        line.sets = length;
    }
    let mut subset = 0u64;
    loop {
        let (mut attacked, mut reached) = (0, 0);
        while reached < length {
            attacked |= walk[reached];
            if subset & walk[reached] != 0 {
                break;
            }
            reached += 1;
        }
        // An occupied last square makes no difference, so a free walk counts as one that ends there.
        if reached == length && length > 0 {
            reached = length - 1;
        }
        line.occupied[line.occupations] = subset;
        line.attacked[line.occupations] = attacked;
        line.numbers[line.occupations] = reached;
        line.occupations += 1;
        subset = subset.wrapping_sub(line.inner) & line.inner;
        if subset == 0 {
            return line;
        }
    }
}

/// The bits of a set along the squares of a mask, lowest first.
const fn extract(set: u64, mask: u64) -> usize {
    let (mut bits, mut n, mut rest) = (0, 0, mask);
    while rest != 0 {
        bits |= ((set >> rest.trailing_zeros() & 1) as usize) << n;
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
        masks: [0; ROWS],
        magics: [0; ROWS],
        shifts: [63; ROWS],
        // Rows of no square lead to the last occupation, and this to the last set, which is empty.
        offsets: [OCCUPATIONS as u32 - 1; ROWS],
        numbers: [SETS as u16 - 1; OCCUPATIONS],
        sets: [0; SETS],
        #[cfg(target_arch = "x86_64")]
        extracts: [0; OCCUPATIONS],
        #[cfg(target_arch = "x86_64")]
        lines: [0; ROWS],
    };
    let (mut offset, mut first_set) = (0, 0);
    let mut square = 0;
    while square < 64 {
        let lines = [line(square, steps[0]), line(square, steps[1]), line(square, steps[2]), line(square, steps[3])];
        let mask = lines[0].inner | lines[1].inner | lines[2].inner | lines[3].inner;
        let squares = lines[0].squares | lines[1].squares | lines[2].squares | lines[3].squares;
        let shift = 64 - mask.count_ones();
        table.masks[square] = mask;
        table.magics[square] = magics[square];
        table.shifts[square] = shift;
        table.offsets[square] = offset as u32;
        #[cfg(target_arch = "x86_64")]
        {
            table.lines[square] = squares;
        }

        // Occupation, attack set, its number, index and bits, of the lines so far, joined with line after line.
        let mut joined = [(0u64, 0u64, 0usize, 0usize, 0usize); 4096];
        let (mut count, mut sets) = (1, 1);
        let mut i = 0;
        while i < 4 {
            let next = &lines[i];
            let mut k = next.occupations;
            // The first occupation is the empty one: it comes last, so that it may overwrite what it joins.
            while k > 0 {
                k -= 1;
                let (occupied, attacked, number) = (next.occupied[k], next.attacked[k], next.numbers[k] * sets);
                let (index, bits) = (extract(occupied, mask), extract(attacked, squares));
                let mut j = 0;
                while j < count {
                    let old = joined[j];
                    joined[k * count + j] =
                        (old.0 | occupied, old.1 | attacked, old.2 + number, old.3 | index, old.4 | bits);
                    j += 1;
                }
            }
            count *= next.occupations;
            sets *= next.sets;
            i += 1;
        }

        let mut j = 0;
        while j < count {
            let (occupied, attacked, number, ..) = joined[j];
            table.sets[first_set + number] = attacked;
            table.numbers[offset + (occupied.wrapping_mul(magics[square]) >> shift) as usize] =
                (first_set + number) as u16;
            #[cfg(target_arch = "x86_64")]
            {
                let (.., index, bits) = joined[j];
                table.extracts[offset + index] = bits as u16;
            }
            j += 1;
        }
        offset += count;
        first_set += sets;
        square += 1;
    }
    assert!(offset == OCCUPATIONS - 1 && first_set == SETS - 1);
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

    /// Squares up to the first occupied one of each line.
    fn walk(square: i32, occupied: u64, steps: [(i32, i32); 4]) -> u64 {
        let mut set = 0;
        for (x, y) in steps {
            let (mut file, mut rank) = (square % 8 + x, square / 8 + y);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let bit = 1u64 << (8 * rank + file);
                set |= bit;
                if occupied & bit != 0 {
                    break;
                }
                file += x;
                rank += y;
            }
        }
        set
    }

    /// Every square with every occupation of its mask, with none and with all of the other squares.
    fn agrees<M: Machine>() {
        for square in 0..64u32 {
            for (steps, mask, look_up) in [
                (ROOK_STEPS, ROOK.masks[square as usize], M::rook as fn(u32, u64) -> u64),
                (BISHOP_STEPS, BISHOP.masks[square as usize], M::bishop),
            ] {
                let mut subset = 0u64;
                loop {
                    for noise in [0, !mask] {
                        let expected = walk(square as i32, subset, steps);
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
        let mut rng = fairyring_game::stream(4, 0);
        for _ in 0..4_000 {
            // Sparse, middling and dense sets.
            let mut set = !0u64;
            for _ in 0..fairyring_game::below(&mut rng, 5) {
                set &= fairyring_game::below(&mut rng, u64::MAX);
            }
            let squares: Vec<u32> = (0..64).filter(|square| set >> square & 1 != 0).collect();
            for (n, &square) in squares.iter().enumerate() {
                assert_eq!(Magic::select(set, n as u32), square, "{set:x}");
                #[cfg(target_arch = "x86_64")]
                if Path::best() == Path::Pext {
                    assert_eq!(Pext::select(set, n as u32), square, "{set:x}");
                }
            }
        }
    }

    /// A hash in which a bit did not count would take positions for one another.
    fn spreads<M: Machine>() {
        let mut rng = fairyring_game::stream(6, 0);
        for _ in 0..20 {
            let words = [(); 8].map(|()| fairyring_game::below(&mut rng, u64::MAX));
            let (mut seen, mut flipped) = (std::collections::HashSet::from([M::hash(words)]), 0);
            for bit in 0..512 {
                let mut other = words;
                other[bit / 64] ^= 1 << (bit % 64);
                flipped += (M::hash(other) ^ M::hash(words)).count_ones();
                assert!(seen.insert(M::hash(other)), "bit {bit}");
            }
            // Half of 64 bits on average; the mean of 512 has a standard error of 0.18.
            assert!((f64::from(flipped) / 512.0 - 32.0).abs() < 1.0, "{flipped}");
        }
        assert_ne!(M::hash([0; 8]), M::hash([1, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn hashes_spread_every_bit() {
        spreads::<Magic>();
        #[cfg(target_arch = "x86_64")]
        if Path::best() == Path::Pext {
            spreads::<Pext>();
        }
    }
}
