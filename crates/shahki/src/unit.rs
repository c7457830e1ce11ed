//! Kinds of units.

use fairyring_game::Team;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Pawn of the chess players.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King of the chess players.
    King,
    /// Man of the draughts players.
    Man,
    /// King of the draughts players.
    Dama,
}

impl Kind {
    /// All kinds, chess units first.
    pub const ALL: [Self; 8] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King, Self::Man, Self::Dama];

    /// What a pawn may become, in the order of the moves.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The letter of the position text: capital for White, small for Black.
    #[must_use]
    pub const fn letter(self, team: Team) -> char {
        let capital = b"PNBRQKMD"[self as usize];
        (if team == 0 { capital } else { capital.to_ascii_lowercase() }) as char
    }

    /// Team and kind of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<(Team, Self)> {
        let kind = Self::ALL.into_iter().find(|kind| kind.letter(0) == letter.to_ascii_uppercase())?;
        Some((Team::from(letter.is_ascii_lowercase()), kind))
    }

    /// Whether it belongs to a draughts player.
    #[must_use]
    pub const fn is_draughts(self) -> bool {
        matches!(self, Self::Man | Self::Dama)
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king", "man", "draughts king"][self as usize]
    }
}
