//! Endgame tables against known values, and their files against interruption and damage.

use fairyring_game::{Actor, Game, Line, below};
use fairyring_laws::data_file;
use fairyring_tables::{Build, Endings, Table, TableError, build};
use fairyring_wari::endgame::{Ending, reachable};
use fairyring_wari::{GrandSlam, Position, Rules};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The highest level solved here.
const LEVEL: u32 = if cfg!(feature = "long") { 16 } else { 12 };

fn known(name: &str) -> String {
    let path = data_file(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    match std::fs::remove_dir_all(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => panic!("{error}"),
        _ => path,
    }
}

fn solve(path: &Path, level: u32) -> Table<Position> {
    build(path, &Build { level, workers: 2, cancelled: &AtomicBool::new(false), progress: &|_| () }).unwrap()
}

/// The position whose pits, the mover's first, and nothing else matter.
fn position(pits: [u8; 12]) -> Position {
    let left = 48 - pits.iter().sum::<u8>();
    Position::new(pits, [left / 2, left - left / 2], 0, Rules::AWARI).unwrap()
}

fn numbers<T: std::str::FromStr<Err: std::fmt::Debug>>(row: &str) -> Vec<T> {
    row.split(',').map(|n| n.parse().unwrap()).collect()
}

#[test]
fn the_numbering_is_a_bijection_in_both_directions() {
    for level in 0..=9 {
        let mut ending = Position::at(level, 0);
        for index in 0..Position::size(level) {
            assert_eq!(Position::index(ending), index);
            assert_eq!(Position::at(level, index), ending, "number {index} of level {level}");
            assert_eq!(ending.pits().iter().map(|&n| u32::from(n)).sum::<u32>(), level);
            assert_eq!(Ending::new(ending.pits()), Some(ending));
            ending = Position::next(ending);
        }
    }
    // The ends of the highest levels, and what lies between.
    for level in [24, 47, 48] {
        let size = Position::size(level);
        for index in (0..1_000).chain(size - 1_000..size).chain((0..size).step_by(size as usize / 1_000)) {
            assert_eq!(Position::index(Position::at(level, index)), index);
        }
    }
    assert_eq!(Ending::new([5; 12]), None);
}

#[test]
fn position_counts_are_the_published_ones() {
    let mut total = 0;
    let mut rows = 0;
    for row in known("known/awari_position_counts.csv").lines().skip(1) {
        let row: Vec<u64> = numbers(row);
        let level = row[0] as u32;
        // No move leads to the start.
        let reachable = reachable(level) + u64::from(level == 48);
        assert_eq!((Position::size(level), reachable), (row[1], row[2]), "level {level}");
        // One counter captured is not possible.
        total += if level == 47 { 0 } else { reachable };
        assert_eq!(total, row[3], "up to level {level}");
        rows += 1;
    }
    assert_eq!((rows, total), (49, 889_063_398_406));
}

#[test]
fn predecessors_are_the_inverse_of_successors() {
    for level in 0..=7 {
        let size = Position::size(level) as usize;
        let (mut forward, mut backward) = (vec![Vec::new(); size], vec![Vec::new(); size]);
        for (index, before) in backward.iter_mut().enumerate() {
            let ending = Position::at(level, index as u64);
            Position::successors(level, ending, |gain, to, child| {
                if to == level {
                    assert_eq!(gain, 0);
                    forward[Position::index(child) as usize].push(index);
                } else {
                    assert_eq!(u32::from(gain.unsigned_abs()), level - to);
                }
            });
            Position::predecessors(level, ending, |ending| before.push(Position::index(ending) as usize));
        }
        for list in forward.iter_mut().chain(&mut backward) {
            list.sort_unstable();
        }
        assert_eq!(forward, backward, "level {level}");
    }
}

/// The same for heaps that go round the board: random endings of many counters in few pits.
#[test]
fn predecessors_undo_moves_of_great_heaps() {
    let mut rng = fairyring_game::stream(8, 0);
    let mut draw = |n| below(&mut rng, n);
    for _ in 0..20_000 {
        let mut pits = [0u8; 12];
        let counters = 1 + draw(48);
        let spread = 1 + draw(12);
        for _ in 0..counters {
            pits[(draw(spread) * 5 % 12) as usize] += 1;
        }
        let (level, ending) = (counters as u32, Ending::new(pits).unwrap());
        Position::successors(level, ending, |_, to, child| {
            let mut times = 0;
            Position::predecessors(to, child, |before| times += u32::from(before == ending));
            assert_eq!(times, u32::from(to == level), "{pits:?} to {:?}", child.pits());
        });
        Position::predecessors(level, ending, |before| {
            let mut times = 0;
            Position::successors(level, before, |_, _, child| times += u32::from(child == ending));
            assert_eq!(times, 1, "{:?} to {pits:?}", before.pits());
        });
    }
}

#[test]
fn values_and_statistics_are_the_known_ones() {
    let table = solve(&directory("values"), LEVEL);
    for row in known("known/awari_values_0_to_4_seeds.csv").lines().skip(1) {
        let row: Vec<i8> = numbers(row);
        let pits = std::array::from_fn(|i| row[i] as u8);
        assert_eq!(table.value(&position(pits)).unwrap(), row[12], "{pits:?}");
    }
    let mut levels = 0;
    // Up to 12 counters from elsewhere; above, what the example `solve_awari` printed once.
    let rows = known("known/awari_endgame_stats.csv") + &known("awari_endgame_stats_13_to_20.csv");
    for row in rows.lines().filter(|row| !row.starts_with("seeds")) {
        let row: Vec<i64> = numbers(row);
        let level = row[0] as u32;
        if level > LEVEL {
            break;
        }
        let all = table.statistics(level).unwrap();
        let counts = [all.win + all.draw + all.loss, all.win, all.draw, all.loss].map(|n| n as i64);
        assert_eq!(counts, row[1..5], "level {level}");
        let some = table.statistics_where(level, Ending::is_reachable).unwrap();
        let ends = table.statistics_where(level, |ending| ending.is_reachable() && ending.is_final()).unwrap();
        let counts = [some.win + some.draw + some.loss, some.win, some.draw, some.loss, ends.loss + ends.draw];
        assert_eq!(counts.map(|n| n as i64), row[5..10], "level {level}");
        assert_eq!(some.sum, row[10], "level {level}");
        levels += 1;
    }
    assert_eq!(levels, LEVEL + 1);
    for case in serde_json::from_str::<Value>(&known("known/awari_lookup_examples.json")).unwrap().as_array().unwrap() {
        let pits: Vec<u8> =
            case["pits_mover_first"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u8).collect();
        let position = position(pits.try_into().unwrap());
        if position.ending().unwrap().0 > LEVEL {
            continue;
        }
        assert_eq!(i64::from(table.value(&position).unwrap()), case["score"].as_i64().unwrap(), "{case}");
        let found = table.move_values(&position).unwrap();
        for (pit, child) in case["children"].as_array().unwrap().iter().enumerate() {
            let value = found.iter().find(|(m, _)| m.pit() == pit as u32).map(|&(_, value)| i64::from(value));
            assert_eq!(value, child.as_i64(), "{case} pit {pit}");
        }
    }
}

/// By the rules of the game alone: a value is the best of what the moves gain and leave, and what is left at an end.
#[test]
fn values_agree_with_the_rules_of_the_game() {
    let table = solve(&directory("rules"), 8);
    for level in 0..=8 {
        for index in 0..Position::size(level) {
            let position = position(Position::at(level, index).pits());
            let value = table.value(&position).unwrap();
            let moves = table.move_values(&position).unwrap();
            let best = moves.iter().map(|&(_, value)| value).max();
            assert_eq!(best.unwrap_or(-(level as i8)), value, "{position:?}");
            let kept = table.best_moves(&position).unwrap();
            assert!(moves.iter().all(|&(m, v)| kept.contains(&m) == (v == value)));
        }
    }
}

/// Whoever plays leading moves gets the value at least, against best moves that lead nowhere and against any moves at all;
/// if both do, they get it exactly.
#[test]
fn leading_moves_bring_the_value() {
    const COUNTERS: u32 = 10;
    let table = solve(&directory("play"), COUNTERS);
    let mut rng = fairyring_game::stream(9, 0);
    let mut ended = [[0; 3]; 3];
    for round in 0..3_000 {
        let pits = Position::at(COUNTERS, below(&mut rng, Position::size(COUNTERS))).pits();
        let mut line = Line::new(Position::new(pits, [19, 19], 0, Rules::AWARI).unwrap());
        let value = table.value(line.position()).unwrap();
        let leader = u8::from(value < 0);
        while let Actor::Seat(seat) = line.actor() {
            let moves = match round % 3 {
                1 if seat != leader => table.best_moves(line.position()).unwrap(),
                2 if seat != leader => line.legal_moves(),
                _ => table.leading_moves(line.position(), 1_000_000).unwrap(),
            };
            line.play_unchecked(moves[below(&mut rng, moves.len() as u64) as usize]);
        }
        let outcome = line.outcome().unwrap();
        let score = outcome.score.unwrap();
        let gained = if leader == 0 { score[0] - score[1] } else { score[1] - score[0] };
        let least = f32::from(value.abs());
        ended[round % 3][outcome.reason as usize] += 1;
        match (outcome.reason, round % 3) {
            // The rest is left on the board.
            (0, _) => assert!(gained > 0.0, "{pits:?} worth {value} brings {score:?}"),
            (_, 0) => assert_eq!(gained, least, "{pits:?} worth {value} brings {score:?}"),
            _ => assert!(gained >= least, "{pits:?} worth {value} brings {score:?}"),
        }
    }
    // Against random moves a game hardly ever goes round.
    assert!(ended[..2].iter().flatten().all(|&n| n > 10), "{ended:?}");
}

#[test]
fn tables_refuse_other_rules_and_greater_positions() {
    let table = solve(&directory("refused"), 3);
    let pits = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    for rules in [Rules::default(), Rules { grand_slam: GrandSlam::Captures, ..Rules::AWARI }] {
        let other = Position::new(pits, [23, 23], 0, rules).unwrap();
        let refusal = table.value(&other).expect_err("other rules").to_string();
        assert!(refusal.contains("other rules than grand_slam=awari and cycle=even"), "{refusal}");
    }
    let third = Position::new(pits, [23, 23], 1, Rules { occurrences: 3, ..Rules::AWARI }).unwrap();
    assert!(table.value(&third).is_ok());
    let start = Position::start(Rules::AWARI);
    assert!(matches!(table.value(&start), Err(TableError::Outside { level: 48, highest: 3 })));
}
