//! Random play on one core by rule options given as NAME=VALUE: time a ply, ends, and how wide the tables are.

use fairyring_cards::{Position, Rules};
use fairyring_game::{DICE, Encode, Game, History, Line, PLAYERS, Rules as _, Text, Window, game_seed, stream};
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() {
    let mut rules = Rules::default();
    for option in std::env::args().skip(1) {
        let (name, value) = option.split_once('=').expect("options are NAME=VALUE");
        rules.set(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    let start = Position::start(rules);
    let mut history = History::filtered();
    for run in 0..3 {
        let (mut plies, mut reasons) = (0, [0u32; 6]);
        let began = Instant::now();
        for index in 0..3000 {
            let seed = game_seed(run, 0, index);
            history.clear();
            let end = start.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), &mut history, u32::MAX);
            plies += u64::from(end.plies);
            reasons[end.outcome.reason as usize] += 1;
        }
        let nanoseconds = began.elapsed().as_nanos() as f64 / plies as f64;
        println!(
            "{nanoseconds:.0} ns a ply, {:.1} plies a game, {:?} {reasons:?}",
            plies as f64 / 3e3,
            Position::REASONS
        );
    }
    let (mut positions, mut moves, mut width, mut fits) = (0u32, 0, 0, 0);
    for index in 0..300 {
        let mut choices = stream(game_seed(3, 0, index), PLAYERS);
        let mut line = Line::new(start.clone());
        while line.outcome().is_none() {
            let position = line.position();
            let mut units = Vec::new();
            position.units(&mut units);
            let columns = units.iter().map(|unit| unit.x);
            positions += 1;
            moves += position.count_legal_moves();
            width += columns.clone().max().map_or(0, |right| right - columns.min().unwrap_or(right) + 1);
            fits += u32::from(position.fits(Window::default()));
            let m = position.draw_move(line.occurrences(), &mut choices).expect("the game is not over");
            line.play_unchecked(m);
        }
    }
    let per = |sum: f64| sum / f64::from(positions);
    println!(
        "{:.1} moves and {:.1} columns a position; {:.3} of the positions fit the default window",
        per(moves as f64),
        per(f64::from(width)),
        per(f64::from(fits))
    );
}
