//! The chess seats, sentence by sentence.

mod common;

use common::{can, end, field, from, game, moves, on, play, simple};

#[test]
fn chess_units_capture_only_enemy_chess_units_and_every_unit_blocks() {
    // The rook on e6 meets a white man above, a black man to the right, a black pawn below and a white pawn to the left.
    let line = simple("Ka5 kn8 Re6 Me8 mg6 pe4 Pc6", "wc");
    assert_eq!(from(&line, "e6"), ["d6", "e4", "e5", "e7", "f6"]);
    // Draughts units take no chess units: the man on d5 has a black knight before it and a free cell behind.
    let line = simple("Kh1 kn8 Ma4 Md5 ne6 ne4 ml7", "wd");
    assert_eq!(moves(&line), ["a4b3", "a4b5"]);
}

#[test]
fn orthodox_moves_on_all_cells() {
    let line = simple("Kh5 kh11 Nc10 Qb3", "wc");
    assert_eq!(from(&line, "c10"), ["a9", "b8", "d12", "d8", "e11", "e9"]);
    let queen = from(&line, "b3");
    assert!(["a4", "n3", "b10", "k12"].iter().all(|to| queen.iter().any(|seen| seen == to)), "{queen:?}");
    // A ray does not cross a corner: a4, b3, then c2 is no cell, though d1 is one.
    let line = simple("Kh5 kn8 Ba4", "wc");
    assert!(can(&line, "a4b3") && !can(&line, "a4d1"));
}

#[test]
fn a_pawn_steps_one_or_from_its_own_second_rank_two() {
    let line = simple("Kh5 kh11 Pd2 Pe3 Pf11 Pb5 pe11 pd10 pg2", "wc");
    assert_eq!(from(&line, "d2"), ["d3", "d4"]);
    assert_eq!(from(&line, "e3"), ["e4"]);
    assert_eq!(from(&line, "b5"), ["b6"], "a pawn in the wing");
    let line = simple("Kh5 kh9 Pd2 Pe3 pe11 pd10 pg2", "bc");
    assert_eq!(from(&line, "e11"), ["e10", "e9"]);
    assert_eq!(from(&line, "d10"), ["d9"]);
    // Both cells must be empty, also of draughts units.
    let line = simple("Kh5 kh11 Pd2 Pe2 Pf2 Me4 mf3 pd3", "wc");
    assert_eq!(from(&line, "d2"), [] as [&str; 0]);
    assert_eq!(from(&line, "e2"), ["d3", "e3"]);
    assert_eq!(from(&line, "f2"), [] as [&str; 0]);
}

#[test]
fn a_pawn_captures_one_diagonally_forward() {
    let line = simple("Kh6 kh11 Pf4 pe5 ng5 mf5 pd3", "wc");
    assert_eq!(from(&line, "f4"), ["e5", "g5"], "blocked by the man on f5");
    let line = simple("Kh6 kh11 Pe4 md5 Mf5 pd3", "wc");
    assert_eq!(from(&line, "e4"), ["e5"], "draughts units are not captured");
}

#[test]
fn en_passant_across_draughts_moves() {
    // Clockwise: wd moves between the double step and the capture.
    let mut line = simple("Kh1 kh12 Pe2 pd4 Mc4 mm8", "wc");
    play(&mut line, "e2e4");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("wd", "e3"));
    play(&mut line, "c4d5");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("bc", "e3"));
    assert!(can(&line, "d4e3"));
    assert_eq!(line.position().en_passant().map(|cell| cell.to_string()).as_deref(), Some("e3"));
    play(&mut line, "d4e3");
    assert_eq!((on(&line, "e4"), on(&line, "e3"), field(&line, 3).as_str()), (None, Some('p'), "-"));
    // Black's double step and White's capture, with bd's move between.
    let mut line = simple("Kh1 kh12 pe11 Pd9 Mc4 mm8", "bc");
    play(&mut line, "e11e9 m8l7");
    assert!(can(&line, "d9e10"));
    play(&mut line, "d9e10");
    assert_eq!((on(&line, "e9"), on(&line, "e10")), (None, Some('P')));
}

#[test]
fn en_passant_ends_with_the_next_turn_of_the_enemy_chess_seat() {
    let mut line = simple("Kh1 kh12 Pe2 pd4 Mc4 mm8", "wc");
    play(&mut line, "e2e4 c4d5 h12h11");
    assert_eq!(field(&line, 3), "-");
    play(&mut line, "m8l7 h1h2 d5e6");
    assert!(!can(&line, "d4e3"));
}

