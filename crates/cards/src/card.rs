//! Cards: a side and a kind.

/// A side, in seat order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first; pawns go up.
    Red,
    /// Pawns go down.
    Black,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    #[must_use]
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// Its name, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Black => "Black",
        }
    }

    /// The rows a pawn moves up: 1 or -1.
    #[must_use]
    #[inline(always)]
    pub const fn forward(self) -> i32 {
        match self {
            Self::Red => 1,
            Self::Black => -1,
        }
    }
}

/// What a card moves like, in the order in which hands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// King.
    King,
    /// Queen.
    Queen,
    /// A ten.
    Rook,
    /// A jack.
    Bishop,
    /// An ace.
    Knight,
    /// A six to nine.
    Pawn,
}

/// How many cards of each kind a side has.
pub const DECK: [u8; 6] = [1, 1, 2, 2, 2, 8];

/// Number of cards a side has.
pub(crate) const SIDE_CARDS: usize = 16;

/// Where each kind's cards begin among a side's sixteen.
pub(crate) const BASE: [usize; 6] = [0, 1, 2, 4, 6, 8];

impl Kind {
    /// All kinds in the order of hands.
    pub const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];

    /// Red's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        ['K', 'Q', 'R', 'B', 'N', 'P'][self as usize]
    }

    /// The steps of a rider; nothing for the kinds that do not ride.
    #[inline(always)]
    pub(crate) const fn rides(self) -> &'static [(i32, i32)] {
        match self {
            Self::Queen => &[(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)],
            Self::Rook => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
            Self::Bishop => &[(-1, 1), (1, 1), (1, -1), (-1, -1)],
            Self::King | Self::Knight | Self::Pawn => &[],
        }
    }
}

/// The jumps of a knight.
pub(crate) const JUMPS: [(i32, i32); 8] = [(-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)];

/// A card: whose, and of which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// Whose card it is.
    pub side: Side,
    /// What it moves like.
    pub kind: Kind,
}

impl Card {
    /// The letter of texts: a capital for Red, small for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::Red => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The card of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
        Some(Self { side: if letter.is_ascii_uppercase() { Side::Red } else { Side::Black }, kind })
    }
}
