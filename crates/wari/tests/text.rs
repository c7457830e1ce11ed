//! Texts: what is read, what is refused and why, what is said about moves.

use fairyring_game::{Encode, Evaluate, Game, Line, Rules as _, Text, Window};
use fairyring_wari::{Position, Rules};
use proptest::prelude::*;

const START: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0-0 s";

fn read(text: &str) -> Line<Position> {
    Line::new(Position::parse(text, Rules::default()).unwrap_or_else(|error| panic!("{error}")))
}

fn with(option: &str, value: &str, text: &str) -> Line<Position> {
    let mut rules = Rules::default();
    rules.set(option, value).unwrap();
    Line::new(Position::parse(text, rules).unwrap())
}

fn reasons(text: &str) -> Vec<String> {
    Position::parse(text, Rules::default()).expect_err(text).reasons
}

fn end(line: &Line<Position>) -> (&'static str, f32, [f32; 2]) {
    let outcome = line.outcome().expect("over");
    (Position::REASONS[outcome.reason as usize], outcome.utility, outcome.score.unwrap())
}

#[test]
fn the_start_reads() {
    assert_eq!(*read(START).position(), Position::start(Rules::default()));
}

#[test]
fn finished_positions_are_judged_by_what_they_show() {
    let majority = read("0,0,0,0,0,1/1,0,0,0,0,0 25-21 n");
    assert_eq!(end(&majority), ("majority", 1.0, [25.0, 21.0]));
    assert!(majority.legal_moves().is_empty());
    assert_eq!(end(&read("0,0,0,0,0,0/0,0,0,0,0,0 24-24 s")), ("no_moves", 0.0, [24.0, 24.0]));
    assert_eq!(end(&read("0,0,0,0,0,0/1,0,0,0,0,0 24-23 s")), ("no_moves", 0.0, [24.0, 24.0]));
    assert_eq!(end(&read("9,0,0,0,0,0/0,0,0,0,0,0 20-19 n")), ("no_moves", 1.0, [29.0, 19.0]));
    assert_eq!(end(&read("4,0,0,0,0,0/0,0,0,0,0,0 20-24 s")), ("no_moves", 0.0, [24.0, 24.0]));
}

#[test]
fn a_cycle_shares_out_by_option_and_leaves_the_text() {
    let moves = ["a", "A", "b", "B", "c", "C", "d", "D", "e", "E", "f", "F"];
    let start = "1,0,0,0,0,0/1,0,0,0,0,0 24-22 s";
    for (option, value, rounds, score) in [
        ("cycle", "own_side", 1, [25.0, 23.0]),
        ("cycle", "even", 1, [25.0, 23.0]),
        ("occurrences", "3", 2, [25.0, 23.0]),
    ] {
        let mut line = with(option, value, start);
        for round in 0..rounds {
            for m in moves {
                assert!(line.outcome().is_none(), "round {round}");
                line.play(m).unwrap();
            }
        }
        assert_eq!(end(&line), ("cycle", 1.0, score));
        assert_eq!(line.text(), start);
    }
}

#[test]
fn odd_counters_are_split_into_halves() {
    // Three counters that never meet: the first position recurs.
    let mut line = with("cycle", "even", "1,0,0,0,0,1/1,0,0,0,0,0 23-22 s");
    let mut plies = 0;
    while line.outcome().is_none() && plies < 200 {
        let quiet = line.legal_moves().into_iter().find(|&m| line.position().captured_by(m) == 0);
        let Some(m) = quiet else { break };
        line.play_unchecked(m);
        plies += 1;
    }
    assert_eq!(end(&line), ("cycle", 1.0, [24.5, 23.5]));
}