#[test]
fn an_answer_of_the_own_chess_seat_does_not_end_en_passant() {
    // wd exposes White's king on h1 to the rook on h8; wc answers, wd moves again, then Black may capture.
    let mut line = simple("Kh1 kd12 rh8 Mh3 Pe2 pd4 Mc4 mm8", "wc");
    play(&mut line, "e2e4 h3i4");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("wc", "e3"));
    play(&mut line, "h1g1");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("wd", "e3"));
    play(&mut line, "c4d5");
    assert_eq!(line.actor_word(), "bc");
    play(&mut line, "d4e3");
    assert_eq!(on(&line, "e4"), None);
}

#[test]
fn a_turn_that_answers_a_check_is_the_next_turn_too() {
    // wd's move exposes Black's king: bc must answer and loses the capture by it, or captures as the answer.
    let units = "Kh1 kd12 Rd6 Md9 Pe2 pd4 Mc4 mm8";
    let mut line = simple(units, "wc");
    play(&mut line, "e2e4 d9e10");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("bc", "e3"));
    assert!(!can(&line, "d4e3"), "it does not end the check");
    play(&mut line, "d12e12");
    assert_eq!(field(&line, 3), "-");
}

#[test]
fn a_capture_en_passant_may_answer_a_check_and_may_not_expose_the_king() {
    // The pawn's double step gives check; the capture takes the checker.
    let mut line = simple("Kh1 kf5 Pe2 pd4 Mc4 mm8", "wc");
    play(&mut line, "e2e4");
    assert_eq!(line.actor_word(), "bc");
    assert!(can(&line, "d4e3"));
    // Both pawns leave the fourth rank, and a rook looks along it at the king.
    let mut line = simple("Kh1 ka4 Rh4 Pe2 pd4 mm8 Mj3", "wc");
    play(&mut line, "e2e4 j3k4");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("bc", "e3"));
    assert!(!can(&line, "d4e3"));
}

#[test]
fn a_pass_of_the_enemy_chess_seat_ends_en_passant() {
    // The black king has no move, so bc passes after wd.
    let mut line = simple("Kh1 Qb8 ka10 Pe2 Mc4 mm8", "wc");
    play(&mut line, "e2e4");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("wd", "e3"));
    play(&mut line, "c4d5");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("bd", "-"));
}

#[test]
fn en_passant_needs_the_passed_cell_empty() {
    let mut line = simple("Kh1 kh12 Pf2 pe4 Me2 mm8", "wc");
    play(&mut line, "f2f4 e2f3");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("bc", "f3"));
    assert!(!can(&line, "e4f3"));
}

#[test]
fn en_passant_ends_when_that_pawn_moves_on() {
    // After the double step wd exposes White's king on b5 to the rook on n5, and the pawn itself answers.
    let mut line = simple("Kb5 kd12 rn5 Mj5 Pe2 pd4 Mc8 mm10", "wc");
    play(&mut line, "e2e4 j5k6");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("wc", "e3"));
    play(&mut line, "e4e5");
    assert_eq!(field(&line, 3), "-");
}

#[test]
fn only_one_cell_is_kept() {
    // wd exposes White's king on f3 to the bishop on j7; the answer is another double step, which closes the first cell.
    let mut line = simple("Kf3 kd12 bj7 Mh5 Pd2 pc4 Pg2 ph4 Mc8 mm10", "wc");
    play(&mut line, "d2d4 h5i4");
    assert_eq!((line.actor_word(), field(&line, 3).as_str()), ("wc", "d3"));
    play(&mut line, "g2g4");
    assert_eq!(field(&line, 3), "g3");
    play(&mut line, "c8d9");
    assert!(can(&line, "h4g3") && !can(&line, "c4d3"));
    // A single step leaves no cell.
    let mut line = simple("Kf3 kd12 Pd2 pc4 Mc8 mm10", "wc");
    play(&mut line, "d2d3");
    assert_eq!(field(&line, 3), "-");
}

#[test]
fn promotion_only_on_the_rank_nearest_the_enemy_chess_player() {
    let mut line = simple("Kh1 kh9 Pe11 nd12 Pb9 mm8", "wc");
    assert_eq!(from(&line, "e11"), ["d12b", "d12n", "d12q", "d12r", "e12b", "e12n", "e12q", "e12r"]);
    assert_eq!(from(&line, "b9"), ["b10"], "a wing's end promotes nobody");
    play(&mut line, "e11d12r");
    assert_eq!(on(&line, "d12"), Some('R'));
    let line = simple("Kh5 kh12 pf2 Ng1 mm8", "bc");
    assert_eq!(from(&line, "f2"), ["f1b", "f1n", "f1q", "f1r", "g1b", "g1n", "g1q", "g1r"]);
    // A pawn must promote: the plain move does not exist.
    assert!(!can(&line, "f2f1"));
}

