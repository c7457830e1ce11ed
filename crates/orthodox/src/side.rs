//! The two sides and the six roles of units.

/// A side. White has the first seat and the first team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White, who moves up the board.
    White,
    /// Black, who moves down the board.
    Black,
}

impl Side {
    /// The other side.
    #[must_use]
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Whether this is White: the value of the constant parameter that stands for a side in generated loops.
    #[must_use]
    #[inline(always)]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }

    /// Seat and team: 0 for White, 1 for Black.
    #[must_use]
    #[inline(always)]
    pub const fn seat(self) -> u8 {
        self as u8
    }

    /// The code of the seat, and the letter of the side field: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Role {
    /// All roles, pawn first.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// What a pawn promotes to, in the order of the legal moves.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The letter of the FEN in lower case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The role of a lower-case letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }
}
