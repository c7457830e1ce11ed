//! Breaking ties by the player's stream.

use crate::RootMove;
use fairyring_game::{Rng, below};

/// The index of a move of the highest value, drawn uniformly among those that share it.
///
/// # Panics
/// If there is no move.
pub fn pick<M>(moves: &[RootMove<M>], choices: &mut Rng) -> usize {
    let best = moves.iter().map(|root| root.value).fold(f64::NEG_INFINITY, f64::max);
    let tied = moves.iter().filter(|root| root.value == best).count();
    let n = below(choices, tied as u64) as usize;
    let (index, _) = moves
        .iter()
        .enumerate()
        .filter(|(_, root)| root.value == best)
        .nth(n)
        .expect("the index lies below the number of tied moves");
    index
}
