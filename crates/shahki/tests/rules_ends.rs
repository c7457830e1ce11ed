//! Mates, stuck draughts, points and ends, sentence by sentence.

mod common;

use common::{end, field, game, on, play, simple, text};
use fairyring_game::{Game as _, Line, Text};
use fairyring_shahki::Position;

/// After a mate of Black: White's kings on a5 and n6, a rook, and the draughts given.
fn after_mate(units: &str, seat: &str, options: &[(&str, &str)]) -> Line<Position> {
    game(&format!("Ka5 Kn6 Rm3 {units}"), &format!("{seat} - - b 0 1"), options)
}

#[test]
fn stuck_looks_through_own_chess_blockers_only() {
    // White's man on e6: ahead f5 and f7.
    let stuck = |units: &str| {
        let line = simple(&format!("Kh1 kh12 {units}"), "wc");
        [0, 1].map(|team| line.position().is_stuck(team))
    };
    assert_eq!(stuck("Me6 mj7"), [false, false]);
    assert_eq!(stuck("Me6 Pf5 Pf7 mj7"), [false, false], "blocked by own pawns");
    assert_eq!(stuck("Me6 pf5 pf7 mj7"), [true, false], "blocked by enemy pawns");
    assert_eq!(stuck("Me6 Pf5 pf7 mj7"), [false, false], "one of them own");
    assert_eq!(stuck("Me6 mf5 mf7 mg4 mg8 md3"), [true, false], "blocked by draughts");
    assert_eq!(stuck("Me6 mf5 mf7 mg8 md3"), [false, false], "it can jump f5");
    assert_eq!(stuck("Me6 mf5 mf7 Pg4 mg8 md3"), [false, false], "it could jump f5 without the own pawn");
    assert_eq!(stuck("Me6 mf5 mf7 pg4 mg8 md3"), [true, false], "nor with an enemy's there");
    assert_eq!(stuck("mj7"), [true, false], "no units left");
    assert_eq!(stuck(""), [true, true]);
    // A draughts king that own chess units hem in, one of which shields an enemy unit.
    assert_eq!(stuck("Da4 Pb3 Pb5 mj7"), [false, false]);
    assert_eq!(stuck("Da4 pb3 pb5 mj7"), [true, false]);
}

#[test]
fn after_a_mate_only_the_mating_colour_has_own_blockers() {
    // The same white pawns and rook block White's man on c4 and Black's on j7; only Black's is stuck by them.
    let mut line = after_mate("Pi6 Re8 Mc4 Pd3 Pd5 mj7", "wc", &[]);
    play(&mut line, "e8i8");
    assert_eq!([0, 1].map(|team| line.position().is_stuck(team)), [false, true]);
    assert_eq!(end(&line), Some(("mate", [2.0, 0.0], 1.0)));
}

#[test]
fn the_game_is_over_when_after_a_mate_draughts_are_stuck_looked_at_after_every_move() {
    // Of the cells before Black's last man a white pawn holds i6, and now a rook i8.
    let mut line = after_mate("Pi6 Re8 Mc4 mj7", "wc", &[]);
    assert_eq!(end(&line), None);
    play(&mut line, "e8i8");
    assert_eq!(end(&line), Some(("mate", [2.0, 0.0], 1.0)));
    assert_eq!(field(&line, 1), "-");
    assert!(line.legal_moves().is_empty());
    // By a capture of the last unit.
    let mut line = after_mate("Mi6 mj7", "wd", &[]);
    play(&mut line, "i6:k8");
    assert_eq!(end(&line), Some(("mate", [2.0, 0.0], 1.0)));
    // By Black, whose opponent's draughts are gone: a point each.
    let mut line = after_mate("Mi6 mj7", "bd", &[]);
    play(&mut line, "j7:h5");
    assert_eq!(end(&line), Some(("mate", [1.0, 1.0], 0.0)));
}

#[test]
fn stuck_is_looked_at_after_the_units_of_a_mate_have_changed_colour() {
    // White's man on e6 is blocked by black pawns until they are its own.
    let mut line = simple("Ka5 Rm3 Rl4 kn6 Me6 pf5 pf7 mj9", "wc");
    assert!(line.position().is_stuck(0));
    play(&mut line, "l4n4");
    assert_eq!((field(&line, 4).as_str(), on(&line, "f5")), ("b", Some('P')));
    assert_eq!(end(&line), None);
    // Black's man is blocked by its own pawns until they are White's: the game is over with the mate.
    let mut line = simple("Ka5 Rm3 Rl4 kn6 Mc4 mj7 pi6 pi8", "wc");
    assert!(!line.position().is_stuck(1));
    play(&mut line, "l4n4");
    assert_eq!(end(&line), Some(("mate", [2.0, 0.0], 1.0)));
    assert_eq!(on(&line, "i6"), Some('P'));
}

