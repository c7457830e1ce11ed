//! Turning a won ending into a gain: values alone do not tell which of the moves that keep them lead anywhere.

use crate::{Endings, Table};
use std::collections::HashMap;

/// What is known of an ending of the level, counted in plies up to a move that leaves the level or the end of the game.
#[derive(Clone, Copy)]
struct Known {
    /// The least number of plies in which it was shown to come about.
    within: u32,
    /// The greatest number of plies in which it was shown not to.
    beyond: u32,
}

/// A search, by iterative deepening, for the shortest way out of a level that keeps the value against every defence that
/// keeps it too.
pub(crate) struct Leading<'a, G: Endings> {
    table: &'a Table<G>,
    level: u32,
    known: HashMap<u64, Known>,
    nodes: u64,
}

impl<'a, G: Endings> Leading<'a, G> {
    pub(crate) fn new(table: &'a Table<G>, level: u32, nodes: u64) -> Self {
        Self { table, level, known: HashMap::new(), nodes }
    }

    fn value(&self, level: u32, ending: G::Ending) -> i8 {
        self.table.at(level, ending)
    }

    /// Whether the side to move, whose value `value` is positive, can bring it about within `plies`; `None` if the nodes
    /// do not suffice.
    fn gains(&mut self, ending: G::Ending, value: i8, plies: u32) -> Option<bool> {
        self.look(ending, plies, |search| {
            let mut out = false;
            let mut staying = Vec::new();
            G::successors(search.level, ending, |gain, level, child| {
                if gain - search.value(level, child) == value {
                    out |= level != search.level;
                    staying.push(child);
                }
            });
            if out {
                return Some(true);
            }
            for child in staying {
                if search.yields(child, -value, plies - 1)? {
                    return Some(true);
                }
            }
            Some(false)
        })
    }

    /// Whether the side to move, whose value `value` is negative, cannot keep it from coming about within `plies`.
    pub(crate) fn yields(&mut self, ending: G::Ending, value: i8, plies: u32) -> Option<bool> {
        if G::final_value(self.level, ending).is_some() {
            return Some(true);
        }
        self.look(ending, plies, |search| {
            let mut staying = Vec::new();
            G::successors(search.level, ending, |gain, level, child| {
                if level == search.level && gain - search.value(level, child) == value {
                    staying.push(child);
                }
            });
            for child in staying {
                if !search.gains(child, -value, plies - 1)? {
                    return Some(false);
                }
            }
            Some(true)
        })
    }

    /// Answers from what is known, or by `search`.
    fn look(&mut self, ending: G::Ending, plies: u32, search: impl FnOnce(&mut Self) -> Option<bool>) -> Option<bool> {
        if plies == 0 {
            return Some(false);
        }
        let index = G::index(ending);
        let known = self.known.get(&index).copied().unwrap_or(Known { within: u32::MAX, beyond: 0 });
        if plies >= known.within {
            return Some(true);
        }
        if plies <= known.beyond {
            return Some(false);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let found = search(self)?;
        let known = self.known.entry(index).or_insert(known);
        if found {
            known.within = known.within.min(plies);
        } else {
            known.beyond = known.beyond.max(plies);
        }
        Some(found)
    }
}
