//! The arithmetic of matches and balance studies: what a table of results says, how sure it is, and when to stop.
//!
//! - [`Tally`]: counts of results of games (win, draw, loss) or of pairs of games, their score and its error;
//! - [`Interval`] and the intervals of a proportion (Wilson, Jeffreys, exact);
//! - Elo and normalised Elo ([`elo_of_score`], [`Tally::elo`], [`Tally::normalised_elo`]);
//! - sequential tests of two hypotheses ([`Sprt`]), with exact multinomial likelihood ratios;
//! - ratings of several players ([`bradley_terry`]);
//! - equivalence ([`equivalence`]) and the sample sizes of fixed designs;
//! - looks at the data while it grows: alpha spending ([`spending_bounds`]) and confidence sequences ([`ConfidenceSequence`]);
//! - luck adjustment ([`LuckTally`]): scores with the luck of the dice subtracted, unbiased by cross-fitting.
//!
//! Invariants:
//! - Nothing here knows a game, a clock or a generator of random numbers: the same numbers in give the same numbers out.
//! - Accumulators merge exactly: sums are integers, so no order of adding or merging changes a bit of the result.
//! - Scores are White's (the first team's), in `[0, 1]`: a draw is ½. Luck is in the same unit.
//!
//! ```
//! use fairyring_stats::{Tally, LuckTally};
//! // Losses, draws, wins of White in finished games of Behemoth chess between people.
//! let tally = Tally([17_212, 1_574, 16_757]);
//! let score = tally.interval(0.95);
//! assert!(score.low > 0.488 && score.high < 0.499);
//!
//! let mut luck = LuckTally::default();
//! for (index, (score, sum)) in [(1.0, 0.4), (0.0, -0.45), (0.5, 0.1), (1.0, 0.5)].into_iter().enumerate() {
//!     luck.push(index as u64, score, sum).unwrap();
//! }
//! assert_eq!(luck.raw().mean, 0.625);
//! assert!((luck.adjusted(1.0).mean - 0.4875).abs() < 1e-9);
//! ```

mod beta;
mod equivalence;
mod error;
mod estimate;
mod likelihood;
mod luck;
mod moments;
mod normal;
mod proportion;
mod ratings;
mod sequence;
mod spending;
mod sprt;
mod tally;

pub use equivalence::{Equivalence, equivalence, equivalence_games, fixed_games};
pub use error::StatsError;
pub use estimate::{Estimate, Interval};
pub use likelihood::{approximate_llr, llr_of_means, llr_of_t_values};
pub use luck::{CrossFitted, LuckTally};
pub use moments::{Moments, Pairs};
pub use normal::{normal_cdf, normal_quantile};
pub use proportion::{exact_interval, jeffreys_interval, wilson_interval};
pub use ratings::{Rating, Ratings, bradley_terry};
pub use sequence::ConfidenceSequence;
pub use spending::{Spending, spending_bounds};
pub use sprt::{Decision, EloModel, Sprt, SprtRun};
pub use tally::{NELO_PER_T, PairTally, Tally, WdlTally, elo_of_score, score_of_elo};
