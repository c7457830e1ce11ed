//! Situations of the source's figures, check, and the ends of the game.

use fairyring_game::{Actor, Game, Line, Text};
use fairyring_geometry::Bitboard;
use fairyring_ultima::{NoMoves, Position, Rules};

fn line_by(text: &str, rules: Rules) -> Line<Position> {
    Line::new(Position::parse(text, rules).unwrap_or_else(|error| panic!("{error}")))
}

fn line(text: &str) -> Line<Position> {
    line_by(text, Rules::default())
}

/// What a legal move takes.
fn taken(text: &str, m: &str) -> Vec<String> {
    let line = line(text);
    let m = line.check(m).unwrap_or_else(|error| panic!("{error}"));
    line.position().captures(m)
}

fn is_legal(text: &str, m: &str) -> bool {
    line(text).check(m).is_ok()
}

fn in_check(text: &str) -> bool {
    line(text).position().in_check()
}

/// Why a line is over and White's utility.
fn end(line: &Line<Position>) -> Option<(&'static str, f32)> {
    line.outcome().map(|outcome| (Position::REASONS[outcome.reason as usize], outcome.utility))
}

#[test]
fn a_chameleon_takes_a_pincer_with_its_dragon_as_partner() {
    let text = "7k/8/8/3pI3/8/2X5/8/K7 w 0 1";
    assert_eq!(taken(text, "c3c5"), ["d5"]);
    // The same square by a diagonal move takes nothing.
    assert_eq!(taken("7k/8/8/3pI3/8/X7/8/K7 w 0 1", "a3c5"), [""; 0]);
}

#[test]
fn a_chameleon_takes_spy_coordinator_and_jumper_each_by_its_way() {
    assert_eq!(taken("7k/8/8/8/8/2X5/1w6/7K w 0 1", "c3d4"), ["b2"]);
    assert_eq!(taken("7k/8/8/8/8/2X2l2/8/7K w 0 1", "c3g3"), ["f3"]);
    assert_eq!(taken("7k/8/8/8/c7/3X4/8/K7 w 0 1", "d3d4"), ["a4"]);
    assert_eq!(taken("7k/8/8/8/c7/3X4/8/K7 w 0 1", "d3c4"), ["a4"]);
}

#[test]
fn a_chameleon_takes_six_units_at_once() {
    // The spy it leaves, the jumper it jumps, pincers left, right and ahead, a coordinator on a corner.
    let six = "7k/4P3/4p3/2Pp1pP1/4l3/4X3/4w3/K3c3 w 0 1";
    assert_eq!(taken(six, "e3e5"), ["e1", "e2", "e4", "d5", "f5", "e6"]);
    // And another on the other corner.
    let seven = "7k/4P3/4p3/c1Pp1pP1/4l3/4X3/4w3/K3c3 w 0 1";
    assert_eq!(taken(seven, "e3e5"), ["e1", "e2", "e4", "a5", "d5", "f5", "e6"]);
    let mut line = line(seven);
    line.play("e3e5").unwrap();
    assert_eq!(line.text(), "7k/4P3/8/2P1X1P1/8/8/8/K7 b 0 1");
}

#[test]
fn the_dragon_freezes_five_where_it_arrives_and_frees_the_one_it_leaves() {
    let mut line = line("k7/8/3plp2/3w4/5c2/p7/1I6/7K w 0 1");
    let frozen =
        |line: &Line<Position>| -> Vec<String> { line.position().frozen(1).map(|square| square.to_string()).collect() };
    assert_eq!(frozen(&line), ["a3"]);
    line.play("b2e5").unwrap();
    assert_eq!(frozen(&line), ["f4", "d5", "d6", "e6", "f6"]);
    assert!(line.check("a3a2").is_ok());
    let refused = line.check("d5c5").unwrap_err().to_string();
    assert!(refused.contains("the spy on d5 is frozen"), "{refused}");
}

#[test]
fn a_king_next_to_an_enemy_chameleon_is_in_check() {
    for square in ["d3", "e3", "f3", "d4", "f4", "d5", "e5", "f5"] {
        let mut rows = vec![vec!['.'; 8]; 8];
        rows[3][4] = 'K';
        rows[7][0] = 'k';
        let at = square.as_bytes();
        rows[(at[1] - b'1') as usize][(at[0] - b'a') as usize] = 'x';
        let rows: Vec<String> = rows.iter().rev().map(|row| row.iter().collect()).collect();
        let mut board = rows.join("/");
        for blanks in (1..=8).rev() {
            board = board.replace(&".".repeat(blanks), &blanks.to_string());
        }
        assert!(in_check(&format!("{board} w 0 1")), "{square}");
    }
    assert!(!in_check("k7/8/8/8/4K1x1/8/8/8 w 0 1"));
    // A frozen chameleon attacks nothing.
    assert!(!in_check("k7/8/8/8/4Kx2/6I1/8/8 w 0 1"));
}