#[test]
fn every_reason_of_a_refusal_is_told_at_once() {
    assert_eq!(
        reasons("4,4,4,4,4,04/4,99,4,-1,4,4 0-x w"),
        [
            "side to move s or n expected, found \"w\"",
            "pit f: \"04\" is not a whole number without signs and leading zeros",
            "pit B: 99 is more than 48",
            "pit D: \"-1\" is not a whole number without signs and leading zeros",
            "North's store: \"x\" is not a whole number without signs and leading zeros",
        ]
    );
    assert_eq!(reasons("4,4,4,4,4,4/4,4,4,4,4,4 0-1 s"), ["48 counters in pits and stores expected, found 49"]);
    assert_eq!(reasons("4,4,4,4,4/4,4,4,4,4,4,4 0-0 s").len(), 2);
    assert_eq!(reasons("4,4,4,4,4,4 00 s").len(), 2);
}

#[test]
fn only_the_one_way_to_write_a_position_is_read() {
    let refused = [
        "",
        " ",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 s ",
        " 4,4,4,4,4,4/4,4,4,4,4,4 0-0 s",
        "4,4,4,4,4,4/4,4,4,4,4,4  0-0 s",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0\ts",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0-0 s",
        "4,4,4,4,4,4/4,4,4,4,4,4 +0-0 s",
        "4,4,4,4,4,4,/4,4,4,4,4,4 0-0 s",
        "4,4,4,4,4,4/4,4,4,4,4,4/0-0 s",
        "4,4,4,4,4,٤/4,4,4,4,4,4 0-0 s",
        "4,4,4,4,4,18446744073709551620/4,4,4,4,4,4 0-0 s",
        "0,0,0,0,0,0/0,0,0,0,0,0 256-48 s",
        "4,4,4,4,4,4/4,4,4,4,4,4 0-0 s s",
    ];
    for text in refused {
        assert!(!reasons(text).is_empty(), "{text:?}");
    }
    for cut in 0..START.len() {
        assert!(!reasons(&START[..cut]).is_empty(), "{:?}", &START[..cut]);
    }
}

#[test]
fn refused_moves_say_why() {
    let why = |line: &Line<Position>, m: &str| line.check(m).expect_err(m).reason;
    let line = read("1,0,0,0,0,1/0,0,0,0,0,0 23-23 s");
    assert_eq!(why(&line, "A"), "the pit is not South's");
    assert_eq!(why(&line, "b"), "the pit is empty");
    assert_eq!(why(&line, "a"), "the opponent has no counters and must be given some");
    assert_eq!(why(&line, "g"), "a move is a pit's letter, a to f for South and A to F for North");
    assert_eq!(why(&line, "ff"), why(&line, ""));
    let slam = "1,0,0,0,2,1/1,0,0,0,0,0 23-20 s";
    assert_eq!(why(&with("grand_slam", "illegal", slam), "f"), "it would capture all counters on the opponent's side");
    assert_eq!(why(&with("grand_slam", "awari", slam), "f"), "it would leave the opponent no counters");
    assert_eq!(why(&read("0,0,0,0,0,1/1,0,0,0,0,0 25-21 n"), "A"), "the game is over (majority)");
}

#[test]
fn grand_slams_by_option() {
    let slam = "1,0,0,0,2,1/1,0,0,0,0,0 23-20 s";
    let mut line = read(slam);
    assert!(line.position().captures(line.check("f").unwrap()).is_empty());
    line.play("f").unwrap();
    assert_eq!(line.text(), "1,0,0,0,2,0/2,0,0,0,0,0 23-20 n");
    let mut line = with("grand_slam", "captures", slam);
    assert_eq!(line.position().captures(line.check("f").unwrap()), ["A"]);
    line.play("f").unwrap();
    assert_eq!(line.text(), "1,0,0,0,2,0/0,0,0,0,0,0 25-20 n");
    // Nothing but a slam: forced under `awari`, the end of the game under `illegal`.
    let only = "0,0,0,0,0,1/1,0,0,0,0,0 20-26 s".replace("26", "24").replace("20", "22");
    let mut line = with("grand_slam", "awari", &only);
    line.play("f").unwrap();
    assert_eq!(end(&line), ("no_moves", 0.0, [24.0, 24.0]));
    assert_eq!(end(&with("grand_slam", "illegal", &only)), ("no_moves", -1.0, [23.0, 25.0]));
}