#[test]
fn stuck_draughts_without_a_mate_do_not_end_the_game() {
    let mut line = simple("Ka5 Rm3 kn8 Mi6 mj7", "wd");
    play(&mut line, "i6:k8");
    assert_eq!(end(&line), None);
    assert_eq!(line.position().points(), [1, 0], "the point goes at the end only");
}

#[test]
fn points_of_both_stuck_and_mate() {
    // White is mated; its last man walks before a black pawn: Black 1 + 1.
    let mut line = game("kb9 kn6 rm3 pl3 Mj1 mc8", "wd - - w 0 1", &[]);
    play(&mut line, "j1k2");
    assert_eq!(end(&line), Some(("mate", [0.0, 2.0], -1.0)));
    // Its last man captures and stands on k12, where no man has a cell ahead, as Black's on d1: Black 1 + 1, White 1.
    let mut line = game("kb9 kn6 rm3 Mi10 mj11 md1", "wd - - w 0 1", &[]);
    play(&mut line, "i10:k12");
    assert_eq!(end(&line), Some(("mate", [1.0, 2.0], -0.5)));
}

#[test]
fn all_seats_passing_in_a_row_ends_the_game() {
    // Kings behind their own blocked pawns at the wings' ends; the last free pawn closes the last gap.
    let units = "Ka10 Pa9 Pb10 Pb8 kn3 pn4 pm3 pm4";
    let mut line = simple(units, "wc");
    play(&mut line, "b8b9");
    assert_eq!(end(&line), Some(("pass", [1.0, 1.0], 0.0)));
    assert_eq!((field(&line, 1).as_str(), line.moves().len()), ("-", 1));
    // White's man on a8 is blocked by its own pawns, and so not stuck.
    let mut line = simple("Ka10 Pa9 Pb10 Pb9 Pb8 Pb6 Ma8 kn3 pn4 pm3 pm4", "wc");
    play(&mut line, "b6b7");
    assert_eq!(end(&line), Some(("pass", [1.0, 0.0], 0.5)));
    // A man on k2 is blocked by a black pawn, and stuck.
    let mut line = simple(&format!("{units} Mk2 pl3"), "wc");
    play(&mut line, "b8b9");
    assert_eq!(end(&line), Some(("pass", [1.0, 1.0], 0.0)));
}

#[test]
fn no_progress_counts_plies_without_capture_pawn_or_man_move() {
    let mut line = game("Kh1 kh12 Pe2 Rd5 na7 Mc4 Db3 mm8", "wc - - - 7 20", &[("no_progress_limit", "12")]);
    play(&mut line, "d5d6");
    assert_eq!(field(&line, 5), "8");
    play(&mut line, "b3a4");
    assert_eq!(field(&line, 5), "9", "a draughts king's step");
    play(&mut line, "h12g12 m8l9");
    assert_eq!(field(&line, 5), "0", "a man's step");
    play(&mut line, "e2e3");
    assert_eq!(field(&line, 5), "0", "a pawn move");
    play(&mut line, "a4b3 g12h12 l9k8 d6d7 b3a4 h12g12");
    let count = field(&line, 5);
    assert_eq!(count, "3");
    play(&mut line, "k8j9 d7a7");
    assert_eq!(field(&line, 5), "0", "a capture");
}

#[test]
fn the_change_of_colour_is_no_progress() {
    let mut line = game("Ka5 Rm3 Rl4 kn6 Mc4 mj7", "wc - - - 5 9", &[]);
    play(&mut line, "l4n4");
    assert_eq!((field(&line, 4).as_str(), field(&line, 5).as_str()), ("b", "6"));
}

#[test]
fn no_progress_and_max_plies_end_the_game_with_the_points_as_they_stand() {
    let units = "Kh1 kh12 Dc4";
    let mut line = game(units, "wd - - - 0 1", &[("no_progress_limit", "3")]);
    play(&mut line, "c4d5 h12g12");
    assert_eq!(end(&line), None);
    play(&mut line, "h1g1");
    assert_eq!(end(&line), Some(("no_progress", [1.0, 0.0], 0.5)), "Black has no draughts: the stuck point is added");
    assert_eq!(field(&line, 5), "3");
    let mut line = game(units, "wd - - - 0 1", &[("max_plies", "3")]);
    play(&mut line, "c4d5 h12g12");
    assert_eq!(end(&line), None, "move 3 may be played");
    play(&mut line, "h1g1");
    assert_eq!(end(&line), Some(("max_plies", [1.0, 0.0], 0.5)));
    // After a mate its point stands.
    let mut line = after_mate("Mc4 mj7", "wc", &[("max_plies", "1")]);
    play(&mut line, "m3m8");
    assert_eq!(end(&line), Some(("max_plies", [1.0, 0.0], 0.5)));
}

