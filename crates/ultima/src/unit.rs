//! The seven kinds of unit.

/// A kind of unit, in the order of the rules file. The numbers are the codes in the position's planes; 0 is an empty
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Captures by moving onto its victim.
    King = 1,
    /// Moves as a rook and captures what it encloses with another unit of its side; the usual name is pawn.
    Pincer,
    /// Captures what it moves straight away from; the usual name is withdrawer.
    Spy,
    /// Captures what it jumps over; the usual name is long leaper.
    Jumper,
    /// Captures on the two other corners of the rectangle between itself and its king.
    Coordinator,
    /// Captures nothing and freezes the enemy units beside it; the usual name is immobilizer.
    Dragon,
    /// Captures every unit in that unit's own way.
    Chameleon,
}

impl Kind {
    /// All kinds, in the order of the rules file.
    pub const ALL: [Self; 7] =
        [Self::King, Self::Pincer, Self::Spy, Self::Jumper, Self::Coordinator, Self::Dragon, Self::Chameleon];

    /// The kind with this code, if it is one.
    #[must_use]
    #[inline(always)]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            1..=7 => Some(Self::ALL[code as usize - 1]),
            _ => None,
        }
    }

    /// The letter of a white unit of this kind.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Pincer => 'P',
            Self::Spy => 'W',
            Self::Jumper => 'L',
            Self::Coordinator => 'C',
            Self::Dragon => 'I',
            Self::Chameleon => 'X',
        }
    }

    /// The kind of a white unit's letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Pincer => "pincer",
            Self::Spy => "spy",
            Self::Jumper => "jumper",
            Self::Coordinator => "coordinator",
            Self::Dragon => "dragon",
            Self::Chameleon => "chameleon",
        }
    }
}
