//! What goes out and what comes back.

/// Positions to be evaluated, as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Number of the batch, from 0 up; names it in `SelfPlay::answer`.
    pub id: u64,
    /// Observations, one after another, each of the product of the shape's numbers in bytes, as the seat to act sees them.
    pub observations: Vec<u8>,
    /// Seats to act.
    pub seats: Vec<u8>,
    /// Indices of the games.
    pub games: Vec<u64>,
    /// Where each position's legal actions begin in `actions`; one more entry than positions.
    pub offsets: Vec<u32>,
    /// Legal actions, ascending within a position.
    pub actions: Vec<u32>,
}

impl Batch {
    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there is no position; never so for a batch that was handed out.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The legal actions as a mask of `len()` rows and `action_count` columns: 1 where an action is legal.
    #[must_use]
    pub fn mask(&self, action_count: u32) -> Vec<u8> {
        let columns = action_count as usize;
        let mut mask = vec![0; self.len() * columns];
        for (row, ends) in self.offsets.windows(2).enumerate() {
            for &action in &self.actions[ends[0] as usize..ends[1] as usize] {
                mask[row * columns + action as usize] = 1;
            }
        }
        mask
    }
}

/// Logits of a batch.
#[derive(Clone, Copy, Debug)]
pub enum Logits<'a> {
    /// One row a position over all actions; entries of illegal actions are not looked at.
    Dense(&'a [f32]),
    /// One number for each of the batch's `actions`.
    Ragged(&'a [f32]),
}

/// What a pool refuses. Nothing has changed then, but after [`PoolError::Failed`] and [`PoolError::Closed`] the pool is
/// of no more use.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PoolError {
    /// An option lies outside its range.
    #[error("{0}")]
    Options(String),
    /// No batch of this number is out.
    #[error("batch {id} is not out: it was never handed out, or has been answered")]
    Unknown {
        /// The number given.
        id: u64,
    },
    /// An answer has the wrong length.
    #[error("batch {id} takes {expected} {what}, not {given}")]
    Shape {
        /// The batch.
        id: u64,
        /// Of what there is a wrong number.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        given: usize,
    },
    /// A logit is no number that can be used.
    #[error("batch {id}, row {row}: the logit of legal action {action} is {value}; it must be finite")]
    Logit {
        /// The batch.
        id: u64,
        /// The position in it.
        row: usize,
        /// The action.
        action: u32,
        /// The logit.
        value: f32,
    },
    /// A value is no expected utility.
    #[error("batch {id}, row {row}: the value is {value}; it must lie in [-1, 1]")]
    Value {
        /// The batch.
        id: u64,
        /// The position in it.
        row: usize,
        /// The value.
        value: f32,
    },
    /// Every leaf is out, so none can become ready.
    #[error("all {out} leaves are out in unanswered batches: answer one of them first")]
    AllOut {
        /// Leaves handed out.
        out: usize,
    },
    /// A thread of the pool has panicked.
    #[error("a search thread has failed; the pool is closed")]
    Failed,
    /// The pool was closed.
    #[error("the pool is closed")]
    Closed,
}