#[test]
fn a_limit_from_outside_is_the_rule_max_plies() {
    let line = simple("Kh1 kh12 Dc4", "wd");
    let outcome = line.position().outcome_by_limit();
    assert_eq!(Position::REASONS[outcome.reason as usize], "max_plies");
    assert_eq!((outcome.score, outcome.utility), (Some([1.0, 0.0]), 0.5));
    assert_eq!(Position::REASONS.last(), Some(&"max_plies"));
}

#[test]
fn the_third_occurrence_ends_the_game_and_the_first_position_counts() {
    let mut line = simple("Kh1 kh12 Dc4 dj7", "wc");
    let round = "h1g1 c4d5 h12g12 j7i8 g1h1 d5c4 g12h12 i8j7";
    play(&mut line, round);
    assert_eq!((line.occurrences(), end(&line)), (2, None));
    play(&mut line, round);
    assert_eq!(end(&line), Some(("repetition", [0.0, 0.0], 0.0)));
    assert_eq!(field(&line, 1), "-");
    // A position with other rights, en passant cell or seat is another one.
    let same = |a: &str, b: &str| {
        let read = |fields: &str| {
            let text = text("Rd1 Kh1 Pe4 kh12 pf4 Dc4 dj7", fields);
            Position::parse(&text, common::rules(&[])).expect("a position").repetition_key()
        };
        read(a) == read(b)
    };
    assert!(same("bc - - - 3 9", "bc - - - 0 1"));
    assert!(!same("bc Q - - 0 1", "bc - - - 0 1"));
    assert!(!same("bc - e3 - 0 1", "bc - - - 0 1"));
    assert!(!same("wc - - - 0 1", "bc - - - 0 1"));
    assert!(!same("wd - - - 0 1", "wc - - - 0 1"));
}

#[test]
fn the_first_reason_that_applies() {
    // Mate before no progress and max_plies.
    let both = [("no_progress_limit", "1"), ("max_plies", "1")];
    let mut line = game("Ka5 Rm3 Rl4 kn6 Mc4", "wc - - - 0 1", &both);
    play(&mut line, "l4n4");
    assert_eq!(end(&line).map(|end| end.0), Some("mate"));
    // Pass before max_plies.
    let mut line = game("Ka10 Pa9 Pb10 Pb8 kn3 pn4 pm3 pm4", "wc - - - 0 1", &both);
    play(&mut line, "b8b9");
    assert_eq!(end(&line).map(|end| end.0), Some("pass"));
    // No progress before max_plies before repetition.
    let mut line = game("Kh1 kh12 Dc4 dj7", "wc - - - 0 1", &both);
    play(&mut line, "h1g1");
    assert_eq!(end(&line).map(|end| end.0), Some("no_progress"));
    let round = "h1g1 c4d5 h12g12 j7i8 g1h1 d5c4 g12h12 i8j7";
    for (limit, reason) in [("16", "max_plies"), ("17", "repetition")] {
        let mut line = game("Kh1 kh12 Dc4 dj7", "wc - - - 0 1", &[("max_plies", limit)]);
        play(&mut line, round);
        play(&mut line, round);
        assert_eq!(end(&line).map(|end| end.0), Some(reason));
    }
}

#[test]
fn utility_is_half_the_difference_of_points() {
    for (units, expected) in [
        ("Ka5 Rm3 Rl4 kn6 Mc4", ([2.0, 0.0], 1.0)),
        ("Ka5 Rm3 Rl4 kn6", ([2.0, 1.0], 0.5)),
        ("Ka5 Rm3 Rl4 kn6 mj7", ([1.0, 1.0], 0.0)),
    ] {
        let mut line = simple(units, "wc");
        play(&mut line, "l4n4");
        assert_eq!(end(&line).map(|(_, points, utility)| (points, utility)), Some(expected), "{units}");
    }
    assert_eq!((Position::SEATS, Position::TEAMS), (&["wc", "wd", "bc", "bd"][..], &[0, 0, 1, 1][..]));
}
