//! Position texts: what is refused and why, and that nothing panics.

use fairyring_astral::{Position, Rules};
use fairyring_game::{Game, Line, Rules as _, Text};
use proptest::prelude::*;

fn with(options: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in options {
        rules.set(name, value).expect("an option of the rules file");
    }
    rules
}

/// The reasons for which a text is refused.
fn reasons(text: &str, rules: Rules) -> String {
    Position::parse(text, rules).expect_err(text).reasons.join("; ")
}

#[test]
fn dormant_squares_are_checked() {
    let text = |field: &str| format!("4k3/8/2t1t3/8/8/3T4/8/2T1K3 w - - 3 9 {field}");
    for good in ["-", "c6", "c6,e6,d3,c1", "c6*", "e6*,c1*", "c6,e6*"] {
        let position = Position::parse(&text(good), Rules::default()).expect(good);
        assert_eq!(position.text(false), text(good));
    }
    for (bad, reason) in [
        ("c5", "no Teleport stands on c5"),
        ("e1", "no Teleport stands on e1"),
        ("e6,c6", "in the order of the board"),
        ("c6,c6", "in the order of the board"),
        ("c6**", "recharges at most 1 moves"),
        ("c6*,e6*", "Black cannot have teleported twice"),
        ("!c6*", "awake"),
        ("c9", "is no square"),
        ("", "is no square"),
        ("c6,", "is no square"),
        ("c6 ", "7 fields"),
        ("C6", "is no square"),
    ] {
        let found = reasons(&text(bad), Rules::default());
        assert!(found.contains(reason), "{bad:?}: {found}");
    }
}

#[test]
fn the_options_decide_which_marks_there_are() {
    let text = |field: &str| format!("4k3/8/2t1t3/8/8/3T4/8/2T1K3 w - - 3 9 {field}");
    let two = with(&[("recharge", "2")]);
    for good in ["c6**", "c6*,e6**", "!c6*,e6**", "c6**,c1**"] {
        assert_eq!(Position::parse(&text(good), two).expect(good).text(false), text(good));
    }
    assert!(reasons(&text("c6**,e6**"), two).contains("twice in one move"));
    assert!(reasons(&text("!c6**"), two).contains("awake"));
    assert!(reasons(&text("c6*"), with(&[("recharge", "0")])).contains("at most 0"));
    assert!(reasons(&text("c6"), with(&[("dormant_until", "recharged")])).contains("awake under these rules"));
    assert!(reasons(&text("c6"), with(&[("teleport", "false")])).contains("no teleports"));
    let passed = "4k3/8/4t3/2pP4/8/8/8/4K3 w - c6 0 9 e6*";
    assert!(reasons(passed, Rules::default()).contains("cannot have teleported just now"));
}

#[test]
fn a_sleeping_teleport_gives_no_check() {
    let awake = "4k3/8/8/8/8/3t4/8/4K3 b - - 0 1 -";
    assert!(reasons(awake, Rules::default()).contains("not to move is in check"));
    let asleep = awake.trim_end_matches('-').to_owned() + "d3";
    let line = Line::new(Position::parse(&asleep, Rules::default()).expect("a sleeping Teleport gives no check"));
    assert_eq!(line.outcome().map(|outcome| outcome.reason), Some(4), "a king and a Teleport against a king is dead");
}

#[test]
fn recharging_and_waking_move_by_move() {
    let mut line = Line::new(Position::start(Rules::default()));
    let field = |line: &Line<Position>| line.text().rsplit(' ').next().expect("seven fields").to_owned();
    for (m, expected) in
        [("b1~e5", "e5*"), ("b8~d4", "e5*,d4*"), ("e5d3", "d4*"), ("h7h6", "d4"), ("d3~h4", "d4,h4*"), ("d4c6", "h4*")]
    {
        line.play(m).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(field(&line), expected, "after {m}");
    }
    let error = line.play("h4~b3").expect_err("it is recharging");
    assert!(error.reason.contains("recharging"), "{error}");
}

#[test]
fn truncated_and_broken_texts_are_refused_or_read_back() {
    let whole = "4k2r/6P1/2t5/3pP3/8/8/1T6/R3K3 w Qk d6 0 1 c6";
    for end in 0..whole.len() {
        assert!(Position::parse(&whole[..end], Rules::default()).is_err(), "{:?}", &whole[..end]);
    }
    for (n, _) in whole.split(' ').enumerate() {
        for junk in ["", "x", "99999999999999999999", "-1", "é", "00"] {
            let fields: Vec<_> = whole.split(' ').enumerate().map(|(m, f)| if m == n { junk } else { f }).collect();
            assert!(Position::parse(&fields.join(" "), Rules::default()).is_err(), "{fields:?}");
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[rnbqkptRNBQKPT1-8/ wbKQ!*,~a-h0-9-]{0,90}|\\PC{0,40}") {
        if let Ok(position) = Position::parse(&text, Rules::default()) {
            prop_assert_eq!(position.text(false), text);
        }
    }

    #[test]
    fn no_move_text_panics(text in "[a-h1-8~qrbnk]{0,7}|\\PC{0,12}") {
        let mut line = Line::new(Position::start(Rules::default()));
        if line.play(&text).is_ok() {
            prop_assert_eq!(line.moves().len(), 1);
        }
    }
}
