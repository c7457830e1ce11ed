//! Replay of traces written by independent reference implementations (`tests/data/vectors`).

use fairyring_game::{Actor, Line, Rules, Text, utility_of};
use serde_json::Value;
use std::path::PathBuf;

/// What a file of traces held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Games replayed to their last position.
    pub games: usize,
    /// Positions whose text and legal moves were compared.
    pub positions: usize,
    /// Perft counts compared.
    pub perfts: usize,
}

/// The path of a file below `tests/data`.
#[must_use]
pub fn data_file(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data")).join(name)
}

/// Replays `tests/data/vectors/NAME`: texts, sorted legal moves, outcomes with reasons and points, perft.
///
/// # Panics
/// At the first difference, naming the line and the ply.
#[must_use]
pub fn replay_vectors<G: Text>(name: &str) -> Replayed {
    let path = data_file("vectors").join(name);
    let file = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut replayed = Replayed::default();
    for (number, row) in file.lines().enumerate() {
        let place = format!("{name} line {}", number + 1);
        let row: Value = serde_json::from_str(row).expect(&place);
        assert_eq!(row["game"], G::ID, "{place}");
        let rules = rules_of::<G>(&row["options"], &place);
        let start = row["start"].as_str().expect(&place);
        let position = G::parse(start, rules).unwrap_or_else(|error| panic!("{place}: {error}"));
        let line = Line::new(position);
        assert_eq!(line.text(), start, "{place}: the start does not round-trip");
        if row["perft"].is_array() {
            for (depth, nodes) in (1..).zip(row["perft"].as_array().expect(&place)) {
                assert_eq!(line.perft(depth), nodes.as_u64().expect(&place), "{place}: perft {depth} of {start}");
                replayed.perfts += 1;
            }
        } else {
            replayed.positions += replay_trace(line, &row, &place);
            replayed.games += 1;
        }
    }
    replayed
}

/// Rule options of a trace.
fn rules_of<G: Text>(options: &Value, place: &str) -> G::Rules {
    let mut rules = G::Rules::default();
    for (option, value) in options.as_object().expect(place) {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        rules.set(option, &value).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(rules.get(option), value, "{place}: option {option} does not read back");
    }
    rules
}

/// Replays one game; returns the number of positions compared.
fn replay_trace<G: Text>(mut line: Line<G>, row: &Value, place: &str) -> usize {
    let moves = row["moves"].as_array().expect(place);
    for (ply, m) in moves.iter().enumerate() {
        let place = format!("{place} ply {ply} at {:?}", line.text());
        assert_eq!(sorted_moves(&line), words(&row["legal"][ply]), "{place}: legal moves");
        line.play(m.as_str().expect(&place)).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(line.text(), row["positions"][ply].as_str().expect(&place), "{place}: after {m}");
    }
    let over = &row["over"];
    match line.outcome() {
        None => assert!(over.is_null(), "{place}: should be over by {over}"),
        Some(outcome) => {
            assert!(!over.is_null(), "{place}: should not be over by {}", G::REASONS[outcome.reason as usize]);
            assert_eq!(over["reason"], G::REASONS[outcome.reason as usize], "{place}");
            let utility: Vec<f64> = [0, 1].map(|team| f64::from(utility_of(team, outcome.utility))).to_vec();
            assert_eq!(numbers(&over["utility"]), utility, "{place}");
            for points in ["points", "score"] {
                if !over[points].is_null() {
                    let score = outcome.score.unwrap_or_else(|| panic!("{place}: no score"));
                    assert_eq!(numbers(&over[points]), score.map(f64::from), "{place}");
                }
            }
            assert_eq!(line.actor(), Actor::Over, "{place}");
        }
    }
    moves.len()
}

/// Texts of the legal moves, sorted bytewise.
fn sorted_moves<G: Text>(line: &Line<G>) -> Vec<String> {
    let mut moves: Vec<_> = line.legal_moves().iter().map(|&m| line.position().move_text(m)).collect();
    moves.sort_unstable();
    moves
}

/// A JSON list of strings.
fn words(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A JSON list of numbers.
fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}
