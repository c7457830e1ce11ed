//! Random games take no memory from the allocator once a thread has played its first ones; searches take none a node.
#![allow(unsafe_code, reason = "a global allocator is unsafe by its trait")]

use fairyring_benches::all;
use fairyring_catalog::{CATALOG, Entry, StartSpec};
use fairyring_search::selfplay::{Logits, SelfPlayOptions};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with its calls counted thread by thread.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: the caller keeps the trait's promises, which are the same there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as above; `ptr` came from there.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        // SAFETY: as above.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Calls of the allocator while `work` runs.
fn calls<T>(work: impl FnOnce() -> T) -> u64 {
    let before = CALLS.get();
    drop(work());
    CALLS.get() - before
}

#[test]
fn random_games_allocate_nothing() {
    for mut game in all() {
        let id = game.id();
        let games = if matches!(id, "shahki" | "cards") { 30 } else { 100 };
        // The first games build tables and let buffers grow to what games need.
        game.play(0..games);
        assert_eq!(calls(|| game.play(0..games)), 0, "{id}");
    }
    assert_eq!(calls(|| std::hint::black_box(Vec::<u8>::with_capacity(1))), 1, "the counter counts");
}

#[test]
fn alpha_beta_allocates_nothing_a_node() {
    for entry in CATALOG {
        let line = entry.line(None, &StartSpec::default()).expect("the usual start");
        let search = |nodes: u32| {
            let agent = format!("alphabeta(nodes={nodes})");
            calls(|| entry.analyse(&*line, &agent, 1).expect("an agent of every game"))
        };
        search(1000);
        let (few, many) = (search(10_000), search(40_000));
        // Deeper iterations at the root, and longer lines, take a little.
        assert!(many < few + 300, "{}: {few} calls in 10,000 nodes, {many} in 40,000", entry.id());
    }
}

/// Calls of the allocator for batches of 64 leaves, of a pool that has been at work for some time.
fn calls_for_batches(entry: &dyn Entry, batches: u64) -> u64 {
    let options = SelfPlayOptions {
        slots: 128,
        search: "puct(simulations=64)".parse().expect("a search"),
        threads: 0,
        max_plies: Some(200),
        ..SelfPlayOptions::default()
    };
    let pool = entry.self_play(&StartSpec::default(), &[], options).expect("a good set-up");
    let serve = || {
        let mut batch = None;
        let asked = calls(|| batch = pool.leaves(64, Duration::MAX).expect("no batch is out"));
        let batch = batch.expect("the games never end");
        let (logits, values) = (vec![0.0; batch.actions.len()], vec![0.0; batch.len()]);
        asked + calls(|| pool.answer(batch.id, Logits::Ragged(&logits), &values).expect("an answer of the right size"))
    };
    for _ in 0..200 {
        serve();
    }
    (0..batches).map(|_| serve()).sum()
}

#[test]
fn leaf_batches_allocate_less_than_once_a_leaf() {
    for entry in CATALOG {
        // The arrays of a batch, and now and then a finished game or a tree that grows.
        let calls = calls_for_batches(*entry, 100);
        assert!(calls < 100 * 64 / 2, "{}: {calls} calls for 6,400 leaves", entry.id());
    }
}
