//! Bad input is refused with its reasons, and nothing panics on any.

use fairyring_behemoth::{Move, Position, Rules};
use fairyring_game::{DICE, Encode, Evaluate, Game, Line, PLAYERS, Rules as _, Text, Window, stream};
use proptest::prelude::*;

fn rules(values: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in values {
        rules.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

const START: &str = "rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";

/// Demands a refusal whose reasons contain these words, each in one of its own.
#[track_caller]
fn refused(text: &str, values: &[(&str, &str)], words: &[&str]) {
    let error = Position::parse(text, rules(values)).expect_err(text);
    for word in words {
        assert!(error.reasons.iter().any(|reason| reason.contains(word)), "{word:?} is not in {error}");
    }
    assert!(error.reasons.len() >= words.len(), "{error}");
}

#[test]
fn fields_are_refused_with_their_reasons() {
    let with = |n: usize, field: &str| {
        let mut fields: Vec<_> = START.split(' ').collect();
        fields[n] = field;
        fields.join(" ")
    };
    refused("", &[], &["7 fields"]);
    refused("rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[], &["7 fields"]);
    refused(&format!("{START} "), &[], &["7 fields"]);
    refused(&START.replace(" w", "  w"), &[], &["7 fields"]);
    refused(&START.replace('*', "1"), &[], &["two numbers", "0 Behemoths"]);
    refused(&with(0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), &[], &["0 Behemoths"]);
    refused(&with(0, "rnbqkbnr/pppppppp/8/8/2**4/8/PPPPPPPP/RNBQKBNR"), &[], &["2 Behemoths"]);
    refused(&with(0, "rnbqkbnr/pppppppp/8/8/3*5/8/PPPPPPPP/RNBQKBNR"), &[], &["rank 4 has 9 squares"]);
    refused(&with(0, "rnbqkbnr/pppppppp/8/8/3x4/8/PPPPPPPP/RNBQKBNR"), &[], &["'x' in rank 4", "0 Behemoths"]);
    refused(&with(0, "rnbqkbnr/pppppppp/8/8/3*4/PPPPPPPP/RNBQKBNR"), &[], &["7 ranks"]);
    refused(
        &with(0, "rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQQBNR"),
        &[],
        &["White has 0 kings", "right K needs its king"],
    );
    refused(
        &with(0, "Pnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR"),
        &[],
        &["a pawn stands on rank 1 or 8", "right q needs its rook"],
    );
    refused(&with(1, "W"), &[], &["side to move"]);
    refused(&with(2, "QK"), &[], &["in this order"]);
    refused(&with(3, "e3"), &[], &["not on rank 6"]);
    refused(&with(3, "e6"), &[], &["no pawn can just have passed"]);
    refused(&with(4, "00"), &[], &["half-move clock"]);
    refused(&with(4, "10000"), &[], &["half-move clock"]);
    refused(&with(4, "99999999999999999999999"), &[], &["half-move clock"]);
    refused(&with(5, "0"), &[], &["move number"]);
    refused(&with(5, "1000000"), &[], &["move number"]);
    refused(&with(6, "Roll"), &[], &["dice field"]);
    refused(&with(6, ""), &[], &["dice field"]);
    refused(&with(6, "röll"), &[], &["dice field"]);
    // All reasons at once.
    refused(
        "9/8/8/8/8/8/8/8 x KQ z9 -1 01 rolls",
        &[],
        &[
            "rank 8 has",
            "White has 0 kings",
            "Black has 0 kings",
            "side to move",
            "right K",
            "half-move clock",
            "move number",
            "dice field",
            "0 Behemoths",
        ],
    );
}

#[test]
fn dice_are_due_only_where_rules_roll_them() {
    let off = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    assert!(Position::parse(off, rules(&[("behemoth_start", "off")])).is_ok());
    refused(START, &[("behemoth_start", "off")], &["behemoth_start is off"]);
    refused(&off.replace("1 -", "1 roll"), &[("behemoth_start", "off")], &["no dice can be due"]);
    let black = START.replace(" w ", " b ").replace("1 -", "1 roll");
    assert!(Position::parse(&black, Rules::default()).is_ok());
    refused(&black, &[("roll_every", "round")], &["no dice can be due with Black next"]);
    assert!(Position::parse(&START.replace("1 -", "1 roll"), rules(&[("roll_every", "round")])).is_ok());
    // Any start square's rules take a Behemoth anywhere.
    assert!(Position::parse(START, rules(&[("behemoth_start", "h6")])).is_ok());
}

#[test]
fn the_side_not_to_move_may_be_in_check_with_a_behemoth_or_without_royalty() {
    let text = "4k3/8/8/8/3*4/8/8/4RK2 w - - 0 1 -";
    assert!(Position::parse(text, Rules::default()).is_ok());
    let off = text.replace("3*4", "8");
    refused(&off, &[("behemoth_start", "off")], &["is in check"]);
    assert!(Position::parse(&off, rules(&[("behemoth_start", "off"), ("royalty", "king_capture")])).is_ok());
}

#[test]
fn passed_squares_agree_with_the_behemoth() {
    let text = |behemoth: &str, dice: &str| {
        let rows = match behemoth {
            "d2" => "4k3/8/8/8/2pP4/8/3*4/4K3",
            "d3" => "4k3/8/8/8/2pP4/3*4/8/4K3",
            _ => "4k3/8/8/8/2pP4/8/8/*3K3",
        };
        format!("{rows} b - d3 0 1 {dice}")
    };
    assert!(Position::parse(&text("a1", "-"), Rules::default()).is_ok());
    assert!(Position::parse(&text("a1", "roll"), Rules::default()).is_ok());
    assert!(Position::parse(&text("d2", "-"), Rules::default()).is_ok());
    refused(&text("d2", "roll"), &[], &["from which a pawn passed d3 is not empty"]);
    refused(&text("d2", "-"), &[("roll_every", "round")], &["from which a pawn passed d3 is not empty"]);
    refused(&text("d3", "-"), &[], &["d3 is not empty"]);
    refused(&text("d3", "roll"), &[], &["d3 is not empty"]);
}

#[test]
fn moves_are_refused_with_their_reasons() {
    let mut line = Line::new(Position::start(Rules::default()));
    let refused = |line: &mut Line<Position>, m: &str, word: &str| {
        let error = line.play(m).expect_err(m).to_string();
        assert!(error.contains(word), "{error}");
    };
    refused(&mut line, "*11", "no dice are due");
    refused(&mut line, "*99", "no roll");
    refused(&mut line, "d2d4", "Behemoth stands on d4");
    refused(&mut line, "e7e5", "no unit of the side to move");
    refused(&mut line, "e2e5", "does not move so");
    refused(&mut line, "", "no move");
    line.play("e2e4").unwrap();
    refused(&mut line, "e7e5", "dice are to be rolled");
    refused(&mut line, "*55", "no roll");
    refused(&mut line, "*1", "no roll");
    assert_eq!(line.moves().len(), 1);
    line.play("*11").unwrap();
    refused(&mut line, "*11", "no dice are due");
}

/// A position some random plies from the start.
fn reached(rules: Rules, seed: u64, plies: usize) -> Line<Position> {
    let mut line = Line::new(Position::start(rules));
    let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
    while line.moves().len() < plies && line.outcome().is_none() {
        let m = match line.actor() {
            fairyring_game::Actor::Chance => line.position().draw_chance(&mut dice),
            _ => line.position().draw_move(line.occurrences(), &mut choices).unwrap(),
        };
        line.play_unchecked(m);
    }
    line
}

fn any_rules() -> impl Strategy<Value = Rules> {
    (0usize..33, any::<[bool; 3]>()).prop_map(|(start, [round, capture, after])| {
        let fairyring_game::OptionKind::Words(starts) = Rules::OPTIONS[0].kind else { unreachable!("words") };
        rules(&[
            ("behemoth_start", starts[start]),
            ("roll_every", if round { "round" } else { "move" }),
            ("royalty", if capture { "king_capture" } else { "check" }),
            ("mate", if after { "after_roll" } else { "before_roll" }),
        ])
    })
}

proptest! {
    #[test]
    fn reached_positions_read_back(rules in any_rules(), seed: u64, plies in 0usize..60) {
        let line = reached(rules, seed, plies);
        if line.outcome().is_none() {
            let again = Position::parse(&line.text(), rules).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(&again, line.position());
        }
    }

    #[test]
    fn whatever_is_read_writes_itself(text in "[1-8rnbqkpRNBQKP*/]{10,50} [wb] (-|K?Q?k?q?) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,3} (-|roll)", rules in any_rules()) {
        if let Ok(position) = Position::parse(&text, rules) {
            prop_assert_eq!(position.text(false), text);
        }
    }

    #[test]
    fn mangled_texts_never_panic(rules in any_rules(), seed: u64, plies in 0usize..40, at in 0usize..90, mangled in "\\PC{0,3}", cut in 0usize..3) {
        let text = reached(rules, seed, plies).text();
        let at = at.min(text.len());
        let rest = text.get(at + cut..).unwrap_or_default();
        let text = format!("{}{mangled}{rest}", &text[..at]);
        if let Ok(position) = Position::parse(&text, rules) {
            prop_assert_eq!(position.text(false), text);
            // Anything that can be read can be played, valued and shown.
            let weights = Position::default_weights();
            prop_assert!(position.evaluate(&weights).abs() < Position::WIN);
            position.diagram();
            let line = Line::new(position);
            prop_assert_eq!(line.legal_moves().len(), if line.outcome().is_some() { 0 } else { position.count_legal_moves() });
        }
    }

    #[test]
    fn moves_never_panic(rules in any_rules(), seed: u64, plies in 0usize..40, text in "(\\PC{0,6}|\\*[0-9]{2}|[a-h][1-8][a-h][1-8][qrbn]?)") {
        let mut line = reached(rules, seed, plies);
        let before = line.text();
        match line.play(&text) {
            Ok(()) => prop_assert_eq!(line.moves().last().map(ToString::to_string), Some(text)),
            Err(error) => {
                prop_assert!(error.to_string().contains("refused"));
                prop_assert_eq!(line.text(), before);
            }
        }
    }

    #[test]
    fn actions_never_panic(seed: u64, plies in 0usize..40, action: u32) {
        let line = reached(Rules::default(), seed, plies);
        for action in [action, action % 4400] {
            let text = Position::action_text(action, Window::default());
            prop_assert_eq!(text.as_deref().map(str::parse::<Move>).is_some(), text.is_some());
            let legal = line.legal_actions(Window::default()).contains(&action);
            prop_assert_eq!(line.clone().play_action(action, Window::default()).is_ok(), legal);
        }
    }

    #[test]
    fn observations_of_noise_never_panic(bytes in prop::collection::vec(0u8..3, 21 * 64), seat in 0u8..2, rules in any_rules()) {
        prop_assert!(Position::decode(&bytes, seat, Window::default(), rules).is_none());
        prop_assert!(Position::decode(&bytes[1..], seat, Window::default(), rules).is_none());
    }
}

#[test]
fn texts_truncated_anywhere_are_refused() {
    let text = reached(Rules::default(), 5, 9).text();
    for end in 0..text.len() {
        assert!(Position::parse(&text[..end], Rules::default()).is_err(), "{}", &text[..end]);
    }
}
