//! The laws of every game on random games, along every path, and traces of an independent implementation.

mod common;

use fairyring_chess::Position;
use fairyring_game::{Game, Line, Text};
use fairyring_laws::{check_game, check_line, check_uniform_draw, data_file, replay_vectors};
use fairyring_orthodox::Path;

/// Raised by the feature `long`.
const SCALE: u32 = if cfg!(feature = "long") { 20 } else { 1 };

/// Positions where rights, pins, promotions and en passant meet, and armies of custom starts.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
    "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 90 70",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1",
];

fn position(text: &str) -> Position {
    Position::parse(text, ()).unwrap_or_else(|error| panic!("{error}"))
}

/// One test, so that the path is not changed under another: every path plays the same games and obeys the laws.
#[test]
fn random_games_obey_the_laws_along_every_path() {
    for path in [Path::Portable, Path::Magic, Path::Pext] {
        if path.choose() != path {
            continue;
        }
        check_game(&Position::start(()), 60 * SCALE, 1, 2_000, 11);
        for (seed, text) in (2..).zip(STARTS) {
            check_game(&position(text), 12 * SCALE, seed, 1_000, 11);
        }
    }
    Path::best().choose();
}

#[test]
fn traces() {
    let replayed = replay_vectors::<Position>("chess.jsonl");
    assert_eq!(replayed.games, 14);
    assert!(replayed.positions > 2_000, "{replayed:?}");
}

/// Positions of random games, one in `stride`.
fn walk(start: &str, games: u64, stride: usize, mut visit: impl FnMut(&Line<Position>)) {
    for seed in 0..games {
        let mut choices = fairyring_game::stream(seed, 9);
        let mut line = Line::new(position(start));
        while line.outcome().is_none() {
            if line.moves().len() % stride == seed as usize % stride {
                visit(&line);
            }
            let m = line.position().draw_move(line.occurrences(), &mut choices).expect("the game is not over");
            line.play_unchecked(m);
        }
    }
}

#[test]
fn drawn_moves_are_uniform() {
    let mut positions = Vec::new();
    for text in STARTS {
        walk(text, u64::from(2 * SCALE), 29, |line| positions.push(*line.position()));
    }
    assert!(positions.len() > 100, "{}", positions.len());
    let (chi, degrees) = check_uniform_draw(&positions, 100, 17);
    assert!(degrees > 2_000, "{chi} on {degrees}");
}

/// The play-out of a position equals that of the line that led to it, if nothing of the past can recur; and a past that can
/// is looked at.
#[test]
fn play_outs_see_the_past() {
    let mut line = Line::new(Position::start(()));
    for m in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        line.play(m).unwrap();
    }
    let mut ended = 0;
    for seed in 0..200 {
        let mut choices = fairyring_game::stream(seed, 1);
        let playout =
            line.position().playout(&mut choices, &mut fairyring_game::stream(seed, 0), &mut line.history().clone(), 1);
        // One of the twenty replies repeats the start for the third time.
        if Position::REASONS[playout.outcome.reason as usize] == "repetition" {
            assert_eq!(playout.plies, 1);
            ended += 1;
        }
    }
    assert!((2..30).contains(&ended), "{ended} of 200");
}

#[test]
fn legal_moves_equal_those_made_and_tested() {
    let mut compared = 0;
    for text in STARTS {
        walk(text, u64::from(2 * SCALE), 5, |line| {
            let mut moves: Vec<_> = line.legal_moves().iter().map(ToString::to_string).collect();
            moves.sort_unstable();
            assert_eq!(moves, common::legal_moves(&line.text()), "{}", line.text());
            compared += 1;
        });
    }
    assert!(compared > 500, "{compared}");
}

/// Lines of moves, whatever else ends a game.
fn lines_of_moves(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal_moves() as u64;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let after = moves.into_iter().map(|m| {
        let mut next = *position;
        next.play_unchecked(m);
        next
    });
    after.map(|next| lines_of_moves(&next, depth - 1)).sum()
}

/// Lines of games, each ended where a line of play says so.
fn lines_of_games(line: &Line<Position>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = line.legal_moves().into_iter().map(|m| {
        let mut next = line.clone();
        next.play_unchecked(m);
        next
    });
    after.map(|next| lines_of_games(&next, depth - 1)).sum()
}

