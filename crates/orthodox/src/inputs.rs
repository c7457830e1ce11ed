//! What learned evaluations see of orthodox units: what stands where, on the board and around a square that matters.

use crate::{Board, Side};
use fairyring_geometry::{Bitboard, Square};

/// Kinds of unit: pawn, knight, bishop, rook, queen, king, and one of a game's own.
pub const KINDS: u32 = 7;

/// Own units by square.
pub const ON_SQUARES: u32 = KINDS * 64;

/// Units of both sides by their place relative to one square.
pub const AROUND: u32 = 2 * KINDS * Square::PLACES_AROUND;

/// A square as a side sees it: its own home rank below.
const fn seen(side: Side, square: Square) -> Square {
    if side.is_white() { square } else { square.flipped() }
}

/// The sets of the kinds of one side, `special` being a game's own units of both.
const fn kinds(board: &Board, own: u64, special: u64) -> [u64; KINDS as usize] {
    [
        own & board.pawns,
        own & board.knights,
        own & board.diagonal & !board.orthogonal,
        own & board.orthogonal & !board.diagonal,
        own & board.orthogonal & board.diagonal,
        own & board.kings,
        own & special,
    ]
}

/// Appends `side`'s units by square, from input 0 up: [`ON_SQUARES`] inputs.
pub fn on_squares(board: &Board, special: u64, side: Side, out: &mut Vec<(u32, f32)>) {
    for (kind, set) in (0..).zip(kinds(board, board.of(side), special)) {
        out.extend(Bitboard(set).map(|square| (kind * 64 + seen(side, square).index() as u32, 1.0)));
    }
}

/// Appends all units by their places around a square, as `side` sees them, from input `first` up: [`AROUND`] inputs.
pub fn around(board: &Board, special: u64, side: Side, centre: Square, first: u32, out: &mut Vec<(u32, f32)>) {
    let centre = seen(side, centre);
    for (team, own) in (0..).zip([board.of(side), board.of(side.other())]) {
        for (kind, set) in (0..).zip(kinds(board, own, special)) {
            let begin = first + (team * KINDS + kind) * Square::PLACES_AROUND;
            out.extend(Bitboard(set).map(|square| (begin + seen(side, square).place_around(centre), 1.0)));
        }
    }
}
