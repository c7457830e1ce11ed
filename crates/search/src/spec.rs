//! Agents as text: `random`, `alphabeta(depth=3)`, `greedy(weights={queen:950})`.

use fairyring_game::Evaluate;
use std::fmt;
use std::str::FromStr;

/// Agents whose first argument may be written without its name, and that name.
const POSITIONAL: &[(&str, &str)] = &[("learned", "path")];

/// Names of the agents there are.
const AGENTS: &[&str] = &["random", "greedy", "twoply", "alphabeta", "expectiminimax", "mcts"];

/// An agent that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentError(pub String);

impl AgentError {
    /// There is no agent of this name, neither among those of every game nor among `more` of this one.
    #[must_use]
    pub fn unknown(spec: &AgentSpec, more: &[&str]) -> Self {
        let names: Vec<_> = AGENTS.iter().chain(more).copied().collect();
        Self(format!("unknown agent {:?}; valid: {}", spec.name, names.join(", ")))
    }
}

/// An agent's name and arguments, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// The agent's name.
    pub name: String,
    /// Its arguments as text.
    pub values: Vec<(String, String)>,
}

impl AgentSpec {
    /// A reader of the arguments that knows which were used.
    #[must_use]
    pub fn arguments(&self) -> Arguments<'_> {
        Arguments { spec: self, known: Vec::new() }
    }
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let refuse = |why: &str| {
            AgentError(format!(
                "agent {:?} cannot be read: {why}; write name or name(key=value, ...)",
                text.chars().take(200).collect::<String>()
            ))
        };
        let trimmed = text.trim();
        let (name, inside) = match trimmed.split_once('(') {
            None => (trimmed, ""),
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')').ok_or_else(|| refuse("a closing parenthesis is missing"))?;
                (name.trim_end(), inside)
            }
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return Err(refuse("a name has small letters only"));
        }
        let mut values: Vec<(String, String)> = Vec::new();
        for part in split_outside_braces(inside) {
            let part = part.trim();
            if part.is_empty() && inside.trim().is_empty() {
                continue;
            }
            let positional = POSITIONAL.iter().find(|(agent, _)| *agent == name && values.is_empty());
            let (key, value) = match (part.split_once('='), positional) {
                (Some(pair), _) => pair,
                (None, Some((_, key))) => (*key, part),
                (None, None) => return Err(refuse("an argument has no =")),
            };
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            if key.is_empty() || value.is_empty() {
                return Err(refuse("an argument is empty"));
            }
            if values.iter().any(|(other, _)| *other == key) {
                return Err(refuse(&format!("argument {key:?} is given twice")));
            }
            values.push((key, value));
        }
        Ok(Self { name: name.to_owned(), values })
    }
}

/// Splits at commas that no brace encloses.
fn split_outside_braces(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if !self.values.is_empty() {
            let values: Vec<_> = self.values.iter().map(|(key, value)| format!("{key}={value}")).collect();
            write!(f, "({})", values.join(", "))?;
        }
        Ok(())
    }
}

/// Reads the arguments of a spec one by one, and refuses those nobody asked for.
#[derive(Debug)]
pub struct Arguments<'a> {
    spec: &'a AgentSpec,
    known: Vec<&'static str>,
}

impl Arguments<'_> {
    /// The agent's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// `true` or `false`, if it was given.
    ///
    /// # Errors
    /// [`AgentError`] names the argument.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, AgentError> {
        let name = self.spec.name.clone();
        match self.text(key) {
            None => Ok(None),
            Some("true" | "True") => Ok(Some(true)),
            Some("false" | "False") => Ok(Some(false)),
            Some(text) => {
                Err(AgentError(format!("argument {key} of agent {name:?} must be true or false, not {text:?}")))
            }
        }
    }

    /// The text of an argument, if it was given.
    pub fn text(&mut self, key: &'static str) -> Option<&str> {
        self.known.push(key);
        self.spec.values.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    /// A number between `least` and `most`, if it was given.
    ///
    /// # Errors
    /// [`AgentError`] names the argument and its range.
    pub fn number<T>(&mut self, key: &'static str, least: T, most: T) -> Result<Option<T>, AgentError>
    where
        T: FromStr + PartialOrd + fmt::Display + Copy,
    {
        let name = self.spec.name.clone();
        let Some(text) = self.text(key) else { return Ok(None) };
        match text.replace('_', "").parse::<T>() {
            Ok(value) if value >= least && value <= most => Ok(Some(value)),
            _ => Err(AgentError(format!(
                "argument {key} of agent {name:?} must be a number from {least} to {most}, not {text:?}"
            ))),
        }
    }

    /// The evaluation's weights, with `weights={name:value, ...}` overriding the defaults.
    ///
    /// # Errors
    /// [`AgentError`] names an unknown weight and the valid ones, or a value that is no whole number.
    pub fn weights<G: Evaluate>(&mut self) -> Result<Vec<i32>, AgentError> {
        let mut weights = G::default_weights();
        let Some(text) = self.text("weights") else { return Ok(weights) };
        let inside = text
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .ok_or_else(|| AgentError(format!("weights must look like {{name:value, ...}}, not {text:?}")))?;
        for part in inside.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once(':').ok_or_else(|| AgentError(format!("weight {part:?} must look like name:value")))?;
            let name = name.trim().trim_matches(|c| c == '\'' || c == '"');
            let Some(at) = G::WEIGHTS.iter().position(|weight| weight.name == name) else {
                let names: Vec<_> = G::WEIGHTS.iter().map(|weight| weight.name).collect();
                return Err(AgentError(format!("unknown weight {name:?} of {}; valid: {}", G::ID, names.join(", "))));
            };
            weights[at] = value.trim().parse::<i32>().ok().filter(|value| value.abs() <= 10_000).ok_or_else(|| {
                AgentError(format!(
                    "weight {name:?} must be a whole number from -10000 to 10000, not {:?}",
                    value.trim()
                ))
            })?;
        }
        Ok(weights)
    }

    /// Refuses arguments that nothing asked for.
    ///
    /// # Errors
    /// [`AgentError`] names the argument and the valid ones.
    pub fn finish(self) -> Result<(), AgentError> {
        match self.spec.values.iter().find(|(key, _)| !self.known.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) => {
                let valid = if self.known.is_empty() {
                    "it takes none".to_owned()
                } else {
                    format!("valid: {}", self.known.join(", "))
                };
                Err(AgentError(format!("unknown argument {key:?} of agent {:?}; {valid}", self.spec.name)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in ["random", "alphabeta(depth=3)", "greedy(weights={queen:950, pawn:-1}, x=y)"] {
            assert_eq!(text.parse::<AgentSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("random()".parse::<AgentSpec>(), "random".parse());
        assert_eq!("learned(a.td, depth=2)".parse::<AgentSpec>(), "learned(path=a.td, depth=2)".parse());
    }

    #[test]
    fn broken_specs_are_refused() {
        for text in ["", "(", "random(", "a(b)", "a(b=1,b=2)", "a(b=1,)", "a(=1)", "a(b=)", "Ä", "a b", "a)(", "5"] {
            let error = text.parse::<AgentSpec>().expect_err(text);
            assert!(error.0.contains("cannot be read"), "{error}");
        }
    }
}
