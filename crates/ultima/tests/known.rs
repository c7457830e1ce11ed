//! Known node counts and move lists, and the traces of an independent implementation.

use fairyring_game::{Game, Line, Rules as _, Text};
use fairyring_laws::{data_file, replay_vectors};
use fairyring_ultima::{Position, Rules};
use serde_json::Value;

/// Our rules of a profile of the known numbers.
fn profile(name: &str) -> Rules {
    let values = match name {
        "vchess_pure_immobilizer_combo" => ["true", "true", "false"],
        "mackay_pure" => ["false", "true", "false"],
        "abbott_no_suicide" => ["true", "false", "false"],
        "encyclopedia_seed_with_suicide" => ["true", "false", "true"],
        _ => panic!("unknown profile {name:?}"),
    };
    let mut rules = Rules::default();
    for (option, value) in ["leap_combines", "cambridge", "suicide"].into_iter().zip(values) {
        rules.set(option, value).unwrap();
    }
    rules
}

/// The line of a known position: its letters and its two fields become ours.
fn line(fen: &str, rules: Rules) -> Line<Position> {
    let (board, side) = fen.split_once(' ').unwrap();
    let board: String = board
        .chars()
        .map(|letter| {
            let ours = match letter.to_ascii_lowercase() {
                'r' => 'c',
                'n' => 'l',
                'b' => 'x',
                'q' => 'w',
                'm' => 'i',
                other => other,
            };
            if letter.is_ascii_uppercase() { ours.to_ascii_uppercase() } else { ours }
        })
        .collect();
    let text = format!("{board} {side} 0 1");
    Line::new(Position::parse(&text, rules).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn node_counts() {
    let file = std::fs::read_to_string(data_file("known/ultima_perft.csv")).unwrap();
    let mut compared = 0;
    for row in file.lines().skip(1) {
        let [id, fen, rules, depth, nodes, _] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let line = line(fen, profile(rules));
        assert_eq!(line.perft(depth.parse().unwrap()), nodes.parse::<u64>().unwrap(), "{id} {rules} depth {depth}");
        compared += 1;
    }
    assert_eq!(compared, 414);
}

#[test]
fn node_counts_of_the_arrays() {
    for array in ["kd1", "ke1", "chess"] {
        let mut rules = profile("vchess_pure_immobilizer_combo");
        rules.set("array", array).unwrap();
        let line = Line::new(Position::start(rules));
        assert_eq!([1, 2, 3].map(|depth| line.perft(depth)), [32, 944, 42_762], "{array}");
    }
    let start = |name: &str| {
        let mut rules = profile(name);
        rules.set("array", "ke1").unwrap();
        Line::new(Position::start(rules))
    };
    assert_eq!(start("vchess_pure_immobilizer_combo").perft(4), 1_849_895);
    assert_eq!(start("encyclopedia_seed_with_suicide").perft(4), 1_850_167);
}

#[test]
fn move_lists_with_captures() {
    let file = std::fs::read_to_string(data_file("known/ultima_movelists.json")).unwrap();
    let lists: Value = serde_json::from_str(&file).unwrap();
    let lists = lists.as_array().unwrap();
    assert_eq!(lists.len(), 40);
    for list in lists {
        let fen = list["fen"].as_str().unwrap();
        let line = line(fen, profile(list["profile"].as_str().unwrap()));
        let position = line.position();
        let mut moves: Vec<String> = line
            .legal_moves()
            .into_iter()
            .map(|m| format!("{}:{}", position.move_text(m), position.captures(m).join(",")))
            .collect();
        moves.sort_unstable();
        // The squares of several captures are compared in the order of their names.
        let mut known: Vec<String> = list["moves_with_captures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| {
                let (squares, taken) = entry.as_str().unwrap().split_once(':').unwrap();
                let mut taken: Vec<_> = taken.split(',').filter(|square| !square.is_empty()).collect();
                taken.sort_unstable_by_key(|square| square.chars().rev().collect::<String>());
                format!("{squares}:{}", taken.join(","))
            })
            .collect();
        known.sort_unstable();
        assert_eq!(moves, known, "{fen}");
    }
}

#[test]
fn traces() {
    let short = replay_vectors::<Position>("ultima.jsonl");
    assert_eq!((short.games, short.perfts), (28, 56));
    let long = replay_vectors::<Position>("ultima-long.jsonl");
    assert_eq!((long.games, long.perfts), (7, 8));
}
