//! The units of both sides in eight words.

use crate::attacks::rank;
use crate::usual::{KNIGHTS, LINE_MOVERS, each};
use crate::{Extras, Machine, Role, Side, attacks};
use fairyring_geometry::Square;

/// Squares that can be passed by a double step.
pub(crate) const PASSED: u64 = rank(2) | rank(5);
/// Home squares of the rooks: a castling right is the bit of its rook.
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Home squares of the kings.
const KING_HOMES: u64 = 0x1000_0000_0000_0010;

/// The units of both sides, castling rights, and the passed square. A set of squares is a word, bit `i` the square of
/// index `i` (a1 = 0, h1 = 7, h8 = 63).
///
/// Invariants: every unit lies in exactly one of `white` and `black`; `pawns`, `knights`, `diagonal | orthogonal` and
/// `kings` are disjoint; a right's king and rook stand on their home squares. A unit of one game alone lies in its
/// side's word and in none of the roles; the game keeps it in a set of its own. A neutral unit lies in no word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    /// White's units.
    pub white: u64,
    /// Black's units.
    pub black: u64,
    /// Pawns.
    pub pawns: u64,
    /// Knights.
    pub knights: u64,
    /// Bishops and queens.
    pub diagonal: u64,
    /// Rooks and queens.
    pub orthogonal: u64,
    /// Kings.
    pub kings: u64,
    /// Castling rights (the home square of the rook) and the square passed by the last double step.
    pub rights: u64,
}

impl Board {
    /// The usual start.
    #[must_use]
    pub fn start() -> Self {
        let mut board = Self::default();
        let array =
            [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
        for (file, role) in (0..).zip(array) {
            board.put(Square::at(file, 0), Side::White, role);
            board.put(Square::at(file, 1), Side::White, Role::Pawn);
            board.put(Square::at(file, 6), Side::Black, Role::Pawn);
            board.put(Square::at(file, 7), Side::Black, role);
        }
        board.rights = CORNERS;
        board
    }

    /// Squares with a unit of a side.
    #[must_use]
    #[inline(always)]
    pub const fn units(&self) -> u64 {
        self.white | self.black
    }

    /// Units of a side.
    #[must_use]
    #[inline(always)]
    pub const fn of(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// Units of the side to move, `WHITE` or Black.
    #[must_use]
    #[inline(always)]
    pub const fn own<const WHITE: bool>(&self) -> u64 {
        if WHITE { self.white } else { self.black }
    }

    /// Units of a role, of both sides.
    #[must_use]
    #[inline(always)]
    pub const fn role(&self, role: Role) -> u64 {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonal & !self.orthogonal,
            Role::Rook => self.orthogonal & !self.diagonal,
            Role::Queen => self.diagonal & self.orthogonal,
            Role::King => self.kings,
        }
    }

    /// The side and role on a square; nothing also where a unit without a role stands.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Side, Role)> {
        let bit = 1u64 << square.index();
        let role = Role::ALL.into_iter().find(|&role| self.role(role) & bit != 0)?;
        Some((if self.white & bit != 0 { Side::White } else { Side::Black }, role))
    }

    /// The king's square of a side; 64 if it has none.
    #[must_use]
    #[inline(always)]
    pub const fn king(&self, side: Side) -> u32 {
        (self.of(side) & self.kings).trailing_zeros()
    }

    /// Puts a unit on an empty square.
    pub fn put(&mut self, square: Square, side: Side, role: Role) {
        let bit = 1u64 << square.index();
        debug_assert!(self.units() & bit == 0, "the square is empty");
        match side {
            Side::White => self.white |= bit,
            Side::Black => self.black |= bit,
        }
        match role {
            Role::Pawn => self.pawns |= bit,
            Role::Knight => self.knights |= bit,
            Role::Bishop => self.diagonal |= bit,
            Role::Rook => self.orthogonal |= bit,
            Role::Queen => {
                self.diagonal |= bit;
                self.orthogonal |= bit;
            }
            Role::King => self.kings |= bit,
        }
    }