#[test]
fn edge_cases_are_right_or_refused() {
    let text = std::fs::read_to_string(data_file("known/perft_chess_tricky.epd")).unwrap();
    let (mut right, mut refused) = (Vec::new(), Vec::new());
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let (fields, marks) = row.split_once(';').unwrap();
        let name = marks.split(';').next().unwrap().trim().trim_start_matches("id ").to_owned();
        match Position::parse(&format!("{} 0 1", fields.trim()), ()) {
            Err(_) => refused.push(name),
            Ok(position) => {
                for mark in marks.split(';').skip(1) {
                    let (depth, nodes) = mark.trim()[1..].split_once(' ').unwrap();
                    let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
                    assert_eq!(lines_of_moves(&position, depth), nodes, "{name} depth {depth}");
                    let counted = Line::new(position).perft(depth);
                    assert_eq!(Line::new(position.mirrored()).perft(depth), counted, "{name} mirrored, depth {depth}");
                    // Lines end here where the game does, by repetition or with the last pawn; the file counts on.
                    let ends = [("prison", 32), ("ep-evasion", 5)].contains(&(name.as_str(), depth));
                    assert_eq!(counted < nodes, ends, "{name} depth {depth}: {counted} of {nodes}");
                    if ends {
                        assert_eq!(counted, lines_of_games(&Line::new(position), depth), "{name} depth {depth}");
                    } else {
                        assert_eq!(counted, nodes, "{name} depth {depth}");
                    }
                }
                right.push(name);
            }
        }
    }
    let castling = ["xfen", "hside", "asymmetrical", "two-knight"];
    assert!(refused.iter().all(|name| castling.iter().any(|prefix| name.starts_with(prefix))), "{refused:?}");
    assert_eq!((right.len(), refused.len()), (18, 8), "{right:?} {refused:?}");
}

#[test]
fn the_third_occurrence_ends_the_game() {
    // The pawn that could take en passant is pinned, so the passed square is of no account.
    let mut line = Line::new(position("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1"));
    for m in ["h7h5", "e6h6", "g7h7", "h6e6", "h7g7", "e6h6", "g7h7", "h6e6", "h7g7"] {
        assert_eq!(line.outcome(), None);
        line.play(m).unwrap();
    }
    assert_eq!(Position::REASONS[line.outcome().unwrap().reason as usize], "repetition");
    assert_eq!(line.occurrences(), 3);
}

#[test]
fn a_possible_en_passant_makes_another_position() {
    let mut line = Line::new(position("4k3/7p/8/6P1/8/8/8/R3K3 b - - 0 1"));
    for m in ["h7h5", "a1a2", "e8e7", "a2a1", "e7e8", "a1a2", "e8e7", "a2a1", "e7e8"] {
        assert_eq!(line.outcome(), None);
        line.play(m).unwrap();
    }
    // The first time the pawn could be taken in passing: this is the second occurrence of what followed.
    assert_eq!((line.outcome(), line.occurrences()), (None, 2));
}

#[test]
fn a_rook_taken_at_home_takes_the_right_with_it() {
    let mut line = Line::new(position("rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5"));
    line.play("h1h8").unwrap();
    assert_eq!(line.text(), "rnbqk1nR/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBN1 b Qq - 0 5");
    let none = Line::new(position("4k1rr/1b1p3p/nn1p4/P3Np2/3P1bp1/6PP/P5R1/1B1K2N1 b k - 1 37"));
    assert!(none.check("e8g8").is_err());
}

#[test]
fn keys_are_kept_as_they_are_made() {
    let mut compared = 0;
    for text in STARTS {
        walk(text, u64::from(3 * SCALE), 1, |line| {
            assert_eq!(position(&line.text()).key(), line.position().key(), "{}", line.text());
            assert_eq!(line.position().mirrored().mirrored(), *line.position());
            compared += 1;
        });
    }
    assert!(compared > 1_000);
}

#[test]
fn many_queens_and_the_last_numbers_do_not_overflow() {
    let crowded = position("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert_eq!(crowded.count_legal_moves(), 270);
    check_line(&Line::new(crowded));
    let full = position("kQQQQQQQ/PQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1");
    check_line(&Line::new(full));
    let mut late = position("4k3/8/8/8/8/8/8/4K2R b - - 9999 999999");
    late.play_unchecked("e8e7".parse().unwrap());
    assert_eq!(late.text(false), "8/4k3/8/8/8/8/8/4K2R w - - 9999 999999");
}

#[test]
fn ends_are_judged_in_order() {
    for (text, reason) in [
        // A mate on the hundredth ply wins.
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", Some("mate")),
        ("k7/2Q5/8/8/8/8/8/4K3 b - - 100 80", Some("stalemate")),
        ("k7/8/8/8/8/8/8/4K2R b - - 100 80", Some("fifty_moves")),
        ("k7/8/8/8/8/8/8/4K2R b - - 99 80", None),
        ("k7/8/8/8/8/8/8/4K3 w - - 100 1", Some("fifty_moves")),
        ("k7/8/8/8/8/8/8/4K3 w - - 0 1", Some("insufficient_material")),
        ("k7/8/8/8/8/8/8/4KB2 w - - 0 1", Some("insufficient_material")),
        ("kn6/8/8/8/8/8/8/4K3 w - - 0 1", Some("insufficient_material")),
        // All bishops on light squares; then one on dark.
        ("k1b5/8/8/8/8/8/8/4KB2 w - - 0 1", Some("insufficient_material")),
        ("kb6/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("kn6/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("knn5/8/8/8/8/8/8/4K3 w - - 0 1", None),
        ("k7/p7/8/8/8/8/8/4K3 w - - 0 1", None),
    ] {
        let outcome = position(text).outcome(1);
        assert_eq!(outcome.map(|outcome| Position::REASONS[outcome.reason as usize]), reason, "{text}");
    }
}
