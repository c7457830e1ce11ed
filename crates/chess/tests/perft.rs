//! Known node counts.

use fairyring_chess::Position;
use fairyring_game::{Game, Line, Text};
use fairyring_laws::data_file;
use fairyring_orthodox::Role;

/// Largest count walked through in the short run.
const NODES: u64 = if cfg!(feature = "long") { 200_000_000 } else { 5_100_000 };

fn line(text: &str) -> Line<Position> {
    Line::new(Position::parse(text, ()).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn well_known_positions_and_their_mirrors() {
    let mut compared = 0;
    for row in std::fs::read_to_string(data_file("known/perft_chess_cpw.csv")).unwrap().lines().skip(1) {
        let cells: Vec<_> = row.split(',').collect();
        let depth = cells[2].parse::<u32>().unwrap();
        // The deepest counts do not fit a word and are out of reach.
        let Ok(nodes) = cells[3].parse::<u64>() else { continue };
        if nodes > NODES && (cells[0], depth) != ("cpw-1", 6) || depth == 0 {
            continue;
        }
        let line = line(cells[1]);
        assert_eq!(line.perft(depth), nodes, "{row}");
        if nodes < 1_000_000 {
            assert_eq!(Line::new(line.position().mirrored()).perft(depth), nodes, "mirrored: {row}");
        }
        compared += 1;
    }
    assert!(compared >= 25, "{compared} rows");
}

/// What the last moves of all lines do: captures, en passant, castlings, promotions, checks, mates.
fn classify(position: &Position, depth: u32, counts: &mut [u64; 6]) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for m in moves {
        let mut next = *position;
        next.play_unchecked(m);
        if depth > 1 {
            classify(&next, depth - 1, counts);
            continue;
        }
        let taken = position.captures(m);
        let role = position.setup().board.at(m.from()).unwrap().1;
        counts[0] += u64::from(!taken.is_empty());
        counts[1] += u64::from(taken.first().is_some_and(|square| *square != m.to().to_string()));
        counts[2] += u64::from(role == Role::King && m.from().file().abs_diff(m.to().file()) == 2);
        counts[3] += u64::from(m.promotion().is_some());
        counts[4] += u64::from(next.is_check());
        counts[5] += u64::from(next.is_check() && next.count_legal_moves() == 0);
    }
}

#[test]
fn kinds_of_moves() {
    let mut compared = 0;
    for row in std::fs::read_to_string(data_file("known/perft_chess_cpw.csv")).unwrap().lines().skip(1) {
        let cells: Vec<_> = row.split(',').collect();
        let numbers: Vec<_> = cells[2..].iter().map(|cell| cell.parse::<u64>().ok()).collect();
        let (Some(depth @ 1..), Some(nodes)) = (numbers[0], numbers[1]) else { continue };
        if nodes > 200_000 {
            continue;
        }
        let mut counts = [0; 6];
        classify(line(cells[1]).position(), depth as u32, &mut counts);
        for (count, column) in counts.into_iter().zip([2, 3, 4, 5, 6, 9]) {
            if let Some(known) = numbers[column] {
                assert_eq!(count, known, "column {column} of {row}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 60, "{compared}");
}
