//! The laws of the contract under all options, text that is refused, action ids, observations, evaluation.

use fairyring_game::{Actor, Encode, Evaluate, Game, Line, Rules as _, Text, Window, below, stream};
use fairyring_laws::{check_game, check_uniform_draw};
use fairyring_ultima::{Position, Rules};

const GAMES: u32 = if cfg!(feature = "long") { 400 } else { 12 };

fn rules(values: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (option, value) in values {
        rules.set(option, value).unwrap();
    }
    rules
}

/// Every value of every option at least once, and their extremes together.
fn all_rules() -> Vec<Rules> {
    vec![
        Rules::default(),
        rules(&[("array", "ke1"), ("leap_combines", "false")]),
        rules(&[("array", "chess"), ("suicide", "false")]),
        rules(&[("cambridge", "true"), ("no_progress_limit", "7")]),
        rules(&[("no_moves", "draw"), ("suicide", "false"), ("cambridge", "true")]),
        rules(&[("max_plies", "61")]),
        rules(&[("no_progress_limit", "1")]),
        rules(&[("max_plies", "1"), ("no_moves", "draw")]),
        rules(&[("leap_combines", "false"), ("cambridge", "true"), ("no_progress_limit", "4294967295")]),
    ]
}

#[test]
fn laws() {
    for (seed, rules) in (0..).zip(all_rules()) {
        check_game(&Position::start(rules), GAMES, seed, 400, 7);
    }
    // Endings, where checks, freezing and lack of moves are frequent.
    for (seed, text) in (100..).zip([
        "k7/2i5/8/3X4/8/5w2/2L5/1K2C3 w 0 1",
        "8/2k1x3/8/4I3/3w4/8/8/K2L2C1 b 12 40",
        "k1c5/8/8/8/8/8/1P6/K7 w 90 80",
        "8/8/8/8/8/2k5/Pi6/K7 w 0 1",
    ]) {
        for rules in all_rules() {
            check_game(&Position::parse(text, rules).unwrap(), GAMES / 4, seed, 200, 3);
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    let mut rng = stream(5, 0);
    let mut positions = Vec::new();
    for rules in all_rules().into_iter().take(5) {
        for _ in 0..8 {
            let mut line = Line::new(Position::start(rules));
            for _ in 0..below(&mut rng, 150) {
                if line.actor() == Actor::Over {
                    break;
                }
                let moves = line.legal_moves();
                line.play_unchecked(moves[below(&mut rng, moves.len() as u64) as usize]);
            }
            positions.push(*line.position());
        }
    }
    let (_, degrees) = check_uniform_draw(&positions, 200, 6);
    assert!(degrees > 500, "{degrees} degrees of freedom");
}

#[test]
fn arrays_are_those_of_the_rules_file() {
    let start = |array: &str| Line::new(Position::start(rules(&[("array", array)]))).text();
    assert_eq!(start("kd1"), "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w 0 1");
    assert_eq!(start("ke1"), "clxkwxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w 0 1");
    assert_eq!(start("chess"), "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w 0 1");
    assert_eq!(Line::new(Position::start(Rules::default())).text(), start("kd1"));
}

#[test]
fn options_read_back_and_refuse_other_values() {
    for spec in Rules::OPTIONS {
        let mut changed = Rules::default();
        assert!(changed.set(spec.name, "maybe").is_err(), "{}", spec.name);
        assert!(changed.set(spec.name, "").is_err(), "{}", spec.name);
        assert_eq!(changed, Rules::default());
    }
    for rules in all_rules() {
        let mut copy = Rules::default();
        for spec in Rules::OPTIONS {
            copy.set(spec.name, &rules.get(spec.name)).unwrap();
        }
        assert_eq!(copy, rules);
    }
    assert!(Rules::default().set("no_progress_limit", "0").is_err());
    assert!(Rules::default().set("no_progress_limit", "none").is_err());
    assert!(Rules::default().set("max_plies", "0").is_err());
}

/// The reasons for which a text is refused.
fn refused(text: &str) -> Vec<String> {
    Position::parse(text, Rules::default()).expect_err(text).reasons
}

#[test]
fn refusals_name_every_reason() {
    let reasons = refused("clxwxli/pppppppp/44/9/8/8/PPPPqPPP/ILXKWXLC x 01 0");
    for part in [
        "rank 8 has 7 squares",
        "rank 6 has two digits",
        "rank 5 has the digit 9",
        "rank 5 has 9 squares",
        "rank 2 has 'q'",
        "side to move is \"x\"",
        "no-progress count is \"01\"",
        "move number is \"0\"",
    ] {
        assert!(reasons.iter().any(|reason| reason.contains(part)), "{part} in {reasons:?}");
    }
    assert_eq!(refused("8/8/8/8/8/8/8/KK6 w 0 1"), ["White has 2 kings, not 1", "Black has 0 kings, not 1"]);
    assert_eq!(refused("kX6/8/8/8/8/8/8/K7 w 0 1"), ["Black is in check and not to move"]);
    assert_eq!(refused("k7/8/8/8/8/8/8/Kx6 b 0 1"), ["White is in check and not to move"]);
}

#[test]
fn texts_that_are_not_written_so_are_refused() {
    let text = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w 0 1";
    let position = Position::parse(text, Rules::default()).unwrap();
    assert_eq!(position.text(false), text);
    for end in 0..text.len() {
        if let Ok(position) = Position::parse(&text[..end], Rules::default()) {
            panic!("{:?} was read as {position:?}", &text[..end]);
        }
    }
    for (from, to) in [
        (" w ", "  w "),
        (" w ", " W "),
        (" w ", " w 0 "),
        (" w ", "\tw "),
        (" 0 ", " -0 "),
        (" 0 ", " +0 "),
        (" 0 ", " 4294967296 "),
        (" 0 ", " 99999999999999999999999999 "),
        (" 0 ", " ٣ "),
        (" 0 1", " 0 1 "),
        (" 0 1", " 0 1\n"),
        ("/8/8/8/8/", "/8/8/8/8/8/"),
        ("/8/8/8/8/", "/8/8/8/"),
        ("/8/8/8/8/", "/8/8/8/17/"),
        ("/8/8/8/8/", "/8/8/8/0p7/"),
        ("/8/8/8/8/", "/8/8/8/ppppppppp/"),
        ("pppppppp", "ppp♟pppp"),
        ("clxw", "ĉlxw"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert!(!refused(&changed).is_empty(), "{changed:?}");
    }
    let huge = "1".repeat(100_000);
    assert!(!refused(&huge).is_empty() && !refused(&format!("{huge} w 0 1")).is_empty());
    // Counters at their ends play on without overflow.
    let last = "k7/8/8/8/8/8/8/K1I5 b 4294967294 4294967295";
    let position = Position::parse(last, rules(&[("no_progress_limit", "4294967295")])).unwrap();
    let mut line = Line::new(position);
    assert_eq!(line.text(), last);
    line.play("a8b8").unwrap();
    assert_eq!(line.text(), "1k6/8/8/8/8/8/8/K1I5 w 4294967295 4294967295");
}

#[test]
fn moves_read_or_say_what_is_wrong() {
    let line = Line::new(Position::start(Rules::default()));
    for text in ["", "a2", "a2a", "a2a9", "a2a3a4", "A2a3", "a2-a3", "é2a3", "aéa3", "a2a3 ", "♟a3"] {
        assert!(line.position().parse_move(text).is_err(), "{text:?}");
    }
    for (text, part) in [
        ("a4a5", "nothing stands on a4"),
        ("a7a6", "the pincer on a7 is the other side's"),
        ("a2b3", "the pincer on a2 does not move to b3"),
        ("d1d3", "the king on d1 does not move to d3"),
        ("a2a2", "the pincer on a2 is not frozen"),
        ("d1d1", "a king cannot be taken off the board"),
    ] {
        let error = line.check(text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let why = |text: &str, m: &str, values: &[(&str, &str)]| {
        Line::new(Position::parse(text, rules(values)).unwrap()).check(m).unwrap_err().to_string()
    };
    assert!(why("k7/8/8/8/8/8/Pi6/7K w 0 1", "a2a3", &[]).contains("the pincer on a2 is frozen"));
    assert!(why("k7/8/8/8/8/8/Pi6/7K w 0 1", "a2a2", &[("suicide", "false")]).contains("no suicide"));
    assert!(why("k7/8/8/8/l2K4/I7/8/8 w 0 1", "a3b2", &[]).contains("leave the own king in check"));
}

#[test]
fn action_ids_are_two_squares() {
    let line = Line::new(Position::parse("k7/8/8/8/8/8/Pi6/7K w 0 1", Rules::default()).unwrap());
    let suicide = line.check("a2a2").unwrap();
    assert_eq!(line.position().actions_of(suicide, Window::default()), Some(vec![8 * 64 + 8]));
    assert_eq!(Position::action_text(8 * 64 + 8, Window::default()).unwrap(), "a2a2");
    assert_eq!(Position::action_text(4096, Window::default()), None);
    assert_eq!(Position::action_count(Window::default()), 4096);
    assert_eq!(line.legal_actions(Window::default()).len(), line.legal_moves().len());
}

#[test]
fn observations_that_show_no_position_do_not_decode() {
    let position = Position::parse("k7/8/8/8/8/8/Pi6/7K w 3 1", Rules::default()).unwrap();
    let window = Window::default();
    let size = Position::observation_shape(window).iter().product();
    let mut seen = vec![0; size];
    position.observe(&[], 0, window, &mut seen);
    assert_eq!(Position::decode(&seen, 0, window, Rules::default()), Some(position));
    for cell in 0..size {
        let mut other = seen.clone();
        other[cell] ^= 2;
        assert_eq!(Position::decode(&other, 0, window, Rules::default()), None, "byte {cell}");
    }
    assert_eq!(Position::decode(&seen[1..], 0, window, Rules::default()), None);
    assert_eq!(Position::decode(&seen, 2, window, Rules::default()), None);
    // Black sees the board mirrored and its own units first.
    position.observe(&[], 1, window, &mut seen);
    assert_eq!((seen[0], seen[7 * 8]), (0, 1), "Black's king on a8 is below on the left");
    assert_eq!(Position::decode(&seen, 1, window, Rules::default()), Some(position));
}

#[test]
fn evaluation_is_symmetric_and_counts_what_it_names() {
    let weights: Vec<i32> = Position::WEIGHTS.iter().map(|weight| weight.default).collect();
    let value = |text: &str, weights: &[i32]| {
        Position::parse(text, Rules::default()).unwrap_or_else(|error| panic!("{error}")).evaluate(weights)
    };
    let text = "k7/2i5/8/3X4/8/5w2/2L5/1K2C3 w 0 1";
    let exchanged = "1k2c3/2l5/5W2/8/3x4/8/2I5/K7 b 0 1";
    assert_eq!(value(text, &weights), -value(exchanged, &weights));
    for (index, (letter, weight)) in "PWLCIX".chars().zip(Position::WEIGHTS).enumerate() {
        let mut only = vec![0; Position::WEIGHTS.len()];
        only[index] = weight.default;
        assert_eq!(value(&format!("k7/8/8/4{letter}3/8/8/8/7K w 0 1"), &only), weight.default, "{}", weight.name);
    }
    let mut only = vec![0; Position::WEIGHTS.len()];
    (only[0], only[7]) = (100, 40);
    assert_eq!(value("k7/8/8/8/8/8/Pi6/7K w 0 1", &only), 60);
    (only[0], only[6], only[7]) = (0, 1, 0);
    // Five squares up to the king on a8, one down, seven across.
    assert_eq!(value("k7/8/8/8/8/8/P7/7K w 0 1", &only), 13);
    let huge = vec![i32::MAX; Position::WEIGHTS.len()];
    assert!(value(text, &huge).abs() < Position::WIN);
    let start = Position::start(Rules::default());
    assert_eq!(start.evaluate(&weights), 0);
}

#[test]
fn gains_are_what_is_taken() {
    let weights: Vec<i32> = Position::WEIGHTS.iter().map(|weight| weight.default).collect();
    let line = Line::new(Position::parse("3k4/8/4p3/8/4l3/8/8/3KL3 w 0 1", Rules::default()).unwrap());
    let gain = |m: &str| line.position().gain(line.check(m).unwrap(), &weights);
    assert_eq!(gain("e1e7"), weights[0] + weights[2]);
    assert_eq!(gain("e1e5"), weights[2]);
    assert_eq!(gain("e1f1"), 0);
    let frozen = Line::new(Position::parse("k7/8/8/8/8/8/Pi6/7K w 0 1", Rules::default()).unwrap());
    assert_eq!(frozen.position().gain(frozen.check("a2a2").unwrap(), &weights), -weights[0]);
}

#[test]
fn passing_is_offered_where_it_is_sound() {
    let passed = |text: &str| Position::parse(text, Rules::default()).unwrap().null_move();
    let pass = passed("k7/8/8/8/8/8/PP6/7K b 3 9");
    assert_eq!(pass, None, "a bare king may be in zugzwang");
    let pass = passed("k7/8/8/8/8/8/PP6/7K w 3 9").unwrap();
    assert_eq!(pass.text(false), "k7/8/8/8/8/8/PP6/7K b 4 9");
    assert_eq!(passed("k7/8/8/8/8/8/PPi5/7K w 0 1"), None, "one of two is frozen");
    assert_eq!(passed("k7/8/8/8/8/8/PP4x1/7K w 0 1"), None, "in check");
}

#[test]
fn keys_tell_positions_apart() {
    let key = |text: &str| Position::parse(text, Rules::default()).unwrap().repetition_key();
    let one = key("k7/8/8/8/8/8/PP6/7K w 3 9");
    assert_eq!(one, key("k7/8/8/8/8/8/PP6/7K w 0 1"), "counters do not count for repetition");
    assert_ne!(one, key("k7/8/8/8/8/8/PP6/7K b 3 9"));
    assert_ne!(one, key("k7/8/8/8/8/8/Pp6/7K w 3 9"));
    assert_ne!(one, key("k7/8/8/8/8/8/PX6/7K w 3 9"));
    let all = |text: &str| Position::parse(text, Rules::default()).unwrap().key();
    assert_eq!(all("k7/8/8/8/8/8/PP6/7K w 3 9"), all("k7/8/8/8/8/8/PP6/7K w 0 1"));
    assert_ne!(all("k7/8/8/8/8/8/PP6/7K w 95 90"), all("k7/8/8/8/8/8/PP6/7K w 0 1"), "the end is near");
    let mut rng = stream(9, 0);
    let mut seen = std::collections::HashMap::new();
    for _ in 0..40 {
        let mut line = Line::new(Position::start(Rules::default()));
        while line.actor() != Actor::Over {
            let text = line.text();
            let board = text.rsplitn(3, ' ').last().unwrap().to_owned();
            let other = seen.insert(line.position().repetition_key(), board.clone());
            assert!(other.is_none_or(|other| other == board), "two boards share a key: {board}");
            let moves = line.legal_moves();
            line.play_unchecked(moves[below(&mut rng, moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn units_and_diagram_show_the_board() {
    let position = Position::start(Rules::default());
    let mut units = Vec::new();
    position.units(&mut units);
    assert_eq!(units.len(), 32);
    assert_eq!((units[0].x, units[0].y, units[0].letter, units[0].owner), (0, 7, 'c', 1));
    assert_eq!((units[31].x, units[31].y, units[31].letter, units[31].owner), (7, 0, 'C', 0));
    assert!(position.diagram().starts_with(" 8  c l x w k x l i\n"));
}
