//! What a batch is made from.

use fairyring_game::{Evaluate, Game};
use fairyring_search::{AgentError, AgentSpec, Builder, Player};

/// A batch to be played.
#[derive(Clone, Debug)]
pub struct Job<G: Game> {
    /// Start positions; game `i` begins with number `i % starts.len()`.
    pub starts: Vec<G>,
    /// One agent a seat.
    pub agents: Vec<AgentSpec>,
    /// What builds their players.
    pub build: Builder<G>,
    /// Master seed.
    pub seed: u64,
    /// Experiment, mixed into the seeds.
    pub experiment: u64,
    /// Index of the first game.
    pub first: u64,
    /// Number of games.
    pub games: usize,
    /// Ends any game after this many plies.
    pub max_plies: Option<u32>,
}

/// A job that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// An agent does not exist or has wrong arguments.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The number of agents is not one a seat.
    #[error("{given} agents for {seats} seats: give one for all, or one a seat")]
    Seats {
        /// Agents given.
        given: usize,
        /// Seats of the game.
        seats: usize,
    },
    /// A seating names an agent that there is not.
    #[error("a seating names agent {agent}, and there are {agents}, counted from 0")]
    Seating {
        /// The agent named.
        agent: usize,
        /// Number of agents.
        agents: usize,
    },
    /// No start position.
    #[error("there is no start position")]
    NoStart,
    /// The threads could not be made.
    #[error("the threads could not be started: {0}")]
    Threads(String),
}

impl<G: Evaluate> Job<G> {
    /// Whether every seat plays uniformly at random, so that the game's own loop may be used.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.agents.iter().all(|agent| agent.name == "random")
    }

    /// Builds one player a seat, and checks everything that can be wrong.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn players(&self) -> Result<Vec<Box<dyn Player<G>>>, JobError> {
        if self.agents.len() != G::SEATS.len() {
            return Err(JobError::Seats { given: self.agents.len(), seats: G::SEATS.len() });
        }
        let rules = self.starts.first().ok_or(JobError::NoStart)?.rules();
        Ok(self.agents.iter().map(|agent| (self.build)(agent, rules)).collect::<Result<_, _>>()?)
    }
}
