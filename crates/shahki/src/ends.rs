//! How a game of Shahki ends.

use crate::Position;
use fairyring_game::{Outcome, Team};

/// Indices into the reasons.
pub(crate) const MATE: u8 = 0;
pub(crate) const PASS: u8 = 1;
pub(crate) const NO_PROGRESS: u8 = 2;
pub(crate) const REPETITION: u8 = 3;
pub(crate) const MAX_PLIES: u8 = 4;

impl Position {
    /// The points of White and Black if the game ended here: one for a mate given, one for the opponent's draughts stuck.
    #[must_use]
    pub fn points(&self) -> [u8; 2] {
        [0, 1].map(|team: Team| u8::from(self.mated == Some(1 - team)) + u8::from(self.is_stuck(1 - team)))
    }

    /// An end for this reason.
    pub(crate) fn end(&self, reason: u8) -> Outcome {
        let points = self.points().map(f32::from);
        Outcome { reason, utility: (points[0] - points[1]) / 2.0, score: Some(points) }
    }

    /// The first reason that applies, in the order of the rules file.
    #[inline(always)]
    pub(crate) fn end_reason(&self, occurrences: u32) -> Option<u8> {
        if self.mated.is_some() && (self.is_stuck(0) || self.is_stuck(1)) {
            Some(MATE)
        } else if self.stalled {
            Some(PASS)
        } else if self.no_progress >= self.rules.no_progress_limit {
            Some(NO_PROGRESS)
        } else if self.rules.max_plies.is_some_and(|limit| self.move_number > limit) {
            Some(MAX_PLIES)
        } else if occurrences >= 3 {
            Some(REPETITION)
        } else {
            None
        }
    }
}
