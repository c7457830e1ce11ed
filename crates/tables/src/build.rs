//! Building a table: the levels one after another, each a file, beginning where the directory ends.

use crate::file::{self, Level};
use crate::{Endings, Table, TableError, solve};
use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How a table is built.
#[derive(Clone, Copy)]
pub struct Build<'a> {
    /// The highest level.
    pub level: u32,
    /// Threads; 0 for one a core.
    pub workers: usize,
    /// Set from another thread, it stops the build within a moment; finished levels are kept.
    pub cancelled: &'a AtomicBool,
    /// Told how far the build is, often and from any of its threads.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The level in work.
    pub level: u32,
    /// Steps done, those of levels that were there before included.
    pub done: u64,
    /// Steps of the whole table: two a position.
    pub total: u64,
}

/// Builds the levels of a table that `directory` does not hold yet, and opens the table. The directory is made if it is
/// absent. One byte a position is written; in work are two bytes a position of the highest level, and one of each below.
///
/// # Errors
/// [`TableError`]: a level that does not exist, a file that is not what it should be, another build in the same
/// directory, a refusal of the system, or [`TableError::Cancelled`].
pub fn build<G: Endings>(directory: &Path, build: &Build) -> Result<Table<G>, TableError> {
    if build.level > G::MAX_LEVEL {
        return Err(TableError::NoLevel { level: build.level, highest: G::MAX_LEVEL });
    }
    fs::create_dir_all(directory).map_err(TableError::io(directory))?;
    let _lock = lock(directory)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(build.workers)
        .build()
        .map_err(|error| TableError::Threads(error.to_string()))?;
    let total = (0..=build.level).map(|level| 2 * G::size(level)).sum();
    let done = AtomicU64::new(0);
    let mut levels = Vec::new();
    for level in 0..=build.level {
        let found = match Level::open::<G>(directory, level)? {
            Some(found) => {
                done.fetch_add(2 * G::size(level), Ordering::Relaxed);
                found
            }
            None => {
                let count = |steps| {
                    let done = done.fetch_add(steps, Ordering::Relaxed) + steps;
                    (build.progress)(Progress { level, done, total });
                };
                let states = pool.install(|| solve::solve::<G>(level, &levels, build.cancelled, &count))?;
                file::write::<G>(directory, level, solve::values(&states))?;
                drop(states);
                Level::open::<G>(directory, level)?
                    .ok_or_else(|| TableError::Missing { path: directory.to_owned(), level })?
            }
        };
        levels.push(found);
    }
    Ok(Table::new(levels))
}

/// Takes the directory for one build; the system gives it back when the process ends, however it ends.
fn lock(directory: &Path) -> Result<File, TableError> {
    let path = directory.join("lock");
    let file = File::create(&path).map_err(TableError::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TableError::Locked { path: directory.to_owned() }),
        Err(TryLockError::Error(error)) => Err(TableError::io(&path)(error)),
    }
}
