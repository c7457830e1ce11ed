//! Bad input: every field broken in turn, texts cut anywhere, noise. Each is refused with all its reasons.

use fairyring_chess::Position;
use fairyring_game::{Encode, Game, Line, Text, Window};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn reasons(text: &str) -> Vec<String> {
    match Position::parse(text, ()) {
        Ok(position) => panic!("{text:?} was read as {position:?}"),
        Err(error) => {
            assert!(error.to_string().contains(&error.reasons[0]));
            error.reasons
        }
    }
}

#[test]
fn every_field_broken_in_turn() {
    for (text, expected) in [
        ("8/8/8/8/8/8/8 w - - 0 1", vec!["7 ranks", "White has 0 kings", "Black has 0 kings"]),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", vec!["9 ranks"]),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", vec!["rank 8 has 9 squares"]),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", vec!["rank 8 has 7 squares"]),
        ("4k12/8/8/8/8/8/8/4K3 w - - 0 1", vec!["rank 8 has two numbers"]),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", vec!["'9' in rank 7", "rank 7 has 1 squares"]),
        ("4k3/7x/8/8/8/8/8/4K3 w - - 0 1", vec!["'x' in rank 7"]),
        ("4k3/7*/8/8/8/8/8/4K3 w - - 0 1", vec!["'*' in rank 7"]),
        ("4k3/7♞/8/8/8/8/8/4K3 w - - 0 1", vec!["'♞' in rank 7"]),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", vec!["White has 2 kings"]),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", vec!["White has 0 kings"]),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", vec!["pawn stands on rank 1 or 8"]),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", vec!["pawn stands on rank 1 or 8"]),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", vec!["not to move is in check"]),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", vec!["not to move is in check"]),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", vec!["side to move is w or b"]),
        ("4k3/8/8/8/8/8/8/4K3  - - 0 1", vec!["side to move is w or b"]),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", vec!["right Q needs its rook on a1"]),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", vec!["right K needs its king on e1"]),
        ("4k3/8/8/8/8/8/8/4K2r w K - 0 1", vec!["right K needs its rook on h1"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QKkq - 0 1", vec!["in this order"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", vec!["in this order"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", vec!["in this order"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w  - 0 1", vec!["in this order"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e7 0 1", vec!["not on rank 6"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", vec!["no pawn can just have passed"]),
        ("4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", vec!["no pawn can just have passed"]),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", vec!["e6 is not empty"]),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", vec!["the square from which a pawn passed e6 is not empty"]),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", vec!["not on rank 3"]),
        ("4k3/8/8/8/8/8/8/4K3 w - x 0 1", vec!["en passant field is - or a square"]),
        ("4k3/8/8/8/8/8/8/4K3 w -  0 1", vec!["en passant field is - or a square"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", vec!["half-move clock"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 00 1", vec!["half-move clock"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", vec!["half-move clock"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 10000 1", vec!["half-move clock"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", vec!["half-move clock"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", vec!["move number"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1000000", vec!["move number"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1e3", vec!["move number"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 ١", vec!["move number"]),
        ("4k3/8/8/8/8/8/8/4K3 w - -", vec!["not 4"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", vec!["not 7"]),
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", vec!["not 7"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -", vec!["not 7"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0  1", vec!["not 7"]),
        ("", vec!["not 1"]),
        (
            "4k3/8/8/8/8/8/8/P3KK2 x QK e5 -1 0",
            vec!["side to move", "in this order", "half-move clock", "move number", "White has 2 kings", "rank 1 or 8"],
        ),
    ] {
        let found = reasons(text);
        for part in &expected {
            assert!(found.iter().any(|reason| reason.contains(part)), "{text:?}: {part:?} is not in {found:?}");
        }
    }
}

#[test]
fn a_refusal_names_every_reason_once() {
    let found = reasons("4k3/8/8/8/8/8/8/P3KK2 w QK e5 -1 0");
    assert_eq!(found.len(), 6, "{found:?}");
}

#[test]
fn cut_and_damaged_anywhere() {
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP4P/5Q1p/PP1BBPP1/R3K2R b KQkq c3 12 134";
    assert_eq!(Position::parse(text, ()).unwrap().text(false), text);
    for end in 0..text.len() {
        let cut = &text[..end];
        if let Ok(position) = Position::parse(cut, ()) {
            // Only the last number may lose digits.
            assert!(end > text.len() - 3, "{cut:?}");
            assert_eq!(position.text(false), cut);
        }
        for byte in 0..=255u8 {
            let mut damaged = text.as_bytes().to_vec();
            damaged[end] = byte;
            if let Ok(position) = Position::parse(&String::from_utf8_lossy(&damaged), ()) {
                assert_eq!(position.text(false).as_bytes(), damaged);
            }
        }
    }
}

#[test]
fn moves_are_refused_with_a_reason() {
    let line = Line::new(Position::parse(START, ()).unwrap());
    for (text, part) in [
        ("e2e5", "does not move so"),
        ("e3e4", "no unit of the side to move stands on e3"),
        ("e7e5", "no unit of the side to move stands on e7"),
        ("e1e2", "a unit of the side to move stands on e2"),
        ("e2e4q", "only a pawn that reaches the last rank promotes"),
        ("e2", "is no move"),
        ("e2e9", "is no square"),
        ("O-O", "is no"),
        ("e2e4x", "is no promotion"),
        ("", "is no move"),
        ("éé", "is no"),
    ] {
        let error = line.check(text).unwrap_err();
        assert!(error.reason.contains(part), "{text:?}: {error}");
        assert_eq!(error.actor, "w");
    }
    let pawn = Line::new(Position::parse("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ()).unwrap());
    assert!(pawn.check("a7a8").unwrap_err().reason.contains("becomes"));
    assert!(pawn.check("a7a8q").is_ok());
    let check = Line::new(Position::parse("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", ()).unwrap());
    assert!(check.check("e1g1").unwrap_err().reason.contains("in check"));
}

#[test]
fn captures_name_the_square_that_is_emptied() {
    let position = Position::parse("4k3/8/8/3pP3/8/8/8/R3K2r w Q d6 0 1", ()).unwrap();
    assert_eq!(position.captures("e5d6".parse().unwrap()), ["d5"]);
    assert!(position.captures("e1c1".parse().unwrap()).is_empty());
}

#[test]
fn observations_of_nothing_do_not_decode() {
    let position = Position::parse(START, ()).unwrap();
    let window = Window::default();
    let size = Position::observation_shape(window).iter().product();
    let mut planes = vec![0; size];
    assert_eq!(Position::decode(&planes, 0, window, ()), None);
    position.observe(&[], 0, window, &mut planes);
    assert_eq!(Position::decode(&planes, 0, window, ()), Some(position));
    assert_eq!(Position::decode(&planes[1..], 0, window, ()), None);
    for n in 0..size {
        let kept = std::mem::replace(&mut planes[n], 77);
        if let Some(decoded) = Position::decode(&planes, 0, window, ()) {
            panic!("byte {n} read as {decoded:?}");
        }
        planes[n] = kept;
    }
    // The mirrored position looks to Black as this one does to White.
    let mut mirrored = vec![0; size];
    position.mirrored().observe(&[], 1, window, &mut mirrored);
    assert_eq!(mirrored, planes);
}

proptest! {
    #[test]
    fn noise_is_refused_and_never_panics(text in "\\PC{0,90}") {
        let _ = Position::parse(&text, ()).is_err_and(|error| !error.reasons.is_empty());
        let _ = Position::start(()).parse_move(&text);
    }

    /// Words of the notation in any order: what is read is written back the same.
    #[test]
    fn what_is_read_is_written_back(
        board in prop::collection::vec("[1-8]|[1-7][pP][1-6]?|[kKqQ]?[1-7]", 8),
        side in "w|b",
        castling in "-|K?Q?k?q?",
        passed in "-|[a-h][36]",
        clock in 0u32..200,
        number in 0u32..2_000_000,
    ) {
        let text = format!("{} {side} {castling} {passed} {clock} {number}", board.join("/"));
        match Position::parse(&text, ()) {
            Ok(position) => {
                prop_assert_eq!(position.text(false), text);
                fairyring_laws::check_line(&Line::new(position));
            }
            Err(error) => prop_assert!(!error.reasons.is_empty()),
        }
    }
}
