//! Progress and cancellation of long work, shared between threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A counter of finished units and a flag that asks for an early stop.
#[derive(Debug, Default)]
pub struct Control {
    done: AtomicU64,
    cancelled: AtomicBool,
}

impl Control {
    /// A control of work that has not begun.
    #[must_use]
    pub const fn new() -> Self {
        Self { done: AtomicU64::new(0), cancelled: AtomicBool::new(false) }
    }

    /// Asks for a stop: games in play are abandoned at their next ply.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Units finished.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts finished units.
    pub fn add(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }
}
