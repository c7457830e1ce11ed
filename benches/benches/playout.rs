//! Random games of orthodox chess with all draw rules, beside cozy-chess played by the same rules.

#[allow(dead_code, reason = "perft is not counted here")]
mod peer;

use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairyring_benches::ThreadTime;
use fairyring_chess::Position;
use fairyring_game::{DICE, Game, History, PLAYERS, game_seed, stream};
use fairyring_orthodox::Path;
use std::hint::black_box;
use std::time::Duration;

/// Games a sample plays.
const GAMES: u64 = 300;

/// Plies of our random games.
fn ours(start: &Position, history: &mut History) -> u64 {
    (0..GAMES)
        .map(|index| {
            let seed = game_seed(7, 0, index);
            history.clear();
            let game = start.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), history, u32::MAX);
            u64::from(game.plies)
        })
        .sum()
}

/// Plies of the peer's random games.
fn theirs(start: &Board, history: &mut History) -> u64 {
    (0..GAMES)
        .map(|index| {
            history.clear();
            peer::random_game(start.clone(), history, &mut stream(game_seed(7, 0, index), PLAYERS))
        })
        .sum()
}

fn playout(c: &mut Criterion<ThreadTime>) {
    let start = Position::start(());
    let mut history = History::filtered();
    let mut group = c.benchmark_group("chess playout, a ply");
    group.sample_size(30).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));

    let board = Board::default();
    group.throughput(Throughput::Elements(theirs(&board, &mut history)));
    group.bench_function("cozy-chess", |b| b.iter(|| theirs(black_box(&board), &mut history)));

    group.throughput(Throughput::Elements(ours(&start, &mut history)));
    for path in [Path::Portable, Path::Magic, Path::Pext] {
        if path.choose() == path {
            group.bench_function(format!("fairyring, {path:?}"), |b| b.iter(|| ours(black_box(&start), &mut history)));
        }
    }
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(ThreadTime); targets = playout);
criterion_main!(benches);