#[test]
fn a_king_may_not_take_a_chameleon_that_a_spy_guards_by_withdrawing() {
    // After Ke1xe2 the spy on e3 would step to e4 and take the king.
    assert!(in_check("k7/8/8/8/8/4w3/4x3/4K3 w 0 1"));
    assert!(!is_legal("k7/8/8/8/8/4w3/4x3/4K3 w 0 1", "e1e2"));
    // Without room behind it the spy guards nothing.
    assert!(is_legal("k7/8/8/8/4p3/4w3/4x3/4K3 w 0 1", "e1e2"));
    assert!(is_legal("k7/8/8/8/8/8/4x3/4K3 w 0 1", "e1e2"));
}

#[test]
fn every_unit_but_the_dragon_gives_check_in_its_way() {
    // Pincer: the far side can be reached, with any unit as partner.
    assert!(in_check("k7/8/8/8/3pK3/8/8/5p2 w 0 1"));
    assert!(!in_check("k7/8/8/8/3pK3/8/5P2/5p2 w 0 1"));
    assert!(!in_check("k7/8/8/8/4K3/8/8/5p2 w 0 1"));
    assert!(in_check("k7/8/8/8/3iK3/8/8/5p2 w 0 1"));
    assert!(!in_check("k7/8/8/8/3pK3/8/8/5w2 w 0 1"));
    // Spy: beside the king, with room to step straight away.
    assert!(in_check("k7/8/8/8/3wK3/8/8/8 w 0 1"));
    assert!(!in_check("k7/8/8/8/2PwK3/8/8/8 w 0 1"));
    assert!(!in_check("8/8/8/8/wK6/8/8/7k w 0 1"));
    // Jumper: over any own units in between, a free square behind each and behind the king.
    assert!(in_check("k7/8/8/8/l3K3/8/8/8 w 0 1"));
    assert!(in_check("k7/8/8/8/l1P1K3/8/8/8 w 0 1"));
    assert!(!in_check("k7/8/8/8/lPP1K3/8/8/8 w 0 1"));
    assert!(!in_check("k7/8/8/8/l2PK3/8/8/8 w 0 1"));
    assert!(!in_check("k7/8/8/8/l1p1K3/8/8/8 w 0 1"));
    assert!(!in_check("k7/8/8/8/l3KP2/8/8/8 w 0 1"));
    assert!(!in_check("k7/8/8/8/l6K/8/8/8 w 0 1"));
    // Coordinator: the kings on one line, and the line across within reach.
    assert!(in_check("8/8/2c5/8/k3K3/8/8/8 w 0 1"));
    assert!(!in_check("8/8/2c5/k7/4K3/8/8/8 w 0 1"));
    assert!(in_check("8/8/8/8/k3K3/8/6PP/7c w 0 1"));
    assert!(!in_check("8/8/8/8/k3K3/8/6PP/6Pc w 0 1"));
    // King: beside the king, unless it is frozen.
    assert!(Position::parse("8/8/8/8/3kK3/8/8/8 w 0 1", Rules::default()).is_err());
    assert!(in_check("8/8/8/8/3kK3/5i2/8/8 w 0 1"));
    assert!(!in_check("8/8/8/8/3kK3/2I2i2/8/8 w 0 1"));
    // Dragon: never.
    assert!(!in_check("k7/8/8/8/3iK3/8/8/8 w 0 1"));
}

#[test]
fn a_frozen_unit_attacks_nothing_and_moving_the_dragon_frees_it() {
    let text = "k7/8/8/8/l2K4/I7/8/8 w 0 1";
    assert!(!in_check(text));
    for away in ["a3c3", "a3b2", "a3c1", "a3a1"] {
        assert!(!is_legal(text, away), "{away}");
    }
    // It may stay beside the jumper, or stand where the jumper would land.
    for beside in ["a3b3", "a3b4"] {
        assert!(is_legal(text, beside), "{beside}");
    }
    // Nor may the dragon that keeps the jumper frozen be taken off the board.
    assert!(!is_legal("k7/8/8/8/l2K4/Ix6/8/8 w 0 1", "a3a3"));
    assert!(is_legal("k7/8/8/8/p2K4/Ix6/8/8 w 0 1", "a3a3"));
}

#[test]
fn check_counts_even_if_it_would_expose_the_other_king() {
    // Spy and pincer side by side shield their king from the jumper on d1, so that the spy may not leave its file.
    assert!(!is_legal("8/3k4/8/3p4/3w4/8/8/K2L4 b 0 1", "d4c4"));
    assert!(is_legal("8/3k4/8/3p4/3w4/8/8/K7 b 0 1", "d4c4"));
    // It still gives check by that move.
    assert!(in_check("8/3k4/8/3p4/3wK3/8/8/3L4 w 0 1"));
}

