//! What the rules remember of a game's past: the keys of the positions that count for repetition.

/// Slots of the filter: a direct-mapped table that says when a key's slot was last written.
const SLOTS: usize = 1024;

/// The keys of a line of play, with push and pop for search.
///
/// [`History::filtered`] adds a table of stamps that answers "surely new" in one look; stamps only grow, so nothing is
/// cleared between games. The filter may only err towards a scan, also after pops: an entry on the line was pushed after
/// every popped entry of a higher index was gone, so a slot's stamp is never below the last index of its keys.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<u64>,
    /// Index of the first key of the present line; earlier entries belong to finished games.
    start: usize,
    stamps: Vec<u32>,
}

impl History {
    /// An empty history that scans.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new(), start: 0, stamps: Vec::new() }
    }

    /// An empty history with the stamp table, for play-outs.
    #[must_use]
    pub fn filtered() -> Self {
        Self { keys: Vec::with_capacity(1 << 14), start: 0, stamps: vec![0; SLOTS] }
    }

    /// A copy with room for one more position.
    pub(crate) fn clone_to_push(&self) -> Self {
        let mut keys = Vec::with_capacity(self.keys.len() + 1);
        keys.extend_from_slice(&self.keys);
        Self { keys, start: self.start, stamps: self.stamps.clone() }
    }

    /// Forgets everything. Keeps the memory.
    pub fn clear(&mut self) {
        if self.stamps.is_empty() || self.keys.len() > 1 << 13 {
            self.keys.clear();
            self.stamps.fill(0);
        }
        self.start = self.keys.len();
    }

    /// Number of positions on the line.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len() - self.start
    }

    /// Whether no position is on the line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a position and returns how often its key has occurred on the line, this time included.
    ///
    /// `window` bounds how many entries back an equal key can lie (plies since the last irreversible move); too large a
    /// bound costs time only.
    #[inline]
    pub fn push(&mut self, key: u64, window: u32) -> u32 {
        let len = self.keys.len();
        let oldest = self.start.max(len.saturating_sub(window as usize));
        self.keys.push(key);
        if !self.stamps.is_empty() {
            let slot = &mut self.stamps[key as usize % SLOTS];
            // Stamps hold index + 1, so 0 is "never".
            let last = *slot as usize;
            *slot = len as u32 + 1;
            if last <= oldest {
                return 1;
            }
        }
        1 + self.keys[oldest..len].iter().map(|&other| u32::from(other == key)).sum::<u32>()
    }

    /// Removes the position added last.
    pub fn pop(&mut self) {
        debug_assert!(!self.is_empty(), "a pop follows a push");
        self.keys.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{below, stream};

    #[test]
    fn filtered_and_scanning_histories_agree_over_pushes_pops_and_games() {
        let mut rng = stream(3, 0);
        let mut plain = History::new();
        let mut filtered = History::filtered();
        for _ in 0..200_000 {
            match below(&mut rng, 100) {
                0 => {
                    plain.clear();
                    filtered.clear();
                }
                1..=30 if !plain.is_empty() => {
                    plain.pop();
                    filtered.pop();
                }
                _ => {
                    // Keys that share slots, so that the filter's collisions are exercised.
                    let key = below(&mut rng, 6) * SLOTS as u64 + below(&mut rng, 3);
                    let window = below(&mut rng, 40) as u32;
                    assert_eq!(plain.push(key, window), filtered.push(key, window));
                    assert_eq!(plain.len(), filtered.len());
                }
            }
        }
    }
}
