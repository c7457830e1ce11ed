//! The legal moves, as sets of target squares handed to a receiver in one fixed order.

use crate::attacks::{KNIGHT, ROWS, backward, forward, pawn_east, pawn_west, rank};
use crate::usual::{KNIGHTS, LINE_MOVERS, each};
use crate::{Board, Extras, Machine, Masks};

/// Manners of a pawn's move, by which its origin follows from its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PawnStep {
    /// One square ahead.
    Single,
    /// Two squares ahead.
    Double,
    /// Taking towards file a.
    West,
    /// Taking towards file h.
    East,
}

impl PawnStep {
    /// All steps, in the order of the legal moves.
    pub const ALL: [Self; 4] = [Self::Single, Self::Double, Self::West, Self::East];

    /// How far the index of the target lies above that of the origin.
    #[must_use]
    #[inline(always)]
    pub const fn ahead<const WHITE: bool>(self) -> i32 {
        match (self, WHITE) {
            (Self::Single, true) => 8,
            (Self::Single, false) => -8,
            (Self::Double, true) => 16,
            (Self::Double, false) => -16,
            (Self::West, true) => 7,
            (Self::West, false) => -9,
            (Self::East, true) => 9,
            (Self::East, false) => -7,
        }
    }
}

/// Receives the legal moves of a position. [`generate`] calls it in the order that numbers the moves:
///
/// knights, diagonal movers (bishops, and queens' diagonal moves), orthogonal movers, king, pawns one square ahead, two,
/// taking west, taking east, promotions in the same order, en passant, castling with the king's rook and the queen's.
/// Units and targets are taken from the mover's side: first rank first, file a first. So mirrored positions have
/// mirrored lists.
pub trait Receiver<const WHITE: bool> {
    /// A unit on `from` may go to each of `targets`, which may be none.
    fn unit(&mut self, from: u32, targets: u64);
    /// The king on `from` may go to each of `targets`, which may be none.
    #[inline(always)]
    fn king(&mut self, from: u32, targets: u64) {
        self.unit(from, targets);
    }
    /// Pawns reach `targets` short of the last rank, which may be none.
    fn pawns(&mut self, step: PawnStep, targets: u64);
    /// Pawns reach `targets` on the last rank, with four promotions each.
    fn promotions(&mut self, step: PawnStep, targets: u64);
    /// The pawns on `origins` may take en passant on the square `to`.
    fn en_passant(&mut self, origins: u64, to: u32);
    /// The king may castle, from and to these squares.
    fn castling(&mut self, from: u32, to: u32);
}

/// A set as the mover sees it: its own first rank lowest.
#[inline(always)]
pub(crate) const fn seen<const WHITE: bool>(set: u64) -> u64 {
    if WHITE { set } else { set.swap_bytes() }
}

/// A square's index as the mover sees it, and back.
#[inline(always)]
pub(crate) const fn turned<const WHITE: bool>(square: u32) -> u32 {
    if WHITE { square } else { square ^ 56 }
}

/// Hands the legal moves of `WHITE` or Black to a receiver. `masks` are those of the same position and extras. Units of a
/// game's own are not moved here.
#[inline(always)]
pub fn generate<M: Machine, const WHITE: bool, E: Extras, R: Receiver<WHITE>>(
    board: &Board,
    masks: &Masks,
    receiver: &mut R,
) {
    // Most positions have neither checks nor pins; the copy for them does without those masks.
    if E::CALM || masks.is_calm() {
        generate_for::<M, WHITE, true, E, R>(board, masks, receiver);
    } else {
        generate_for::<M, WHITE, false, E, R>(board, masks, receiver);
    }
}

