//! What defines a training run besides its game, rules and starts.

use crate::LearnError;
use fairyring_game::Evaluate;
use serde::{Deserialize, Serialize};

/// Widest hidden layer.
const MAX_HIDDEN: u32 = 256;

/// The options of a run by temporal differences. Two runs with equal options, rules and starts are equal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TdOptions {
    /// Master seed.
    pub seed: u64,
    /// Experiment, mixed into the seeds.
    pub experiment: u64,
    /// How far a result reaches back: 0 learns from the next value alone, 1 from the outcome alone.
    pub lambda: f64,
    /// First step of the optimiser, in hundredths of a pawn of a term's usual effect.
    pub rate: f64,
    /// Updates after which the step has fallen to `1 / sqrt(2)` of the first.
    pub decay: f64,
    /// Games between updates.
    pub batch: u32,
    /// Plies of players that self-play searches, captures looked at after them.
    pub depth: u32,
    /// Positions that self-play looks at for a move instead; 0 to search by plies.
    pub nodes: u64,
    /// Whether the players keep the game's default weights: what is learned is then the worth of positions in their games.
    pub fixed: bool,
    /// Whether the end of the principal variation learns (TDLeaf), or the position itself (TD).
    pub leaf: bool,
    /// Most random plies at the beginning of a game; each game draws how many.
    pub opening_plies: u32,
    /// Probability of a random move later; nothing is learned across one.
    pub explore: f64,
    /// Ends games after this many plies.
    pub max_plies: u32,
    /// Names of the evaluation's weights that learn; the others stay as they begin.
    pub terms: Vec<String>,
    /// Whether weights begin at the game's defaults, or at 0.
    pub defaults: bool,
    /// Whether the game's inputs are used besides its evaluation.
    pub inputs: bool,
    /// Hidden units over the inputs; 0 for a linear sum.
    pub hidden: u32,
}

impl TdOptions {
    /// The usual options for a game: all terms from zero, without inputs.
    #[must_use]
    pub fn of<G: Evaluate>() -> Self {
        Self {
            seed: 0,
            experiment: 0,
            lambda: 0.8,
            rate: 20.0,
            decay: 20.0,
            batch: 20,
            depth: 1,
            nodes: 0,
            fixed: false,
            leaf: true,
            opening_plies: 8,
            explore: 0.0,
            max_plies: 300,
            terms: G::WEIGHTS.iter().map(|weight| weight.name.to_owned()).collect(),
            defaults: false,
            inputs: false,
            hidden: 0,
        }
    }

    /// Options as JSON.
    ///
    /// # Errors
    /// [`LearnError::Options`] says which field is missing, unknown or of the wrong type.
    pub fn from_json(text: &str) -> Result<Self, LearnError> {
        serde_json::from_str(text).map_err(|error| LearnError::Options(format!("options cannot be read: {error}")))
    }

    /// The options as JSON.
    ///
    /// # Errors
    /// [`LearnError::Options`] says why; no options are known for which it is returned.
    pub fn to_json(&self) -> Result<String, LearnError> {
        serde_json::to_string(self).map_err(|error| LearnError::Options(error.to_string()))
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// [`LearnError::Options`] names the option and its range.
    pub fn check<G: Evaluate>(&self) -> Result<(), LearnError> {
        let refuse = |what: String| Err(LearnError::Options(what));
        let ranges = [
            ("lambda", self.lambda, 0.0, 1.0),
            ("rate", self.rate, 0.0, 1e4),
            ("decay", self.decay, 1e-3, 1e9),
            ("batch", f64::from(self.batch), 1.0, 1e6),
            ("depth", f64::from(self.depth), 1.0, 16.0),
            ("nodes", self.nodes as f64, 0.0, 1e9),
            ("explore", self.explore, 0.0, 1.0),
            ("max_plies", f64::from(self.max_plies), 1.0, 1e6),
            ("opening_plies", f64::from(self.opening_plies), 0.0, 1e4),
            ("hidden", f64::from(self.hidden), 0.0, f64::from(MAX_HIDDEN)),
        ];
        for (name, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return refuse(format!("{name} must be a number from {least} to {most}, not {value}"));
            }
        }
        if self.hidden > 0 && !self.inputs {
            return refuse("hidden units need inputs".to_owned());
        }
        let names: Vec<_> = G::WEIGHTS.iter().map(|weight| weight.name).collect();
        if let Some(other) = self.terms.iter().find(|term| !names.contains(&term.as_str())) {
            return refuse(format!("unknown term {other:?} of {}; valid: {}", G::ID, names.join(", ")));
        }
        if self.terms.is_empty() && !self.inputs {
            return refuse("nothing is to be learned: terms are empty and inputs are off".to_owned());
        }
        Ok(())
    }
}
