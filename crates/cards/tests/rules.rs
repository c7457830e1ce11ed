//! The rules: known numbers, traces, laws, and a slow second reading.

mod reference;

use fairyring_cards::Position;
use fairyring_game::{Evaluate, Game, Line, PLAYERS, Rules as _, Text, below, stream};
use reference::{Options, Table};

type Rules = <Position as Game>::Rules;

const COMPOSITION: &str = "R0;k1,1;P1,4;K1,7;P2,6;p2,8;q3,10;p3,11;N5,26 - -/- r 0 1";

fn rules(options: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in options {
        rules.set(name, value).expect("an option");
    }
    rules
}

fn every_option() -> Vec<Vec<(&'static str, &'static str)>> {
    vec![
        vec![],
        vec![("place_on_face_down", "false")],
        vec![("contact", "knights_free")],
        vec![("contact", "strict")],
        vec![("king_placement", "first")],
        vec![("no_progress_limit", "7")],
        vec![("max_plies", "30")],
        vec![("contact", "knights_free"), ("king_placement", "first"), ("place_on_face_down", "false")],
    ]
}

fn parse(text: &str, options: &[(&str, &str)]) -> Position {
    Position::parse(text, rules(options)).unwrap_or_else(|error| panic!("{error}"))
}

fn move_texts(position: &Position) -> Vec<String> {
    let mut moves: Vec<_> = Line::new(position.clone()).legal_moves().iter().map(|&m| position.move_text(m)).collect();
    moves.sort();
    moves
}

#[test]
fn perft_of_the_start() {
    let perft = |options: &[(&str, &str)]| {
        let line = Line::new(Position::start(rules(options)));
        [1, 2, 3].map(|depth| line.perft(depth))
    };
    assert_eq!(perft(&[]), [6, 262, 15116]);
    assert_eq!(perft(&[("king_placement", "first")]), [1, 40, 1308]);
}

#[test]
fn traces_of_the_reference_replay() {
    let short = fairyring_laws::replay_vectors::<Position>("cards.jsonl");
    let long = fairyring_laws::replay_vectors::<Position>("cards-long.jsonl");
    assert_eq!((short.games, long.games), (35, 14));
    assert!(short.positions > 0 && short.perfts > 0 && long.positions > 0 && long.perfts > 0);
}

#[test]
fn laws_hold_under_all_options() {
    let games = if cfg!(feature = "long") { 60 } else { 4 };
    for options in every_option() {
        for start in [Position::start(rules(&options)), parse(COMPOSITION, &options)] {
            fairyring_laws::check_game(&start, games, 11, 600, 23);
        }
    }
}

/// Random play, every position against the slow reading; tables are stretched so that both storages are met.
#[test]
fn the_slow_reading_agrees() {
    let games = if cfg!(feature = "long") { 200 } else { 12 };
    let mut rng = stream(5, PLAYERS);
    let mut compared = 0;
    for options in every_option() {
        let rules = rules(&options);
        let value = |name: &str| rules.get(name);
        let contact = ["detached_free", "knights_free", "strict"].into_iter().find(|&c| c == value("contact"));
        let slow = Options {
            place_on_face_down: rules.place_on_face_down,
            contact: contact.expect("a word"),
            king_first: value("king_placement") == "first",
        };
        for _ in 0..games {
            let mut line = Line::new(Position::start(rules));
            for _ in 0..120 {
                let moves = line.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let text = line.text();
                if below(&mut rng, 4) == 0 {
                    assert_eq!(move_texts(line.position()), Table::read(&text).moves(slow), "{text} under {rules:?}");
                    compared += 1;
                }
                // Moves on the table a little more often than among all: placements outnumber them.
                let at = below(&mut rng, moves.len() as u64) as usize;
                let most = below(&mut rng, moves.len() as u64) as usize;
                line.play_unchecked(moves[at.min(most)]);
            }
        }
    }
    assert!(compared > 1000, "{compared} positions compared");
}

