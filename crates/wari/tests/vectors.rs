//! Traces of the slow reference implementation.

use fairyring_laws::replay_vectors;
use fairyring_wari::Position;

#[test]
fn short_games_replay() {
    let replayed = replay_vectors::<Position>("wari.jsonl");
    assert_eq!((replayed.games, replayed.perfts > 0), (36, true));
}

#[test]
fn long_games_replay() {
    let replayed = replay_vectors::<Position>("wari-long.jsonl");
    assert_eq!((replayed.games, replayed.perfts > 0), (18, true));
}
