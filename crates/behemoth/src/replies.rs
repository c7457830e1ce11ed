//! Whether a side has a legal move, mostly told without looking for all of them.

use crate::draw::no_moves;
use crate::manner::{Manner, Usual};
use fairyring_game::Outcome;
use fairyring_orthodox::attacks::{KING, KNIGHT, forward};
use fairyring_orthodox::{Board, Extras, Legal, Machine, Side, multiversion};

/// The squares in line with each square: diagonally, and along files and ranks.
static LINES: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (files, ranks) = ((square % 8) as i32 - (other % 8) as i32, (square / 8) as i32 - (other / 8) as i32);
            if square != other && files.abs() == ranks.abs() {
                lines[square][0] |= 1u64 << other;
            } else if square != other && (files == 0 || ranks == 0) {
                lines[square][1] |= 1u64 << other;
            }
            other += 1;
        }
        square += 1;
    }
    lines
};

/// Whether a unit of `BY_WHITE` or Black may attack a king along a line, told without looking what stands between: rarely
/// yes where it does not, never no where it does.
#[inline(always)]
pub(crate) fn may_open<const BY_WHITE: bool>(board: &Board, king: u32) -> bool {
    on_lines(board, king) & board.own::<BY_WHITE>() != 0
}

/// As [`may_open`], by any unit.
#[inline(always)]
pub(crate) fn may_attack<const BY_WHITE: bool>(board: &Board, king: u32) -> bool {
    let leapers = KNIGHT[king as usize & 63] & board.knights | KING[king as usize & 63] & (board.kings | board.pawns);
    (on_lines(board, king) | leapers) & board.own::<BY_WHITE>() != 0
}

/// The movers on lines that stand in line with a king.
#[inline(always)]
fn on_lines(board: &Board, king: u32) -> u64 {
    let [diagonal, orthogonal] = LINES[king as usize & 63];
    diagonal & board.diagonal | orthogonal & board.orthogonal
}

multiversion! {
    /// Whether the side to move has a legal move.
    pub(crate) fn has_reply<E: Manner>(board: &Board, side: Side, behemoth: u64) -> bool = has_reply_by[E];
}

#[inline(always)]
fn has_reply_by<M: Machine, E: Manner>(board: &Board, side: Side, behemoth: u64) -> bool {
    match side {
        Side::White => reply_exists::<M, true, E>(board, behemoth),
        Side::Black => reply_exists::<M, false, E>(board, behemoth),
    }
}

/// Whether `WHITE` or Black, to move, has a legal move.
#[inline(always)]
fn reply_exists<M: Machine, const WHITE: bool, E: Manner>(board: &Board, behemoth: u64) -> bool {
    reply_exists_with::<M, WHITE, E, E>(board, behemoth, &E::new(behemoth))
}

/// As [`reply_exists`], the moves found with these extras.
#[inline(always)]
fn reply_exists_with<M: Machine, const WHITE: bool, E: Manner, X: Extras>(
    board: &Board,
    behemoth: u64,
    extras: &X,
) -> bool {
    free_pawn_or_knight::<M, WHITE, E>(board, behemoth)
        || Legal::new::<M, X>(board, if WHITE { Side::White } else { Side::Black }, extras).count > 0
}

/// Whether `WHITE` or Black has an answer to the move just played; else the end. `calm` if no enemy can attack or pin
/// anything at the king, `usual` if replies are to be looked for on a usual board.
#[inline(always)]
pub(crate) fn answered<M: Machine, const WHITE: bool, E: Manner>(
    board: &Board,
    behemoth: u64,
    calm: bool,
    usual: bool,
) -> Result<(), Outcome> {
    let pawns = board.own::<WHITE>() & board.pawns;
    let occupied = board.units() | behemoth;
    if (calm || !E::ROYAL) && forward::<WHITE>(pawns) & !occupied != 0 {
        return Ok(());
    }
    let exists = if usual {
        reply_exists_with::<M, WHITE, E, _>(board, behemoth, &Usual::<_, false>(E::new(behemoth)))
    } else {
        reply_exists::<M, WHITE, E>(board, behemoth)
    };
    if exists {
        return Ok(());
    }
    let king = board.king(if WHITE { Side::White } else { Side::Black });
    Err(no_moves::<WHITE, E>(is_attacked::<M, WHITE>(board, king, occupied)))
}

/// Whether a pawn or knight that cannot be pinned, its king not attacked, can go ahead. True of most positions, and enough.
#[inline(always)]
fn free_pawn_or_knight<M: Machine, const WHITE: bool, E: Manner>(board: &Board, behemoth: u64) -> bool {
    let own = board.own::<WHITE>();
    let occupied = board.units() | behemoth;
    let mut loose = own;
    if E::ROYAL {
        let king = (own & board.kings).trailing_zeros();
        if king > 63 || is_attacked::<M, WHITE>(board, king, occupied) {
            return false;
        }
        let [diagonal, orthogonal] = LINES[king as usize & 63];
        loose &= !(diagonal | orthogonal);
    }
    if forward::<WHITE>(loose & board.pawns) & !occupied != 0 {
        return true;
    }
    let knights = loose & board.knights;
    knights != 0 && KNIGHT[knights.trailing_zeros() as usize & 63] & !occupied != 0
}

/// Whether the king of `WHITE` or Black is attacked.
#[inline(always)]
fn is_attacked<M: Machine, const WHITE: bool>(board: &Board, king: u32, occupied: u64) -> bool {
    if WHITE {
        may_attack::<false>(board, king) && board.attackers::<M, false>(king, occupied) != 0
    } else {
        may_attack::<true>(board, king) && board.attackers::<M, true>(king, occupied) != 0
    }
}
