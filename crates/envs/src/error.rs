//! What can be wrong with what an environment is told.

use fairyring_search::AgentError;

/// A request that was refused; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// An action that is not legal.
    #[error("row {row}: action {action} is not legal for {actor} (the action space has {count} actions; see the mask)")]
    Action {
        /// The row.
        row: usize,
        /// The action.
        action: i64,
        /// Who was to act.
        actor: &'static str,
        /// Size of the action space.
        count: usize,
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
    #[error("call reset() for all rows before anything else")]
    NotReset,
    /// An opponent cannot be built.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// Every seat has an agent, or their number is wrong; a start that is over; no rows.
    #[error("{0}")]
    SetUp(String),
    /// The threads could not be made.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// A stored state does not fit this environment.
    #[error("the state does not fit this environment: {0}")]
    State(String),
}
