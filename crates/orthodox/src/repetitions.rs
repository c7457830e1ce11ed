//! How often positions of a play-out have occurred.

/// Slots of the table of stamps.
const SLOTS: usize = 1024;
/// Keys remembered: more than the plies after which the fifty-move rule ends a game.
const RING: usize = 128;

/// Keys of the last positions of one game, with a table that mostly says "surely new" in one look: when a slot was last
/// written. For loops in which a game ends by the fifty-move rule; else use [`fairyring_game::History`].
#[derive(Clone, Debug)]
pub struct Repetitions {
    /// For each slot, one more than the index of its last key; 0 is never.
    stamps: [u32; SLOTS],
    keys: [u64; RING],
    /// Index of the next key.
    next: u32,
}

impl Default for Repetitions {
    fn default() -> Self {
        Self { stamps: [0; SLOTS], keys: [0; RING], next: 0 }
    }
}

impl Repetitions {
    /// Adds a position; returns how often it has occurred, this time included. An equal one can lie at most `window`
    /// positions back, which is below 128.
    #[inline(always)]
    pub fn push(&mut self, key: u64, window: u32) -> u32 {
        let slot = &mut self.stamps[key as usize % SLOTS];
        let (index, last) = (self.next, *slot);
        *slot = index + 1;
        self.keys[index as usize % RING] = key;
        self.next = index + 1;
        // `last` is an index plus one: older than the window, or never (then the window reaches past the first position only
        // where the game began with a clock, and the look back finds nothing).
        if last + window <= index {
            return 1;
        }
        self.count(key, index, window)
    }

    #[inline(never)]
    fn count(&self, key: u64, index: u32, window: u32) -> u32 {
        let oldest = index - window.min(index).min(RING as u32 - 1);
        1 + (oldest..index).map(|i| u32::from(self.keys[i as usize % RING] == key)).sum::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::{History, below, stream};

    #[test]
    fn agrees_with_a_history() {
        let mut rng = stream(5, 0);
        for _ in 0..200 {
            let (mut history, mut repetitions) = (History::new(), Repetitions::default());
            let mut clock = 0;
            for _ in 0..500 {
                clock = if below(&mut rng, 40) == 0 || clock == 100 { 0 } else { clock + 1 };
                // Keys that share slots, so that false alarms of the table occur.
                let key = below(&mut rng, 9) * SLOTS as u64 + below(&mut rng, 5);
                assert_eq!(repetitions.push(key, clock), history.push(key, clock));
            }
        }
    }
}
