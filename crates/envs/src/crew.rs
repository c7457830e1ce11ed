//! The threads, and what each of them keeps between steps.

use crate::EnvError;
use fairyring_game::{Encode, Evaluate};
use fairyring_search::{AgentSpec, Player, build};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a thread needs to play rows.
pub(crate) struct Worker<G: Encode> {
    /// The players of the environment's seats; none for the caller's.
    pub(crate) players: Vec<Option<Box<dyn Player<G>>>>,
    /// Bytes on their way to floats.
    pub(crate) bytes: Vec<u8>,
}

/// The threads of an environment.
pub(crate) struct Crew<G: Encode> {
    /// None where the caller's thread does the work.
    pool: Option<rayon::ThreadPool>,
    workers: Vec<Mutex<Worker<G>>>,
    /// The process that started the threads: a forked child has none of them.
    process: u32,
    threads: usize,
}

impl<G: Encode + Evaluate> Crew<G> {
    /// Starts so many threads, 0 for one a core; one is the caller's own.
    pub(crate) fn new(threads: usize, opponents: &[Option<AgentSpec>]) -> Result<Self, EnvError> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        };
        let workers = (0..threads)
            .map(|_| {
                let players = opponents
                    .iter()
                    .map(|agent| agent.as_ref().map(build::<G>).transpose())
                    .collect::<Result<_, _>>()?;
                Ok(Mutex::new(Worker { players, bytes: Vec::new() }))
            })
            .collect::<Result<_, EnvError>>()?;
        Ok(Self { pool: start(threads)?, workers, process: std::process::id(), threads })
    }

    /// Number of threads.
    pub(crate) const fn threads(&self) -> usize {
        self.threads
    }

    /// Starts the threads anew where this process is a forked child of the one that started them.
    pub(crate) fn muster(&mut self) -> Result<(), EnvError> {
        if self.pool.is_some() && self.process != std::process::id() {
            // The old pool's threads do not exist here; dropping it would talk to them.
            std::mem::forget(std::mem::replace(&mut self.pool, start(self.threads)?));
            self.process = std::process::id();
        }
        Ok(())
    }

    /// Does work on the threads.
    pub(crate) fn install(&self, work: impl FnOnce() + Send) {
        match &self.pool {
            None => work(),
            Some(pool) => pool.install(work),
        }
    }

    /// What this thread keeps. A worker whose thread panicked is as good as ever: players forget between moves.
    pub(crate) fn worker(&self) -> MutexGuard<'_, Worker<G>> {
        let index = if self.pool.is_some() { rayon::current_thread_index().unwrap_or(0) } else { 0 };
        self.workers[index].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn start(threads: usize) -> Result<Option<rayon::ThreadPool>, EnvError> {
    if threads == 1 {
        return Ok(None);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|error| EnvError::Threads(error.to_string()))
}
