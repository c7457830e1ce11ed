//! The environment without its game's type.

use crate::{EnvError, Output, State};
use fairyring_game::AnyLine;

/// Seeds that a reset gives to the rows it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds<'a> {
    /// The rows go on with the next games of their seeds.
    Keep,
    /// Row `i` begins with the first game of this seed's lane `i`.
    Master(u64),
    /// A seed a row, of whose lane 0 it begins with the first game; none for rows that go on.
    Each(&'a [Option<u64>]),
}

/// A batched environment whose game's type is forgotten.
pub trait AnyVectorEnv: Send + Sync {
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// Size of the action space.
    fn actions(&self) -> usize;
    /// Planes, height and width of an observation.
    fn shape(&self) -> [usize; 3];
    /// Begins new games in the rows marked, or in all, and writes all rows.
    ///
    /// # Errors
    /// [`EnvError`]; nothing is changed.
    fn reset(&mut self, seeds: Seeds<'_>, rows: Option<&[bool]>, out: Output<'_>) -> Result<(), EnvError>;
    /// Takes one action a row. Rows whose game was over ignore theirs and begin their next game.
    ///
    /// # Errors
    /// [`EnvError`] names the first row whose action is not legal; nothing is changed.
    fn step(&mut self, actions: &[i64], out: Output<'_>) -> Result<(), EnvError>;
    /// Writes all rows as they are.
    ///
    /// # Errors
    /// [`EnvError`].
    fn write(&mut self, out: Output<'_>) -> Result<(), EnvError>;
    /// The legal actions of all rows: where those of each row begin, one entry more than rows, and the actions, ascending;
    /// none where the game is over.
    fn legal_actions(&self) -> (Vec<i64>, Vec<u32>);
    /// Writes a uniformly random legal action a row, 0 where the game is over: a function of the row's game, of `seed` and
    /// of the number of actions taken in the game.
    ///
    /// # Errors
    /// [`EnvError::NotReset`] or [`EnvError::Length`].
    fn sample_actions(&mut self, seed: u64, out: &mut [i64]) -> Result<(), EnvError>;
    /// A copy of a row's line of play.
    fn line(&self, row: usize) -> Option<Box<dyn AnyLine>>;
    /// What is needed to go on from here in another environment of the same set-up.
    fn state(&self) -> State;
    /// Goes on from a state, by playing its games again.
    ///
    /// # Errors
    /// [`EnvError::State`]; nothing is changed.
    fn restore(&mut self, state: &State) -> Result<(), EnvError>;
}
