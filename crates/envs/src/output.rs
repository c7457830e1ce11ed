//! Arrays of the caller that a step writes into.

/// Observations as bytes or as floats of the same values.
#[derive(Debug)]
pub enum Observations<'a> {
    /// One byte a cell.
    Bytes(&'a mut [u8]),
    /// The same numbers as floats.
    Floats(&'a mut [f32]),
}

impl<'a> Observations<'a> {
    /// Number of cells.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Floats(cells) => cells.len(),
        }
    }

    /// Whether there are no cells.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells in runs of `size`.
    pub(crate) fn rows(self, size: usize) -> Vec<Observations<'a>> {
        match self {
            Self::Bytes(cells) => cells.chunks_mut(size).map(Observations::Bytes).collect(),
            Self::Floats(cells) => cells.chunks_mut(size).map(Observations::Floats).collect(),
        }
    }
}

/// What a reset or a step writes: row-major arrays with one entry, or one row of entries, a game.
#[derive(Debug)]
pub struct Output<'a> {
    /// `rows * planes * height * width`: as seen by the seat to act (at an end or at chance, by the first seat).
    pub observations: Observations<'a>,
    /// `rows * actions`: 1 where an action is legal; all 1 where the game is over.
    pub mask: &'a mut [i8],
    /// `rows * seats`: what each seat gets for this step: utilities at the end, else 0.
    pub rewards: &'a mut [f32],
    /// `rows`: the game has ended by its rules.
    pub terminated: &'a mut [bool],
    /// `rows`: the game was cut off by the limit on plies.
    pub truncated: &'a mut [bool],
    /// `rows`: seat to act, -1 where chance acts, -2 where the game is over.
    pub actor: &'a mut [i8],
    /// `rows`: plies of seats played in the game.
    pub plies: &'a mut [u32],
}

/// One row of an [`Output`].
#[derive(Debug)]
pub(crate) struct OutputRow<'a> {
    pub(crate) observations: Observations<'a>,
    pub(crate) mask: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut bool,
    pub(crate) truncated: &'a mut bool,
    pub(crate) actor: &'a mut i8,
    pub(crate) plies: &'a mut u32,
}

impl<'a> Output<'a> {
    /// The rows, given the sizes of one.
    pub(crate) fn rows(self, cells: usize, actions: usize, seats: usize) -> Vec<OutputRow<'a>> {
        self.observations
            .rows(cells)
            .into_iter()
            .zip(self.mask.chunks_mut(actions))
            .zip(self.rewards.chunks_mut(seats))
            .zip(self.terminated)
            .zip(self.truncated)
            .zip(self.actor)
            .zip(self.plies)
            .map(|((((((observations, mask), rewards), terminated), truncated), actor), plies)| OutputRow {
                observations,
                mask,
                rewards,
                terminated,
                truncated,
                actor,
                plies,
            })
            .collect()
    }
}
