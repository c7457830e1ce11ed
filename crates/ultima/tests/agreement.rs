//! Agreement with the slow reference, on positions thrown at random and on random games.

mod reference;

use fairyring_game::{Game, Line, Rng, Text, below, stream};
use fairyring_geometry::Square;
use fairyring_ultima::{Array, NoMoves, Position, Rules};
use reference::Reference;

/// Positions compared, half of them thrown and half of them played.
const POSITIONS: u32 = if cfg!(feature = "long") { 100_000 } else { 4_000 };

/// Rules drawn at random, limits aside.
fn random_rules(rng: &mut Rng) -> Rules {
    let mut flag = || below(rng, 2) == 0;
    Rules {
        leap_combines: flag(),
        suicide: flag(),
        cambridge: flag(),
        no_moves: if flag() { NoMoves::Loss } else { NoMoves::Draw },
        array: if flag() { Array::Kd1 } else { Array::Ke1 },
        ..Rules::default()
    }
}

/// Units thrown onto the board: few or many, near the kings or anywhere, with any number of each kind.
fn random_board(rng: &mut Rng, rules: Rules) -> Reference {
    let mut board = Reference { cells: [' '; 64], white_to_move: below(rng, 2) == 0, rules };
    let king = below(rng, 64) as usize;
    board.cells[king] = 'K';
    loop {
        let other = below(rng, 64) as usize;
        if board.cells[other] == ' ' {
            board.cells[other] = 'k';
            break;
        }
    }
    let units = below(rng, 30);
    let crowded = below(rng, 2) == 0;
    // Few kinds at a time make rare meetings frequent.
    let kinds: Vec<char> =
        (0..1 + below(rng, 6)).map(|_| ['P', 'W', 'L', 'C', 'I', 'X'][below(rng, 6) as usize]).collect();
    for _ in 0..units {
        let cell = if crowded {
            let (file, rank) = (king as u64 % 8 + below(rng, 5), king as u64 / 8 + below(rng, 5));
            (8 * rank.saturating_sub(2).min(7) + file.saturating_sub(2).min(7)) as usize
        } else {
            below(rng, 64) as usize
        };
        let kind = kinds[below(rng, kinds.len() as u64) as usize];
        if board.cells[cell] == ' ' {
            board.cells[cell] = if below(rng, 2) == 0 { kind } else { kind.to_ascii_lowercase() };
        }
    }
    board
}

/// Compares legal moves, captures, check, frozen units and boards after each move.
fn compare(position: &Position, board: &Reference) {
    let text = position.text(false);
    assert_eq!(position.in_check(), board.in_check(), "check in {text} {:?}", board.rules);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<_> =
        moves.iter().map(|&m| format!("{}:{}", position.move_text(m), position.captures(m).join(","))).collect();
    texts.sort_unstable();
    assert_eq!(texts, board.legal_texts(), "moves in {text} {:?}", board.rules);
    let frozen: Vec<usize> = position.frozen(position.side()).map(Square::index).collect();
    let slow: Vec<usize> = (0..64)
        .filter(|&cell| board.cells[cell] != ' ' && board.cells[cell].is_uppercase() == board.white_to_move)
        .filter(|&cell| board.is_frozen(cell))
        .collect();
    assert_eq!(frozen, slow, "frozen units in {text} {:?}", board.rules);
    match position.outcome(1) {
        Some(outcome) if moves.is_empty() => {
            assert_eq!((Position::REASONS[outcome.reason as usize], outcome.utility), board.end_without_moves());
        }
        _ => assert!(!moves.is_empty(), "{text}"),
    }
}

#[test]
fn thrown_positions() {
    let mut rng = stream(1, 0);
    let (mut compared, mut in_check, mut refused) = (0, 0, 0);
    while compared < POSITIONS / 2 {
        let rules = random_rules(&mut rng);
        let board = random_board(&mut rng, rules);
        let parsed = Position::parse(&board.write(), rules);
        assert_eq!(parsed.is_ok(), board.is_valid(), "{} {rules:?}", board.write());
        let Ok(position) = parsed else {
            refused += 1;
            continue;
        };
        compare(&position, &board);
        in_check += u32::from(position.in_check());
        compared += 1;
    }
    assert!(in_check > compared / 10 && refused > compared / 10, "{in_check} in check, {refused} refused");
}

#[test]
fn played_positions() {
    let mut rng = stream(2, 0);
    let mut compared = 0;
    while compared < POSITIONS / 2 {
        let rules = random_rules(&mut rng);
        let mut line = Line::new(Position::start(rules));
        let mut board = Reference::read(&line.text(), rules);
        // A stride that differs from game to game, so that early and late positions are met.
        let stride = 1 + below(&mut rng, 9) as usize;
        while line.outcome().is_none() {
            if line.moves().len().is_multiple_of(stride) {
                compare(line.position(), &board);
                compared += 1;
            }
            let moves = line.legal_moves();
            let m = moves[below(&mut rng, moves.len() as u64) as usize];
            let turn = board
                .turns()
                .into_iter()
                .find(|turn| (turn.from, turn.to) == (m.from.index(), m.to.index()))
                .unwrap_or_else(|| panic!("{m:?} in {}", line.text()));
            line.play_unchecked(m);
            board = board.after(&turn);
            assert_eq!(line.text().split_once(' ').unwrap().0, board.write().split_once(' ').unwrap().0);
        }
        compare(line.position(), &board);
    }
}
