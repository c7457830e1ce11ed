//! Texts: what reads back, and what is refused with every reason.

mod common;

use common::{field, game, moves, play, rules, simple, text};
use fairyring_game::{Game as _, Line, PositionError, Rules as _, Text, below, stream};
use fairyring_shahki::{Position, Rules};

const START: &str = "---rnbqkbnr---/---pppppppp---/M1M9m1/1M9m1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/---PPPPPPPP---/---RNBQKBNR--- wc KQkq - - 0 1";

fn reasons(text: &str, options: &[(&str, &str)]) -> Vec<String> {
    Position::parse(text, rules(options)).map_or_else(|error| error.reasons, |_| Vec::new())
}

/// Asserts that a text is refused and that a reason says so.
fn refused(text: &str, says: &str) {
    let reasons = reasons(text, &[]);
    assert!(reasons.iter().any(|reason| reason.contains(says)), "{text:?}: {reasons:?} do not say {says:?}");
}

#[test]
fn every_field_reads_back() {
    for (text, options) in [
        (START.to_owned(), &[][..]),
        (format!("{START} -"), &[("after_check", "resume")]),
        (text("Kh1 kh12 Pe4 pd4 Mc4 mm8", "bc - e3 - 7 123"), &[]),
        (text("Ka5 Kn6 Rm3 Mc4 mj7", "bd - - b 199 999999999"), &[]),
        (text("Ka5 Rb3 kh12 Rh3 Mc4 mj7", "bc - - - 1 2 wd"), &[("after_check", "resume")]),
    ] {
        let position = Position::parse(&text, rules(options)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.text(false), text);
        let over = position.text(true);
        assert_eq!(over.split(' ').nth(1), Some("-"), "the seat is - when the game is over");
        assert_eq!(over.replacen(" - ", &format!(" {} ", Position::seat_code(position.seat())), 1), text);
    }
}

#[test]
fn a_refusal_lists_every_reason() {
    let reasons = reasons(
        "---rnbqkbnr---/8/M1M9m1/1M9m1m/M1M9m1/1M9x1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/---PPPPPPPP---/---RNBQKBNR---- ww Kk a4 x 03 0",
        &[],
    );
    for says in
        ["rank 11", "rank 7", "rank 1:", "seat to move", "en passant", "mated colour", "no-progress", "move number"]
    {
        assert!(reasons.iter().any(|reason| reason.contains(says)), "{says}: {reasons:?}");
    }
}

#[test]
fn fields_that_are_wrong() {
    refused("", "fields");
    refused(START.split_once(' ').expect("fields").0, "fields");
    refused(&START.replace(" - - ", "  - - "), "fields");
    refused(&format!("{START} -"), "fields");
    refused(&format!("{START} "), "fields");
    refused(&START.replace(" wc ", " w "), "seat to move");
    refused(&START.replace(" wc ", " - "), "the game is over");
    refused(&START.replace("KQkq", "kqKQ"), "castling rights");
    refused(&START.replace("KQkq", "KK"), "castling rights");
    refused(&START.replace("KQkq", "é"), "castling rights");
    refused(&START.replace("- - 0 1", "e3 - 0 1"), "no pawn");
    refused(&START.replace("- - 0 1", "e4 - 0 1"), "en passant");
    refused(&START.replace("- - 0 1", "a3 - 0 1"), "en passant");
    refused(&START.replace("- - 0 1", "zz - 0 1"), "en passant");
    refused(&START.replace("- - 0 1", "- W 0 1"), "mated colour");
    for number in ["-1", "+1", "01", "1000000000", "99999999999999999999999", "x", ""] {
        refused(&START.replace(" 0 1", &format!(" {number} 1")), "no-progress");
        refused(&START.replace(" 0 1", &format!(" 0 {number}")), "move number");
    }
    refused(&START.replace(" 0 1", " 0 0"), "move number");
}

#[test]
fn boards_that_are_wrong() {
    refused(&START.replace("/M1M9m1", ""), "ranks");
    refused(&START.replacen("M1M9m1", "M1M9m2", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M9m", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M9m0", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M99999999999m1", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M45m1", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M4é4m1", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M9m-", 1), "rank 10");
    refused(&START.replacen("---PPPPPPPP---", "3PPPPPPPP---", 1), "rank 2");
    refused(&START.replacen("---PPPPPPPP---", "M--PPPPPPPP---", 1), "rank 2");
    refused(&START.replacen("M1M9m1", "M01M9m1", 1), "it must be written");
    refused(&START.replacen("M1M9m1", "M1M81m1", 1), "rank 10");
    refused(&START.replacen("M1M9m1", "M1M9m1/", 1), "ranks");
}

