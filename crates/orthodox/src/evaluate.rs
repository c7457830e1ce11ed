//! A fast static evaluation of orthodox units: material, squares, mobility, pawns, kings.

use crate::attacks::{KING, KNIGHT, rank};
use crate::terms::{driven, files_of, off_centre, passed_pawns, weak_pawns, zone};
use crate::{Board, Machine, Move, Role, Side};
use fairyring_game::Weight;

/// The weights of orthodox units, in the order that [`value`] takes them. A game may add its own behind.
pub const WEIGHTS: [Weight; 19] = [
    weight("pawn", 100, "a pawn"),
    weight("knight", 320, "a knight"),
    weight("bishop", 330, "a bishop"),
    weight("rook", 500, "a rook"),
    weight("queen", 900, "a queen"),
    weight("bishop_pair", 30, "two bishops or more"),
    weight("pawn_advance", 4, "each rank a pawn has gone ahead"),
    weight("centre", 8, "each pawn, knight or bishop on the sixteen squares in the middle"),
    weight("mobility", 3, "each square that a knight, bishop, rook or queen attacks and no own unit stands on"),
    weight("shelter", 12, "each own pawn next to the king, while the enemy has a queen"),
    weight("tempo", 10, "the right to move"),
    weight("passed_pawn", 4, "the square of the ranks gone ahead, summed over pawns that no enemy pawn can stop"),
    weight("weak_pawn", -10, "each pawn with no own pawn on a file beside it, and each behind another of its file"),
    weight("open_file", 12, "each rook on a file without own pawns"),
    weight("undeveloped", -10, "each knight or bishop on its side's first rank, while the enemy has a queen"),
    weight(
        "king_attack",
        5,
        "each square in or next to the enemy king's that a knight, bishop, rook or queen attacks, \
           while its side has a queen; counted for every unit",
    ),
    weight("king_walk", -12, "each rank the king has gone ahead, three at most, while the enemy has a queen"),
    weight("king_centre", 8, "each step of the king, of three, nearer the middle, while the enemy has no queen"),
    weight(
        "driven_king",
        10,
        "two for each step of a bare enemy king, of three, from the middle, and one for each of \
           seven that the kings are nearer than the whole board",
    ),
];

/// Number of orthodox weights.
pub const ORTHODOX: usize = WEIGHTS.len();

/// The first of the weights that look at pawns and kings more closely.
const FINE: usize = 11;

/// The weights for games in which the finer ones have not been shown to make stronger players: those are 0 by default.
pub const COARSE_WEIGHTS: [Weight; ORTHODOX] = {
    let mut weights = WEIGHTS;
    let mut i = FINE;
    while i < ORTHODOX {
        weights[i].default = 0;
        i += 1;
    }
    weights
};

const fn weight(name: &'static str, default: i32, about: &'static str) -> Weight {
    Weight { name, default, about }
}

/// The sixteen squares in the middle.
const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// The bound of an evaluation, below the value of a finished game whatever the units and weights.
pub const BOUND: i32 = 25_000;

/// The value for White of the orthodox units, not yet bounded. `neutral` squares block. A side's king may be missing.
#[must_use]
#[inline(always)]
pub fn value<M: Machine>(board: &Board, side: Side, neutral: u64, weights: &[i32]) -> i64 {
    let occupied = board.units() | neutral;
    let tempo = i64::from(weights[10]);
    half::<M, true>(board, occupied, weights) - half::<M, false>(board, occupied, weights)
        + if side.is_white() { tempo } else { -tempo }
}

