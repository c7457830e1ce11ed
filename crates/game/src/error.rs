//! The errors of the contract. Each names what was wrong; none changes anything.

use std::fmt;

/// A position text that was refused, with every reason that could be found at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The refused text.
    pub text: String,
    /// What is wrong with it; never empty.
    pub reasons: Vec<String>,
}

impl PositionError {
    /// An error with these reasons.
    #[must_use]
    pub fn new(text: &str, reasons: Vec<String>) -> Self {
        debug_assert!(!reasons.is_empty(), "a refusal has a reason");
        Self { text: text.to_owned(), reasons }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {:?} refused: {}", shorten(&self.text), self.reasons.join("; "))
    }
}

impl std::error::Error for PositionError {}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {:?} refused, {actor} to act: {reason}", shorten(.text))]
pub struct MoveError {
    /// The refused move, as it was given.
    pub text: String,
    /// Who was to act: a seat's code, `chance` or `over`.
    pub actor: String,
    /// Why it was refused.
    pub reason: String,
}

/// A rule option or value that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RulesError(pub String);

/// At most 120 characters of a text that a message repeats.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(120).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
