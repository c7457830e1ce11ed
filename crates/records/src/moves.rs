//! The moves of many games, as one list of actions.

/// Actions of games, one list a game: those of game `i` are `actions[offsets[i]..offsets[i + 1]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Where the games begin, and where the last one ends: one more than there are games, ascending from 0.
    pub offsets: Vec<i64>,
    /// The actions of all games.
    pub actions: Vec<u32>,
}

impl Default for Moves {
    fn default() -> Self {
        Self { offsets: vec![0], actions: Vec::new() }
    }
}

impl Moves {
    /// Number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Ends a game whose actions were pushed since the last one ended.
    pub fn end_game(&mut self) {
        self.offsets.push(self.actions.len() as i64);
    }

    /// Appends the games of another list.
    pub fn append(&mut self, other: &Self) {
        let base = self.actions.len() as i64;
        self.offsets.extend(other.offsets[1..].iter().map(|offset| base + offset));
        self.actions.extend_from_slice(&other.actions);
    }

    /// The actions of game `i`.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn game(&self, i: usize) -> &[u32] {
        &self.actions[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_put_together() {
        let mut first = Moves::default();
        assert!(first.is_empty());
        first.actions.extend([3, 4]);
        first.end_game();
        first.end_game();
        let mut both = first.clone();
        both.append(&first);
        assert_eq!(both, Moves { offsets: vec![0, 2, 2, 4, 4], actions: vec![3, 4, 3, 4] });
        assert_eq!((both.len(), both.game(2), both.game(3)), (4, &[3, 4][..], &[][..]));
    }
}
