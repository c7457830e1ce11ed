//! Speed of random play on one core: plies and games per second by option of the grand slam.
//!
//! A ply is one chain of steps that wait for each other: flags of the legal pits, their count, the drawn pit, its counters,
//! the table's row, the captured run, the rows exchanged. That chain and the generator are nine tenths of the time, the
//! key of the position and the filter for recurrences one tenth; there is no branch that play makes hard to foresee.

use fairyring_game::{DICE, Game, History, PLAYERS, game_seed, stream};
use fairyring_wari::{GrandSlam, Position, Rules};
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() {
    let games = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(500_000u64);
    for grand_slam in [GrandSlam::NoCapture, GrandSlam::Illegal, GrandSlam::Captures, GrandSlam::Awari] {
        let start = Position::start(Rules { grand_slam, ..Rules::default() });
        let mut history = History::filtered();
        let mut plies = 0u64;
        let mut reasons = [0u64; 4];
        let began = Instant::now();
        for index in 0..games {
            let seed = game_seed(1, 0, index);
            history.clear();
            let end = start.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), &mut history, u32::MAX);
            plies += u64::from(end.plies);
            reasons[end.outcome.reason as usize] += 1;
        }
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{grand_slam:?}: {:.1} M plies/s, {:.0} games/s, {:.1} plies a game, ends {reasons:?}",
            plies as f64 / seconds / 1e6,
            games as f64 / seconds,
            plies as f64 / games as f64,
        );
    }
}
