//! Which moves to try first: what they win, what refuted other moves here, what was good elsewhere.

use crate::table::NO_MOVE;
use fairyring_game::{Evaluate, Team};
use std::hash::{Hash, Hasher};

/// Slots a team of the history table; moves are hashed into them.
const SLOTS: usize = 4096;

/// Largest history count: below every gain and killer.
const MOST_HISTORY: i32 = 1 << 20;

/// Order of the best move of an earlier search, of winning moves, and of killers.
const BEST: i32 = 1 << 28;
const GAIN: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;

/// A hash of a move by multiplication; only spread matters, and every run must give the same.
#[derive(Default)]
struct MoveHasher(u64);

impl MoveHasher {
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The slot of a move.
fn slot<M: Hash>(m: &M) -> usize {
    let mut hasher = MoveHasher::default();
    m.hash(&mut hasher);
    (hasher.finish() >> 52) as usize % SLOTS
}

/// What the search has learned about moves.
#[derive(Clone, Debug)]
pub(crate) struct Ordering<M> {
    /// Two moves a ply that refuted something.
    killers: Vec<[Option<M>; 2]>,
    /// Counts of refutations by team and move.
    history: [Vec<i32>; 2],
}

impl<M: Copy + PartialEq + Hash> Ordering<M> {
    /// Nothing learned.
    pub(crate) fn new() -> Self {
        Self { killers: Vec::new(), history: [vec![0; SLOTS], vec![0; SLOTS]] }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// Begins another search of the same game: old counts fade.
    pub(crate) fn fade(&mut self) {
        self.killers.clear();
        self.history.iter_mut().flatten().for_each(|count| *count /= 8);
    }

    /// Orders of the moves, larger first.
    pub(crate) fn score<G: Evaluate<Move = M>>(
        &self,
        position: &G,
        weights: &[i32],
        (team, ply): (Team, u32),
        best: u16,
        moves: &[M],
        scores: &mut Vec<i32>,
    ) {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        scores.clear();
        scores.extend(moves.iter().map(|m| {
            let gain = position.gain(*m, weights);
            if gain > 0 {
                return GAIN + gain.min(GAIN);
            }
            match killers.iter().position(|killer| killer.as_ref() == Some(m)) {
                Some(n) => KILLER - n as i32,
                None => self.history[team as usize][slot(m)],
            }
        }));
        if best != NO_MOVE
            && let Some(score) = scores.get_mut(best as usize)
        {
            *score += BEST;
        }
    }

    /// Learns that a quiet move refuted the one before it, after others had failed to.
    pub(crate) fn refuted(&mut self, team: Team, ply: u32, depth: u32, m: M) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        if self.killers[ply][0] != Some(m) {
            self.killers[ply] = [Some(m), self.killers[ply][0]];
        }
        let count = &mut self.history[team as usize][slot(&m)];
        *count = (*count + (depth * depth) as i32).min(MOST_HISTORY);
    }
}

/// Whether an order is that of a quiet move without a name.
pub(crate) const fn is_plain(score: i32) -> bool {
    score <= MOST_HISTORY
}

/// Whether an order is that of a move without a gain, or of an earlier search's best.
pub(crate) const fn is_quiet(score: i32) -> bool {
    score < GAIN
}

/// Moves brought to the front one by one before the rest is sorted: most cut-offs come early.
const SELECTED: usize = 4;

/// Brings the best of the moves from `from` on to the front of them; equal ones in the order of the legal list. `order`
/// holds indices. Must be called for `from` = 0, 1, 2 and so on.
#[inline]
pub(crate) fn select(order: &mut [u32], scores: &[i32], from: usize) {
    let rest = &mut order[from..];
    let rank = |&index: &u32| (std::cmp::Reverse(scores[index as usize]), index);
    if from < SELECTED {
        if let Some(best) = (0..rest.len()).min_by_key(|&i| rank(&rest[i])) {
            rest.swap(0, best);
        }
    } else if from == SELECTED {
        rest.sort_unstable_by_key(rank);
    }
}