#[test]
fn units_that_cannot_stand_there() {
    refused(&text("Kh1 kh12 Mc5", "wc - - - 0 1"), "dark");
    refused(&text("Kh1 kh12 Mn5 mc4", "wc - - - 0 1"), "would be a king");
    refused(&text("Kh1 kh12 ma4 Mc4", "wc - - - 0 1"), "would be a king");
    refused(&text("Kh1 kh12 Pd12", "wc - - - 0 1"), "first or last rank");
    refused(&text("Kh1 kh12 Pd1", "wc - - - 0 1"), "first or last rank");
    refused(&text("kh12 Mc4", "wd - - - 0 1"), "0 chess kings");
    refused(&text("Kh1 Ka5 kh12 Mc4", "wd - - - 0 1"), "2 chess kings");
    refused(&text("Kh1 kh2 Mc4", "wd - - - 0 1"), "side by side");
    refused(&text("Rd1 Kg1 kh12", "wc Q - - 0 1"), "castle long");
    refused(&text("Kh1 rk1 kh12", "wc K - - 0 1"), "castle short");
    refused(&text("Kh1 kh12 Mc4 mj7", "wd - - b 0 1"), "chess kings");
    refused(&text("Ka5 Kn6 pd4 Mc4 mj7", "wd - - b 0 1"), "still has chess units");
    refused(&text("Rd1 Kh1 Kn6 Mc4 mj7", "wd Q - b 0 1"), "end with a mate");
    // Twelve draughts units are as many as the longest capture can hold.
    let many = |n: usize| {
        let cells = ["a4", "a6", "a8", "a10", "b3", "b5", "b7", "b9", "c4", "c6", "c8", "c10", "d5"];
        let units: Vec<String> = cells[..n].iter().map(|cell| format!("D{cell}")).collect();
        text(&format!("Kh1 kh12 {}", units.join(" ")), "wd - - - 0 1")
    };
    assert!(Position::parse(&many(12), Rules::default()).is_ok());
    refused(&many(13), "13 draughts units, more than 12");
}

#[test]
fn turns_that_cannot_be() {
    refused(&text("Ka5 Rh3 kh12 Mc4", "wd - - - 0 1"), "bc is in check");
    refused(&text("Ka5 Rh3 kh12 Mc4", "wc - - - 0 1"), "bc is in check");
    refused(&text("Ka5 kh12 Mc4", "bd - - - 0 1"), "no legal move");
    refused(&text("Ka5 Rm3 Rn4 kn6 Mc4", "bc - - - 0 1"), "no legal move");
    refused(&text("Ka5 kh12 Mc4", "wd - - - 200 201"), "no_progress");
    refused(&text("Ka5 Kn6 Mc4", "wd - - b 0 1"), "mate");
    let late = reasons(&text("Ka5 kh12 Mc4", "wd - - - 0 9"), &[("max_plies", "8")]);
    assert!(late[0].contains("max_plies"), "{late:?}");
    for (fields, says) in [("wd - - - 0 1 bd", "no turn of bd is skipped"), ("wd - - - 0 1 x", "seat to go back to")] {
        let found = reasons(&text("Ka5 kh12 Mc4", fields), &[("after_check", "resume")]);
        assert!(found.iter().any(|reason| reason.contains(says)), "{found:?}");
    }
}

#[test]
fn nothing_panics_on_cut_or_changed_texts() {
    let texts = [START.to_owned(), text("Ka5 Rb3 kh12 Rh3 Mc4 mj7 Pe4", "bc - e3 - 1 2 wd")];
    let options = rules(&[("after_check", "resume")]);
    let read = |text: &str| {
        for rules in [Rules::default(), options] {
            match Position::parse(text, rules) {
                Ok(position) => assert_eq!(position.text(false), text, "accepted and written otherwise"),
                Err(PositionError { reasons, .. }) => assert!(!reasons.is_empty()),
            }
        }
    };
    let mut rng = stream(2, 0);
    let letters: Vec<char> = "KQRBNPMDkqrbnpmd-/0123456789 wcdbé\u{0}".chars().collect();
    for text in &texts {
        for cut in 0..=text.len() {
            read(&text[..cut]);
            read(&text[cut..]);
        }
        for _ in 0..20_000 {
            let mut changed: Vec<char> = text.chars().collect();
            for _ in 0..=below(&mut rng, 3) {
                let at = below(&mut rng, changed.len() as u64) as usize;
                let letter = letters[below(&mut rng, letters.len() as u64) as usize];
                match below(&mut rng, 3) {
                    0 => changed[at] = letter,
                    1 => changed.insert(at, letter),
                    _ => drop(changed.remove(at)),
                }
            }
            read(&changed.into_iter().collect::<String>());
        }
    }
    let line = Line::new(Position::start(Rules::default()));
    for text in [
        "",
        "d",
        "d2",
        "d2d",
        "d2d4",
        "d2d4k",
        "d2d4qq",
        "h1j1",
        "c4:e6",
        "c4:",
        ":e6",
        "c4:e6:",
        "d2:é",
        "é",
        "d99999999d4",
    ] {
        for cut in (0..=text.len()).filter(|&cut| text.is_char_boundary(cut)) {
            let _ = line.check(&text[..cut]);
        }
    }
}

