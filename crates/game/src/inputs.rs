//! What learned evaluations see of a position.

use crate::{Encode, Team, Window};

/// The inputs of a learned evaluation: a sparse vector a team, seen from that team's side, so that one set of weights
/// serves both and the difference of the two teams' sums is the value.
///
/// The provided form takes the cells of the observation. A game overrides it where units and their places relative to
/// what matters there (a king, a Behemoth, a dragon) say more.
pub trait Inputs: Encode {
    /// Number of inputs.
    #[must_use]
    fn input_count() -> usize {
        Self::observation_shape(Window::default()).iter().product()
    }

    /// Appends the inputs that are not 0 as `team` sees them, each below [`Self::input_count`], with their strengths.
    fn inputs(&self, team: Team, out: &mut Vec<(u32, f32)>) {
        let mut cells = vec![0; Self::input_count()];
        let seat = Self::TEAMS.iter().position(|&other| other == team).unwrap_or_default();
        self.observe(&[], seat as u8, Window::default(), &mut cells);
        // Counts grow slowly: 1, 3 and 7 units in a cell weigh 1, 2 and 3.
        let strength = |cell: u8| (1.0 + f32::from(cell)).log2();
        let filled = (0..).zip(cells).filter(|&(_, cell)| cell != 0);
        out.extend(filled.map(|(index, cell)| (index, strength(cell))));
    }
}
