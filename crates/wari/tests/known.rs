//! Numbers and cases from outside: `tests/data/known`.

use fairyring_game::{Game, Line, Rules as _};
use fairyring_laws::data_file;
use fairyring_wari::{Move, Position, Rules};
use serde_json::Value;

/// Leaves of a row above which it is counted with the feature `long` only.
const MOST_LEAVES: u64 = if cfg!(feature = "long") { u64::MAX } else { 1_000_000 };

fn known(name: &str) -> String {
    let path = data_file("known").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Lines of `depth` plies without repetition; nothing below the end of a game.
fn perft(position: &Position, depth: u32) -> u64 {
    if position.outcome(1).is_some() {
        return u64::from(depth == 0);
    }
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut moves = Vec::with_capacity(6);
            position.legal_moves(&mut moves);
            let after = |&m: &Move| {
                let mut next = *position;
                next.play_unchecked(m);
                perft(&next, depth - 1)
            };
            moves.iter().map(after).sum()
        }
    }
}

/// The moves of a published line: upper case is South there.
fn swap_case(m: char) -> String {
    if m.is_ascii_uppercase() { m.to_ascii_lowercase().to_string() } else { m.to_ascii_uppercase().to_string() }
}

#[test]
fn published_node_counts() {
    let mut counted = 0;
    for row in known("oware_perft.csv").lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let [_, line_moves, pits, south, north, side, slam, depth, leaves, _] = fields[..] else { panic!("{row}") };
        let leaves: u64 = leaves.parse().unwrap();
        if leaves > MOST_LEAVES {
            continue;
        }
        let slam = match slam {
            "abapa_slam_no_capture" => "no_capture",
            "slam_illegal" => "illegal",
            "slam_captures" => "captures",
            "awari_romein_bal" => "awari",
            other => panic!("{other}"),
        };
        let mut rules = Rules::default();
        rules.set("grand_slam", slam).unwrap();
        let pits: Vec<u8> = pits.split(' ').map(|n| n.parse().unwrap()).collect();
        let stores = [south, north].map(|n| n.parse().unwrap());
        let position = Position::new(pits.try_into().unwrap(), stores, side.parse().unwrap(), rules).expect(row);
        if slam == "no_capture" {
            let mut line = Line::new(Position::start(rules));
            for m in line_moves.chars() {
                line.play(&swap_case(m)).unwrap_or_else(|error| panic!("{row}: {error}"));
            }
            assert_eq!(line.position(), &position, "{row}");
        }
        assert_eq!(perft(&position, depth.parse().unwrap()), leaves, "{row}");
        counted += 1;
    }
    assert!(counted > 400, "{counted} rows");
}

/// Twelve small numbers of a case.
fn bytes<const N: usize>(list: &Value) -> [u8; N] {
    let numbers: Vec<u8> = list.as_array().expect("a list").iter().map(|n| n.as_u64().unwrap() as u8).collect();
    numbers.try_into().unwrap()
}

#[test]
fn published_cases() {
    let cases: Value = serde_json::from_str(&known("oware_unit_cases.json")).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    assert!(cases.len() >= 11);
    for case in cases {
        let pits: [u8; 12] = bytes(&case["pits"]);
        let left = 48 - pits.iter().sum::<u8>();
        // Cases without stores are about the pits; what is missing to 48 is shared so that nobody has won.
        let stores = if case["scores"].is_null() { [left / 2, left - left / 2] } else { bytes(&case["scores"]) };
        let side = case["to_move"].as_u64().unwrap() as u8;
        let position = Position::new(pits, stores, side, Rules::default()).unwrap_or_else(|| panic!("{case}"));
        let mut line = Line::new(position);
        if let Some(legal) = case["legal"].as_array() {
            let moves: Vec<u64> = line.legal_moves().iter().map(|m| u64::from(m.pit())).collect();
            assert_eq!(moves, legal.iter().map(|n| n.as_u64().unwrap()).collect::<Vec<_>>(), "{case}");
        }
        if let Some(pit) = case["move"].as_u64() {
            let m = Move::new(pit as u32).unwrap();
            assert!(line.legal_moves().contains(&m), "{case}");
            assert_eq!(u64::from(position.captured_by(m)), case["captured"].as_u64().unwrap(), "{case}");
            line.play_unchecked(m);
            assert_eq!(line.position().pits(), bytes(&case["pits_after"]), "{case}");
        }
        if let Some(moves) = case["moves"].as_array() {
            for m in moves {
                assert!(line.outcome().is_none(), "{case}");
                line.play_unchecked(Move::new(m.as_u64().unwrap() as u32).unwrap());
            }
            assert_eq!(line.outcome().and_then(|end| end.score), Some([24.0, 24.0]), "{case}");
        }
    }
}