    /// Removes every unit on these squares, with the castling rights and the passed square that hang on them.
    #[inline(always)]
    pub const fn clear(&mut self, squares: u64) {
        let keep = !squares;
        self.white &= keep;
        self.black &= keep;
        self.pawns &= keep;
        self.knights &= keep;
        self.diagonal &= keep;
        self.orthogonal &= keep;
        self.kings &= keep;
        let orphaned = (squares >> 8 & rank(2)) | (squares << 8 & rank(5));
        self.rights &= !(lost_rights(squares) | orphaned);
    }

    /// The square passed by the last double step, as a set of at most one square.
    #[must_use]
    #[inline(always)]
    pub const fn passed(&self) -> u64 {
        self.rights & PASSED
    }

    /// Forgets the passed square.
    #[inline(always)]
    pub const fn forget_passed(&mut self) {
        self.rights &= !PASSED;
    }

    /// Forgets the passed square unless a capture `counts` there.
    #[inline(always)]
    pub const fn forget_idle_passed(&mut self, counts: bool) {
        if self.passed() != 0 && !counts {
            self.forget_passed();
        }
    }

    /// The castling rights, as the home squares of their rooks.
    #[must_use]
    #[inline(always)]
    pub const fn castling(&self) -> u64 {
        self.rights & CORNERS
    }

    /// Units of `BY_WHITE` or Black that attack a square, where `occupied` squares block. Only orthodox units.
    #[must_use]
    #[inline(always)]
    pub fn attackers<M: Machine, const BY_WHITE: bool>(&self, square: u32, occupied: u64) -> u64 {
        let bit = 1u64 << (square & 63);
        // A pawn attacks a square where a pawn of the other side on that square would attack it.
        let pawns = if BY_WHITE { attacks::pawn_attacks::<false>(bit) } else { attacks::pawn_attacks::<true>(bit) };
        self.own::<BY_WHITE>()
            & (pawns & self.pawns
                | attacks::KNIGHT[square as usize & 63] & self.knights
                | attacks::KING[square as usize & 63] & self.kings
                | M::bishop(square, occupied) & self.diagonal
                | M::rook(square, occupied) & self.orthogonal)
    }

    /// Squares that orthodox units of `BY_WHITE` or Black attack, where `occupied` squares block.
    #[must_use]
    #[inline(always)]
    pub fn attacked<M: Machine, const BY_WHITE: bool, E: Extras>(&self, occupied: u64) -> u64 {
        let units = self.own::<BY_WHITE>();
        let mut jumps = 0;
        if E::USUAL {
            each::<E>(KNIGHTS, units & self.knights, |square| jumps |= attacks::KNIGHT[square as usize]);
        } else {
            jumps = attacks::knight_jumps(units & self.knights);
        }
        let mut set = attacks::pawn_attacks::<BY_WHITE>(units & self.pawns)
            | jumps
            | attacks::KING[(units & self.kings).trailing_zeros() as usize];
        each::<E>(LINE_MOVERS, units & self.diagonal, |square| set |= M::bishop(square, occupied));
        each::<E>(LINE_MOVERS, units & self.orthogonal, |square| set |= M::rook(square, occupied));
        set
    }

    /// The board seen from the other side: mirrored top to bottom, colours exchanged.
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        Self {
            white: self.black.swap_bytes(),
            black: self.white.swap_bytes(),
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            diagonal: self.diagonal.swap_bytes(),
            orthogonal: self.orthogonal.swap_bytes(),
            kings: self.kings.swap_bytes(),
            rights: self.rights.swap_bytes(),
        }
    }

    /// The eight words, for hashing.
    #[must_use]
    #[inline(always)]
    pub const fn words(&self) -> [u64; 8] {
        [self.white, self.black, self.pawns, self.knights, self.diagonal, self.orthogonal, self.kings, self.rights]
    }
}

/// Castling rights that go when units on these squares move or vanish: the bits of the corners touched, and both of a
/// king's home square. (Touching a home square where the king does not stand takes rights that are gone already.)
#[inline(always)]
pub(crate) const fn lost_rights(touched: u64) -> u64 {
    let homes = touched & KING_HOMES;
    (touched & CORNERS) | homes << 3 | homes >> 4
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::fen::board_text(self, |_| None))
    }
}
