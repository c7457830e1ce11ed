//! Random games take no memory from the allocator once a thread has played its first ones.
#![allow(unsafe_code, reason = "a global allocator is unsafe by its trait")]

use fairyring_benches::all;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

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

#[test]
fn random_games_allocate_nothing() {
    for mut game in all() {
        let id = game.id();
        let games = if matches!(id, "shahki" | "cards") { 30 } else { 100 };
        // The first games build tables and let buffers grow to what games need.
        game.play(0..games);
        let before = CALLS.get();
        let played = game.play(0..games);
        let calls = CALLS.get() - before;
        assert_eq!(calls, 0, "{id} in {} plies", played.plies);
    }
    let before = CALLS.get();
    drop(std::hint::black_box(Vec::<u8>::with_capacity(1)));
    assert_eq!(CALLS.get() - before, 1, "the counter counts");
}