#[test]
fn the_board_as_people_see_it() {
    let line = read("1,2,0,4,5,6/7,8,9,0,1,2 2-1 n");
    let position = line.position();
    assert_eq!(
        position.diagram(),
        "         F   E   D   C   B   A\n\
         North    2   1   0   9   8   7  to move\n     1                           2\n\
         South    1   2   0   4   5   6\n         a   b   c   d   e   f\n"
    );
    let mut units = Vec::new();
    position.units(&mut units);
    let shown: Vec<_> = units.iter().map(|u| (u.letter, u.x, u.y, u.owner, u.count)).collect();
    assert_eq!(shown[..3], [('F', 0, 1, 1, 2), ('E', 1, 1, 1, 1), ('C', 3, 1, 1, 9)]);
    assert_eq!(shown[9], ('f', 5, 0, 0, 6));
}

#[test]
fn observations_show_the_observers_side_first() {
    let position = *read("1,2,0,4,5,6/7,8,9,0,1,2 2-1 n").position();
    let mut seen = [0; 48];
    position.observe(&[], 1, Window::default(), &mut seen);
    assert_eq!(seen[..12], [7, 8, 9, 0, 1, 2, 6, 5, 4, 0, 2, 1]);
    assert_eq!((seen[12], seen[24], seen[36]), (1, 2, 1));
    position.observe(&[], 0, Window::default(), &mut seen);
    assert_eq!(seen[..12], [1, 2, 0, 4, 5, 6, 2, 1, 0, 9, 8, 7]);
    assert_eq!((seen[12], seen[24], seen[36]), (2, 1, 0));
    for (at, byte) in [(0, 3), (13, 9), (36, 1), (47, 2), (20, 255)] {
        let mut wrong = seen;
        wrong[at] = byte;
        assert_eq!(Position::decode(&wrong, 0, Window::default(), Rules::default()), None, "byte {at}");
    }
    assert_eq!(Position::decode(&seen[..47], 0, Window::default(), Rules::default()), None);
    assert_eq!(Position::decode(&seen, 2, Window::default(), Rules::default()), None);
}

#[test]
fn evaluation_and_gain_count_captured_counters_first() {
    let defaults: Vec<i32> = Position::WEIGHTS.iter().map(|w| w.default).collect();
    assert_eq!(Position::start(Rules::default()).evaluate(&defaults), 0);
    let line = read("1,0,0,0,2,1/1,3,0,0,0,0 20-20 s");
    let m = line.check("f").unwrap();
    assert_eq!((line.position().gain(m, &defaults), line.position().captured_by(m)), (200, 2));
    assert!(line.position().evaluate(&[i32::MAX, i32::MIN, i32::MAX]).abs() < Position::WIN);
}

proptest! {
    #[test]
    fn no_text_panics_and_what_is_read_is_written_back(text in "[0-9,/ sn-]{0,40}|.{0,30}") {
        if let Ok(position) = Position::parse(&text, Rules::default()) {
            prop_assert_eq!(position.text(false), text);
        }
    }

    #[test]
    fn changed_texts_are_refused_or_round_trip(at in 0usize..29, byte in 32u8..127) {
        let mut text = START.to_owned().into_bytes();
        text[at] = byte;
        let text = String::from_utf8(text).unwrap();
        if let Ok(position) = Position::parse(&text, Rules::default()) {
            prop_assert_eq!(position.text(false), text);
        }
    }

    #[test]
    fn no_move_text_panics(text in ".{0,4}") {
        let position = Position::start(Rules::default());
        if let Ok(m) = position.parse_move(&text) {
            prop_assert_eq!(position.move_text(m), text);
        }
    }
}
