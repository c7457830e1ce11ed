//! How a batched environment is set up.

use fairyring_game::Window;
use fairyring_search::AgentSpec;

/// Who rolls the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The environment, at once.
    Inside,
    /// The caller: chance acts like a seat, its outcomes are actions.
    Exposed,
}

/// The set-up of an environment.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of games.
    pub rows: usize,
    /// Master seed of all rows until a reset gives another.
    pub seed: u64,
    /// Who rolls the dice.
    pub dice: Dice,
    /// Ends a game after this many plies of seats, as truncated.
    pub max_plies: Option<u32>,
    /// What actions and observations cover of an unbounded board.
    pub window: Window,
    /// An agent for each seat that the environment plays; none for seats of the caller. An opponent remembers nothing
    /// from move to move; it sees the whole line of play.
    pub opponents: Vec<Option<AgentSpec>>,
    /// Threads; 0 for one a core.
    pub threads: usize,
}

impl Options {
    /// One row in which the caller plays all seats, on the caller's own thread.
    #[must_use]
    pub fn self_play(seats: usize) -> Self {
        Self {
            rows: 1,
            seed: 0,
            dice: Dice::Inside,
            max_plies: None,
            window: Window::default(),
            opponents: vec![None; seats],
            threads: 1,
        }
    }
}
