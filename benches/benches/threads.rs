//! Two threads of one batch beside two processes with half of it each, random players, every game.
//!
//! Both take turns. The time is that of the day from the start of the games to the end of the later half, so it says most on a
//! machine with nothing else to do; the processor time beside it says whether threads hinder each other. Medians over rounds.
#![allow(clippy::print_stdout, reason = "a program for people, and what its halves tell each other")]

use fairyring_catalog::{BatchSpec, CATALOG, Entry, StartSpec, find};
use fairyring_sim::Control;
use rustix::time::{ClockId, clock_gettime};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Rounds, odd.
const ROUNDS: usize = 9;
/// How long a half takes, about.
const HALF: Duration = Duration::from_millis(400);
/// What a process is told that is to play a half.
const PLAY: &str = "--play";

/// Seconds of the day and of the processor.
#[derive(Clone, Copy)]
struct Spent {
    wall: f64,
    processor: f64,
}

/// Plays games `first..first + games` of a batch.
fn play(entry: &dyn Entry, first: u64, games: usize, workers: usize) -> Spent {
    let spec = BatchSpec {
        rules: StartSpec::default(),
        starts: Vec::new(),
        agents: vec!["random".to_owned()],
        seed: 7,
        experiment: 0,
        first,
        games,
        max_plies: None,
    };
    let processor = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let (begun, used) = (Instant::now(), processor());
    let columns = entry.simulate(&spec, workers, &Control::new()).expect("a batch of random players");
    assert_eq!(columns.len(), games);
    Spent { wall: begun.elapsed().as_secs_f64(), processor: processor() - used }
}

/// Two processes that play a half each, told to begin together.
fn processes(id: &str, half: usize) -> Result<Spent, Box<dyn std::error::Error>> {
    let mut children = Vec::new();
    for first in [0, half] {
        let mut child = Command::new(std::env::current_exe()?)
            .args([PLAY, id, &first.to_string(), &half.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        answers.read_line(&mut String::new())?;
        children.push((child, answers));
    }
    for (child, _) in &mut children {
        child.stdin.take().ok_or("no input")?.write_all(b"\n")?;
    }
    let mut spent = Spent { wall: 0.0, processor: 0.0 };
    for (mut child, mut answers) in children {
        let mut line = String::new();
        answers.read_line(&mut line)?;
        let (wall, processor) = line.trim().split_once(' ').ok_or("a half has failed")?;
        spent.wall = spent.wall.max(wall.parse()?);
        spent.processor += processor.parse::<f64>()?;
        child.wait()?;
    }
    Ok(spent)
}

/// What a process does that is to play a half: gets warm, waits for the word, plays, tells the time.
fn child(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let [id, first, half] = arguments else { return Err("a half has a game, a first index and a size".into()) };
    let entry = find(id)?;
    play(entry, 1 << 40, 50, 1);
    println!("ready");
    std::io::stdin().read_line(&mut String::new())?;
    let spent = play(entry, first.parse()?, half.parse()?, 1);
    println!("{} {}", spent.wall, spent.processor);
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == PLAY) {
        return child(&arguments[1..]);
    }
    println!("two processes' time over two threads'; wanted 0.95 at least");
    println!("{:<10} {:>10} {:>8} {:>10}", "", "games", "wall", "processor");
    for entry in CATALOG {
        let mut half = 50;
        let half = loop {
            let wall = play(*entry, 1 << 40, half, 1).wall;
            if wall > HALF.as_secs_f64() / 8.0 {
                break (half as f64 * HALF.as_secs_f64() / wall) as usize;
            }
            half *= 2;
        };
        let mut ratios = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let threads = play(*entry, 0, 2 * half, 2);
            let apart = processes(entry.id(), half)?;
            ratios[0].push(apart.wall / threads.wall);
            ratios[1].push(apart.processor / threads.processor);
        }
        let [wall, processor] = ratios.map(median);
        println!("{:<10} {:>10} {wall:>8.3} {processor:>10.3}", entry.id(), 2 * half);
    }
    Ok(())
}
