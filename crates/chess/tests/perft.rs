//! Known node counts.

use fairyring_chess::Position;
use fairyring_game::{Line, Text};
use fairyring_laws::data_file;

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
