//! How units move under the options: what the orthodox generator is told of kings and of the Behemoth.

use crate::past::{Past, Recent};
use fairyring_orthodox::{Extras, Plain, Repetitions};

/// The extras of one choice of options, made from the Behemoth's square as a set.
pub(crate) trait Manner: Extras {
    /// The manner of a position in which the king of the side that is not to move is not attacked: the same moves.
    type Sheltered: Manner;
    /// Whether random games are so short that numbers of units are hard to foretell.
    const SHORT: bool = true;
    /// What remembers the positions of a random game.
    type Past: Past;

    fn new(behemoth: u64) -> Self;
}

/// Check without a Behemoth: orthodox chess.
impl Manner for Plain {
    type Sheltered = Self;
    const SHORT: bool = false;
    type Past = Repetitions;

    #[inline(always)]
    fn new(_behemoth: u64) -> Self {
        Self
    }
}

/// Check with the Behemoth in the way, which may have exposed the king of the side that is not to move.
#[derive(Clone, Copy)]
pub(crate) struct Exposed(u64);

impl Extras for Exposed {
    const EXPOSED: bool = true;

    #[inline(always)]
    fn neutral(&self) -> u64 {
        self.0
    }
}

impl Manner for Exposed {
    type Sheltered = Sheltered;
    type Past = Recent;

    #[inline(always)]
    fn new(behemoth: u64) -> Self {
        Self(behemoth)
    }
}

/// Check with the Behemoth in the way, the king of the side that is not to move not attacked.
#[derive(Clone, Copy)]
pub(crate) struct Sheltered(u64);

impl Extras for Sheltered {
    #[inline(always)]
    fn neutral(&self) -> u64 {
        self.0
    }
}

impl Manner for Sheltered {
    type Sheltered = Self;
    type Past = Recent;

    #[inline(always)]
    fn new(behemoth: u64) -> Self {
        Self(behemoth)
    }
}

/// Kings are captured like any unit.
#[derive(Clone, Copy)]
pub(crate) struct Capturable(u64);

impl Extras for Capturable {
    const ROYAL: bool = false;

    #[inline(always)]
    fn neutral(&self) -> u64 {
        self.0
    }
}

impl Manner for Capturable {
    type Sheltered = Self;
    type Past = Recent;

    #[inline(always)]
    fn new(behemoth: u64) -> Self {
        Self(behemoth)
    }
}

/// A manner on a usual board, `CALM` if neither check nor pin is known beforehand.
#[derive(Clone, Copy)]
pub(crate) struct Usual<E, const CALM: bool>(pub(crate) E);

impl<E: Manner, const CALM: bool> Extras for Usual<E, CALM> {
    const ROYAL: bool = E::ROYAL;
    const EXPOSED: bool = E::EXPOSED;
    const USUAL: bool = true;
    const CALM: bool = CALM;

    #[inline(always)]
    fn neutral(&self) -> u64 {
        self.0.neutral()
    }
}

/// Evaluates an expression with `$manner` as the type of the manner that these rules ask for.
macro_rules! with_manner {
    ($rules:expr, $manner:ident => $value:expr) => {
        match ($rules.royalty, $rules.has_dice()) {
            ($crate::Royalty::Check, false) => {
                type $manner = fairyring_orthodox::Plain;
                $value
            }
            ($crate::Royalty::Check, true) => {
                type $manner = $crate::manner::Exposed;
                $value
            }
            ($crate::Royalty::KingCapture, _) => {
                type $manner = $crate::manner::Capturable;
                $value
            }
        }
    };
}
pub(crate) use with_manner;
