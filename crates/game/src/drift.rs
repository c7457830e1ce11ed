//! What dice that a search holds still would have done on the way.

/// Number of cells that what the dice move can stand on.
pub const DRIFT_CELLS: usize = 64;

/// Where the dice may have taken what they move by now, and whether they have ended the game: a distribution over all rolls
/// along a line of moves that does not answer them.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// Probability that the game goes on and that what the dice move stands on each cell.
    pub cells: [f32; DRIFT_CELLS],
    /// Their sum.
    pub alive: f32,
    /// Probability that the dice have won for the first team, less that they have won for the second.
    pub balance: f32,
    /// Tells apart what rolls were met by which positions.
    pub key: u64,
}

impl Drift {
    /// Nothing rolled: what the dice move stands on `cell`.
    #[must_use]
    pub fn at(cell: usize) -> Self {
        let mut cells = [0.0; DRIFT_CELLS];
        cells[cell] = 1.0;
        Self { cells, alive: 1.0, ..Self::none() }
    }

    /// No dice.
    #[must_use]
    pub const fn none() -> Self {
        Self { cells: [0.0; DRIFT_CELLS], alive: 1.0, balance: 0.0, key: 0 }
    }

    /// Notes in the key that a roll met a position with this `mark`.
    pub fn met(&mut self, mark: u64) {
        let mixed = (self.key.rotate_left(23) ^ mark).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // 0 means that nothing has been rolled, whatever the mark.
        self.key = mixed.max(1);
    }

    /// Whether nothing has been rolled.
    #[must_use]
    pub const fn is_still(&self) -> bool {
        self.key == 0
    }
}

/// What a position is worth by its [`Drift`], apart from the units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// Probability that the game goes on.
    pub alive: f32,
    /// Probability that the dice have won for the first team, less that they have won for the second.
    pub balance: f32,
    /// As `balance`, once the dice have ended the game with all units where they are.
    pub end: f32,
}

impl Prospect {
    /// That of a position in which the dice have nothing left to decide.
    #[must_use]
    pub const fn settled(drift: &Drift) -> Self {
        Self { alive: drift.alive, balance: drift.balance, end: drift.balance }
    }
}

#[cfg(test)]
mod tests {
    use super::Drift;

    #[test]
    fn a_roll_is_never_forgotten() {
        for mark in [0, 1, u64::MAX, u64::MAX - 1] {
            let mut drift = Drift::at(3);
            assert!(drift.is_still());
            drift.met(mark);
            assert!(!drift.is_still(), "{mark}");
        }
    }
}
