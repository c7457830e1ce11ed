//! Action ids, chains step by step, and observations.

mod common;

use common::{game, moves, play, rules, simple};
use fairyring_game::{Encode, Game as _, Line, PLAYERS, Step, Text, Window, below, stream};
use fairyring_shahki::Position;
use std::collections::HashSet;

const WINDOW: Window = Window(17);

fn id(text: &str) -> u32 {
    let count = Position::action_count(WINDOW);
    (0..count)
        .find(|&id| Position::action_text(id, WINDOW).as_deref() == Some(text))
        .unwrap_or_else(|| panic!("{text}"))
}

fn texts(line: &Line<Position>) -> Vec<String> {
    let mut texts: Vec<String> =
        line.legal_actions(WINDOW).iter().filter_map(|&action| Position::action_text(action, WINDOW)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn the_action_space_is_fixed() {
    assert_eq!(Position::action_count(WINDOW), PAIRS + 192 + 1);
    assert_eq!(Position::action_count(Window(3)), Position::action_count(WINDOW));
    let all: Vec<_> = (0..Position::action_count(WINDOW)).map(|id| Position::action_text(id, WINDOW)).collect();
    let named: HashSet<_> = all.iter().flatten().collect();
    // Promotions from file d to the left and from file k to the right leave the board.
    assert_eq!((named.len(), all.iter().filter(|text| text.is_none()).count()), (PAIRS as usize + 192 + 1 - 16, 16));
    assert_eq!((all[0].as_deref(), all.last().and_then(Option::as_deref)), (Some("d1e1"), Some("stop")));
    assert_eq!(Position::action_text(Position::action_count(WINDOW), WINDOW), None);
    assert_eq!(Position::action_text(u32::MAX, WINDOW), None);
}

/// Pairs of cells of which one is seen from the other on an empty board.
const PAIRS: u32 = 5_968;

#[test]
fn chains_are_played_jump_by_jump_with_a_stop() {
    let mut line = simple("Kh1 kh12 Mc4 md5 mf7 mh9 Ma8", "wd");
    let jump = id("c4e6");
    assert_eq!(texts(&line), ["a8b7", "a8b9", "c4d3", "c4e6"]);
    assert_eq!(line.position().step(&[], jump, WINDOW), Step::Partial);
    line.play_action(jump, WINDOW).expect("legal");
    assert_eq!(line.taken(), [jump]);
    assert_eq!(texts(&line), ["e6g8", "stop"]);
    assert!(line.play("c4:e6").is_err(), "a move begun by actions is finished by them");
    line.play_action(id("e6g8"), WINDOW).expect("legal");
    assert_eq!(texts(&line), ["g8i10", "stop"]);
    let mut stopped = line.clone();
    stopped.play_action(id("stop"), WINDOW).expect("legal");
    assert_eq!(stopped.position().move_text(stopped.moves()[0]), "c4:e6:g8");
    assert!(stopped.taken().is_empty());
    // The last jump cannot be followed by another, and ends the move without a stop.
    line.play_action(id("g8i10"), WINDOW).expect("legal");
    assert_eq!(line.position().move_text(line.moves()[0]), "c4:e6:g8:i10");
}

#[test]
fn mandatory_chains_have_no_stop() {
    let mut line = game("Kh1 kh12 Mc4 md5 mf7 Ma8", "wd - - - 0 1", &[("mandatory_capture", "true")]);
    assert_eq!(texts(&line), ["c4e6"]);
    line.play_action(id("c4e6"), WINDOW).expect("legal");
    assert_eq!(texts(&line), ["e6g8"]);
    assert!(line.play_action(id("stop"), WINDOW).is_err());
    line.play_action(id("e6g8"), WINDOW).expect("legal");
    assert_eq!(line.moves().len(), 1);
}

#[test]
fn illegal_actions_are_refused_and_change_nothing() {
    let mut line = simple("Kh1 kh12 Mc4 md5 mf7 Ma8", "wd");
    for action in ["stop", "h1h2", "d5e4", "c4d5", "a8a9", "e11e12q"].map(id) {
        assert!(line.play_action(action, WINDOW).is_err());
    }
    line.play_action(id("c4e6"), WINDOW).expect("legal");
    for action in ["a8b9", "c4d3", "e6d7", "e11e12q"].map(id) {
        assert!(line.play_action(action, WINDOW).is_err());
        assert_eq!(line.taken().len(), 1);
    }
    let position = line.position();
    for taken in [vec![id("stop")], vec![u32::MAX], vec![id("e6g8")], vec![id("c4e6"), id("c4e6")], vec![id("a8b9")]] {
        for action in [id("stop"), id("e6g8"), id("c4e6"), u32::MAX] {
            assert_eq!(position.step(&taken, action, WINDOW), Step::Illegal, "{taken:?} {action}");
        }
        let mut legal = Vec::new();
        position.legal_actions(&taken, WINDOW, &mut legal);
        assert_eq!(legal, [] as [u32; 0]);
    }
}

#[test]
fn every_path_of_actions_is_a_legal_move_and_the_other_way_round() {
    fn walk(line: &Line<Position>, found: &mut Vec<String>) {
        for action in line.legal_actions(WINDOW) {
            let mut next = line.clone();
            next.play_action(action, WINDOW).expect("a legal action");
            match next.moves().len() > line.moves().len() {
                true => found.push(line.position().move_text(next.moves()[line.moves().len()])),
                false => walk(&next, found),
            }
        }
    }
    let units = "Kh1 kh12 Mc6 md7 mf7 md5 mf5 mh9 mi6 Dc10 ml9 Ml7 mm6";
    for mandatory in ["false", "true"] {
        let mut line = game(units, "wd - - - 0 1", &[("mandatory_capture", mandatory)]);
        let mut choices = stream(1, PLAYERS);
        for _ in 0..60 {
            let mut found = Vec::new();
            walk(&line, &mut found);
            found.sort_unstable();
            assert_eq!(found, moves(&line), "{}", line.text());
            if line.outcome().is_some() {
                break;
            }
            let m = found[below(&mut choices, found.len() as u64) as usize].clone();
            play(&mut line, &m);
        }
    }
}

#[test]
fn each_colour_sees_its_own_side_below() {
    let [planes, rows, columns] = Position::observation_shape(WINDOW);
    assert_eq!((planes, rows, columns), (36, 12, 14));
    let names = Position::planes(WINDOW);
    let plane = |says: &str| names.iter().position(|name| name.contains(says)).unwrap_or_else(|| panic!("{says}"));
    let line = Line::new(Position::start(rules(&[])));
    let seen = |seat: u8| {
        let mut out = vec![0; planes * rows * columns];
        line.position().observe(&[], seat, WINDOW, &mut out);
        out
    };
    let at = |out: &[u8], plane: usize, row: usize, column: usize| out[(plane * rows + row) * columns + column];
    let (white, black) = (seen(0), seen(2));
    for out in [&white, &black] {
        assert_eq!(at(out, plane("own side stands: pawn"), 10, 5), 1);
        assert_eq!(at(out, plane("enemy side stands: pawn"), 1, 5), 1);
        assert_eq!(at(out, plane("own side stands: rook"), 11, 3), 1);
        assert_eq!(at(out, plane("own side stands: man"), 8, 0), 1, "a4, and n9 turned");
        assert_eq!(at(out, plane("has a cell"), 0, 0), 0);
        assert_eq!(at(out, plane("own king may castle short"), 6, 6), 1);
    }
    // The kings' files differ after the turn: White's on column h, Black's mirrored to g.
    assert_eq!(
        (at(&white, plane("own side stands: king"), 11, 7), at(&black, plane("own side stands: king"), 11, 6)),
        (1, 1)
    );
    assert_eq!(
        (at(&white, plane("own chess seat is to act"), 0, 0), at(&black, plane("own chess seat is to act"), 0, 0)),
        (1, 0)
    );
    assert_eq!(at(&black, plane("enemy chess seat is to act"), 0, 0), 1);
    // Team mates see the same.
    assert_eq!((seen(0), seen(2)), (seen(1), seen(3)));
}

#[test]
fn an_unfinished_chain_is_seen() {
    let mut line = simple("Kh1 kh12 Mc4 md5 mf7 mh9", "wd");
    line.play_action(id("c4e6"), WINDOW).expect("legal");
    let mut out = vec![0; 36 * 168];
    line.position().observe(line.taken(), 1, WINDOW, &mut out);
    let ones = |plane: usize| (0..168).filter(|at| out[plane * 168 + at] == 1).collect::<Vec<_>>();
    assert_eq!((ones(34), ones(35)), (vec![6 * 14 + 4], vec![7 * 14 + 3]), "landed on e6, jumped d5");
    let decoded = Position::decode(&out, 1, WINDOW, line.position().rules()).expect("an observation");
    assert_eq!(&decoded, line.position(), "at the beginning of the turn");
}

#[test]
fn observations_decode_and_nonsense_does_not() {
    let resume = [("after_check", "resume")];
    let lines = [
        game("Ka5 Rb3 kh12 Rh3 Mc4 mj7", "bc - - - 130 1 wd", &resume),
        game("Kh1 kh12 Pe4 pd4 Mc4 mm8", "bc - e3 - 7 1 -", &resume),
        game("ka5 kn6 rm3 pe11 Mc4 dj7", "wd - - w 0 1 -", &resume),
    ];
    let mut rng = stream(4, 0);
    for line in &lines {
        for seat in 0..4 {
            let mut out = vec![0; 36 * 168];
            line.position().observe(&[], seat, WINDOW, &mut out);
            let decoded = Position::decode(&out, seat, WINDOW, line.position().rules());
            assert_eq!(decoded.as_ref(), Some(line.position()));
            // A single wrong byte in what is read makes another position or none, never the same.
            for _ in 0..300 {
                let mut changed = out.clone();
                let at = below(&mut rng, 34 * 168) as usize;
                changed[at] ^= 1 + below(&mut rng, 255) as u8;
                let other = Position::decode(&changed, seat, WINDOW, line.position().rules());
                assert_ne!(other.as_ref(), Some(line.position()), "byte {at}");
            }
            assert_eq!(Position::decode(&out[1..], seat, WINDOW, line.position().rules()), None);
        }
    }
    assert_eq!(Position::decode(&vec![0; 36 * 168], 0, WINDOW, rules(&[])), None);
    assert_eq!(Position::decode(&vec![255; 36 * 168], 9, WINDOW, rules(&[])), None);
}