#[test]
fn moves_that_are_refused_say_why() {
    let says = |line: &Line<Position>, m: &str, why: &str| {
        let error = line.check(m).expect_err(m);
        assert!(error.to_string().contains(why), "{error} does not say {why:?}");
        assert!(error.to_string().contains(line.actor_word()), "{error}");
    };
    let line = Line::new(Position::start(Rules::default()));
    says(&line, "d2d5", "not a legal move");
    says(&line, "c4d5", "belongs to wd");
    says(&line, "e5e6", "no unit stands on e5");
    says(&line, "e2", "is no move");
    says(&line, "e2e4Q", "is no move");
    says(&line, "e2a1", "is no cell");
    says(&line, "c4:e6:g8:i10:k12:i10:g8:e6:c4:e6:g8:i10:k12:i10", "at most 12");
    let line = simple("Ka5 Rh3 kh12 Mc4", "bc");
    says(&line, "h12h11", "check");
    let line = game("Kh1 kh12 Mc4 md5 mf7 Ma6", "wd - - - 0 1", &[("mandatory_capture", "true")]);
    says(&line, "a6b7", "must");
    says(&line, "c4:e6", "finished");
    let line = simple("Kh1 kh12 Mc4 md5", "wd");
    says(&line, "c4:e6:g8", "cannot capture");
    says(&line, "c4e6", "cannot step");
    let mut line = simple("Ka5 Rm3 Rl4 kn6 Mc4", "wc");
    play(&mut line, "l4n4");
    says(&line, "n6n7", "the game is over (mate)");
}

#[test]
fn options_are_named_and_checked() {
    let names: Vec<&str> = Rules::OPTIONS.iter().map(|option| option.name).collect();
    assert_eq!(names, ["turn_order", "after_check", "mandatory_capture", "no_progress_limit", "max_plies"]);
    let values: Vec<String> = names.iter().map(|name| Rules::default().get(name)).collect();
    assert_eq!(values, ["clockwise", "continue", "false", "200", "none"]);
    let mut rules = Rules::default();
    for (name, value) in
        [("turn_order", "anticlockwise"), ("no_progress_limit", "0"), ("max_plies", "00"), ("stuck", "true")]
    {
        assert!(rules.set(name, value).is_err(), "{name} {value}");
    }
    assert_eq!(rules, Rules::default());
    for (name, value) in names.iter().zip(["alternate", "resume", "true", "9", "4294967295"]) {
        rules.set(name, value).expect("an option");
        assert_eq!(rules.get(name), value);
    }
}

#[test]
fn captures_units_and_diagram() {
    let line = simple("Kh1 kh12 Pe4 pd4 Mc4 md5 mf7 Rd9 na9", "wc");
    let taken = |m: &str| line.position().captures(line.check(m).expect(m));
    assert_eq!((taken("d9a9"), taken("d9d8")), (vec!["a9".to_owned()], vec![]));
    let passed = game("Kh1 kh12 Pe4 pd4 Mc4 md5", "bc - e3 - 0 1", &[]);
    assert_eq!(passed.position().captures(passed.check("d4e3").expect("legal")), ["e4"]);
    let mut units = Vec::new();
    line.position().units(&mut units);
    assert_eq!(units.len(), 9);
    assert!(units.windows(2).all(|pair| (-pair[0].y, pair[0].x) < (-pair[1].y, pair[1].x)), "rows from the top");
    let start = Line::new(Position::start(Rules::default()));
    let diagram = start.position().diagram();
    assert_eq!(diagram.lines().next(), Some("12        r n b q k b n r      "));
    assert_eq!(diagram.lines().nth(2), Some("10  M . M . . . . . . . . . m ."));
    assert_eq!(field(&start, 1), "wc");
    assert_eq!(moves(&start).len(), 20);
}
