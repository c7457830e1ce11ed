//! Batch self-play, and contests of agents. A game is a function of its seed, its start and the agents: results do not depend on threads,
//! chunks or the order in which games are played.

mod contest;
mod control;
mod game;
mod job;
mod lockstep;
mod record;
mod run;
mod sample;

pub use contest::{Contest, Round, exchanged, rotated, tally};
pub use control::Control;
pub use job::{Job, JobError};
pub use lockstep::{AnyLockstep, Lockstep, LockstepJob, Sitter};
pub use record::{RecordError, record, restore};
pub use run::{replay, run, run_recorded};
pub use sample::{Games, SampleError, Samples, Sampling, sample};
