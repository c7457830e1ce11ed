//! The one list of games, and everything that can be asked of a game whose type is not known.
//!
//! This crate alone names all games. A new game is a crate of its own and one line in [`CATALOG`].

mod chain;
mod endgame;
mod entry;
mod error;
mod facts;
mod player;
mod problems;
mod spec;
mod vector;
mod wari;

pub use chain::{ChainValue, behemoth_chain};
pub use entry::{Entry, Of};
pub use error::CatalogError;
pub use facts::Facts;
pub use player::AnyPlayer;
pub use problems::{ComposeSpec, ComposedText, Draw, MateSpec};
pub use spec::{AnalysisText, BatchSpec, ContestSpec, LockstepSpec, StartSpec};
pub use vector::EnvSpec;
pub use wari::WariTable;

/// All games, in the order users see them.
pub static CATALOG: &[&dyn Entry] = &[
    &Of::<fairyring_chess::Position>::ENTRY,
    &Of::<fairyring_behemoth::Position>::ENTRY,
    &Of::<fairyring_astral::Position>::ENTRY,
    &Of::<fairyring_ultima::Position>::ENTRY,
    &Of::<fairyring_shahki::Position>::ENTRY,
    &Of::<fairyring_cards::Position>::ENTRY.with_draw(problems::deal),
    &Of::<fairyring_wari::Position>::ENTRY.with_players(endgame::build),
];

/// The entry of a game.
///
/// # Errors
/// [`CatalogError::UnknownGame`] names the valid ones.
pub fn find(id: &str) -> Result<&'static dyn Entry, CatalogError> {
    CATALOG.iter().copied().find(|entry| entry.id() == id).ok_or_else(|| {
        let ids: Vec<_> = CATALOG.iter().map(|entry| entry.id()).collect();
        CatalogError::UnknownGame(format!("unknown game {id:?}; valid: {}", ids.join(", ")))
    })
}
