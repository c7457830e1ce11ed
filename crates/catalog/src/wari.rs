//! Wari's endgame tables for the edge: what belongs to one game only and is no question to all.

use crate::CatalogError;
use crate::player::typed;
use fairyring_game::{AnyLine, Game, Text};
use fairyring_tables::{Build, Progress, Statistics, Table, TableError, build};
use fairyring_wari::{Move, Position};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Positions looked at for a way out of a circle of equal moves.
const LEADING_NODES: u64 = 100_000;

/// Tables in use. Opening one reads all of it, and every player of a batch wants the same.
static OPENED: Mutex<Vec<(PathBuf, Weak<Table<Position>>)>> = Mutex::new(Vec::new());

/// An endgame table of wari under the Awari rules.
#[derive(Clone, Debug)]
pub struct WariTable(Arc<Table<Position>>);

fn refused(error: TableError) -> CatalogError {
    CatalogError::Table(error.to_string())
}

impl WariTable {
    /// Builds the levels up to `seeds` that a directory does not hold yet, and opens the table.
    ///
    /// # Errors
    /// [`CatalogError::Table`]; also when it was cancelled, in which case the finished levels are kept.
    pub fn build(
        directory: &Path,
        seeds: u32,
        workers: usize,
        cancelled: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Self, CatalogError> {
        let table = build(directory, &Build { level: seeds, workers, cancelled, progress }).map_err(refused)?;
        Ok(Self(Arc::new(table)))
    }

    /// Opens the table that a directory holds; the same one while it is open elsewhere in this process.
    ///
    /// # Errors
    /// [`CatalogError::Table`].
    pub fn open(directory: &Path) -> Result<Self, CatalogError> {
        let canonical = directory
            .canonicalize()
            .map_err(|source| refused(TableError::Io { path: directory.to_owned(), source }))?;
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|(_, table)| table.strong_count() > 0);
        if let Some(table) = opened.iter().find(|(path, _)| *path == canonical).and_then(|(_, table)| table.upgrade()) {
            return Ok(Self(table));
        }
        let table = Arc::new(Table::open(&canonical, None).map_err(refused)?);
        opened.push((canonical, Arc::downgrade(&table)));
        Ok(Self(table))
    }

    /// The typed table.
    pub(crate) fn table(&self) -> &Table<Position> {
        &self.0
    }

    /// Most counters of a position of the table.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        self.0.highest()
    }

    /// The points the side to move will still gain minus those its opponent will.
    ///
    /// # Errors
    /// [`CatalogError::Table`] for positions that are over, of other rules or of more counters.
    pub fn value(&self, line: &dyn AnyLine) -> Result<i8, CatalogError> {
        self.0.value(position(line)?).map_err(refused)
    }

    /// The values of all legal moves for the side that plays them, by letter.
    ///
    /// # Errors
    /// As [`WariTable::value`].
    pub fn move_values(&self, line: &dyn AnyLine) -> Result<Vec<(String, i8)>, CatalogError> {
        let position = position(line)?;
        let moves = self.0.move_values(position).map_err(refused)?;
        Ok(moves.into_iter().map(|(m, value)| (position.move_text(m), value)).collect())
    }

    /// The moves that keep the value, or those of them that bring it about in the fewest plies.
    ///
    /// # Errors
    /// As [`WariTable::value`].
    pub fn best_moves(&self, line: &dyn AnyLine, leading: bool) -> Result<Vec<String>, CatalogError> {
        let position = position(line)?;
        let moves = if leading { self.leading_moves(position) } else { self.0.best_moves(position) };
        let mut texts: Vec<_> = moves.map_err(refused)?.into_iter().map(|m| position.move_text(m)).collect();
        texts.sort_unstable();
        Ok(texts)
    }

    /// The best moves that lead on.
    pub(crate) fn leading_moves(&self, position: &Position) -> Result<Vec<Move>, TableError> {
        self.0.leading_moves(position, LEADING_NODES)
    }

    /// Counts over all positions of a level; over those that a move can lead to if `reachable`.
    ///
    /// # Errors
    /// [`CatalogError::Table`] above the highest level.
    pub fn statistics(&self, level: u32, reachable: bool) -> Result<Statistics, CatalogError> {
        let counted = if reachable {
            self.0.statistics_where(level, fairyring_wari::endgame::Ending::is_reachable)
        } else {
            self.0.statistics(level)
        };
        counted.map_err(refused)
    }
}

/// The position of a line that is not over.
fn position(line: &dyn AnyLine) -> Result<&Position, CatalogError> {
    let line = typed::<Position>(line)?;
    match line.outcome() {
        None => Ok(line.position()),
        Some(outcome) => {
            let reason = Position::REASONS[outcome.reason as usize];
            Err(CatalogError::Table(format!("the game is over ({reason}); a table tells what is still to come")))
        }
    }
}
