//! Monte Carlo tree search: one tree, several rules of selection, over moves or over action ids.

mod gumbel;
mod player;
mod rule;
mod space;
mod tree;

pub use gumbel::GumbelRule;
pub(crate) use gumbel::RootSchedule;
pub use player::{Mcts, MctsOptions};
pub use rule::Rule;
pub(crate) use rule::improved_policy;
pub(crate) use space::{Actions, Moves, Space, Status, utility_by};
pub(crate) use tree::{Descent, Found, Tree};
