//! Board, set-up and turn order, sentence by sentence.

mod common;

use common::{can, end, field, game, moves, on, play, rules, simple};
use fairyring_game::{Game as _, Line, Text};
use fairyring_shahki::Position;

const RESUME: &[(&str, &str)] = &[("after_check", "resume")];
const ALTERNATE: &[(&str, &str)] = &[("turn_order", "alternate")];

#[test]
fn the_start_is_the_table_of_the_rules() {
    let line = Line::new(Position::start(rules(&[])));
    assert_eq!(
        line.text(),
        "---rnbqkbnr---/---pppppppp---/M1M9m1/1M9m1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/M1M9m1/1M9m1m/---PPPPPPPP---/---RNBQKBNR--- wc KQkq - - 0 1"
    );
    let table = [
        ("RNBQKBNR", "d1 e1 f1 g1 h1 i1 j1 k1"),
        ("PPPPPPPP", "d2 e2 f2 g2 h2 i2 j2 k2"),
        ("MMMMMMMMMMMM", "a4 a6 a8 a10 b3 b5 b7 b9 c4 c6 c8 c10"),
        ("rnbqkbnr", "d12 e12 f12 g12 h12 i12 j12 k12"),
        ("pppppppp", "d11 e11 f11 g11 h11 i11 j11 k11"),
        ("mmmmmmmmmmmm", "n3 n5 n7 n9 m4 m6 m8 m10 l3 l5 l7 l9"),
    ];
    for (units, cells) in table {
        for (unit, cell) in units.chars().zip(cells.split(' ')) {
            assert_eq!(on(&line, cell), Some(unit), "{cell}");
        }
    }
    let mut units = Vec::new();
    line.position().units(&mut units);
    assert_eq!(units.len(), 56);
    assert!(units.iter().filter(|unit| "Mm".contains(unit.letter)).all(|unit| (unit.x + unit.y) % 2 == 1));
}

#[test]
fn the_two_turn_orders() {
    for (options, seats) in [(&[][..], ["wc", "wd", "bc", "bd", "wc"]), (ALTERNATE, ["wc", "bc", "wd", "bd", "wc"])] {
        let mut line = Line::new(Position::start(rules(options)));
        for seat in seats {
            assert_eq!(line.actor_word(), seat);
            let m = moves(&line)[0].clone();
            play(&mut line, &m);
        }
    }
}

#[test]
fn a_check_hands_the_turn_to_the_king_at_once() {
    // The rook's check would leave wd next.
    let mut line = simple("Ka5 Rb3 kh12 Mc4 mj7", "wc");
    play(&mut line, "b3h3");
    assert_eq!(line.actor_word(), "bc");
    assert!(!can(&line, "h12h11"), "the answer must end the check");
    // Play goes on with the seat after the one that answered.
    play(&mut line, "h12g12");
    assert_eq!(line.actor_word(), "bd");
}

#[test]
fn only_enemy_chess_units_give_check() {
    // A draughts unit beside the king, and a friendly queen: nobody is in check.
    let mut line = simple("Ka5 Rb3 kh12 qh10 Mc4 Dg12 mj7", "wc");
    play(&mut line, "b3b4");
    assert_eq!(line.actor_word(), "wd");
    assert!(!line.position().in_check(0) && !line.position().in_check(1));
}

#[test]
fn resume_goes_back_to_the_skipped_seat() {
    let mut line = game("Ka5 Rb3 kh12 Mc4 mj7", "wc - - - 0 1 -", RESUME);
    play(&mut line, "b3h3");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("bc", "wd"));
    play(&mut line, "h12g12");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wd", "-"));
    play(&mut line, "c4d5");
    assert_eq!(line.actor_word(), "bc");
}

#[test]
fn resume_goes_back_also_after_several_checks_in_a_row() {
    // Black answers the rook's check by a bishop that gives check in turn.
    let mut line = game("Ka5 Rb3 kh12 bi10 Mk6 mj7 mm6", "wc - - - 0 1 -", RESUME);
    play(&mut line, "b3h3");
    assert_eq!(field(&line, 7), "wd");
    play(&mut line, "i10h9");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wd", "-"), "no check: back at once");
    let mut line = game("Kb3 Re3 kh12 bg10 Mk6 mj7 mm6", "wc - - - 0 1 -", RESUME);
    play(&mut line, "e3h3 g10h9");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wc", "wd"), "the bishop looks along h9-b3");
    play(&mut line, "b3b4");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wd", "-"));
}

