//! The evaluation: what it counts, and what a move gains.

mod common;

use common::{game, simple};
use fairyring_game::{Evaluate, Game as _, Line};
use fairyring_shahki::Position;

fn defaults() -> Vec<i32> {
    Position::WEIGHTS.iter().map(|weight| weight.default).collect()
}

/// Weights of which only these are not 0.
fn only(names: &[(&str, i32)]) -> Vec<i32> {
    Position::WEIGHTS
        .iter()
        .map(|weight| names.iter().find(|(name, _)| *name == weight.name).map_or(0, |&(_, value)| value))
        .collect()
}

#[test]
fn the_start_is_even_and_each_weight_counts_what_it_says() {
    let start = Line::new(Position::start(common::rules(&[])));
    assert_eq!(start.position().evaluate(&defaults()), 0);
    let line = simple("Kh1 kh12 Pe4 Nd3 Ba8 Re9 Qb8 pf8 Mc4 De6 mj7", "wc");
    let value = |names: &[(&str, i32)]| line.position().evaluate(&only(names));
    for (name, expected) in
        [("pawn", 0), ("knight", 10), ("bishop", 10), ("rook", 10), ("queen", 10), ("man", 0), ("dama", 10)]
    {
        assert_eq!(value(&[(name, 10)]), expected, "{name}");
    }
    // e4 has gone two ranks and f8 three; c4 two files, j7 four (n is 0 for Black).
    assert_eq!(value(&[("pawn_advance", 1)]), 2 - 3);
    assert_eq!(value(&[("man_advance", 1)]), 2 - 4);
    // c4: d3 is held by a knight, so d5; j7: i6 and i8; e6 sees d5 c4..., counted by its steps.
    let steps = common::game("Kh1 kh12 Pe4 Nd3 Ba8 Re9 Qb8 pf8 Mc4 De6 mj7", "wd - - - 0 1", &[]);
    assert_eq!(value(&[("draughts_mobility", 1)]), steps.position().count_legal_moves() as i32 - 2);
    let knight = simple("Kh1 kh12 Nd3 Mc4 mj7", "wc");
    assert_eq!(knight.position().evaluate(&only(&[("chess_mobility", 1)])), common::from(&knight, "d3").len() as i32);
}

#[test]
fn after_a_mate_chess_units_count_nothing_and_the_mate_counts() {
    let line = game("Ka5 Kn6 Rm3 Qe9 Mc4 mj7", "wd - - b 0 1", &[]);
    let value = |names: &[(&str, i32)]| line.position().evaluate(&only(names));
    assert_eq!(value(&[("rook", 10), ("queen", 10), ("chess_mobility", 1), ("pawn_advance", 1)]), 0);
    assert_eq!(value(&[("mate", 700)]), 700);
    let line = game("ka5 kn6 rm3 Mc4 mj7", "wd - - w 0 1", &[]);
    assert_eq!(line.position().evaluate(&only(&[("mate", 700)])), -700);
}

#[test]
fn values_stay_below_a_win_whatever_the_weights() {
    let line = simple("Kh1 kh12 Pe4 Nd3 Ba8 Re9 Qb8 pf8 Mc4 De6 mj7", "wc");
    for extreme in [i32::MAX, i32::MIN] {
        let weights = vec![extreme; Position::WEIGHTS.len()];
        assert!(line.position().evaluate(&weights).abs() < Position::WIN);
        for m in line.legal_moves() {
            assert!(line.position().gain(m, &weights).abs() < Position::WIN);
        }
    }
}

#[test]
fn gains_are_captures_promotions_and_crownings() {
    let gain = |line: &Line<Position>, m: &str| line.position().gain(line.check(m).expect(m), &defaults());
    let line = simple("Kh1 kh9 Pe11 nd12 Rb5 rb9 Mc4 mm8", "wc");
    assert_eq!(gain(&line, "b5b9"), 550);
    assert_eq!(gain(&line, "e11e12q"), 900);
    assert_eq!(gain(&line, "e11d12n"), 300 + 200);
    assert_eq!(gain(&line, "b5b6"), 0);
    let line = game("Kh1 kh12 Pe4 pd4 Mc4 mm8", "bc - e3 - 0 1", &[]);
    assert_eq!(gain(&line, "d4e3"), 100);
    let line = simple("Kh1 kh12 Ml7 mm6 dk2 mc4 Mm10 mb5", "wd");
    assert_eq!(gain(&line, "l7:n5"), 150 + 300);
    assert_eq!(gain(&line, "l7:n5:j1"), 150 + 450 + 300);
    assert_eq!(gain(&line, "m10n9"), 300);
    assert_eq!(gain(&line, "l7m8"), 0);
    // After a mate chess promotions gain nothing.
    let line = game("Ka5 Kn6 Pe11 Mc4 mj7", "wc - - b 0 1", &[]);
    assert_eq!(gain(&line, "e11e12q"), 0);
}

#[test]
fn checks_are_forcing() {
    assert!(simple("Ka5 Rh3 kh12 Mc4", "bc").position().is_forcing());
    assert!(!simple("Ka5 Rg3 kh12 Mc4", "bc").position().is_forcing());
    assert!(!simple("Ka5 Rg3 kh12 Mc4", "wd").position().is_forcing());
}
