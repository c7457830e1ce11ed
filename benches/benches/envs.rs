//! Steps of the batched environment with observations (bytes) and masks (bits), random policy, 1024 games, 1 and 2 threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairyring_envs::{AnyVectorEnv, Arrays, Options, Seeds, VectorEnv};
use fairyring_game::{Encode, Evaluate, Text};
use std::time::Duration;

/// Games stepped together.
const ROWS: usize = 1024;

/// Cells a side of the cards' window.
const WINDOW: fairyring_game::Window = fairyring_game::Window(17);

fn steps<G: Text + Encode + Evaluate>(c: &mut Criterion) {
    let mut group = c.benchmark_group(format!("{} environment, {ROWS} games", G::ID));
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(ROWS as u64));
    for threads in [1, 2] {
        let options = Options { rows: ROWS, seed: 1, threads, window: WINDOW, ..Options::self_play(G::SEATS.len()) };
        let mut env = VectorEnv::new(vec![G::start(G::Rules::default())], options).expect("a good set-up");
        let mut arrays = Arrays::new(&env);
        let mut actions = vec![0i64; ROWS];
        env.reset(Seeds::Keep, None, arrays.output()).expect("a reset");
        // Into the middle of games before anything is measured.
        let mut step = || {
            env.sample_actions(0, &mut actions).expect("one action a row");
            env.step(&actions, arrays.output()).expect("legal actions");
        };
        (0..100).for_each(|_| step());
        group.bench_function(format!("{threads} threads"), |b| b.iter(&mut step));
    }
    group.finish();
}

fn envs(c: &mut Criterion) {
    steps::<fairyring_chess::Position>(c);
    steps::<fairyring_behemoth::Position>(c);
    steps::<fairyring_astral::Position>(c);
    steps::<fairyring_ultima::Position>(c);
    steps::<fairyring_shahki::Position>(c);
    steps::<fairyring_cards::Position>(c);
    steps::<fairyring_wari::Position>(c);
}

criterion_group!(benches, envs);
criterion_main!(benches);
