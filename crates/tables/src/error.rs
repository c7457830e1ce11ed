//! What can go wrong with a table. Each message names the file or the limit.

use std::io;
use std::path::{Path, PathBuf};

/// A table that cannot be built, opened or asked.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refused something.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is not the level it should be.
    #[error("{path}: {reason}; delete the file to have the level built anew", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The directory holds no level 0, or not as many levels as were asked for.
    #[error("{path}: no table of level {level} here", path = .path.display())]
    Missing {
        /// The directory.
        path: PathBuf,
        /// The first level that is missing.
        level: u32,
    },
    /// Another process builds in this directory.
    #[error("{path}: another build is at work here", path = .path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// More levels were asked for than the family has.
    #[error("level {level} does not exist; the highest is {highest}")]
    NoLevel {
        /// The level asked for.
        level: u32,
        /// The highest of the family, or of the table.
        highest: u32,
    },
    /// The position belongs to a level above the table's.
    #[error("the position is of level {level} and the table ends with level {highest}")]
    Outside {
        /// The position's level.
        level: u32,
        /// The highest of the table.
        highest: u32,
    },
    /// The position is not one of the family.
    #[error("the table does not hold this position: {0}")]
    Position(String),
    /// The threads could not be made.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// The build was asked to stop; the finished levels are kept.
    #[error("the build was cancelled; the levels finished so far are kept")]
    Cancelled,
}

impl TableError {
    /// Attaches a path to a system error.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}
