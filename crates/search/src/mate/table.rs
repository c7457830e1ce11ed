//! What is known of positions where the winning side moves: in how many moves it mates, and in how many it does not.

/// One position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    /// It mates in this many moves; 0 if nothing is known.
    mates: u8,
    /// It does not mate in this many moves.
    fails: u8,
}

/// A fixed table; a new position takes the place of the one whose slot it shares.
#[derive(Clone, Debug)]
pub(super) struct MateTable {
    entries: Vec<Entry>,
}

impl MateTable {
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: vec![Entry::default(); 1 << bits] }
    }

    const fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// Whether the position mates in `moves`, if that is known.
    pub(super) fn get(&self, key: u64, moves: u32) -> Option<bool> {
        let entry = &self.entries[self.slot(key)];
        if entry.key != key {
            None
        } else if entry.mates > 0 && u32::from(entry.mates) <= moves {
            Some(true)
        } else if u32::from(entry.fails) >= moves {
            Some(false)
        } else {
            None
        }
    }

    /// Notes what was found.
    pub(super) fn put(&mut self, key: u64, moves: u32, mates: bool) {
        let slot = self.slot(key);
        let entry = &mut self.entries[slot];
        if entry.key != key {
            *entry = Entry { key, mates: 0, fails: 0 };
        }
        let moves = moves as u8;
        if mates {
            entry.mates = if entry.mates == 0 { moves } else { entry.mates.min(moves) };
        } else {
            entry.fails = entry.fails.max(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_answers_for_more_and_fewer_moves() {
        let mut table = MateTable::new(2);
        table.put(5, 3, true);
        table.put(5, 1, false);
        assert_eq!([1, 2, 3, 4].map(|moves| table.get(5, moves)), [Some(false), None, Some(true), Some(true)]);
        assert_eq!(table.get(1, 1), None);
        // A key of the same slot.
        table.put(9, 1, true);
        assert_eq!((table.get(5, 3), table.get(9, 1)), (None, Some(true)));
    }
}