#[test]
fn a_pawn_in_a_wing_stands_blocked_at_its_end() {
    let line = simple("Kh1 kh9 Pc10 mm8", "wc");
    assert_eq!(from(&line, "c10"), [] as [&str; 0]);
    let mut line = simple("Kh1 kh9 Pc10 rd11 mm8", "wc");
    assert_eq!(from(&line, "c10"), ["d11"]);
    play(&mut line, "c10d11");
    assert_eq!(on(&line, "d11"), Some('P'), "rank 11 is not the last");
    let line = simple("Kh9 kh5 pl3 Rk2 mm8", "bc");
    assert_eq!(from(&line, "l3"), ["k2"]);
}

#[test]
fn castling_short_and_long() {
    let units = "Rd1 Kh1 Rk1 rd12 kh12 rk12 Pd2 Pk2 pd11 pk11 Ma4 mn9";
    let mut line = game(units, "wc KQkq - - 0 1", &[]);
    assert!(can(&line, "h1j1") && can(&line, "h1e1"));
    play(&mut line, "h1j1 a4b5");
    assert_eq!(
        (on(&line, "j1"), on(&line, "i1"), on(&line, "h1"), on(&line, "k1")),
        (Some('K'), Some('R'), None, None)
    );
    assert_eq!(field(&line, 2), "kq");
    play(&mut line, "h12e12");
    let cells = ["e12", "f12", "h12", "d12"].map(|cell| on(&line, cell));
    assert_eq!(cells, [Some('k'), Some('r'), None, None]);
    assert_eq!(field(&line, 2), "-");
    let mut line = game(units, "wc KQkq - - 0 1", &[]);
    play(&mut line, "h1e1 a4b5 h12j12");
    let cells = ["e1", "f1", "h1", "d1", "j12", "i12"].map(|cell| on(&line, cell));
    assert_eq!(cells, [Some('K'), Some('R'), None, None, Some('k'), Some('r')]);
}

#[test]
fn castling_needs_all_cells_between_empty() {
    for (blocker, short, long) in
        [("Ni1", false, true), ("mj1", false, true), ("be1", true, false), ("Mf1", true, false), ("ng1", true, false)]
    {
        // A knight or bishop of the enemy on e1 or g1 attacks no cell that matters here.
        let line = game(&format!("Rd1 Kh1 Rk1 kn9 mm8 {blocker}"), "wc KQ - - 0 1", &[]);
        assert_eq!((can(&line, "h1j1"), can(&line, "h1e1")), (short, long), "{blocker}");
    }
}

#[test]
fn castling_needs_king_and_rook_safe_where_they_stand_pass_and_land() {
    // A rook above each cell of rank 1 in turn; the king's and the rook's ways are h to k and d to h.
    for (file, short, long) in [
        ('d', true, false),
        ('e', true, false),
        ('f', true, false),
        ('g', true, false),
        ('i', false, true),
        ('j', false, true),
        ('k', false, true),
    ] {
        let line = game(&format!("Rd1 Kh1 Rk1 kn9 r{file}5 mm8"), "wc KQ - - 0 1", &[]);
        assert_eq!((can(&line, "h1j1"), can(&line, "h1e1")), (short, long), "rook on {file}5");
    }
    let line = game("Rd1 Kh1 Rk1 kn9 rh5 mm8", "wc KQ - - 0 1", &[]);
    assert!(!can(&line, "h1j1") && !can(&line, "h1e1"), "in check");
    // Draughts units attack nothing, and shield.
    let line = game("Rd1 Kh1 Rk1 kn9 ri5 mi2 De2 mm8", "wc KQ - - 0 1", &[]);
    assert!(can(&line, "h1j1") && can(&line, "h1e1"));
}

#[test]
fn castling_rights_end_with_a_move_of_king_or_rook_or_its_capture() {
    let units = "Rd1 Kh1 Rk1 rd12 kh12 rk12 Ma4 mn9 bd9";
    for (m, rights) in [("h1h2", "kq"), ("d1d2", "Kkq"), ("k1k2", "Qkq"), ("d1d9", "Kkq"), ("k1k12", "Qq")] {
        let mut line = game(units, "wc KQkq - - 0 1", &[]);
        play(&mut line, m);
        assert_eq!(field(&line, 2), rights, "{m}");
    }
}

#[test]
fn a_chess_move_may_not_leave_its_own_king_attacked() {
    let line = simple("Ke3 Re5 re9 kh12 Bf3 mm8 Mc4", "wc");
    assert_eq!(from(&line, "e5"), ["e4", "e6", "e7", "e8", "e9"]);
    // A draughts unit in between takes the pin away.
    let line = simple("Ke3 Re5 re9 kh12 me6 Mc4", "wc");
    assert!(can(&line, "e5a5"));
    // Kings do not meet.
    let line = simple("Ke3 kg3 mm8 Mc4", "wc");
    assert!(!can(&line, "e3f3") && !can(&line, "e3f4") && can(&line, "e3d3"));
    // A king does not step back along the ray that checks it.
    let line = simple("Ke5 re9 kh12 mm8 Mc4", "wc");
    assert!(!can(&line, "e5e4") && can(&line, "e5d4"));
}

