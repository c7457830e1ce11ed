//! What an environment must remember to go on elsewhere: seeds and the caller's actions, from which everything follows.

/// The state of all rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Whether games have begun.
    pub begun: bool,
    /// Seed of each row.
    pub seeds: Vec<u64>,
    /// Lane of each row in its seed.
    pub lanes: Vec<u64>,
    /// Games that each row has begun since it was seeded.
    pub episodes: Vec<u64>,
    /// Games it has finished.
    pub games: Vec<u32>,
    /// Utility of the first team in the last of them; 0 before the first.
    pub returns: Vec<f32>,
    /// The reason of its end, an index into the game's list; -1 before the first.
    pub reasons: Vec<i16>,
    /// Number of the caller's actions in each row's present game.
    pub lengths: Vec<u32>,
    /// Those actions, row after row.
    pub actions: Vec<u32>,
}

impl State {
    /// Whether every list has an entry for each of so many rows, and every row its actions.
    pub(crate) fn fits(&self, rows: usize) -> bool {
        let lists = [self.seeds.len(), self.lanes.len(), self.episodes.len(), self.games.len()];
        let others = [self.returns.len(), self.reasons.len(), self.lengths.len()];
        let total: u64 = self.lengths.iter().map(|&n| u64::from(n)).sum();
        lists.into_iter().chain(others).all(|len| len == rows) && total == self.actions.len() as u64
    }
}
