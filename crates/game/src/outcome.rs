//! How a game ended.

use crate::Team;

/// The end of a game: why, and for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Index into the game's [`crate::Game::REASONS`].
    pub reason: u8,
    /// Utility of the first team, in `[-1, 1]`; the other team has its negative.
    pub utility: f32,
    /// Points of the two teams, where the game counts points.
    pub score: Option<[f32; 2]>,
}

impl Outcome {
    /// A draw for this reason.
    #[must_use]
    pub const fn draw(reason: u8) -> Self {
        Self { reason, utility: 0.0, score: None }
    }

    /// A win of `team` for this reason.
    #[must_use]
    pub const fn win(team: Team, reason: u8) -> Self {
        Self { reason, utility: if team == 0 { 1.0 } else { -1.0 }, score: None }
    }
}

/// The utility of a seat's team, given the first team's.
#[must_use]
pub const fn utility_of(team: Team, first: f32) -> f32 {
    if team == 0 { first } else { 0.0 - first }
}
