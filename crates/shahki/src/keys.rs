//! The numbers of the Zobrist hash.

use fairyring_geometry::CrossCell;

const SPAN: usize = CrossCell::SPAN;

/// A number for each part of what repetition compares.
pub(crate) struct Keys {
    /// By team, code of the chess unit (see `Position::chess_code`) and cell.
    pub(crate) chess: [[[u64; SPAN]; 8]; 2],
    /// By team, man or king, and cell.
    pub(crate) draughts: [[[u64; SPAN]; 2]; 2],
    /// By seat to act.
    pub(crate) seat: [u64; 4],
    /// By set of castling rights.
    pub(crate) castling: [u64; 16],
    /// By en passant cell.
    pub(crate) en_passant: [u64; SPAN],
    /// By mated team.
    pub(crate) mated: [u64; 2],
    /// By the seat to go back to.
    pub(crate) back: [u64; 4],
}

/// The next number of `SplitMix64` (Steele, Lea, Flood 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn row<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut row = [0; N];
    let mut n = 0;
    while n < N {
        row[n] = next(state);
        n += 1;
    }
    row
}

const fn rows<const N: usize, const M: usize>(state: &mut u64) -> [[u64; N]; M] {
    let mut rows = [[0; N]; M];
    let mut m = 0;
    while m < M {
        rows[m] = row(state);
        m += 1;
    }
    rows
}

pub(crate) static KEYS: Keys = {
    let mut state = 0x5348_4148_4b49;
    Keys {
        chess: [rows(&mut state), rows(&mut state)],
        draughts: [rows(&mut state), rows(&mut state)],
        seat: row(&mut state),
        castling: row(&mut state),
        en_passant: row(&mut state),
        mated: row(&mut state),
        back: row(&mut state),
    }
};

/// Mixes a number into a hash, so that every bit of both tells.
pub(crate) const fn mix(hash: u64, number: u32) -> u64 {
    let mut state = hash ^ (number as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
    next(&mut state)
}
