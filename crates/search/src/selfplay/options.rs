//! What a pool plays, and how.

use super::PoolError;
use crate::{AgentError, AgentSpec, GumbelRule};
use fairyring_game::Window;
use std::str::FromStr;

/// Most games that search at once.
const MAX_SLOTS: usize = 1 << 20;

/// Most threads.
const MAX_THREADS: usize = 1024;

/// How the games of a pool choose their moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PoolSearch {
    /// Gumbel root and visits by the improved policy, which is also the policy recorded.
    Gumbel {
        /// Simulations a move.
        simulations: u32,
        /// Its parameters.
        rule: GumbelRule,
    },
    /// PUCT; the policy recorded is the share of visits.
    Puct {
        /// Simulations a move.
        simulations: u32,
        /// Weight of exploration.
        c: f64,
        /// Concentration of the Dirichlet noise at the root.
        alpha: f64,
        /// Share of the noise in the root's priors.
        noise: f64,
        /// Plies from the start in which the move is drawn by its share of visits; later the most visited is played.
        plies_random: u32,
    },
}

impl PoolSearch {
    /// Simulations a move.
    #[must_use]
    pub const fn simulations(&self) -> u32 {
        match *self {
            Self::Gumbel { simulations, .. } | Self::Puct { simulations, .. } => simulations,
        }
    }
}

/// `gumbel(simulations=32, considered=16, visit_offset=50, scale=1, noise=1)` or
/// `puct(simulations=64, c=1.5, alpha=0.3, noise=0.25, plies_random=30)`; these are the defaults.
impl FromStr for PoolSearch {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let spec: AgentSpec = text.parse()?;
        let mut arguments = spec.arguments();
        let simulations = arguments.number("simulations", 1, 100_000)?;
        let search = match spec.name.as_str() {
            "gumbel" => {
                let default = GumbelRule::default();
                Self::Gumbel {
                    simulations: simulations.unwrap_or(32),
                    rule: GumbelRule {
                        considered: arguments.number("considered", 1, 10_000)?.unwrap_or(default.considered),
                        visit_offset: arguments.number("visit_offset", 0.0, 1e6)?.unwrap_or(default.visit_offset),
                        scale: arguments.number("scale", 0.0, 1e6)?.unwrap_or(default.scale),
                        noise: arguments.number("noise", 0.0, 1.0)?.unwrap_or(default.noise),
                    },
                }
            }
            "puct" => Self::Puct {
                simulations: simulations.unwrap_or(64),
                c: arguments.number("c", 0.0, 1000.0)?.unwrap_or(1.5),
                alpha: arguments.number("alpha", 0.001, 1000.0)?.unwrap_or(0.3),
                noise: arguments.number("noise", 0.0, 1.0)?.unwrap_or(0.25),
                plies_random: arguments.number("plies_random", 0, 1_000_000)?.unwrap_or(30),
            },
            other => return Err(AgentError(format!("unknown search {other:?}; valid: gumbel, puct"))),
        };
        arguments.finish()?;
        Ok(search)
    }
}

/// The options of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayOptions {
    /// Games that search at once. Twice the size of a batch or more keeps search and evaluation busy together.
    pub slots: usize,
    /// Number of games; `None` to go on until the pool is closed.
    pub games: Option<u64>,
    /// Index of the first game.
    pub first: u64,
    /// How moves are chosen.
    pub search: PoolSearch,
    /// Threads that search; 0 searches within `SelfPlay::leaves`.
    pub threads: usize,
    /// Master seed.
    pub seed: u64,
    /// Experiment, mixed into the seeds.
    pub experiment: u64,
    /// Ends any game after this many plies.
    pub max_plies: Option<u32>,
    /// Window of actions and observations.
    pub window: Window,
    /// Whether records keep the observations of their samples.
    pub keep_observations: bool,
    /// What is played for: the result, or, in a game with points, the lead at the end over this many points, at most 1.
    pub points: Option<f32>,
}

impl Default for SelfPlayOptions {
    fn default() -> Self {
        Self {
            slots: 1024,
            games: None,
            first: 0,
            search: PoolSearch::Gumbel { simulations: 32, rule: GumbelRule::default() },
            threads: 1,
            seed: 0,
            experiment: 0,
            max_plies: None,
            window: Window::default(),
            keep_observations: false,
            points: None,
        }
    }
}

impl SelfPlayOptions {
    /// Checks the ranges that no type checks.
    ///
    /// # Errors
    /// [`PoolError::Options`] names the option and its range.
    pub(super) fn check(&self) -> Result<(), PoolError> {
        let refuse = |what: String| Err(PoolError::Options(what));
        if self.slots == 0 || self.slots > MAX_SLOTS {
            return refuse(format!("slots must be a number from 1 to {MAX_SLOTS}, not {}", self.slots));
        }
        if self.threads > MAX_THREADS {
            return refuse(format!("threads must be a number from 0 to {MAX_THREADS}, not {}", self.threads));
        }
        if self.search.simulations() == 0 {
            return refuse("simulations must be at least 1".to_owned());
        }
        if self.points.is_some_and(|points| !(1.0..=1e6).contains(&points)) {
            return refuse("points must be a number from 1 to 1000000".to_owned());
        }
        if self.first.checked_add(self.games.unwrap_or(0)).is_none() {
            return refuse("first and games together are too large".to_owned());
        }
        Ok(())
    }
}
