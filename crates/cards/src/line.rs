//! Cells on a line from a cell: the stretch that a check or a pin leaves to a card.

use fairyring_geometry::RingCell;

/// The cells `from + 1 step` to `from + length steps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) from: RingCell,
    pub(crate) step: (i32, i32),
    pub(crate) length: i32,
}

impl Stretch {
    /// A single cell.
    pub(crate) const fn cell(cell: RingCell) -> Self {
        Self { from: cell.offset(-1, 0), step: (1, 0), length: 1 }
    }

    /// Whether it has this cell.
    pub(crate) const fn has(&self, cell: RingCell) -> bool {
        let (x, y) = (cell.x - self.from.x, cell.y - self.from.y);
        let steps = if self.step.0 == 0 { y * self.step.1 } else { x * self.step.0 };
        steps >= 1 && steps <= self.length && x == steps * self.step.0 && y == steps * self.step.1
    }

    /// The first and last number of steps from a cell, of 1 to `limit`, that end on the stretch; the first is greater than
    /// the last where none does.
    pub(crate) fn meet(&self, from: RingCell, step: (i32, i32), limit: i32) -> (i32, i32) {
        let (x, y) = (i64::from(self.from.x - from.x), i64::from(self.from.y - from.y));
        let (a, b) = ((i64::from(step.0), i64::from(step.1)), (i64::from(self.step.0), i64::from(self.step.1)));
        let cross = a.0 * b.1 - a.1 * b.0;
        let (first, last) = if cross == 0 {
            if x * a.1 != y * a.0 {
                return (1, 0);
            }
            // On the same line: the stretch's ends, counted from `from`.
            let along = |times: i64| {
                if step.0 == 0 { (y + times * b.1) * a.1 } else { (x + times * b.0) * a.0 }
            };
            let (one, other) = (along(1), along(i64::from(self.length)));
            (one.min(other), one.max(other))
        } else {
            let times = x * b.1 - y * b.0;
            if times % cross != 0 {
                return (1, 0);
            }
            let cell = times / cross;
            if cell < 1 || cell > i64::from(limit) || !self.has(from.along(step, cell as i32)) {
                return (1, 0);
            }
            (cell, cell)
        };
        (first.max(1) as i32, last.min(i64::from(limit)) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_geometry::RING_STEPS;

    #[test]
    fn meeting_is_membership_step_by_step() {
        let king = RingCell::at(2, -1);
        for stretch_step in RING_STEPS {
            for length in 1..5 {
                let stretch = Stretch { from: king, step: stretch_step, length };
                for x in -7..9 {
                    for y in -8..7 {
                        for step in RING_STEPS {
                            let from = RingCell::at(x, y);
                            for limit in [0, 1, 3, 9] {
                                let (first, last) = stretch.meet(from, step, limit);
                                for steps in 1..=limit {
                                    let inside = (first..=last).contains(&steps);
                                    assert_eq!(inside, stretch.has(from.along(step, steps)));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
