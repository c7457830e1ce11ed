//! What remains of a game of self-play.

/// A finished game with what its searches found, as plain data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameRecord {
    /// Index of the game.
    pub index: u64,
    /// Its seed.
    pub seed: u64,
    /// Index of its start position.
    pub start: u32,
    /// The first team's utility, by the result or by points as the pool plays.
    pub utility: f32,
    /// Index of the reason of the end.
    pub reason: u8,
    /// Moves of seats.
    pub plies: u32,
    /// Sum of the dice's luck.
    pub luck: f32,
    /// All actions from the start, rolls included, for replay; `u32::MAX` for a roll outside the window.
    pub actions: Vec<u32>,
    /// Numbers of the actions that a search chose, one a sample; forced ones are not searched.
    pub sampled: Vec<u32>,
    /// Seat that chose, one a sample.
    pub seats: Vec<u8>,
    /// Expected utility of that seat by the search, one a sample.
    pub values: Vec<f32>,
    /// Where each sample's policy begins; one more entry than samples.
    pub offsets: Vec<u32>,
    /// Actions of the policies.
    pub policy_actions: Vec<u32>,
    /// Their probabilities, summing to 1 in a sample.
    pub policy: Vec<f32>,
    /// Observations of the samples, if they are kept.
    pub observations: Vec<u8>,
}
