//! Attacks of pawns, knights and kings, and the squares between two squares. Sets of squares are words: bit `i` is the
//! square of index `i`, a1 = 0 along the ranks to h8 = 63.

/// File a.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// File h.
pub const FILE_H: u64 = FILE_A << 7;

/// The squares of a rank, 0 to 7.
#[must_use]
pub const fn rank(rank: u32) -> u64 {
    0xff << (8 * rank)
}

/// The square at (file, rank), or nothing off the board.
const fn bit_at(file: i32, rank: i32) -> u64 {
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (8 * rank + file) }
}

/// Rows of a table by squares: one a square, and empty ones for a unit that is not on the board, whose square is 64 or 64
/// turned to the other side's view.
pub(crate) const ROWS: usize = 128;

/// Attacks by leaps.
const fn leaps(steps: [(i32, i32); 8]) -> [u64; ROWS] {
    let mut table = [0; ROWS];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            table[square] |= bit_at(square as i32 % 8 + steps[i].0, square as i32 / 8 + steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

/// Squares a knight attacks, by its square; rows from 64 are empty.
pub static KNIGHT: [u64; ROWS] = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// Squares a king attacks, by its square; rows from 64 are empty.
pub static KING: [u64; ROWS] = leaps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// The squares strictly between two squares of one line.
pub static BETWEEN: [[u64; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 9 {
            let (x, y) = (direction % 3 - 1, direction / 3 - 1);
            let (mut file, mut rank) = (from % 8 + x, from / 8 + y);
            let mut passed = 0;
            while direction != 4 && bit_at(file, rank) != 0 {
                table[from as usize][(8 * rank + file) as usize] = passed;
                passed |= bit_at(file, rank);
                file += x;
                rank += y;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// Squares that any knight of a set attacks.
#[must_use]
#[inline(always)]
pub const fn knight_jumps(knights: u64) -> u64 {
    let (left, right) = (knights >> 1 & !FILE_H, knights << 1 & !FILE_A);
    let (far_left, far_right) = (knights >> 2 & !(FILE_H | FILE_H >> 1), knights << 2 & !(FILE_A | FILE_A << 1));
    let (near, far) = (left | right, far_left | far_right);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// A set moved one rank forward, seen by a side.
#[must_use]
#[inline(always)]
pub const fn forward<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { set << 8 } else { set >> 8 }
}

/// A set moved one rank backward, seen by a side.
#[must_use]
#[inline(always)]
pub const fn backward<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { set >> 8 } else { set << 8 }
}

/// Squares that the pawns of a set attack towards file a.
#[must_use]
#[inline(always)]
pub const fn pawn_west<const WHITE: bool>(pawns: u64) -> u64 {
    (if WHITE { pawns << 7 } else { pawns >> 9 }) & !FILE_H
}

/// Squares that the pawns of a set attack towards file h.
#[must_use]
#[inline(always)]
pub const fn pawn_east<const WHITE: bool>(pawns: u64) -> u64 {
    (if WHITE { pawns << 9 } else { pawns >> 7 }) & !FILE_A
}

/// Squares that the pawns of a set attack.
#[must_use]
#[inline(always)]
pub const fn pawn_attacks<const WHITE: bool>(pawns: u64) -> u64 {
    pawn_west::<WHITE>(pawns) | pawn_east::<WHITE>(pawns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_of_a_set_are_the_union_of_jumps() {
        for (square, &jumps) in KNIGHT.iter().enumerate().take(64) {
            assert_eq!(knight_jumps(1 << square), jumps);
        }
        assert_eq!(knight_jumps(1 << 5 | 1 << 63), KNIGHT[5] | KNIGHT[63]);
    }

    #[test]
    fn squares_between() {
        assert_eq!(BETWEEN[0][63], 0x0040_2010_0804_0200);
        assert_eq!(BETWEEN[4][60], BETWEEN[60][4]);
        assert_eq!(BETWEEN[4][7], 1 << 5 | 1 << 6);
        assert_eq!(BETWEEN[0][10], 0);
        assert_eq!(BETWEEN[9][9], 0);
    }
}
