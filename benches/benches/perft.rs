//! Perft with counting in bulk at the last ply, beside cozy-chess.

#[expect(dead_code, reason = "games are not played here, nor all moves made")]
mod peer;

use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairyring_benches::ThreadTime;
use fairyring_chess::Position;
use fairyring_game::{Line, Text};
use fairyring_orthodox::Path;
use std::hint::black_box;
use std::time::Duration;

fn perft(c: &mut Criterion<ThreadTime>) {
    for (name, text, depth, nodes) in [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
        ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ] {
        let mut group = c.benchmark_group(format!("perft, {name} depth {depth}"));
        group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
        group.throughput(Throughput::Elements(nodes));
        let board: Board = text.parse().expect("a legal position");
        assert_eq!(peer::perft(&board, depth), nodes);
        group.bench_function("cozy-chess", |b| b.iter(|| peer::perft(black_box(&board), depth)));
        let line = Line::new(Position::parse(text, ()).expect("a legal position"));
        for path in [Path::Portable, Path::Magic, Path::Pext] {
            if path.choose() == path {
                assert_eq!(line.perft(depth), nodes);
                group.bench_function(format!("fairyring, {path:?}"), |b| b.iter(|| black_box(&line).perft(depth)));
            }
        }
        group.finish();
    }
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(ThreadTime); targets = perft);
criterion_main!(benches);
