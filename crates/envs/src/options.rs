//! How a batched environment is set up, and what can be wrong with what it is told.

use fairyring_game::Window;
use fairyring_search::{AgentError, AgentSpec};

/// Who rolls the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The environment, at once.
    Inside,
    /// The caller: chance acts like a seat, its outcomes are actions.
    Exposed,
}

/// The set-up of an environment.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of games.
    pub rows: usize,
    /// Master seed.
    pub seed: u64,
    /// Who rolls the dice.
    pub dice: Dice,
    /// Ends a game after this many plies of seats, as truncated.
    pub max_plies: Option<u32>,
    /// What actions and observations cover of an unbounded board.
    pub window: Window,
    /// An agent for each seat that the environment plays; none for seats of the caller.
    pub opponents: Vec<Option<AgentSpec>>,
    /// Threads; 0 for one a core.
    pub threads: usize,
}

/// A request that was refused; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// An action that is not legal.
    #[error("row {row}: action {action} is not legal for {actor}")]
    Action {
        /// The row.
        row: usize,
        /// The action.
        action: i64,
        /// Who was to act.
        actor: String,
    },
    /// An array of the wrong length.
    #[error("{what} has {given} entries, must have {expected}")]
    Length {
        /// Which array.
        what: &'static str,
        /// Its length.
        given: usize,
        /// The length it must have.
        expected: usize,
    },
    /// The environment was stepped before it was reset.
    #[error("call reset() before step()")]
    NotReset,
    /// An opponent cannot be built.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// Every seat has an agent, or their number is wrong.
    #[error("{0}")]
    Seats(String),
    /// The threads could not be made.
    #[error("the threads could not be started: {0}")]
    Threads(String),
}
