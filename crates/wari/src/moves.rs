//! Moves, and which of them are legal.

use crate::rows::{Rows, at_most_two, filled, flag, pits_of, reaching};
use crate::{GrandSlam, Position};

/// The pits' letters, in the order of sowing.
pub(crate) const LETTERS: [char; 12] = ['a', 'b', 'c', 'd', 'e', 'f', 'A', 'B', 'C', 'D', 'E', 'F'];

/// A move: the pit it empties, in the order of sowing (`a` is 0, `A` is 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The move that empties a pit; `None` from 12 up.
    #[must_use]
    pub const fn new(pit: u32) -> Option<Self> {
        if pit < 12 { Some(Self(pit as u8)) } else { None }
    }

    /// The pit, 0 to 11.
    #[must_use]
    #[inline(always)]
    pub const fn pit(self) -> u32 {
        self.0 as u32
    }

    /// The pit's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        LETTERS[self.0 as usize]
    }

    /// The move of a seat from a pit of its own row, 0 to 5.
    #[inline(always)]
    pub(crate) const fn of(side: u8, pit: u32) -> Self {
        Self(pit as u8 + 6 * side)
    }
}

impl Position {
    /// Flags of the pits the seat to move may empty.
    #[inline(always)]
    pub(crate) fn legal(&self) -> u64 {
        self.rows.legal(self.rules.grand_slam)
    }
}

impl Rows {
    /// Flags of the pits the mover may empty.
    #[inline(always)]
    pub(crate) fn legal(self, grand_slam: GrandSlam) -> u64 {
        let feeding = if self.other == 0 { reaching(self.own) } else { filled(self.own) };
        // A pit of three or more survives every move, so the whole row cannot be captured.
        if grand_slam == GrandSlam::NoCapture || !at_most_two(self.other) {
            feeding
        } else {
            self.legal_by_trial(grand_slam, feeding)
        }
    }

    /// The same where a move may capture everything: every move is tried.
    #[inline(never)]
    fn legal_by_trial(self, grand_slam: GrandSlam, feeding: u64) -> u64 {
        let all = filled(self.own);
        let leaving = self.flags_where(all, |sown, captured| sown != captured);
        match grand_slam {
            GrandSlam::NoCapture => feeding,
            GrandSlam::Illegal => self.flags_where(feeding, |sown, captured| captured == 0 || sown != captured),
            GrandSlam::Captures if self.other != 0 => feeding,
            GrandSlam::Captures => leaving,
            GrandSlam::Awari if leaving == 0 => all,
            GrandSlam::Awari => leaving,
        }
    }

    /// Those flags whose moves leave an opponent's row and captures in it (both as bytes) that fulfil a condition.
    fn flags_where(self, flags: u64, condition: impl Fn(u64, u64) -> bool) -> u64 {
        let kept = |&pit: &u32| {
            let (sown, captured) = self.sow(pit);
            condition(sown.other, captured)
        };
        pits_of(flags).filter(kept).fold(0, |kept, pit| kept | flag(pit))
    }
}