#[test]
fn check_is_parried_by_blocking_freezing_stepping_or_taking_the_partner() {
    let legal = |text: &str| {
        let line = line(text);
        let mut moves: Vec<_> = line.legal_moves().iter().map(|&m| line.position().move_text(m)).collect();
        moves.sort_unstable();
        moves
    };
    // A jumper's check along the first rank: the dragon freezes it, the pincer stands right before the king.
    let jumper = "7k/8/8/1I6/8/3P4/8/l3K3 w 0 1";
    assert!(in_check(jumper));
    assert_eq!(legal(jumper), ["b5b1", "b5b2", "d3d1", "e1d2", "e1e2", "e1f2"]);
    // A pincer's check with a partner that the spy takes by leaving it.
    let pincer = "k7/8/8/2W5/3pK3/8/8/5p2 w 0 1";
    assert!(in_check(pincer));
    let by_spy: Vec<_> = legal(pincer).into_iter().filter(|m| m.starts_with("c5")).collect();
    assert_eq!(by_spy, ["c5a7", "c5b6"]);
}

#[test]
fn the_side_without_a_move_loses_or_draws() {
    let draw = Rules { no_moves: NoMoves::Draw, ..Rules::default() };
    // The king is frozen and alone: no check, no move, no suicide.
    let stuck = "8/8/8/8/8/2k5/1i6/K7 w 0 1";
    assert_eq!(end(&line(stuck)), Some(("no_moves", -1.0)));
    assert_eq!(end(&line_by(stuck, draw)), Some(("no_moves", 0.0)));
    assert_eq!(end(&line("K7/1i6/2k5/8/8/8/8/8 w 0 1")), Some(("no_moves", -1.0)));
    assert_eq!(end(&line("k7/1I6/2K5/8/8/8/8/8 b 0 1")), Some(("no_moves", 1.0)));
    // Frozen and attacked: mate by either rule.
    let mate = "8/8/8/8/8/2k5/1i6/Kx6 w 0 1";
    assert_eq!(end(&line(mate)), Some(("mate", -1.0)));
    assert_eq!(end(&line_by(mate, draw)), Some(("mate", -1.0)));
    // A frozen pincer beside it may leave the board, without suicide the game is over.
    let pincer = "8/8/8/8/8/2k5/Pi6/K7 w 0 1";
    assert_eq!(end(&line(pincer)), None);
    assert_eq!(end(&line_by(pincer, Rules { suicide: false, ..Rules::default() })), Some(("no_moves", -1.0)));
    assert!(line(stuck).legal_moves().is_empty());
}

#[test]
fn the_third_occurrence_draws() {
    let mut line = line("k7/8/8/8/8/8/8/K1I5 w 0 1");
    for m in ["c1d1", "a8b8", "d1c1", "b8a8", "c1d1", "a8b8", "d1c1"] {
        assert_eq!(end(&line), None, "before {m}");
        line.play(m).unwrap();
    }
    assert_eq!(line.occurrences(), 2);
    line.play("b8a8").unwrap();
    assert_eq!(end(&line), Some(("repetition", 0.0)));
    assert_eq!(line.actor(), Actor::Over);
    assert!(line.play("c1d1").is_err());
}

#[test]
fn the_counters_draw_in_the_order_of_the_reasons() {
    let rules = Rules { no_progress_limit: 5, max_plies: Some(40), ..Rules::default() };
    assert_eq!(end(&line_by("k7/8/8/8/8/8/8/K1I5 w 5 3", rules)), Some(("no_progress", 0.0)));
    assert_eq!(end(&line_by("k7/8/8/8/8/8/8/K1I5 w 4 3", rules)), None);
    assert_eq!(end(&line("k7/8/8/8/8/8/8/K1I5 w 100 3")), Some(("no_progress", 0.0)));
    assert_eq!(end(&line("k7/8/8/8/8/8/8/K1I5 w 99 3")), None);
    assert_eq!(end(&line("k7/8/8/8/8/8/8/K7 w 0 3")), Some(("bare_kings", 0.0)));
    assert_eq!(end(&line_by("k7/8/8/8/8/8/8/K7 w 5 21", rules)), Some(("no_progress", 0.0)));
    assert_eq!(end(&line_by("k7/8/8/8/8/8/8/K7 w 0 21", rules)), Some(("bare_kings", 0.0)));
    assert_eq!(end(&line_by("k7/8/8/8/8/8/8/K1I5 w 0 21", rules)), Some(("max_plies", 0.0)));
    assert_eq!(end(&line_by("k7/8/8/8/8/8/8/K1I5 b 0 20", rules)), None);
    assert_eq!(end(&line_by("8/8/8/8/8/2k5/1i6/K7 w 5 21", rules)), Some(("no_moves", -1.0)));
    let position = Position::start(rules);
    assert_eq!(position.outcome(3).unwrap().reason, 2);
    assert_eq!(position.outcome_by_limit().reason, 5);
}

#[test]
fn captures_and_suicides_are_progress() {
    let mut line = line("7k/8/8/8/8/8/Pi6/K1X5 w 7 9");
    line.play("a2a2").unwrap();
    assert_eq!(line.text(), "7k/8/8/8/8/8/1i6/K1X5 b 0 9");
    line.play("h8h7").unwrap();
    assert_eq!(line.text(), "8/7k/8/8/8/8/1i6/K1X5 w 1 10");
    let frozen = line.position().frozen(0);
    assert_eq!(frozen, Bitboard(0b101));
}
