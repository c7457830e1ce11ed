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
        write!(f, "position {:?} refused: {}", shorten(&self.text), brief(&self.reasons.join("; ")))
    }
}

impl std::error::Error for PositionError {}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {:?} refused, {actor} to act: {}", shorten(.text), brief(.reason))]
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
#[error("{}", brief(.0))]
pub struct RulesError(pub String);

/// At most 120 characters of a text that a message repeats.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(120).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// What was found, without the middle of a text that it repeats at length.
fn brief(reasons: &str) -> String {
    const MOST: usize = 2_000;
    let length = reasons.chars().count();
    if length <= MOST {
        return reasons.to_owned();
    }
    let (begin, end) = (reasons.chars().take(MOST / 2), reasons.chars().skip(length - MOST / 2));
    begin.chain(['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_bounded_whatever_was_given() {
        let long = "♞".repeat(100_000);
        let told =
            PositionError::new(&long, vec![format!("rank 1: {long:?} is no rank"), "no king".to_owned()]).to_string();
        assert_eq!(told.chars().count(), "position \"\" refused: ".len() + 121 + 2_001);
        assert!(told.contains("refused: rank 1: \"♞♞") && told.ends_with("♞\" is no rank; no king"));
        let told = MoveError { text: long.clone(), actor: "w".to_owned(), reason: format!("{long} is no move") };
        assert!(told.to_string().ends_with("♞ is no move") && told.to_string().chars().count() < 2_200);
        assert_eq!(RulesError("short".to_owned()).to_string(), "short");
        assert_eq!(RulesError(long).to_string().chars().count(), 2_001);
    }
}
