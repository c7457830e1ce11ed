//! Static facts of a game, for listings.

use fairyring_game::{Encode, Evaluate, OptionSpec, Preset, Rules, Text, Weight, Window};

/// What is true of a game whatever its position.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Identifier.
    pub id: &'static str,
    /// Raised when rules, actions or observations change their meaning.
    pub rules_version: u32,
    /// Codes of the seats.
    pub seats: &'static [&'static str],
    /// Team of each seat.
    pub teams: &'static [u8],
    /// Words for the reasons of an end.
    pub reasons: &'static [&'static str],
    /// Whether outcomes carry points.
    pub has_score: bool,
    /// Whether chance ever acts.
    pub has_dice: bool,
    /// What is counted of each seat's games beside their results.
    pub counts: &'static [&'static str],
    /// Rule options.
    pub options: &'static [OptionSpec],
    /// The options' default values as text, in the same order.
    pub defaults: Vec<String>,
    /// Named sets of option values.
    pub presets: &'static [Preset],
    /// Parameters of the evaluation.
    pub weights: &'static [Weight],
    /// Whether action ids and observations depend on the window.
    pub windowed: bool,
    /// Size of the action space.
    pub action_count: u32,
    /// What the action ids are.
    pub about_actions: &'static str,
    /// Planes, rows and columns of an observation.
    pub observation_shape: [usize; 3],
    /// What each plane holds.
    pub planes: Vec<String>,
}

impl Facts {
    /// The facts of a game, seen through a window.
    #[must_use]
    pub fn of<G: Text + Encode + Evaluate>(window: Window) -> Self {
        let defaults = G::Rules::default();
        Self {
            id: G::ID,
            rules_version: G::RULES_VERSION,
            seats: G::SEATS,
            teams: G::TEAMS,
            reasons: G::REASONS,
            has_score: G::HAS_SCORE,
            has_dice: G::HAS_DICE,
            counts: G::COUNTS,
            options: G::Rules::OPTIONS,
            defaults: G::Rules::OPTIONS.iter().map(|spec| defaults.get(spec.name)).collect(),
            presets: G::Rules::PRESETS,
            weights: G::WEIGHTS,
            windowed: G::action_count(Window(1)) != G::action_count(Window(2)),
            action_count: G::action_count(window),
            about_actions: G::ABOUT_ACTIONS,
            observation_shape: G::observation_shape(window),
            planes: G::planes(window),
        }
    }
}