#[test]
fn continue_goes_on_after_the_last_of_several_checks() {
    let mut line = simple("Kb3 Re3 kh12 bg10 Mk6 mj7 mm6", "wc");
    play(&mut line, "e3h3 g10h9");
    assert_eq!(line.actor_word(), "wc");
    play(&mut line, "b3b4");
    assert_eq!(line.actor_word(), "wd");
    let mut line = game("Kb3 Re3 kh12 bg10 Mk6 mj7 mm6", "wc - - - 0 1", ALTERNATE);
    play(&mut line, "e3h3 g10h9 b3b4");
    assert_eq!(line.actor_word(), "bc");
}

#[test]
fn a_checked_seat_that_was_next_anyway_skips_nobody() {
    // Alternate: bc follows wc.
    let mut line = game("Ka5 Rb3 kh12 Mc4 mj7", "wc - - - 0 1 -", &[ALTERNATE[0], RESUME[0]]);
    play(&mut line, "b3h3");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("bc", "-"));
    play(&mut line, "h12g12");
    assert_eq!(line.actor_word(), "wd");
}

#[test]
fn a_draughts_move_may_expose_either_king() {
    // The man on e6 shields the black king from the rook on e3.
    let mut line = simple("Ka5 Re3 ke9 Me6 mj7", "wd");
    play(&mut line, "e6f7");
    assert_eq!(line.actor_word(), "bc");
    // And here its own colour's king.
    let mut line = simple("Ke3 re9 kh12 Me6 mj7", "wd");
    assert!(can(&line, "e6f7"), "a draughts move may leave the own king attacked");
    play(&mut line, "e6f7");
    assert_eq!(line.actor_word(), "wc");
    assert!(!can(&line, "e3e4"));
}

#[test]
fn both_kings_exposed_answer_in_turn_order_after_the_mover() {
    // One man on e6 shields both: along the file and along the rank.
    let units = "Ke3 re9 kb6 Ri6 Me6 mj5 mm6";
    for (options, answers) in [(&[][..], ["bc", "wc", "wd"]), (ALTERNATE, ["wc", "bc", "wd"])] {
        let mut line = game(units, "wd - - - 0 1", options);
        play(&mut line, "e6f7");
        assert!(line.position().in_check(0) && line.position().in_check(1));
        assert_eq!(line.actor_word(), answers[0]);
        let first = if answers[0] == "bc" { "b6b7" } else { "e3d3" };
        play(&mut line, first);
        assert_eq!(line.actor_word(), answers[1], "the other answers, its king being still attacked");
        play(&mut line, if first == "b6b7" { "e3d3" } else { "b6b7" });
        // Continue: after wc comes wd clockwise; after bc comes wd in the alternate order.
        assert_eq!(line.actor_word(), answers[2]);
    }
    // Resume, clockwise: bc was next anyway; wc then skips bd.
    let mut line = game(units, "wd - - - 0 1 -", RESUME);
    play(&mut line, "e6f7");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("bc", "-"));
    play(&mut line, "b6b7");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wc", "bd"));
    play(&mut line, "e3d3");
    assert_eq!(line.actor_word(), "bd");
    // Resume, alternate: bd is skipped all along.
    let mut line = game(units, "wd - - - 0 1 -", &[ALTERNATE[0], RESUME[0]]);
    play(&mut line, "e6f7");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wc", "bd"));
    play(&mut line, "e3d3");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("bc", "bd"));
    play(&mut line, "b6b7");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("bd", "-"));
    // Black's draughts the other way round: wc is the first after bd in both orders.
    for options in [&[][..], ALTERNATE] {
        let mut line = game("Ke3 re9 kb6 Ri6 me6 Mj5 mm6", "bd - - - 0 1", options);
        play(&mut line, "e6d7");
        assert_eq!(line.actor_word(), "wc");
    }
}

#[test]
fn the_first_answer_may_end_the_other_check_too() {
    let mut line = simple("Ke3 qe8 kb6 Ri6 Me6 mj5 mm6", "wd");
    play(&mut line, "e6f7 e8c6");
    assert_eq!(line.actor_word(), "bd", "the queen covers its own king and leaves the file");
    let mut line = simple("Ke3 re9 kb6 Ri6 Me6 mj5 mm6", "wd");
    play(&mut line, "e6f7");
    assert!(can(&line, "e9e6"), "the rook covers its own king and stays on the file");
    play(&mut line, "e9e6");
    assert_eq!(line.actor_word(), "wc");
    assert!(can(&line, "i6e6"));
}

