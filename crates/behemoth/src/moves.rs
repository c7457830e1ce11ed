//! Moves of the players and of the dice.

use fairyring_geometry::TorusWalk;
use std::fmt;
use std::str::FromStr;

/// A move of an orthodox unit, or a roll that moves the Behemoth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A player's move.
    Unit(fairyring_orthodox::Move),
    /// A roll of the dice.
    Roll(TorusWalk),
}

impl Move {
    /// The move mirrored top to bottom.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Unit(m) => Self::Unit(m.mirrored()),
            Self::Roll(walk) => Self::Roll(walk.flipped()),
        }
    }
}

/// Moves as in chess; a roll as `*`, direction, distance: `*74`.
impl From<fairyring_orthodox::Move> for Move {
    fn from(m: fairyring_orthodox::Move) -> Self {
        Self::Unit(m)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(m) => m.fmt(f),
            Self::Roll(walk) => write!(f, "*{}{}", walk.direction(), walk.distance()),
        }
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
        let Some(roll) = text.strip_prefix('*') else { return text.parse().map(Self::Unit) };
        let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
        match roll.as_bytes() {
            &[direction, distance] => TorusWalk::of(digit(direction), digit(distance)).map(Self::Roll),
            _ => None,
        }
        .ok_or_else(|| format!("{text:?} is no roll; rolls are * with a direction 1 to 8 and a distance 1 to 4"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_round_trip_and_sort_by_index() {
        let rolls: Vec<_> = TorusWalk::all().map(Move::Roll).collect();
        let texts: Vec<_> = rolls.iter().map(ToString::to_string).collect();
        assert!(texts.is_sorted());
        for (roll, text) in rolls.iter().zip(&texts) {
            assert_eq!(text.parse(), Ok(*roll));
            assert_eq!(roll.mirrored().mirrored(), *roll);
        }
        assert_eq!((texts[0].as_str(), texts[31].as_str()), ("*11", "*84"));
        for text in ["*", "*7", "*745", "*05", "*70", "*75", "*94", "* 74", "*7é", "**74", "74", "*-1", "*e2e4"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
