//! The past of the position being searched: the game's, then the search's.

use fairyring_game::{Game, History, Line, Outcome};

/// Keys of a line and of the moves searched from its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    history: History,
    /// Number of keys of the line itself.
    root: usize,
    /// Whether what recurs within the search is taken to recur for ever.
    foresees: bool,
}

/// What entering a position found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    /// How often the position has occurred.
    pub(crate) occurrences: u32,
    /// The outcome, if the game ends here.
    pub(crate) outcome: Option<Outcome>,
    /// Whether leaving must take a key back.
    pushed: bool,
}

impl Path {
    /// The past of a line. A position that recurs within the search can be made to recur for ever, so there the game is
    /// asked how it ends at last.
    pub(crate) fn of<G: Game>(line: &Line<G>) -> Self {
        Self { history: line.history().clone(), root: line.history().len(), foresees: true }
    }

    /// The past of a line, for searches that prove: positions have occurred as often as they have.
    pub(crate) fn real<G: Game>(line: &Line<G>) -> Self {
        Self { foresees: false, ..Self::of(line) }
    }

    /// Enters a position.
    #[inline]
    pub(crate) fn enter<G: Game>(&mut self, position: &G) -> Entered {
        let Some(key) = position.repetition_key() else {
            return Entered { occurrences: 1, outcome: position.outcome(1), pushed: false };
        };
        let window = position.reversible_plies();
        let mut occurrences = self.history.push(key, window);
        if occurrences > 1 && self.foresees {
            self.history.pop();
            let searched = (self.history.len() - self.root) as u32;
            if self.history.push(key, window.min(searched)) > 1 {
                occurrences = u32::MAX;
            }
        }
        Entered { occurrences, outcome: position.outcome(occurrences), pushed: true }
    }

    /// Leaves the position entered last.
    #[inline]
    pub(crate) fn leave(&mut self, entered: Entered) {
        if entered.pushed {
            self.history.pop();
        }
    }
}
