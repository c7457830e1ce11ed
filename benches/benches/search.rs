//! Alpha-beta's nodes, and leaves of the pool of self-play with an evaluator that does nothing: one thread, every game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairyring_benches::ThreadTime;
use fairyring_catalog::{CATALOG, Entry, StartSpec};
use fairyring_search::selfplay::{AnyPool, Logits, SelfPlayOptions};
use std::time::Duration;

/// Leaves of a batch; twice as many games search.
const BATCH: usize = 512;

fn alphabeta(c: &mut Criterion<ThreadTime>) {
    let mut group = c.benchmark_group("alphabeta(nodes=100000) from the start, a node");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(2));
    for entry in CATALOG {
        let line = entry.line(None, &StartSpec::default()).expect("the usual start");
        let analyse = || entry.analyse(&*line, "alphabeta(nodes=100000)", 1).expect("an agent of every game").nodes;
        group.throughput(Throughput::Elements(analyse()));
        group.bench_function(entry.id(), |b| b.iter(analyse));
    }
    group.finish();
}

/// A pool that searches in the caller's thread, in the midst of games.
fn pool(entry: &dyn Entry, search: &str) -> Box<dyn AnyPool> {
    let options = SelfPlayOptions {
        slots: 2 * BATCH,
        search: search.parse().expect("a search"),
        threads: 0,
        max_plies: Some(200),
        ..SelfPlayOptions::default()
    };
    let pool = entry.self_play(&StartSpec::default(), &[], options).expect("a good set-up");
    (0..100).for_each(|_| serve(&*pool));
    pool
}

/// Answers a batch of leaves with equal priors and even values.
fn serve(pool: &dyn AnyPool) {
    let batch = pool.leaves(BATCH, Duration::MAX).expect("no batch is out").expect("the games never end");
    let logits = vec![0.0; batch.actions.len()];
    pool.answer(batch.id, Logits::Ragged(&logits), &vec![0.0; batch.len()]).expect("an answer of the right size");
    pool.take_games();
}

fn leaves(c: &mut Criterion<ThreadTime>) {
    for search in ["gumbel(simulations=32)", "puct(simulations=64)"] {
        let mut group = c.benchmark_group(format!("self-play, {search}, a leaf"));
        group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        group.throughput(Throughput::Elements(BATCH as u64));
        for entry in CATALOG {
            let pool = pool(*entry, search);
            group.bench_function(entry.id(), |b| b.iter(|| serve(&*pool)));
        }
        group.finish();
    }
}

criterion_group!(
    name = benches;
    config = Criterion::default().with_measurement(ThreadTime);
    targets = alphabeta, leaves
);
criterion_main!(benches);
