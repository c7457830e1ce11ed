//! Random games of every game, all draw rules, chance included; the same loop as batches of random players run.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairyring_benches::{ThreadTime, all, games_a_sample};
use std::time::Duration;

fn games(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("random games, a ply");
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for mut game in all() {
        let count = games_a_sample(game.id());
        group.throughput(Throughput::Elements(game.play(0..count).plies));
        group.bench_function(game.id(), |b| b.iter(|| game.play(0..count)));
    }
    group.finish();
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(ThreadTime); targets = games);
criterion_main!(benches);
