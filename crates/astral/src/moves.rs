//! Moves: orthodox ones, and teleports.

use fairyring_geometry::Square;
use fairyring_orthodox::Move as Orthodox;
use std::fmt;
use std::str::FromStr;

/// A move: an orthodox one (also the Teleport's knight move), or a teleport.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// As a unit of chess moves, or the Teleport by a knight's jump.
    Orthodox(Orthodox),
    /// A Teleport from and to these squares, whatever stands between.
    Teleport(Square, Square),
}

impl Move {
    /// Where the unit comes from.
    #[must_use]
    pub const fn from(self) -> Square {
        match self {
            Self::Orthodox(m) => m.from(),
            Self::Teleport(from, _) => from,
        }
    }

    /// Where the unit goes.
    #[must_use]
    pub const fn to(self) -> Square {
        match self {
            Self::Orthodox(m) => m.to(),
            Self::Teleport(_, to) => to,
        }
    }

    /// The move mirrored top to bottom.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Orthodox(m) => Self::Orthodox(m.mirrored()),
            Self::Teleport(from, to) => Self::Teleport(from.flipped(), to.flipped()),
        }
    }
}

/// `e2e4`, `e7e8q`; a teleport is `b1~e5`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Orthodox(m) => fmt::Display::fmt(m, f),
            Self::Teleport(from, to) => write!(f, "{from}~{to}"),
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
        let Some((from, to)) = text.split_once('~') else {
            return text.parse().map(Self::Orthodox).map_err(|error| format!("{error}; a teleport is like b1~e5"));
        };
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => Ok(Self::Teleport(from, to)),
            _ => Err("a teleport is two squares parted by ~, like b1~e5".to_owned()),
        }
    }
}
