//! The contract, under every option; and the game without Teleports.

use fairyring_astral::{Move, Position, Rules};
use fairyring_game::{DICE, Game, History, Line, PLAYERS, Rules as _, Text, game_seed, stream};
use fairyring_laws::{check_game, check_uniform_draw};

/// Random games a rule set; positions are checked every third ply.
const GAMES: u32 = if cfg!(feature = "long") { 200 } else { 8 };

fn rules(options: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in options {
        rules.set(name, value).expect("an option of the rules file");
    }
    rules
}

/// Every value of every option, alone and where two meet.
const OPTIONS: &[&[(&str, &str)]] = &[
    &[],
    &[("teleport_file", "g")],
    &[("dormant_until", "recharged")],
    &[("uncovered_check", "forbidden")],
    &[("teleport", "false")],
    &[("recharge", "0")],
    &[("recharge", "2")],
    &[("safe_target", "false")],
    &[("dormant_until", "recharged"), ("recharge", "0"), ("uncovered_check", "forbidden")],
    &[("dormant_until", "recharged"), ("recharge", "2"), ("uncovered_check", "forbidden")],
    &[("safe_target", "false"), ("recharge", "0"), ("uncovered_check", "forbidden")],
];

/// Positions with many Teleports, and with few units.
const STARTS: &[&str] = &[
    "rtbqkbtr/pppppppp/8/8/8/8/PPPPPPPP/RTBQKBTR w KQkq - 0 1 -",
    "4k3/8/2t1t3/8/8/3T4/8/2T1K3 w - - 0 1 -",
    "4k2r/6P1/8/3pP3/8/8/1T6/R3K3 w Qk d6 0 1 -",
];

#[test]
fn the_laws_hold_under_every_option() {
    for (n, options) in OPTIONS.iter().enumerate() {
        let rules = rules(options);
        check_game(&Position::start(rules), GAMES, n as u64, 400, 3);
        for text in STARTS {
            let start = Position::parse(text, rules).expect("a good text");
            check_game(&start, GAMES, n as u64, 200, 3);
        }
    }
}

#[test]
fn draws_are_uniform() {
    let mut positions = Vec::new();
    for (n, options) in OPTIONS.iter().enumerate() {
        for text in STARTS {
            let mut line = Line::new(Position::parse(text, rules(options)).expect("a good text"));
            let mut choices = stream(n as u64, PLAYERS);
            for _ in 0..6 {
                positions.push(*line.position());
                let Ok(m) = line.position().draw_move(line.occurrences(), &mut choices) else { break };
                line.play_unchecked(m);
            }
        }
    }
    let (chi, degrees) = check_uniform_draw(&positions, 200, 5);
    assert!(degrees > 4000, "{chi} on {degrees}");
}

#[test]
fn mirrored_positions_have_mirrored_moves() {
    for (n, options) in OPTIONS.iter().enumerate() {
        for text in STARTS.iter().copied().chain([&*Position::start(rules(&[])).text(false)]) {
            let mut line = Line::new(Position::parse(text, rules(options)).expect("a good text"));
            let mut choices = stream(n as u64, PLAYERS);
            for _ in 0..60 {
                let (mut moves, mut mirrored) = (Vec::new(), Vec::new());
                line.position().legal_moves(&mut moves);
                line.position().mirrored().legal_moves(&mut mirrored);
                let expected: Vec<Move> = moves.into_iter().map(Move::mirrored).collect();
                assert_eq!(mirrored, expected, "{}", line.text());
                let Ok(m) = line.position().draw_move(line.occurrences(), &mut choices) else { break };
                line.play_unchecked(m);
            }
        }
    }
}

#[test]
fn without_teleports_the_game_is_chess() {
    let orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for text in [orthodox, kiwipete, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let chess = fairyring_chess::Position::parse(text, ()).expect("a good text");
        let astral = Position::parse(&format!("{text} -"), Rules::default()).expect("a good text");
        for depth in 1..=3 {
            assert_eq!(Line::new(astral).perft(depth), Line::new(chess).perft(depth), "{text}");
        }
        let (mut left, mut right) = (History::filtered(), History::filtered());
        for index in 0..1000 / 3 + 1 {
            let seed = game_seed(1, 0, index);
            left.clear();
            right.clear();
            let one = chess.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), &mut left, u32::MAX);
            let other = astral.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), &mut right, u32::MAX);
            assert_eq!(one, other, "game {index} from {text}");
        }
    }
}