#[test]
fn a_seat_without_a_move_passes_and_no_move_is_recorded() {
    // Neither draughts seat has units.
    let mut line = simple("Ka5 Rb3 kh12", "wc");
    play(&mut line, "b3b4");
    assert_eq!((line.actor_word(), line.moves().len(), field(&line, 6).as_str()), ("bc", 1, "2"));
    play(&mut line, "h12g12");
    assert_eq!((line.actor_word(), line.moves().len(), field(&line, 6).as_str()), ("wc", 2, "3"));
}

#[test]
fn there_is_no_stalemate() {
    // The black king on a10 has no move and is not attacked: its seat passes, and the game goes on.
    let mut line = simple("Kh1 Qb4 ka10 Mc4 mj7", "wc");
    play(&mut line, "b4b8 c4d5");
    assert_eq!((line.actor_word(), end(&line)), ("bd", None));
    play(&mut line, "j7i6 h1g1 d5e6");
    assert_eq!(line.actor_word(), "bd");
}

#[test]
fn checks_come_before_passes() {
    // wd has no units and would pass; the check is answered first, and the pass then is bd's, not wd's.
    let mut line = simple("Ka5 Rb3 kh12 mj7", "wc");
    play(&mut line, "b3h3");
    assert_eq!(line.actor_word(), "bc");
    play(&mut line, "h12g12");
    assert_eq!(line.actor_word(), "bd");
    // With resume the turn goes back to wd, which passes, and then to bc again.
    let mut line = game("Ka5 Rb3 kh12 mj7", "wc - - - 0 1 -", RESUME);
    play(&mut line, "b3h3 h12g12");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("bc", "-"));
}

#[test]
fn a_mated_seat_counts_as_having_answered() {
    // Rooks on the two last files mate the king on n6; both colours have draughts.
    let units = "Ka5 Rm3 Rl4 kn6 Mc4 mj7";
    let mut line = simple(units, "wc");
    play(&mut line, "l4n4");
    assert_eq!(field(&line, 4), "b");
    assert_eq!(line.actor_word(), "bd", "continue: after the mated bc");
    let mut line = game(units, "wc - - - 0 1 -", RESUME);
    play(&mut line, "l4n4");
    assert_eq!((line.actor_word(), field(&line, 7).as_str()), ("wd", "-"), "resume: the skipped seat");
    let mut line = game(units, "wc - - - 0 1", ALTERNATE);
    play(&mut line, "l4n4");
    assert_eq!(line.actor_word(), "wd", "alternate: after bc");
}

#[test]
fn interruptions_and_passes_are_counted_by_seat() {
    // wd was next and is passed over twice, once by each check; then everybody moves.
    let mut line = game("Kb3 Re3 kh12 bg10 Mk6 mj7 mm6", "wc - - - 0 1 -", RESUME);
    play(&mut line, "e3h3 g10h9 b3b4");
    assert_eq!((line.position().interrupted(), line.position().passed()), ([0, 2, 0, 0], [0; 4]));
    // bc, who answers, was next anyway: nobody is passed over.
    let mut line = game("Ka5 Rb3 kh12 Mc4 mj7", "wc - - - 0 1", ALTERNATE);
    play(&mut line, "b3h3");
    assert_eq!(line.position().interrupted(), [0; 4]);
    // A draughts move may be what gives the check: in `alternate` bd would follow wd.
    let mut line = game("Ka5 Rh3 kh12 Mh5 mm6", "wd - - - 0 1", ALTERNATE);
    play(&mut line, "h5i6");
    assert_eq!((line.actor_word(), line.position().interrupted()), ("bc", [0, 0, 0, 1]));
    // Neither draughts seat has units: they pass in every round.
    let mut line = simple("Ka5 Rb3 kh12", "wc");
    play(&mut line, "b3b4 h12g12 b4b3");
    assert_eq!((line.position().interrupted(), line.position().passed()), ([0; 4], [0, 2, 0, 1]));
    // A mated seat has no turn, so it does not pass: of the seats after bc, bd is next.
    let mut line = simple("Ka5 Rm3 Rl4 kn6 Mc4 mj7", "wc");
    play(&mut line, "l4n4 j7i6 a5a6 c4d5");
    assert_eq!((line.actor_word(), line.position().passed()), ("bd", [0; 4]));
    assert_eq!(line.position().interrupted(), [0, 1, 0, 0], "by the mate, which counts as answered");
    // The counts are the past's, and no part of what positions are.
    assert_eq!(Position::parse(&line.text(), rules(&[])).as_ref(), Ok(line.position()));
    assert_eq!(Position::parse(&line.text(), rules(&[])).map(|read| read.interrupted()), Ok([0; 4]));
}
