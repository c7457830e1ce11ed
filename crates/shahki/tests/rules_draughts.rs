//! The draughts seats, sentence by sentence.

mod common;

use common::{can, end, field, from, game, moves, on, play, simple};

const MANDATORY: &[(&str, &str)] = &[("mandatory_capture", "true")];

#[test]
fn a_man_steps_one_diagonally_forward() {
    let line = simple("Kh1 kh12 Me6 mj7", "wd");
    assert_eq!(from(&line, "e6"), ["f5", "f7"]);
    let line = simple("Kh1 kh12 Me6 mj7", "bd");
    assert_eq!(from(&line, "j7"), ["i6", "i8"]);
    // Units of either kind block.
    let line = simple("Kh1 kh12 Me6 Pf5 nf7 Mc4 mj7", "wd");
    assert_eq!(from(&line, "e6"), [] as [&str; 0]);
    // Beside a corner block only one cell is ahead.
    let line = simple("Kh6 kh9 Mk2 mj7", "wd");
    assert_eq!(from(&line, "k2"), ["l3"]);
}

#[test]
fn a_man_captures_in_all_four_directions() {
    let line = simple("Kh1 kh12 Me6 md5 md7 mf5 mf7", "wd");
    assert_eq!(from(&line, "e6").iter().filter(|to| to.len() == 3).count(), 4, "{:?}", moves(&line));
    assert!([":c4", ":c8", ":g4", ":g8"].iter().all(|to| from(&line, "e6").iter().any(|m| m == to)));
    // Only an adjacent enemy draughts unit, to the empty cell beyond.
    let line = simple("Kh1 kh12 Me6 pf7 Mf5 md5 Pc4 md7 mc8", "wd");
    assert_eq!(from(&line, "e6"), [] as [&str; 0], "{:?}", moves(&line));
}

#[test]
fn jumped_units_leave_the_board() {
    let mut line = simple("Kh1 kh12 Me6 mf7 mh9 ml7", "wd");
    assert_eq!(line.position().captures_of(&line, "e6:g8:i10"), ["f7", "h9"]);
    play(&mut line, "e6:g8:i10");
    assert_eq!(["e6", "f7", "g8", "h9", "i10"].map(|cell| on(&line, cell)), [None, None, None, None, Some('M')]);
    assert_eq!(field(&line, 5), "0");
}

#[test]
fn a_king_steps_any_distance_over_empty_cells() {
    let line = simple("Kh1 kh12 De6 ml3 Pg4", "wd");
    let steps = from(&line, "e6");
    let towards = ["d5", "c4", "b3", "d7", "c8", "b9", "a10", "f7", "g8", "h9", "i10", "j11", "k12", "f5"];
    assert_eq!(steps.len(), towards.len(), "{steps:?}");
    assert!(towards.iter().all(|to| steps.iter().any(|step| step == to)), "{steps:?}");
}

#[test]
fn a_king_captures_one_unit_and_lands_anywhere_before_the_next() {
    let line = simple("Kh1 kh12 Dc4 mf7 Nk12", "wd");
    assert_eq!(from(&line, "c4").iter().filter(|m| m.starts_with(':')).count(), 4, "{:?}", moves(&line));
    assert!([":g8", ":h9", ":i10", ":j11"].iter().all(|to| can(&line, &format!("c4{to}"))));
    // Two units in a row are not jumped, nor own ones, nor chess units.
    for wall in ["mf7 mg8", "Mf7", "pf7", "mf7 pg8"] {
        let line = simple(&format!("Kh1 kh12 Dc4 ml3 {wall}"), "wd");
        assert!(!moves(&line).iter().any(|m| m.starts_with("c4:")), "{wall}: {:?}", moves(&line));
    }
    // With one empty cell between two units the king lands only there.
    let line = simple("Kh1 kh12 Dc4 mf7 mh9 mi10", "wd");
    assert_eq!(from(&line, "c4").iter().filter(|m| m.starts_with(':')).collect::<Vec<_>>(), [":g8"]);
}

#[test]
fn going_on_is_optional_and_each_prefix_is_a_move() {
    let line = simple("Kh1 kh12 Mc4 md5 mf7 mh9", "wd");
    let chains: Vec<String> = moves(&line).into_iter().filter(|m| m.contains(':')).collect();
    assert_eq!(chains, ["c4:e6", "c4:e6:g8", "c4:e6:g8:i10"]);
    let mut line = simple("Kh1 kh12 Mc4 md5 mf7 mh9", "wd");
    play(&mut line, "c4:e6");
    assert_eq!(["d5", "e6", "f7"].map(|cell| on(&line, cell)), [None, Some('M'), Some('m')]);
}

#[test]
fn mandatory_capture_must_be_finished() {
    let units = "Kh1 kh12 Mc4 Ma8 md5 mf7 mh9";
    let line = game(units, "wd - - - 0 1", MANDATORY);
    assert_eq!(moves(&line), ["c4:e6:g8:i10"]);
    assert!(can(&simple(units, "wd"), "a8b9"), "never obliged otherwise");
    // Any chain and any landing cell may be chosen: shorter ways that cannot go on are moves too.
    // Of the landings beyond f7 only i10 lets the king capture again, over h11.
    let line = game("Kh1 kh12 Dc4 mf7 mh11", "wd - - - 0 1", MANDATORY);
    assert_eq!(moves(&line), ["c4:g8", "c4:h9", "c4:i10:g12", "c4:j11", "c4:k12"]);
    // Without a capture the seat steps.
    let line = game("Kh1 kh12 Mc4 mj7", "wd - - - 0 1", MANDATORY);
    assert_eq!(moves(&line), ["c4d3", "c4d5"]);
}

