//! Traces and counts of an independent, slow implementation.

use fairyring_astral::{Position, Rules};
use fairyring_game::{Game, Line};
use fairyring_laws::{Replayed, replay_vectors};

#[test]
fn the_traces_are_reproduced() {
    let Replayed { games, positions, perfts } = replay_vectors::<Position>("astral.jsonl");
    assert_eq!((games, perfts), (20, 38));
    assert!(positions > 500, "{positions}");
    let Replayed { games, positions, perfts } = replay_vectors::<Position>("astral-long.jsonl");
    assert_eq!((games, perfts), (8, 18));
    assert!(positions > 500, "{positions}");
}

#[test]
fn lines_from_the_start() {
    let line = Line::new(Position::start(Rules::default()));
    assert_eq!([1, 2, 3].map(|depth| line.perft(depth)), [44, 1770, 56_192]);
}
