//! Random games of every game, by the loop that batches of random players use.

use fairyring_game::{DICE, Game, History, PLAYERS, game_seed, stream};
use std::ops::Range;

/// The master seed of all benchmarks.
const SEED: u64 = 7;

/// What some random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Number of games.
    pub games: u64,
    /// Moves of seats in them.
    pub plies: u64,
}

/// A game to be played at random from its usual start under its default rules.
pub trait RandomGames {
    /// The game's identifier.
    fn id(&self) -> &'static str;

    /// Plays the games of these indices to their ends by the game's own rules.
    fn play(&mut self, indices: Range<u64>) -> Played;
}

struct Of<G> {
    start: G,
    history: History,
}

impl<G: Game> RandomGames for Of<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn play(&mut self, indices: Range<u64>) -> Played {
        let mut played = Played::default();
        for index in indices {
            let seed = game_seed(SEED, 0, index);
            self.history.clear();
            let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
            let game = self.start.playout(&mut choices, &mut dice, &mut self.history, u32::MAX);
            played.games += 1;
            played.plies += u64::from(game.plies);
        }
        played
    }
}

fn of<G: Game>() -> Box<dyn RandomGames> {
    Box::new(Of { start: G::start(G::Rules::default()), history: History::filtered() })
}

/// All games, chess first.
#[must_use]
pub fn all() -> Vec<Box<dyn RandomGames>> {
    vec![
        of::<fairyring_chess::Position>(),
        of::<fairyring_behemoth::Position>(),
        of::<fairyring_astral::Position>(),
        of::<fairyring_ultima::Position>(),
        of::<fairyring_shahki::Position>(),
        of::<fairyring_cards::Position>(),
        of::<fairyring_wari::Position>(),
    ]
}

/// About how many games of each take as long as a few hundred of chess, so that samples are alike.
#[must_use]
pub fn games_a_sample(id: &str) -> u64 {
    match id {
        "behemoth" => 4000,
        "wari" => 10_000,
        "ultima" => 100,
        "shahki" | "cards" => 20,
        _ => 300,
    }
}