/// Cards thrown on wide and narrow tables, with floor: every storage against the slow reading.
#[test]
fn the_slow_reading_agrees_on_scattered_cards() {
    let positions = if cfg!(feature = "long") { 4000 } else { 400 };
    let mut rng = stream(8, PLAYERS);
    let (mut wide, mut checks) = (0, 0);
    for n in 0..positions {
        let options = &every_option()[n % 8];
        let rules = rules(options);
        let value = |name: &str| rules.get(name);
        let contact = ["detached_free", "knights_free", "strict"].into_iter().find(|&c| c == value("contact"));
        let slow = Options {
            place_on_face_down: rules.place_on_face_down,
            contact: contact.expect("a word"),
            king_first: value("king_placement") == "first",
        };
        let extent = [3, 5, 8, 30, 31, 32, 60][below(&mut rng, 7) as usize];
        let Some(text) = scattered(&mut rng, extent) else { continue };
        let Ok(position) = Position::parse(&text, rules) else { continue };
        if extent > 30 {
            wide += 1;
        }
        let table = Table::read(&text);
        assert_eq!(position.in_check(), table.in_check(table.red), "{text}");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut texts: Vec<_> = moves.iter().map(|&m| position.move_text(m)).collect();
        texts.sort();
        assert_eq!(texts, table.moves(slow), "{text} under {rules:?}");
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{text}");
        // Exactly the moves that give check may win.
        let mut candidates = Vec::new();
        position.winning_candidates(&mut candidates);
        for &m in &moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            assert_eq!(candidates.contains(&m), next.in_check(), "{} in {text}", position.move_text(m));
            checks += usize::from(next.in_check());
        }
        for (at, &m) in moves.iter().enumerate().step_by(7) {
            assert_eq!(position.nth_legal_move(at), Some(m), "{text}");
            assert!(position.is_legal(m), "{text}");
        }
    }
    assert!(wide > positions / 8, "{wide} wide tables");
    assert!(checks > positions, "{checks} checks");
}

/// A text with random cards up to `extent` cells from cell 0, some of them in clusters.
fn scattered(rng: &mut fairyring_game::Rng, extent: i32) -> Option<String> {
    use fairyring_geometry::RingCell;
    use std::collections::BTreeMap;
    let mut up: BTreeMap<RingCell, char> = BTreeMap::new();
    let mut down = std::collections::BTreeSet::new();
    let mut hands = ["".to_owned(), "".to_owned()];
    let mut cells: Vec<RingCell> = vec![RingCell::at(0, 0)];
    let draw = |cells: &mut Vec<RingCell>, rng: &mut fairyring_game::Rng| {
        let far = |rng: &mut fairyring_game::Rng| below(rng, 2 * extent as u64 + 1) as i32 - extent;
        let cell = if below(rng, 3) == 0 {
            RingCell::at(far(rng), far(rng))
        } else {
            let near = cells[below(rng, cells.len() as u64) as usize];
            near.offset(below(rng, 5) as i32 - 2, below(rng, 5) as i32 - 2)
        };
        cells.push(cell);
        cell
    };
    for letter in "KQRRBBNNPPPkqrrbbnnppp".chars() {
        match below(rng, 5) {
            0 if !letter.eq_ignore_ascii_case(&'k') => {}
            1 => {
                let hand = &mut hands[usize::from(letter.is_ascii_lowercase())];
                if hand.ends_with(letter) {
                    hand.push('2');
                } else if !hand.ends_with('2') || letter != 'P' && letter != 'p' {
                    hand.push(letter);
                }
            }
            _ => {
                let cell = draw(&mut cells, rng);
                if up.insert(cell, letter).is_some_and(|lost| lost.eq_ignore_ascii_case(&'k')) {
                    return None;
                }
            }
        }
    }
    for _ in 0..below(rng, 6) {
        down.insert(draw(&mut cells, rng));
    }
    let joined = |parts: Vec<String>| if parts.is_empty() { "-".to_owned() } else { parts.join(";") };
    let hand = |hand: &str| if hand.is_empty() { "-".to_owned() } else { hand.to_owned() };
    Some(format!(
        "{} {} {}/{} {} 0 1",
        joined(up.iter().map(|(cell, letter)| format!("{letter}{cell}")).collect()),
        joined(down.iter().map(ToString::to_string).collect()),
        hand(&hands[0]),
        hand(&hands[1]),
        ["r", "b"][below(rng, 2) as usize],
    ))
}

#[test]
fn random_moves_are_uniform() {
    let mut positions = vec![parse(COMPOSITION, &[])];
    let mut rng = stream(3, PLAYERS);
    for _ in 0..12 {
        let mut position = Position::start(rules(&[]));
        for _ in 0..below(&mut rng, 80) {
            match position.draw_move(1, &mut rng) {
                Ok(m) => position.play_unchecked(m),
                Err(_) => break,
            }
        }
        positions.push(position);
    }
    fairyring_laws::check_uniform_draw(&positions, 200, 17);
}

#[test]
fn every_option_reads_back_and_wrong_ones_are_named() {
    let mut rules = Rules::default();
    for spec in Rules::OPTIONS {
        let default = rules.get(spec.name);
        rules.set(spec.name, &default).expect(spec.name);
    }
    assert_eq!(rules, Rules::default());
    assert!(rules.set("contact", "loose").unwrap_err().to_string().contains("detached_free, knights_free, strict"));
    assert!(rules.set("no_progress_limit", "0").is_err());
}
