//! The laws of every game, and traces of an independent implementation.

use fairyring_chess::Position;
use fairyring_game::Game;
use fairyring_laws::{check_game, replay_vectors};

#[test]
fn random_games_obey_the_laws() {
    let games = if cfg!(feature = "long") { 5_000 } else { 250 };
    check_game(&Position::start(()), games, 1, 2_000, 7);
}

#[test]
fn traces() {
    let replayed = replay_vectors::<Position>("chess.jsonl");
    assert_eq!(replayed.games, 14);
}
