//! Players over the contract, from random to strong. Nothing here names a game.
//!
//! A [`Player`] sees a line of play and draws its random choices from a stream of its own: it never sees the dice. Two
//! players built from one [`AgentSpec`] and given equal streams play equal moves (but for budgets in `ms`).
//!
//! | agent | arguments, with defaults |
//! |---|---|
//! | `random` | |
//! | `greedy`, `twoply` | `weights={}` |
//! | `alphabeta` | one of `depth`, `nodes`, `ms`; `selective` (false for `depth`), `quiescence=8`, `table` (log2 of entries), `drift=true` |
//! | `expectiminimax` | one of `depth`, `nodes`, `ms`; `star=2` |
//! | `mcts` | `simulations`; `rule=uct`, or `puct` or `gumbel`; `c` (1 for uct, 1.5 for puct), `rollouts=1`, `rollout_plies=1000`, `reuse=true` |
//!
//! The last three also take `weights={}`, and `plies_random` and `temperature` ([`Opening`]), so that games differ.
//!
//! ```
//! use fairyring_search::AgentSpec;
//! let spec: AgentSpec = "alphabeta(depth=3, weights={pawn:90})".parse().unwrap();
//! assert_eq!((spec.name.as_str(), spec.values.len()), ("alphabeta", 2));
//! ```

mod alphabeta;
mod budget;
mod expectiminimax;
mod greedy;
pub mod mate;
mod mcts;
mod negamax;
mod opening;
mod oracle;
mod ordering;
mod path;
mod player;
mod quiescence;
mod quiet;
mod random;
pub mod selfplay;
mod spec;
mod star;
mod still;
mod table;
mod ties;
mod twoply;
mod valuation;
mod value;

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use expectiminimax::Expectiminimax;
pub use greedy::Greedy;
pub use mcts::{GumbelRule, Mcts, MctsOptions, Rule};
pub use negamax::Tuning;
pub use opening::Opening;
pub use oracle::Oracle;
pub use player::{Analysis, Builder, Player, RootMove, build, standard};
pub use quiet::Quiet;
pub use random::Random;
pub use spec::{AgentError, AgentSpec, Arguments};
pub use star::Star;
pub use ties::pick;
pub use twoply::TwoPly;
pub use valuation::{Valuation, Valuer};