/// The value of one side's units.
#[inline(always)]
fn half<M: Machine, const WHITE: bool>(board: &Board, occupied: u64, weights: &[i32]) -> i64 {
    let own = board.own::<WHITE>();
    let pawns = own & board.pawns;
    let knights = own & board.knights;
    let bishops = own & board.diagonal & !board.orthogonal;
    let rooks = own & board.orthogonal & !board.diagonal;
    let queens = own & board.orthogonal & board.diagonal;
    let mut counts = [0u32; ORTHODOX];
    counts[0] = pawns.count_ones();
    counts[1] = knights.count_ones();
    counts[2] = bishops.count_ones();
    counts[3] = rooks.count_ones();
    counts[4] = queens.count_ones();
    counts[5] = u32::from(counts[2] >= 2);
    // Ranks gone ahead, summed by the bits of the rank's number.
    let risen = if WHITE { pawns >> 8 } else { pawns.swap_bytes() >> 8 };
    counts[6] = (risen & (rank(1) | rank(3) | rank(5))).count_ones()
        + 2 * (risen & (rank(2) | rank(3))).count_ones()
        + 4 * (risen & (rank(4) | rank(5))).count_ones();
    counts[7] = ((pawns | knights | bishops) & CENTRE).count_ones();
    let (king, enemies) = (own & board.kings, board.units() & !own);
    let enemy_king = zone(enemies & board.kings);
    let free = !own;
    let mut attack = |attacked: u64| {
        counts[8] += (attacked & free).count_ones();
        counts[15] += (attacked & enemy_king).count_ones();
    };
    let mut rest = knights;
    while rest != 0 {
        attack(KNIGHT[rest.trailing_zeros() as usize]);
        rest &= rest - 1;
    }
    let mut rest = own & board.diagonal;
    while rest != 0 {
        attack(M::bishop(rest.trailing_zeros(), occupied));
        rest &= rest - 1;
    }
    let mut rest = own & board.orthogonal;
    while rest != 0 {
        attack(M::rook(rest.trailing_zeros(), occupied));
        rest &= rest - 1;
    }
    if queens == 0 {
        counts[15] = 0;
    }
    let is_endgame = board.diagonal & board.orthogonal & enemies == 0;
    if !is_endgame {
        counts[9] = (KING[king.trailing_zeros() as usize] & pawns).count_ones();
    }
    if weights[FINE..ORTHODOX].iter().any(|&weight| weight != 0) {
        counts[11] = passed_pawns::<WHITE>(pawns, enemies & board.pawns);
        counts[12] = weak_pawns::<WHITE>(pawns);
        counts[13] = (rooks & !files_of(pawns)).count_ones();
        if is_endgame {
            counts[17] = 3 - off_centre(king);
        } else {
            counts[14] = ((knights | bishops) & rank(if WHITE { 0 } else { 7 })).count_ones();
            counts[16] = ranks_ahead::<WHITE>(king);
        }
        if enemies == enemies & board.kings {
            counts[18] = driven(enemies, king);
        }
    }
    counts.iter().zip(weights).map(|(&n, &w)| i64::from(n) * i64::from(w)).sum()
}

/// Ranks that a king has gone ahead, three at most.
#[inline(always)]
const fn ranks_ahead<const WHITE: bool>(king: u64) -> u32 {
    let king = if WHITE { king } else { king.swap_bytes() };
    (king > 0xff) as u32 + (king > 0xffff) as u32 + (king > 0x00ff_ffff) as u32
}

/// A value within the bound.
#[must_use]
pub fn bounded(value: i64) -> i32 {
    value.clamp(i64::from(-BOUND), i64::from(BOUND)) as i32
}

/// The weight of a unit; a king's is that of a finished game.
#[must_use]
pub const fn unit_weight(role: Role, weights: &[i32]) -> i32 {
    match role {
        Role::King => BOUND,
        _ => weights[role as usize],
    }
}

/// What an orthodox move wins at once: the units it takes and what a pawn gains by promotion. `own_units` gives the value of
/// a game's own unit on a square without an orthodox one.
#[must_use]
pub fn gain(board: &Board, side: Side, m: Move, weights: &[i32], own_units: impl Fn(u64) -> i32) -> i32 {
    let taken = match side {
        Side::White => board.taken::<true>(m),
        Side::Black => board.taken::<false>(m),
    };
    let mut gain = 0i32;
    if taken != 0 {
        let square = fairyring_geometry::Square::new(taken.trailing_zeros());
        gain = board.at(square).map_or_else(|| own_units(taken), |(_, role)| unit_weight(role, weights));
    }
    if let Some(role) = m.promotion() {
        gain = gain.saturating_add(weights[role as usize].saturating_sub(weights[0]));
    }
    gain
}
