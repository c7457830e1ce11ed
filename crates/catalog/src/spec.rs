//! What is asked of a game and answered, in words.

use fairyring_game::Window;
use fairyring_sim::Sitter;

/// Rule options as (name, value) texts, after an optional preset.
#[derive(Clone, Debug, Default)]
pub struct StartSpec {
    /// A named set of option values, applied first.
    pub preset: Option<String>,
    /// Options that differ from it.
    pub rules: Vec<(String, String)>,
}

/// A batch of games, in words.
#[derive(Clone, Debug)]
pub struct BatchSpec {
    /// The rules of all games.
    pub rules: StartSpec,
    /// Start texts; none for the usual start.
    pub starts: Vec<String>,
    /// Agents: one for all seats, or one a seat.
    pub agents: Vec<String>,
    /// Master seed.
    pub seed: u64,
    /// Experiment.
    pub experiment: u64,
    /// Index of the first game.
    pub first: u64,
    /// Number of games.
    pub games: usize,
    /// Ends any game after this many plies.
    pub max_plies: Option<u32>,
}

/// A contest of agents, in words.
#[derive(Clone, Debug)]
pub struct ContestSpec {
    /// The rules of all games.
    pub rules: StartSpec,
    /// Start texts; none for the usual start.
    pub starts: Vec<String>,
    /// The agents: two that exchange the teams, or one a seat, who are rotated over all seats.
    pub agents: Vec<String>,
    /// Plies of players that are random in an opening.
    pub opening_plies: u32,
    /// Master seed.
    pub seed: u64,
    /// Experiment.
    pub experiment: u64,
    /// Ends any game after this many plies, the opening not counted.
    pub max_plies: Option<u32>,
}

/// A batch to be played in lockstep, in words.
#[derive(Clone, Debug)]
pub struct LockstepSpec {
    /// What is played; its agents are not looked at.
    pub batch: BatchSpec,
    /// Who sits on each seat.
    pub seats: Vec<Sitter>,
    /// The evaluators' temperatures.
    pub temperatures: Vec<f32>,
    /// Window of actions and observations.
    pub window: Window,
    /// Most games at a time.
    pub slots: usize,
}

/// An analysis with moves as text.
#[derive(Clone, Debug)]
pub struct AnalysisText {
    /// The move the agent plays.
    pub best: String,
    /// Its value for the side to move, in hundredths of a pawn (or the game's unit).
    pub value: f64,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// All root moves with their values, best first, ties by text.
    pub moves: Vec<(String, f64)>,
}
