//! One table of ratios: every game's random plies beside chess's; chess's, and perft, beside cozy-chess's.
//!
//! Criterion compares a benchmark with its own past; this compares benchmarks with each other. They take turns, round after
//! round, so that what disturbs the machine disturbs all. A speed is the median over the rounds, per second of the thread's
//! processor time; a ratio is the median of the rounds' ratios.
#![allow(clippy::print_stdout, reason = "a program for people")]

mod made;
mod peer;

use cozy_chess::Board;
use fairyring_benches::{Played, ThreadTime, all};
use fairyring_chess::Position;
use fairyring_game::{Game, History, Line, PLAYERS, Text, game_seed, stream};
use fairyring_orthodox::{Path, Setup};
use std::time::Duration;

/// Rounds, odd.
const ROUNDS: usize = 9;
/// Processor time that random games of a kind take in a round, about.
const TURN: Duration = Duration::from_millis(250);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Ratios that are wanted, at least: what, to what, how much.
const WANTED: &[(&str, &str, f64)] = &[
    ("behemoth", "chess", 0.7),
    ("astral", "chess", 1.0 / 3.0),
    ("ultima", "chess", 1.0 / 8.0),
    ("shahki", "chess", 1.0 / 10.0),
    ("cards", "chess", 1.0 / 40.0),
    ("chess", "cozy-chess", 3.0),
    ("chess, Magic", "cozy-chess", 2.7),
    ("perft start 6", "cozy-chess perft start 6", 1.8),
    ("perft kiwipete 5", "cozy-chess perft kiwipete 5", 1.8),
    ("perft made start 5", "cozy-chess perft made start 5", 1.5),
    ("perft made kiwipete 4", "cozy-chess perft made kiwipete 4", 1.5),
    ("perft of positions start 5", "cozy-chess perft made start 5", 0.0),
];

/// Something that takes turns.
struct Turn {
    name: String,
    path: Path,
    /// Counts of perft are games of that many plies.
    work: Box<dyn FnMut() -> Played>,
    /// Plies, and games, per second, round by round.
    speeds: Vec<[f64; 2]>,
}

impl Turn {
    fn new(name: impl Into<String>, work: impl FnMut() -> Played + 'static) -> Self {
        Self { name: name.into(), path: Path::best(), work: Box::new(work), speeds: Vec::new() }
    }

    /// Perft of a known count.
    fn perft(name: &str, nodes: u64, mut count: impl FnMut() -> u64 + 'static) -> Self {
        Self::new(name, move || {
            assert_eq!(count(), nodes);
            Played { games: 1, plies: nodes }
        })
    }

    /// Random games, as many as fill a turn.
    fn games(name: impl Into<String>, mut play: impl FnMut(u64) -> Played + 'static) -> Self {
        let mut count = 8;
        let count = loop {
            let (time, _) = ThreadTime::of(|| play(count));
            if time > TURN / 8 {
                break (count as f64 * TURN.as_secs_f64() / time.as_secs_f64()).ceil() as u64;
            }
            count *= 2;
        };
        Self::new(name, move || play(count))
    }

    fn take(&mut self) {
        self.path.choose();
        let (time, played) = ThreadTime::of(&mut self.work);
        self.speeds.push([played.plies, played.games].map(|units| units as f64 / time.as_secs_f64()));
    }

    fn plies(&self) -> Vec<f64> {
        self.speeds.iter().map(|speed| speed[0]).collect()
    }
}

fn peer_games(history: &mut History, count: u64) -> Played {
    let plies = (0..count).map(|index| {
        history.clear();
        peer::random_game(Board::default(), history, &mut stream(game_seed(7, 0, index), PLAYERS))
    });
    Played { games: count, plies: plies.sum() }
}

fn turns() -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for mut game in all() {
        turns.push(Turn::games(game.id(), move |count| game.play(0..count)));
    }
    for path in [Path::Magic, Path::Portable] {
        let mut chess = all().swap_remove(0);
        let turn = Turn::games(format!("chess, {path:?}"), move |count| chess.play(0..count));
        turns.push(Turn { path, ..turn });
    }
    let mut history = History::filtered();
    turns.push(Turn::games("cozy-chess", move |count| peer_games(&mut history, count)));

    for (name, text, bulk, bulk_nodes, made, made_nodes) in
        [("start", START, 6, 119_060_324, 5, 4_865_609), ("kiwipete", KIWIPETE, 5, 193_690_690, 4, 4_085_603)]
    {
        let position = Position::parse(text, ()).expect("a legal position");
        let line = Line::new(position);
        let setup: Setup = *position.setup();
        let board: Board = text.parse().expect("a legal position");
        let theirs = board.clone();
        turns.push(Turn::perft(&format!("perft {name} {bulk}"), bulk_nodes, move || line.perft(bulk)));
        turns.push(Turn::perft(&format!("cozy-chess perft {name} {bulk}"), bulk_nodes, move || {
            peer::perft(&board, bulk)
        }));
        turns.push(Turn::perft(&format!("perft made {name} {made}"), made_nodes, move || {
            made::perft_made(&setup.board, setup.side.is_white(), made)
        }));
        turns.push(Turn::perft(&format!("perft of positions {name} {made}"), made_nodes, move || {
            perft_of_positions(&position, made)
        }));
        turns.push(Turn::perft(&format!("cozy-chess perft made {name} {made}"), made_nodes, move || {
            peer::perft_made(&theirs, made)
        }));
    }
    turns
}

/// Lines of `depth` plies, every move made as a player makes it: on a position with its key, from a list.
fn perft_of_positions(position: &Position, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(64);
    position.legal_moves(&mut moves);
    let below = |&m| {
        let mut next = *position;
        next.play_unchecked(m);
        if depth == 1 {
            u64::from(std::hint::black_box(&next).key() != 0)
        } else {
            perft_of_positions(&next, depth - 1)
        }
    };
    moves.iter().map(below).sum()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mut turns = turns();
    for _ in 0..ROUNDS {
        turns.iter_mut().for_each(Turn::take);
    }
    println!("{:<34} {:>12} {:>8} {:>8} {:>12}", "", "M plies/s", "spread", "ns/ply", "games/s");
    for turn in &turns {
        let speeds = turn.plies();
        let middle = median(speeds.clone());
        let least = speeds.iter().copied().fold(f64::INFINITY, f64::min);
        let most = speeds.iter().copied().fold(0.0, f64::max);
        println!(
            "{:<34} {:>12.2} {:>6.1} % {:>8.2} {:>12.0}",
            turn.name,
            middle / 1e6,
            100.0 * (most - least) / middle,
            1e9 / middle,
            median(turn.speeds.iter().map(|speed| speed[1]).collect()),
        );
    }
    println!("\n{:<34} {:<34} {:>7} {:>7}", "", "to", "ratio", "wanted");
    for &(what, to, wanted) in WANTED {
        let of = |name: &str| turns.iter().find(|turn| turn.name == name).expect("it took its turns").plies();
        let ratio = median(of(what).iter().zip(of(to)).map(|(a, b)| a / b).collect());
        println!("{what:<34} {to:<34} {ratio:>7.3} {wanted:>7.3}{}", if ratio < wanted { "  missed" } else { "" });
    }
}
