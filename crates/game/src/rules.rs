//! Rule options: named, typed, self-describing.

use crate::RulesError;

/// What values a rule option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of these words, the default first.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// One of these whole numbers, the default first.
    Numbers(&'static [u32]),
    /// A whole number from `least` up.
    Limit {
        /// The smallest value allowed.
        least: u32,
    },
    /// A whole number from `least` up, or `none`.
    OptionalLimit {
        /// The smallest value allowed.
        least: u32,
    },
}

impl OptionKind {
    /// The values in words, for messages and listings.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Words(words) => words.join(", "),
            Self::Flag => "true, false".to_owned(),
            Self::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Self::Limit { least } => format!("a whole number of at least {least}"),
            Self::OptionalLimit { least } => format!("none or a whole number of at least {least}"),
        }
    }
}

/// One rule option.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, as in the rules file.
    pub name: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
    /// What it decides, in a sentence.
    pub about: &'static str,
}

/// A named set of option values: name, then (option, value) pairs.
pub type Preset = (&'static str, &'static [(&'static str, &'static str)]);

/// The rule options of a game. `Default` is the published game.
pub trait Rules: Copy + Default + PartialEq + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static {
    /// All options, in the order of the rules file.
    const OPTIONS: &'static [OptionSpec];
    /// Named sets of values.
    const PRESETS: &'static [Preset] = &[];

    /// The value of an option as text (`"true"`, `"100"`, `"none"`, a word). `name` is one of [`Self::OPTIONS`].
    fn get(&self, name: &str) -> String;

    /// Sets an option that exists to a value its kind allows. Called by [`Self::set`] after both were checked.
    fn put(&mut self, name: &str, value: &str);

    /// Sets an option from text.
    ///
    /// # Errors
    /// [`RulesError`] names the valid options, or the valid values of this one; nothing is changed.
    fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let Some(spec) = Self::OPTIONS.iter().find(|spec| spec.name == name) else {
            let names: Vec<_> = Self::OPTIONS.iter().map(|spec| spec.name).collect();
            let valid =
                if names.is_empty() { "this game has none".to_owned() } else { format!("valid: {}", names.join(", ")) };
            return Err(RulesError(format!("unknown rule {name:?}; {valid}")));
        };
        let number = |least: u32| value.parse::<u32>().is_ok_and(|n| n >= least && n.to_string() == value);
        let valid = match spec.kind {
            OptionKind::Words(words) => words.contains(&value),
            OptionKind::Flag => matches!(value, "true" | "false"),
            OptionKind::Numbers(numbers) => numbers.iter().any(|n| n.to_string() == value),
            OptionKind::Limit { least } => number(least),
            OptionKind::OptionalLimit { least } => value == "none" || number(least),
        };
        if !valid {
            let values = spec.kind.describe();
            return Err(RulesError(format!("unknown value {value:?} of rule {name:?}; valid: {values}")));
        }
        self.put(name, value);
        Ok(())
    }

    /// Applies a preset.
    ///
    /// # Errors
    /// [`RulesError`] names the valid presets.
    fn apply_preset(&mut self, name: &str) -> Result<(), RulesError> {
        let Some((_, values)) = Self::PRESETS.iter().find(|(preset, _)| *preset == name) else {
            let names: Vec<_> = Self::PRESETS.iter().map(|(preset, _)| *preset).collect();
            let valid =
                if names.is_empty() { "this game has none".to_owned() } else { format!("valid: {}", names.join(", ")) };
            return Err(RulesError(format!("unknown preset {name:?}; {valid}")));
        };
        for (option, value) in *values {
            self.set(option, value)?;
        }
        Ok(())
    }
}

/// A game without options.
impl Rules for () {
    const OPTIONS: &'static [OptionSpec] = &[];

    fn get(&self, _name: &str) -> String {
        String::new()
    }

    fn put(&mut self, _name: &str, _value: &str) {}
}

/// The index of a value among the words of an option: what `put` stores for an enum.
#[must_use]
pub fn set_word(words: &[&str], value: &str) -> u8 {
    words.iter().position(|word| *word == value).unwrap_or(0) as u8
}
