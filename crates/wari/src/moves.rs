//! Moves, and which of them are legal.

use crate::rows::{at_most_two, filled, flag, nth_flag, reaching};
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
        let feeding = if self.rows.other == 0 { reaching(self.rows.own) } else { filled(self.rows.own) };
        // A pit of three or more survives every move, so the whole row cannot be captured.
        if self.rules.grand_slam == GrandSlam::NoCapture || !at_most_two(self.rows.other) {
            feeding
        } else {
            self.legal_by_trial(feeding)
        }
    }

    /// The same where a move may capture everything: every move is tried.
    #[inline(never)]
    fn legal_by_trial(&self, feeding: u64) -> u64 {
        let all = filled(self.rows.own);
        let leaving = self.flags_where(all, |sown, captured| sown != captured);
        match self.rules.grand_slam {
            GrandSlam::NoCapture => feeding,
            GrandSlam::Illegal => self.flags_where(feeding, |sown, captured| captured == 0 || sown != captured),
            GrandSlam::Captures if self.rows.other != 0 => feeding,
            GrandSlam::Captures => leaving,
            GrandSlam::Awari if leaving == 0 => all,
            GrandSlam::Awari => leaving,
        }
    }

    /// Those flags whose moves leave an opponent's row and captures in it (both as bytes) that fulfil a condition.
    fn flags_where(&self, flags: u64, condition: impl Fn(u64, u64) -> bool) -> u64 {
        let mut kept = 0;
        let mut n = 0;
        loop {
            let pit = nth_flag(flags, n);
            if pit >= 6 {
                return kept;
            }
            let (sown, captured) = self.rows.sow(pit);
            if condition(sown.other, captured) {
                kept |= flag(pit);
            }
            n += 1;
        }
    }
}
