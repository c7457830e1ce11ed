//! Batch self-play. A game is a function of its seed, its start and the agents: results do not depend on threads,
//! chunks or the order in which games are played.

mod control;
mod job;
mod run;

pub use control::Control;
pub use job::{Job, JobError};
pub use run::{replay, run};