/// The moves of a position that is `CALM` (without checks and pins), or of any.
#[inline(always)]
fn generate_for<M: Machine, const WHITE: bool, const CALM: bool, E: Extras, R: Receiver<WHITE>>(
    board: &Board,
    masks: &Masks,
    receiver: &mut R,
) {
    let own = masks.own;
    let answers = if CALM { !0 } else { masks.answers };
    let open = answers & (masks.enemy | !masks.occupied) & !masks.prize;
    let (pins_diagonal, pins_orthogonal) = if CALM { (0, 0) } else { (masks.pins_diagonal, masks.pins_orthogonal) };

    // A pinned knight never moves legally, but may take an exposed king.
    each::<E>(KNIGHTS, seen::<WHITE>(own & board.knights), |square| {
        let from = turned::<WHITE>(square);
        let jumps = KNIGHT[from as usize % ROWS];
        let held = (pins_diagonal | pins_orthogonal) >> (from & 63) & 1 != 0;
        receiver.unit(from, if held { 0 } else { jumps & open } | jumps & masks.prize);
    });

    // A line mover pinned on lines of its own kind stays on them: lines of one kind never meet but at the king.
    each::<E>(LINE_MOVERS, seen::<WHITE>(own & board.diagonal), |square| {
        let from = turned::<WHITE>(square);
        let reached = M::bishop(from, masks.occupied);
        receiver.unit(from, reached & open & line(from, pins_diagonal, pins_orthogonal) | reached & masks.prize);
    });
    each::<E>(LINE_MOVERS, seen::<WHITE>(own & board.orthogonal), |square| {
        let from = turned::<WHITE>(square);
        let reached = M::rook(from, masks.occupied);
        receiver.unit(from, reached & open & line(from, pins_orthogonal, pins_diagonal) | reached & masks.prize);
    });

    receiver.king(masks.king & 63, masks.king_steps());

    let last = if WHITE { rank(7) } else { rank(0) };
    let third = if WHITE { rank(2) } else { rank(5) };
    let pawns = own & board.pawns;
    // Ahead: not from a diagonal pin, and along an orthogonal one only on its line.
    let walkers = pawns & !pins_diagonal;
    let bound = forward::<WHITE>(walkers & pins_orthogonal) & !pins_orthogonal;
    let free = forward::<WHITE>(walkers) & !masks.occupied & !bound;
    let double = forward::<WHITE>(free & third) & !masks.occupied & answers;
    let single = free & answers;
    // Taking: not from an orthogonal pin, and along a diagonal one only on its line.
    let takers = pawns & !pins_orthogonal;
    let victims = masks.enemy & answers & !masks.prize;
    let held = takers & pins_diagonal;
    let west = pawn_west::<WHITE>(takers) & victims & !(pawn_west::<WHITE>(held) & !pins_diagonal)
        | pawn_west::<WHITE>(pawns) & masks.prize;
    let east = pawn_east::<WHITE>(takers) & victims & !(pawn_east::<WHITE>(held) & !pins_diagonal)
        | pawn_east::<WHITE>(pawns) & masks.prize;
    if pawns & backward::<WHITE>(last) == 0 {
        receiver.pawns(PawnStep::Single, single);
        receiver.pawns(PawnStep::Double, double);
        receiver.pawns(PawnStep::West, west);
        receiver.pawns(PawnStep::East, east);
    } else {
        receiver.pawns(PawnStep::Single, single & !last);
        receiver.pawns(PawnStep::Double, double);
        receiver.pawns(PawnStep::West, west & !last);
        receiver.pawns(PawnStep::East, east & !last);
        receiver.promotions(PawnStep::Single, single & last);
        receiver.promotions(PawnStep::West, west & last);
        receiver.promotions(PawnStep::East, east & last);
    }

    // In long games this is foretold well; in short ones rights come and go.
    if !E::USUAL && board.rights == 0 {
        return;
    }
    let takers = masks.en_passant::<M, WHITE, E>(board);
    if takers != 0 {
        receiver.en_passant(takers, board.passed().trailing_zeros());
    }
    let home = if WHITE { 0 } else { 56 };
    let (short_free, short_safe) = (0x60 << home, 0x60 << home);
    let (long_free, long_safe) = (0x0e << home, 0x0c << home);
    let (short_right, long_right) = (board.castling() & 0x80 << home != 0, board.castling() & 0x01 << home != 0);
    let (short, long) = if E::LAZY_DANGER {
        // Where openings are counted, what bars castling is the same in line after line, and foretold.
        (
            short_right && masks.occupied & short_free == 0 && masks.danger & short_safe == 0,
            long_right && masks.occupied & long_free == 0 && masks.danger & long_safe == 0,
        )
    } else {
        let short_bar = masks.occupied & short_free | masks.danger & short_safe;
        let long_bar = masks.occupied & long_free | masks.danger & long_safe;
        (short_right & (short_bar == 0), long_right & (long_bar == 0))
    };
    // One question for both: that one is free is rare, what both lack is hard to foretell.
    if (short | long) && (CALM || masks.checkers == 0) {
        if short {
            receiver.castling(home + 4, home + 6);
        }
        if long {
            receiver.castling(home + 4, home + 2);
        }
    }
}

/// Where a line mover may go as far as pins tell: nowhere off the lines of its `own` kind if pinned on them, nowhere at
/// all if pinned on the `other` kind.
#[inline(always)]
const fn line(from: u32, own: u64, other: u64) -> u64 {
    if other >> (from & 63) & 1 != 0 {
        0
    } else if own >> (from & 63) & 1 != 0 {
        own
    } else {
        !0
    }
}
