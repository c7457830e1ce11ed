//! How often positions of a random game have occurred.

use fairyring_orthodox::Repetitions;

/// Keys of the last positions of a random game.
pub(crate) trait Past {
    fn new() -> Self;

    /// Adds a position; returns how often it has occurred, this time included. An equal one can lie at most `window`
    /// positions back.
    fn push(&mut self, key: u64, window: u32) -> u32;
}

impl Past for Repetitions {
    #[inline(always)]
    fn new() -> Self {
        Self::default()
    }

    #[inline(always)]
    fn push(&mut self, key: u64, window: u32) -> u32 {
        Self::push(self, key, window)
    }
}

/// The past of a game with dice: captures, pawns and the Behemoth end it so often that there is mostly none to look through.
pub(crate) struct Recent {
    keys: [u64; Self::COUNT],
    /// Index of the next key.
    next: usize,
}

impl Recent {
    /// More than the plies after which the fifty-move rule ends a game.
    const COUNT: usize = 128;

    #[inline(never)]
    fn count(&self, key: u64, window: usize) -> u32 {
        let last = self.next - 1;
        let oldest = last - window.min(last).min(Self::COUNT - 1);
        1 + (oldest..last).map(|n| u32::from(self.keys[n % Self::COUNT] == key)).sum::<u32>()
    }
}

impl Past for Recent {
    #[inline(always)]
    fn new() -> Self {
        Self { keys: [0; Self::COUNT], next: 0 }
    }

    #[inline(always)]
    fn push(&mut self, key: u64, window: u32) -> u32 {
        self.keys[self.next % Self::COUNT] = key;
        self.next += 1;
        // Each side goes and returns before a position recurs.
        if window < 4 { 1 } else { self.count(key, window as usize) }
    }
}
