//! Behemoth.
pub mod chain;
pub use chain::{Chain, ChainValue, chain};
