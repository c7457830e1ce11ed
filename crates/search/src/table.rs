//! The transposition table: a fixed array of pairs of entries.

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The value.
    Exact,
    /// The value or more.
    Lower,
    /// The value or less.
    Upper,
}

/// One stored result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    /// Value for the team to act, wins counted from the node.
    pub(crate) value: i32,
    /// Index of the best move in the legal list.
    pub(crate) best: u16,
    /// Depth searched.
    pub(crate) depth: u8,
    /// Game the entry belongs to; 0 is never a game.
    game: u8,
    /// What the value says.
    pub(crate) bound: Bound,
}

/// An index that no legal list has: no best move is known.
pub(crate) const NO_MOVE: u16 = u16::MAX;

const EMPTY: Entry = Entry { key: 0, value: 0, best: NO_MOVE, depth: 0, game: 0, bound: Bound::Exact };

/// A table; entries of earlier games count as empty, so that a game does not depend on them.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Pairs: the first keeps the deeper result, the second the newer one.
    entries: Vec<[Entry; 2]>,
    game: u8,
}

impl Table {
    /// A table of `2^bits` entries, `bits` at least 1; none at all for 0.
    pub(crate) fn new(bits: u32) -> Self {
        let pairs = if bits == 0 { 0 } else { 1usize << (bits - 1) };
        Self { entries: vec![[EMPTY; 2]; pairs], game: 1 }
    }

    /// Forgets every entry.
    pub(crate) fn clear(&mut self) {
        if self.game == u8::MAX {
            self.entries.fill([EMPTY; 2]);
            self.game = 0;
        }
        self.game += 1;
    }

    /// Index of a key's pair: the high bits, which games mix at least as well as the low ones.
    const fn slot(&self, key: u64) -> usize {
        ((key as u128 * self.entries.len() as u128) >> 64) as usize
    }

    /// The entry of a key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        if self.entries.is_empty() {
            return None;
        }
        let pair = &self.entries[self.slot(key)];
        pair.iter().find(|entry| entry.game == self.game && entry.key == key).copied()
    }

    /// Stores a result.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: i32, best: u16, depth: u8, bound: Bound) {
        if self.entries.is_empty() {
            return;
        }
        let (slot, game) = (self.slot(key), self.game);
        let entry = Entry { key, value, best, depth, game, bound };
        let [deep, new] = &mut self.entries[slot];
        if deep.game != game || deep.key == key || deep.depth <= depth {
            if deep.game == game && deep.key != key {
                *new = *deep;
            }
            *deep = entry;
        } else {
            *new = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deep_entry_outlives_shallow_ones_of_its_slot_and_a_game_outlives_none() {
        let mut table = Table::new(1);
        table.put(1, 10, 0, 5, Bound::Exact);
        for key in 2..20 {
            table.put(key, key as i32, 1, 1, Bound::Lower);
            assert_eq!(table.get(key).map(|entry| (entry.value, entry.bound)), Some((key as i32, Bound::Lower)));
            assert_eq!(table.get(1).map(|entry| (entry.value, entry.depth)), Some((10, 5)));
        }
        for _ in 0..600 {
            table.clear();
            assert!(table.get(1).is_none() && table.get(19).is_none());
            table.put(1, 3, 0, 1, Bound::Upper);
            assert!(table.get(1).is_some());
        }
    }

    #[test]
    fn no_table_holds_nothing() {
        let mut table = Table::new(0);
        table.put(7, 1, 0, 1, Bound::Exact);
        assert!(table.get(7).is_none());
    }
}
