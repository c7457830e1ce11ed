//! Traces of an independent reference implementation, and known numbers of lines.

use fairyring_game::{Game, Line, Rules as _};
use fairyring_laws::{Replayed, replay_vectors};
use fairyring_shahki::{Position, Rules};

#[test]
fn reference_traces_are_replayed_whole() {
    let short = replay_vectors::<Position>("shahki.jsonl");
    assert_eq!(short, Replayed { games: 35, positions: 1231, perfts: 75 });
    let long = replay_vectors::<Position>("shahki-long.jsonl");
    assert_eq!(long, Replayed { games: 14, positions: 2423, perfts: 29 });
}

#[test]
fn numbers_of_lines_from_the_start() {
    for (order, expected) in [("clockwise", [20, 138, 2_720, 18_764]), ("alternate", [20, 400, 2_760, 19_044])] {
        let mut rules = Rules::default();
        rules.set("turn_order", order).expect("an option");
        let line = Line::new(Position::start(rules));
        let counted = [1, 2, 3, 4].map(|depth| line.perft(depth));
        assert_eq!(counted, expected, "{order}");
    }
}
