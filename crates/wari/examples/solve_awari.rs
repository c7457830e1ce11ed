//! Solves the endgames of Awari up to so many counters into a directory and prints the statistics of each level as CSV,
//! in the form of `tests/data/known/awari_endgame_stats.csv`: `solve_awari COUNTERS DIRECTORY`.

use fairyring_tables::{Build, Endings, Progress, TableError, build};
use fairyring_wari::Position;
use fairyring_wari::endgame::Ending;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), TableError> {
    let mut arguments = std::env::args().skip(1);
    let (Some(Ok(level)), Some(path)) = (arguments.next().map(|n| n.parse()), arguments.next()) else {
        eprintln!("solve_awari COUNTERS DIRECTORY");
        std::process::exit(2);
    };
    let (began, latest) = (Instant::now(), AtomicU32::new(0));
    let tell = |progress: Progress| {
        if latest.fetch_max(progress.level, Ordering::Relaxed) < progress.level {
            eprintln!("{:8.1} s: level {}", began.elapsed().as_secs_f64(), progress.level);
        }
    };
    let options = Build { level, workers: 0, cancelled: &AtomicBool::new(false), progress: &tell };
    let table = build::<Position>(Path::new(&path), &options)?;
    eprintln!("{:8.1} s: done", began.elapsed().as_secs_f64());
    println!(
        "seeds,all_positions,all_win,all_draw,all_loss,reachable_positions,reachable_win,reachable_draw,reachable_loss,\
         reachable_terminal(no seeds for mover),reachable_sum_of_values"
    );
    for level in 0..=table.highest() {
        let all = table.statistics(level)?;
        let some = table.statistics_where(level, Ending::is_reachable)?;
        let ends = table.statistics_where(level, |ending| ending.is_reachable() && ending.is_final())?;
        println!(
            "{level},{},{},{},{},{},{},{},{},{},{}",
            Position::size(level),
            all.win,
            all.draw,
            all.loss,
            some.win + some.draw + some.loss,
            some.win,
            some.draw,
            some.loss,
            ends.win + ends.draw + ends.loss,
            some.sum
        );
    }
    Ok(())
}
