//! Batched environments, and positions from observations, in words.

use crate::entry::rules_of;
use crate::{CatalogError, StartSpec};
use fairyring_envs::{AnyVectorEnv, Dice, EnvError, Options, VectorEnv};
use fairyring_game::{AnyLine, Encode, Evaluate, Line, Text, Window, erase};

/// A batched environment, in words.
#[derive(Clone, Debug)]
pub struct EnvSpec {
    /// The rules of all games.
    pub rules: StartSpec,
    /// Start texts; none for the usual start. Game `e` of row `i` begins at number `(i + e) % len`.
    pub starts: Vec<String>,
    /// Number of games.
    pub rows: usize,
    /// Master seed.
    pub seed: u64,
    /// Who rolls the dice.
    pub dice: Dice,
    /// Cuts any game off after this many plies.
    pub max_plies: Option<u32>,
    /// What actions and observations cover of an unbounded board.
    pub window: Window,
    /// Agents of the environment's seats; none for seats of the caller.
    pub opponents: Vec<Option<String>>,
    /// Threads; 0 for one a core.
    pub threads: usize,
}

/// The environment of a game type.
pub(crate) fn env<G: Text + Encode + Evaluate>(spec: &EnvSpec) -> Result<Box<dyn AnyVectorEnv>, CatalogError> {
    let rules = rules_of::<G>(&spec.rules)?;
    let starts = if spec.starts.is_empty() {
        vec![G::start(rules)]
    } else {
        spec.starts.iter().map(|text| G::parse(text, rules)).collect::<Result<_, _>>()?
    };
    let opponents = spec.opponents.iter().map(|agent| agent.as_deref().map(str::parse).transpose());
    let options = Options {
        rows: spec.rows,
        seed: spec.seed,
        dice: spec.dice,
        max_plies: spec.max_plies,
        window: spec.window,
        opponents: opponents.collect::<Result<_, _>>().map_err(EnvError::Agent)?,
        threads: spec.threads,
    };
    Ok(Box::new(VectorEnv::<G>::new(starts, options)?))
}

/// The position an observation shows.
pub(crate) fn decode<G: Text + Encode + Evaluate>(
    observation: &[u8],
    seat: &str,
    window: Window,
    spec: &StartSpec,
) -> Result<Box<dyn AnyLine>, CatalogError> {
    let rules = rules_of::<G>(spec)?;
    let Some(index) = G::SEATS.iter().position(|code| *code == seat) else {
        return Err(CatalogError::Question(format!("unknown seat {seat:?}; valid: {}", G::SEATS.join(", "))));
    };
    let shape = G::observation_shape(window);
    if observation.len() != shape.iter().product::<usize>() {
        return Err(CatalogError::Question(format!(
            "an observation of {} has shape {shape:?}, not {} cells",
            G::ID,
            observation.len()
        )));
    }
    match G::decode(observation, index as u8, window, rules) {
        Some(position) => Ok(erase(Line::new(position))),
        None => Err(CatalogError::Question(format!("this is not an observation of a position of {}", G::ID))),
    }
}
