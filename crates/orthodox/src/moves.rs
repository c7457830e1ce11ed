//! Moves of orthodox units.

use crate::Role;
use fairyring_geometry::Square;
use std::fmt;
use std::str::FromStr;

/// A move of an orthodox unit: from, to, and what a pawn becomes. Castling is the king's move of two files.
///
/// Sixteen bits: from (6), to (6), promotion (3: none, knight, bishop, rook, queen as 0 to 4); the top bit is 0, so a game
/// may use it in a type of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move without promotion.
    #[must_use]
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from.index() | to.index() << 6) as u16)
    }

    /// A pawn's move to the last rank. `role` is none of pawn and king.
    #[must_use]
    #[inline(always)]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Self {
        Self(Self::new(from, to).0 | (role as u16) << 12)
    }

    /// Where the unit comes from.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u32)
    }

    /// Where the unit goes.
    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new(self.0 as u32 >> 6)
    }

    /// What the pawn becomes.
    #[must_use]
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => None,
        }
    }

    /// The move mirrored top to bottom.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 ^ (56 | 56 << 6))
    }

    /// The move as a number below 2^15.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// The text of the Universal Chess Interface: `e2e4`, `e7e8q`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shape = || format!("{text:?} is no move; moves are written e2e4, promotions e7e8q");
        let (Some(from), Some(to), Some(rest)) = (text.get(0..2), text.get(2..4), text.get(4..)) else {
            return Err(shape());
        };
        let (from, to) = (from.parse()?, to.parse()?);
        match rest {
            "" => Ok(Self::new(from, to)),
            "q" => Ok(Self::promoting(from, to, Role::Queen)),
            "r" => Ok(Self::promoting(from, to, Role::Rook)),
            "b" => Ok(Self::promoting(from, to, Role::Bishop)),
            "n" => Ok(Self::promoting(from, to, Role::Knight)),
            _ => Err(format!("{rest:?} is no promotion; promotions are q, r, b and n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for from in Square::all() {
            for to in Square::all() {
                let m = Move::new(from, to);
                assert_eq!((m.from(), m.to(), m.promotion()), (from, to, None));
                assert_eq!(m.to_string().parse(), Ok(m));
                for role in Role::PROMOTIONS {
                    let m = Move::promoting(from, to, role);
                    assert_eq!((m.from(), m.to(), m.promotion()), (from, to, Some(role)));
                    assert_eq!(m.to_string().parse(), Ok(m));
                }
            }
        }
        for text in ["", "e", "e2", "e2e", "e2e9", "e2e4k", "e2e4qq", "E2E4", "e2-e4", "éé", "e2e4 ", "0000"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
