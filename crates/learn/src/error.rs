//! What can be wrong with a training run or its file.

/// Why a run cannot begin, go on or be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnError {
    /// An option lies outside its range.
    #[error("{0}")]
    Options(String),
    /// A file is damaged, or belongs to something else.
    #[error("{path:?} refused: {reason}")]
    File {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{path:?}: {reason}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// Threads cannot be started.
    #[error("threads cannot be started: {0}")]
    Threads(String),
}
