//! One table of ratios: every game's random plies beside chess's; chess's, and perft, beside cozy-chess's.
//!
//! Criterion compares a benchmark with its own past; this compares benchmarks with each other. They take turns, round after
//! round, so that what disturbs the machine disturbs all. A speed is the median over the rounds, per second of the thread's
//! processor time; a ratio is the median of the rounds' ratios.
//!
//! `--peer PROGRAM` names another build of this program, in which cozy-chess then takes its turns: ours built for any x86-64
//! beside a peer built for this processor.
#![allow(clippy::print_stdout, reason = "a program for people")]

mod made;
mod peer;

use cozy_chess::Board;
use fairyring_benches::{Played, ThreadTime, all};
use fairyring_chess::Position;
use fairyring_game::{Game, History, Line, PLAYERS, Text, game_seed, stream};
use fairyring_orthodox::{Path, Setup};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
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

/// What names a contestant that is not ours.
const PEER: &str = "cozy-chess";
/// What a program is told that is to take the turns it is asked for.
const SERVE: &str = "--serve";

/// Something that takes turns.
struct Turn {
    name: String,
    path: Path,
    /// The time of a turn and what was done in it. Counts of perft are games of that many plies.
    work: Box<dyn FnMut() -> (Duration, Played)>,
    /// Plies, and games, per second, round by round.
    speeds: Vec<[f64; 2]>,
}

impl Turn {
    fn new(name: impl Into<String>, mut work: impl FnMut() -> Played + 'static) -> Self {
        let work = Box::new(move || ThreadTime::of(&mut work));
        Self { name: name.into(), path: Path::best(), work, speeds: Vec::new() }
    }

    /// The same, in another program.
    fn elsewhere(self, server: &Rc<RefCell<Server>>) -> Self {
        let (name, server) = (self.name.clone(), Rc::clone(server));
        Self {
            work: Box::new(move || server.borrow_mut().take(&name).expect("the other program takes its turn")),
            ..self
        }
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
        let (time, played) = (self.work)();
        self.speeds.push([played.plies, played.games].map(|units| units as f64 / time.as_secs_f64()));
    }

    fn plies(&self) -> Vec<f64> {
        self.speeds.iter().map(|speed| speed[0]).collect()
    }
}

/// Another build of this program, which takes the turns it is asked for.
struct Server {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Server {
    fn start(program: &str) -> std::io::Result<Self> {
        let mut child = Command::new(program).arg(SERVE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (asks, answers) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
        Ok(Self { child, asks, answers: BufReader::new(answers) })
    }

    fn take(&mut self, name: &str) -> Result<(Duration, Played), Box<dyn std::error::Error>> {
        writeln!(self.asks, "{name}")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let mut numbers = line.split_whitespace();
        let mut next = || numbers.next().ok_or("an answer without numbers");
        let time = Duration::from_secs_f64(next()?.parse()?);
        Ok((time, Played { games: next()?.parse()?, plies: next()?.parse()? }))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has nothing to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes the turns it is asked for on the standard input.
fn serve(turns: &mut [Turn]) -> Result<(), Box<dyn std::error::Error>> {
    for name in std::io::stdin().lines() {
        let name = name?;
        let turn = turns.iter_mut().find(|turn| turn.name == name).ok_or(format!("no turn is called {name:?}"))?;
        let (time, played) = (turn.work)();
        println!("{} {} {}", time.as_secs_f64(), played.games, played.plies);
    }
    Ok(())
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds an argument of its own.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut turns = turns();
    match arguments[..] {
        [] => {}
        [SERVE] => return serve(&mut turns),
        ["--peer", program] => {
            let server = Rc::new(RefCell::new(Server::start(program)?));
            let sent = |turn: Turn| if turn.name.starts_with(PEER) { turn.elsewhere(&server) } else { turn };
            turns = turns.into_iter().map(sent).collect();
        }
        _ => return Err(format!("nothing is known of {arguments:?}; --peer PROGRAM is").into()),
    }
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
    Ok(())
}