#[test]
fn mate_gives_a_point_and_the_units_change_colour() {
    let mut line = simple("Ka5 Rm3 Rl4 kn6 ph4 pe11 bd9 Mc4 mj7", "wc");
    play(&mut line, "l4n4");
    assert_eq!((field(&line, 4).as_str(), end(&line)), ("b", None));
    let cells = ["n6", "h4", "e11", "d9", "n4", "a5"].map(|cell| on(&line, cell));
    assert_eq!(cells, ["K", "P", "P", "B", "R", "K"].map(|unit| unit.chars().next()), "all belong to wc now");
    assert_eq!(line.position().points(), [1, 0]);
    // bc moves no more: bd, wc, wd take turns.
    assert_eq!(line.actor_word(), "bd");
    play(&mut line, "j7i6");
    assert_eq!(line.actor_word(), "wc");
    // No king can be attacked, so kings may stand side by side and in any ray; both move.
    assert!(can(&line, "n6n5") && can(&line, "a5b5"));
    // The pawn from e11 goes up now, as white pawns do.
    assert!(can(&line, "e11e12q") && can(&line, "h4h5") && !can(&line, "h4h3"));
    play(&mut line, "n6n5 c4d5");
    assert_eq!(line.actor_word(), "bd");
}

#[test]
fn pawns_that_changed_colour_have_the_double_step_but_leave_no_cell() {
    let mut line = simple("Ka5 Rm3 Rl4 kn6 ph2 pg4 Mc4 mj7", "wc");
    play(&mut line, "l4n4 j7i6");
    assert!(can(&line, "h2h4"), "a black pawn on rank 2 has become a white one on its second rank");
    play(&mut line, "h2h4");
    assert_eq!(field(&line, 3), "-");
}

#[test]
fn rights_and_en_passant_end_with_a_mate() {
    let mut line = game("Rd1 Kh1 Rm3 Rl4 kn6 Pe2 pg4 Mc4 mj7 pd9", "wc Q - - 0 1", &[]);
    play(&mut line, "l4n4");
    assert_eq!((field(&line, 2).as_str(), field(&line, 3).as_str()), ("-", "-"));
    // wd's move exposes the black king to mate while a capture en passant is open.
    let mut line = game("Rd1 Kh1 Rm3 Rn4 kn10 Pe2 Dn7 mj7 pd4", "wc Q - - 0 1", &[]);
    play(&mut line, "e2e4");
    assert_eq!((field(&line, 2).as_str(), field(&line, 3).as_str()), ("Q", "e3"));
    play(&mut line, "n7l5");
    assert_eq!(["-", "-", "b"], [2, 3, 4].map(|n| field(&line, n)).each_ref().map(String::as_str));
}

#[test]
fn the_mating_colour_is_the_other_one_whoever_gave_the_check() {
    // wd's own move exposes White's king to mate: Black gets the point.
    let mut line = simple("Ka5 rb10 ra10 kh12 Ma8 mj7", "wd");
    play(&mut line, "a8b9");
    assert_eq!(field(&line, 4), "-", "the man on b9 closes the other file");
    let mut line = simple("Ka5 rb3 ra10 kh12 Ma8 mj7", "wd");
    play(&mut line, "a8b9");
    assert_eq!(field(&line, 4), "w");
    assert_eq!((line.position().points(), on(&line, "a5")), ([0, 1], Some('k')));
}

#[test]
fn a_mate_of_a_colour_without_draughts_or_by_one_ends_the_game() {
    // Black has no draughts: mate and stuck give White both points.
    let mut line = simple("Ka5 Rm3 Rl4 kn6 Mc4", "wc");
    play(&mut line, "l4n4");
    assert_eq!(end(&line), Some(("mate", [2.0, 0.0], 1.0)));
    assert_eq!((on(&line, "n6"), field(&line, 1).as_str()), (Some('k'), "-"), "the units stay as they are");
    // White has none: a point each.
    let mut line = simple("Ka5 Rm3 Rl4 kn6 mj7", "wc");
    play(&mut line, "l4n4");
    assert_eq!(end(&line), Some(("mate", [1.0, 1.0], 0.0)));
    // Nobody has: White 1 + 1, Black 1.
    let mut line = simple("Ka5 Rm3 Rl4 kn6", "wc");
    play(&mut line, "l4n4");
    assert_eq!(end(&line), Some(("mate", [2.0, 1.0], 0.5)));
}
