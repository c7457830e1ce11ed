//! Self-play by pulled leaf batches: many games search at once, and whoever evaluates pulls the positions they ask about.
//!
//! [`SelfPlay::leaves`] hands out a [`Batch`] of observations with legal actions; [`SelfPlay::answer`] takes logits and
//! values for it, in any order, with several batches out at a time: while one is evaluated, the games of another search.
//! Nothing here calls the evaluator, and nothing waits for an answer that cannot come.

mod batch;
mod noise;
mod options;
mod pool;
mod record;
mod slot;

pub use batch::{Batch, Logits, PoolError};
pub use options::{PoolSearch, SelfPlayOptions};
pub use pool::{AnyPool, SelfPlay};
pub use record::GameRecord;
