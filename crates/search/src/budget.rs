//! How much a search may spend.

use crate::{AgentError, Arguments};
use std::time::{Duration, Instant};

/// Deepest search, in plies.
pub(crate) const MAX_DEPTH: u32 = 64;

/// Most nodes or simulations a player may be given for a move.
pub(crate) const MAX_NODES: u64 = 1_000_000_000;

/// Longest time for a move, an hour.
pub(crate) const MAX_MS: u64 = 3_600_000;

/// Nodes between looks at the clock.
const CLOCK_STRIDE: u64 = 256;

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A depth in plies of players. Reproducible.
    Depth(u32),
    /// A number of positions. Reproducible.
    Nodes(u64),
    /// Milliseconds. Not reproducible: results depend on the machine and on what else it does.
    Milliseconds(u64),
}

impl Budget {
    /// The deepest iteration.
    pub(crate) const fn max_depth(self) -> u32 {
        match self {
            Self::Depth(depth) => depth,
            _ => MAX_DEPTH,
        }
    }
}

/// A budget being spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    /// Positions looked at.
    pub(crate) nodes: u64,
    most: u64,
    deadline: Option<Instant>,
}

impl Meter {
    /// Starts spending.
    pub(crate) fn new(budget: Budget) -> Self {
        let (most, deadline) = match budget {
            Budget::Depth(_) => (u64::MAX, None),
            Budget::Nodes(nodes) => (nodes, None),
            Budget::Milliseconds(ms) => (u64::MAX, Some(Instant::now() + Duration::from_millis(ms))),
        };
        Self { nodes: 0, most, deadline }
    }

    /// Whether the present position is one of those at which to look outside.
    #[inline]
    pub(crate) const fn is_time_to_look(&self) -> bool {
        self.nodes.is_multiple_of(CLOCK_STRIDE)
    }

    /// Counts a position; says whether it may still be looked at.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        if self.nodes >= self.most {
            return false;
        }
        self.nodes += 1;
        match self.deadline {
            Some(deadline) if self.is_time_to_look() => Instant::now() < deadline,
            _ => true,
        }
    }
}

impl Arguments<'_> {
    /// One of `depth`, `nodes` and `ms`; if none is given, the default there may be.
    ///
    /// # Errors
    /// [`AgentError`] if none or several are given, or one lies outside its range.
    pub fn budget(&mut self, default: Option<Budget>) -> Result<Budget, AgentError> {
        let depth = self.number("depth", 1, MAX_DEPTH)?.map(Budget::Depth);
        let nodes = self.number("nodes", 1, MAX_NODES)?.map(Budget::Nodes);
        let ms = self.number("ms", 1, MAX_MS)?.map(Budget::Milliseconds);
        let mut given = [depth, nodes, ms].into_iter().flatten();
        match (given.next().or(default), given.next()) {
            (Some(budget), None) => Ok(budget),
            _ => Err(AgentError(format!("agent {:?} takes exactly one of depth, nodes and ms", self.name()))),
        }
    }
}
