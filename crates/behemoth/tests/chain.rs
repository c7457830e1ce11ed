//! The frozen-kings chain: published values, symmetry, and agreement with play.

use fairyring_behemoth::chain;
use fairyring_geometry::{Square, TorusWalk};

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

#[track_caller]
fn rounded(value: f64, digits: i32, expected: f64) {
    let scale = 10f64.powi(digits);
    assert!(((value * scale).round() / scale - expected).abs() < 1e-12, "{value} does not round to {expected}");
}

#[test]
fn values_of_the_methods() {
    let value = |name| chain().value(square("e1"), square("e8"), square(name));
    let d4 = value("d4");
    rounded(d4.win, 4, 0.4452);
    rounded(d4.draw, 4, 0.0855);
    rounded(d4.loss, 4, 0.4694);
    rounded(d4.score(), 4, 0.4879);
    rounded(d4.moves, 2, 15.99);
    rounded(value("e4").score(), 4, 0.5172);
    rounded(value("a4").score(), 4, 0.5787);
    rounded(value("a5").score(), 3, 0.421);
    let empty = (16..48).map(|index| chain().score(square("e1"), square("e8"), Square::new(index)));
    let (least, most) = empty.fold((1.0f64, 0.0f64), |(least, most), score| (least.min(score), most.max(score)));
    assert_eq!((least, most), (value("a5").score(), value("a4").score()));
}

#[test]
fn values_solve_their_equations_for_all_kings() {
    for white_king in Square::all() {
        for black_king in Square::all().filter(|&other| other != white_king) {
            for behemoth in Square::all().step_by(5) {
                let value = chain().value(white_king, black_king, behemoth);
                assert!((value.win + value.draw + value.loss - 1.0).abs() < 1e-12);
                let mirrored = chain().value(black_king.flipped(), white_king.flipped(), behemoth.flipped());
                assert!((value.score() + mirrored.score() - 1.0).abs() < 1e-12);
                assert!((value.moves - mirrored.moves).abs() < 1e-10);
                let (mut score, mut moves) = (0.0, 1.0);
                for walk in TorusWalk::all() {
                    let path = walk.path(behemoth);
                    match (path.has(white_king), path.has(black_king)) {
                        (true, true) => score += 0.5,
                        (true, false) => {}
                        (false, true) => score += 1.0,
                        (false, false) => {
                            let next = chain().value(white_king, black_king, walk.end(behemoth));
                            score += next.score();
                            moves += next.moves / 32.0;
                        }
                    }
                }
                assert!((score / 32.0 - value.score()).abs() < 1e-14);
                assert!((moves - value.moves).abs() < 1e-12 * moves);
                assert_eq!(value.score(), chain().score(white_king, black_king, behemoth));
            }
        }
    }
}
