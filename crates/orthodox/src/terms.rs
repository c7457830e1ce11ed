//! Parts of the static evaluation that look at one thing each: pawns, kings, bare kings.

use crate::attacks::{FILE_A, FILE_H, KING, rank};

/// A set grown towards the far side of `WHITE` or Black: every square of it and all before it.
#[inline(always)]
const fn filled_ahead<const WHITE: bool>(mut set: u64) -> u64 {
    if WHITE {
        set |= set << 8;
        set |= set << 16;
        set | set << 32
    } else {
        set |= set >> 8;
        set |= set >> 16;
        set | set >> 32
    }
}

/// A set and the files next to it.
#[inline(always)]
const fn widened(set: u64) -> u64 {
    set | set << 1 & !FILE_A | set >> 1 & !FILE_H
}

/// The sum of the squares of the ranks that a side's pawns have gone ahead which no enemy pawn can stop or take any more.
#[inline(always)]
pub(crate) const fn passed_pawns<const WHITE: bool>(pawns: u64, enemies: u64) -> u32 {
    // An enemy pawn stops those on its own and the next files that it has still before it.
    let stopped = if WHITE { filled_ahead::<false>(enemies >> 8) } else { filled_ahead::<true>(enemies << 8) };
    let passed = pawns & !widened(stopped);
    let risen = if WHITE { passed } else { passed.swap_bytes() };
    (risen & rank(2)).count_ones()
        + 4 * (risen & rank(3)).count_ones()
        + 9 * (risen & rank(4)).count_ones()
        + 16 * (risen & rank(5)).count_ones()
        + 25 * (risen & rank(6)).count_ones()
}

/// Pawns without an own pawn on a file beside them, and pawns behind another one of their file.
#[inline(always)]
pub(crate) const fn weak_pawns<const WHITE: bool>(pawns: u64) -> u32 {
    let files = files_of(pawns);
    let supported = files << 1 & !FILE_A | files >> 1 & !FILE_H;
    let ahead = if WHITE { filled_ahead::<true>(pawns << 8) } else { filled_ahead::<false>(pawns >> 8) };
    (pawns & !supported).count_ones() + (pawns & ahead).count_ones()
}

/// The files of a set.
#[inline(always)]
pub(crate) const fn files_of(set: u64) -> u64 {
    filled_ahead::<true>(set) | filled_ahead::<false>(set)
}

/// A king's square and all next to it; nothing where there is no king.
#[inline(always)]
pub(crate) fn zone(king: u64) -> u64 {
    king | KING[king.trailing_zeros() as usize]
}

/// Steps of a king from the middle of the board, 0 to 3; 0 where there is no king.
#[inline(always)]
pub(crate) const fn off_centre(king: u64) -> u32 {
    const RINGS: [u64; 3] = [0xffff_c3c3_c3c3_ffff, 0xff81_8181_8181_81ff, 0];
    const MIDDLE: u64 = 0x0000_0018_1800_0000;
    (king & !MIDDLE != 0) as u32 + (king & RINGS[0] != 0) as u32 + (king & RINGS[1] != 0) as u32
}

/// How far a bare king is driven: his steps from the middle, twice, and how near the other king is. 0 to 12.
#[inline(always)]
pub(crate) const fn driven(bare: u64, other: u64) -> u32 {
    if bare == 0 || other == 0 {
        return 0;
    }
    let (a, b) = (bare.trailing_zeros(), other.trailing_zeros());
    let (files, ranks) = ((a & 7).abs_diff(b & 7), (a >> 3).abs_diff(b >> 3));
    2 * off_centre(bare) + 7 - if files > ranks { files } else { ranks }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares by name.
    fn set(names: &str) -> u64 {
        let square = |name: &[u8]| 1u64 << ((name[0] - b'a') + 8 * (name[1] - b'1'));
        names.split_whitespace().map(|name| square(name.as_bytes())).sum()
    }

    #[test]
    fn pawns_are_passed_where_no_enemy_pawn_stands_before_or_beside_their_way() {
        // The pawn on e5 has gone ahead three ranks from e2; d6, e7 and f6 would stop it, d5 and e4 lie behind.
        assert_eq!(passed_pawns::<true>(set("e5"), 0), 9);
        for (enemy, passed) in [("d6", 0), ("f6", 0), ("e7", 0), ("d5", 9), ("e4", 9), ("c6", 9), ("g7", 9)] {
            assert_eq!(passed_pawns::<true>(set("e5"), set(enemy)), passed, "{enemy}");
            assert_eq!(passed_pawns::<false>(set("e5").swap_bytes(), set(enemy).swap_bytes()), passed, "{enemy}");
        }
        // On the edge of the board the file beyond is none.
        assert_eq!(passed_pawns::<true>(set("a6 h3"), set("h7 b4")), 16);
    }

    #[test]
    fn weak_pawns_stand_alone_or_behind_another() {
        for (pawns, weak) in [("a2 b3", 0), ("a2 h2", 2), ("a2 a3 b2", 1), ("c2 c3", 3), ("", 0)] {
            assert_eq!(weak_pawns::<true>(set(pawns)), weak, "{pawns}");
            assert_eq!(weak_pawns::<false>(set(pawns).swap_bytes()), weak, "{pawns}");
        }
    }

    #[test]
    fn kings_are_off_the_centre_by_rings() {
        for (squares, steps) in [("d4 e5", 0), ("c3 f4 d6", 1), ("b2 g5 e7", 2), ("a1 h4 c8", 3)] {
            for name in squares.split(' ') {
                assert_eq!(off_centre(set(name)), steps, "{name}");
            }
        }
        assert_eq!((driven(set("h8"), set("f7")), driven(set("e4"), set("a1")), driven(0, set("a1"))), (11, 3, 0));
        assert_eq!(zone(set("a1")), set("a1 a2 b1 b2"));
        assert_eq!(zone(0), 0);
    }
}
