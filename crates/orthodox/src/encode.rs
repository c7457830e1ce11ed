//! Action ids of orthodox moves, and planes of observations.

use crate::{Board, Move, Role, Setup, Side};
use fairyring_geometry::Square;

/// Number of ids of orthodox moves: 64 x 64 from-to pairs (`64 * from + to`, a1 = 0 to h8 = 63), then the promotions, 96 a
/// side, White's first: `12 * file + 4 * (file of the target - file + 1) + role` with queen, rook, bishop, knight as 0 to 3.
/// Ids do not depend on who sees them; the id of the mirrored move has both squares' ranks mirrored, or the other side's
/// promotion.
pub const ACTIONS: u32 = 4096 + 2 * 96;

/// [`ACTIONS`] in words.
pub const ABOUT_ACTIONS: &str = "`64 * from + to`, squares from a1 = 0 along the ranks to h8 = 63, castling by the king's \
    move. Promotions from 4096 on, 96 a side, White's first: `12 * file + 4 * (target's file - file + 1) + kind`, queen, rook, \
    bishop and knight being 0 to 3. Ids do not turn with the seat.";

/// The id of a move.
#[must_use]
pub fn action(m: Move) -> u32 {
    let (from, to) = (m.from(), m.to());
    match m.promotion() {
        None => (from.index() * 64 + to.index()) as u32,
        Some(role) => {
            let side = if to.rank() == 7 { 0 } else { 96 };
            let kind = Role::PROMOTIONS.into_iter().position(|other| other == role).unwrap_or(0) as u32;
            4096 + side + from.file() * 12 + (to.file() + 1).saturating_sub(from.file()) * 4 + kind
        }
    }
}

/// The move of an id; `None` for ids from [`ACTIONS`] up and promotions beyond the edge.
#[must_use]
pub fn action_move(action: u32) -> Option<Move> {
    if action < 4096 {
        return Some(Move::new(Square::new(action >> 6), Square::new(action)));
    }
    let promotion = action - 4096;
    let (side, n) = (promotion / 96, promotion % 96);
    let (origin, target) = match side {
        0 => (6, 7),
        1 => (1, 0),
        _ => return None,
    };
    let (file, to) = (n / 12, (n / 12 + n / 4 % 3).checked_sub(1)?);
    (to < 8)
        .then(|| Move::promoting(Square::at(file, origin), Square::at(to, target), Role::PROMOTIONS[n as usize % 4]))
}

/// Number of orthodox planes.
pub const PLANES: usize = 19;

/// What the orthodox planes hold.
#[must_use]
pub fn planes() -> Vec<String> {
    let mut names = Vec::with_capacity(PLANES);
    for owner in ["own", "enemy"] {
        for role in ["pawns", "knights", "bishops", "rooks", "queens", "king"] {
            names.push(format!("{owner} {role}: 1 where one stands"));
        }
    }
    for owner in ["own", "enemy"] {
        for wing in ["king's", "queen's"] {
            names.push(format!("{owner} right to castle with the {wing} rook: 1 everywhere or 0"));
        }
    }
    names.push("square passed by the last double step: 1 there".to_owned());
    names.push("half-move clock, everywhere, at most 255".to_owned());
    names.push("1 everywhere if the seat that looks is to move, else 0".to_owned());
    names
}

/// Eight bits as eight bytes.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8][i % 8] = (((i / 8) >> (i % 8)) & 1) as u8;
        i += 1;
    }
    table
};

/// Writes a set as a plane of 64 bytes, 1 on its squares: the rank farthest from `seer` first, file a first.
///
/// # Panics
/// If `out` is shorter than 64 bytes.
#[inline]
pub fn write_set(set: u64, seer: Side, out: &mut [u8]) {
    let rows = if seer.is_white() { set.to_be_bytes() } else { set.to_le_bytes() };
    for (row, out) in rows.into_iter().zip(out[..64].as_chunks_mut::<8>().0) {
        *out = SPREAD[row as usize];
    }
}

/// Reads a plane of 64 bytes, each 0 or 1, back into a set.
#[must_use]
pub fn read_set(plane: &[u8], seer: Side) -> Option<u64> {
    let mut set = 0u64;
    for (n, &byte) in plane.iter().enumerate() {
        match byte {
            0 => {}
            1 => set |= 1 << n,
            _ => return None,
        }
    }
    Some(if seer.is_white() { set.swap_bytes() } else { set })
}

/// The value that fills a plane of 64 bytes.
#[must_use]
pub fn read_constant(plane: &[u8]) -> Option<u8> {
    let first = *plane.first()?;
    plane.iter().all(|&byte| byte == first).then_some(first)
}

/// The corners of a side: king's rook, queen's rook.
const fn corners(side: Side) -> [u64; 2] {
    match side {
        Side::White => [1 << 7, 1],
        Side::Black => [1 << 63, 1 << 56],
    }
}

/// Writes the [`PLANES`] orthodox planes of a setup as `seer` sees them, 64 bytes each.
///
/// # Panics
/// If `out` is shorter than 64 [`PLANES`] bytes.
pub fn observe(setup: &Setup, seer: Side, out: &mut [u8]) {
    let board = &setup.board;
    let mut planes = out[..64 * PLANES].chunks_exact_mut(64);
    let mut next = || planes.next().expect("there are as many planes as are written");
    for side in [seer, seer.other()] {
        for role in Role::ALL {
            write_set(board.of(side) & board.role(role), seer, next());
        }
    }
    for side in [seer, seer.other()] {
        for corner in corners(side) {
            next().fill(u8::from(board.castling() & corner != 0));
        }
    }
    write_set(board.passed(), seer, next());
    next().fill(setup.clock.min(255) as u8);
    next().fill(u8::from(setup.side == seer));
}

/// The setup that the orthodox planes show, as move 1. What it demands of units, rights and checks is left to the text
/// reader; only the planes' form is checked, and that no square has two units.
#[must_use]
pub fn decode(planes: &[u8], seer: Side) -> Option<Setup> {
    let mut board = Board::default();
    let mut planes = planes.get(..64 * PLANES)?.chunks_exact(64);
    for side in [seer, seer.other()] {
        for role in Role::ALL {
            for square in fairyring_geometry::Bitboard(read_set(planes.next()?, seer)?) {
                if board.units() >> square.index() & 1 != 0 {
                    return None;
                }
                board.put(square, side, role);
            }
        }
    }
    for side in [seer, seer.other()] {
        for corner in corners(side) {
            match read_constant(planes.next()?)? {
                0 => {}
                1 => board.rights |= corner,
                _ => return None,
            }
        }
    }
    board.rights |= read_set(planes.next()?, seer)?;
    let clock = read_constant(planes.next()?)?;
    let side = match read_constant(planes.next()?)? {
        0 => seer.other(),
        1 => seer,
        _ => return None,
    };
    Some(Setup { board, side, clock: u16::from(clock), number: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_and_moves_are_one_to_one() {
        let mut legal_looking = 0;
        for id in 0..ACTIONS {
            if let Some(m) = action_move(id) {
                assert_eq!(action(m), id, "{m}");
                legal_looking += 1;
            }
        }
        // Two edge files a side have one promoting capture less.
        assert_eq!(legal_looking, 4096 + 2 * 4 * (3 * 8 - 2));
        for id in [ACTIONS, ACTIONS + 95, u32::MAX] {
            assert_eq!(action_move(id), None);
        }
    }
}