#[test]
fn other_jumped_units_or_landings_make_another_move() {
    // Two ways round to the same end.
    let line = simple("Kh1 kh12 Mc6 md7 mf7 md5 mf5", "wd");
    assert!(can(&line, "c6:e8:g6") && can(&line, "c6:e4:g6"));
    let mut upper = line.clone();
    play(&mut upper, "c6:e8:g6");
    assert_eq!(["d7", "f7", "d5", "f5"].map(|cell| on(&upper, cell)), [None, None, Some('m'), Some('m')]);
    // A king that lands on different cells on the way.
    let line = simple("Kh1 kh12 Da4 mc6 mf9", "wd");
    assert!(can(&line, "a4:d7:g10") && can(&line, "a4:e8:g10"));
}

#[test]
fn the_starting_cell_is_empty_during_the_chain() {
    let mut line = simple("Kh1 kh12 Mc6 md7 mf7 md5 mf5 ml9", "wd");
    assert!(can(&line, "c6:e8:g6:e4:c6") && can(&line, "c6:e4:g6:e8:c6"));
    play(&mut line, "c6:e8:g6:e4:c6");
    assert_eq!(["c6", "d7", "f7", "f5", "d5"].map(|cell| on(&line, cell)), [Some('M'), None, None, None, None]);
    // A king passes over it: from h3 over its first cell e6 to the unit on d7.
    let line = simple("Kh1 kh12 De6 mf7 mh7 mh5 md7 ml9", "wd");
    assert!(can(&line, "e6:g8:i6:g4:c8"), "{:?}", moves(&line));
}

#[test]
fn jumped_units_block_until_the_move_ends_and_are_jumped_once() {
    // The king comes back along the line of the unit it has jumped: it may neither jump it again nor pass it.
    let line = simple("Kh1 kh12 Dd3 mf5", "wd");
    let chains: Vec<String> = moves(&line).into_iter().filter(|m| m.contains(':')).collect();
    assert!(chains.iter().all(|m| m.matches(':').count() == 1), "{chains:?}");
    // On the way back it would land on d5, where the unit jumped first still stands.
    let line = simple("Kh1 kh12 Dc4 md5 mg6 mg4 me4", "wd");
    assert!(can(&line, "c4:f7:h5:f3"));
    assert!(!moves(&line).iter().any(|m| m.starts_with("c4:f7:h5:f3:")), "{:?}", moves(&line));
    let line = simple("Kh1 kh12 Df7 mg6 mg4 me4", "wd");
    assert!(can(&line, "f7:h5:f3:d5"), "nothing stands there now");
}

#[test]
fn a_man_on_the_far_file_becomes_a_king_at_once() {
    let mut line = simple("Kh1 kh12 Mm6 mb7", "wd");
    play(&mut line, "m6n7");
    assert_eq!(on(&line, "n7"), Some('D'));
    let mut line = simple("Kh1 kh12 Mk6 mb7", "bd");
    play(&mut line, "b7a8");
    assert_eq!(on(&line, "a8"), Some('d'));
    // Black's men are not crowned on file n, nor White's on file a.
    let line = simple("Kh1 kh12 Ma4 mn9", "wd");
    assert_eq!((on(&line, "a4"), on(&line, "n9")), (Some('M'), Some('m')));
}

#[test]
fn a_man_crowned_in_the_middle_of_a_chain_goes_on_as_a_king() {
    // l7 jumps m6 to n5, is a king there, and captures k2 from afar.
    let units = "Kh1 kh12 Ml7 mm6 mk2 mc4";
    let line = simple(units, "wd");
    assert_eq!(from(&line, "l7"), [":n5", ":n5:j1", "m8"]);
    let mut stopped = line.clone();
    play(&mut stopped, "l7:n5");
    assert_eq!(on(&stopped, "n5"), Some('D'), "also where the chain ends there");
    let mut whole = line.clone();
    play(&mut whole, "l7:n5:j1");
    assert_eq!((on(&whole, "j1"), on(&whole, "k2")), (Some('D'), None), "it stays a king");
    // Black the other way: from c8 over b7 to a6, and from there as a king over d3.
    let line = simple("Kh1 kh12 mc8 Mb7 Md3 ml7", "bd");
    assert!(can(&line, "c8:a6:e2") && can(&line, "c8:a6:f1"));
}

#[test]
fn a_seat_without_draughts_units_passes_for_ever() {
    let mut line = simple("Kh1 kh12 Mc4", "wd");
    play(&mut line, "c4d5 h12h11");
    assert_eq!((line.actor_word(), end(&line)), ("wc", None), "without a mate no end");
}

/// Names of the cells a move takes.
trait Captures {
    fn captures_of(&self, line: &fairyring_game::Line<fairyring_shahki::Position>, m: &str) -> Vec<String>;
}

impl Captures for fairyring_shahki::Position {
    fn captures_of(&self, line: &fairyring_game::Line<Self>, m: &str) -> Vec<String> {
        use fairyring_game::Text as _;
        self.captures(line.check(m).expect("a legal move"))
    }
}
