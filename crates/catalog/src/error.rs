//! Everything that can be wrong with a request.

use fairyring_envs::EnvError;
use fairyring_game::{MoveError, PositionError, RulesError};
use fairyring_learn::LearnError;
use fairyring_search::AgentError;
use fairyring_search::mate::MateError;
use fairyring_search::selfplay::PoolError;
use fairyring_sim::{JobError, RecordError, SampleError};

/// A request that cannot be served; nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CatalogError {
    /// There is no such game.
    #[error("{0}")]
    UnknownGame(String),
    /// There is no such rule, value or preset.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A position text was refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move was refused.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An agent cannot be built.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A batch cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A pool cannot be made or used.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A batched environment refused what it was told.
    #[error(transparent)]
    Env(#[from] EnvError),
    /// A mate problem cannot be solved.
    #[error(transparent)]
    Mate(#[from] MateError),
    /// An endgame table cannot be built, opened or asked.
    #[error("{0}")]
    Table(String),
    /// A list of actions is no game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Positions cannot be drawn.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// A training run cannot begin, go on, or be read.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A question that makes no sense of this position.
    #[error("{0}")]
    Question(String),
}
