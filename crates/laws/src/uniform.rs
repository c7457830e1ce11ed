//! Random moves are uniform over the legal list.

use fairyring_game::{Game, PLAYERS, below, stream};
use std::collections::HashMap;

/// Draws `draws` moves a legal move in each position by [`Game::draw_move`] and compares with the uniform law. Returns
/// the chi-square statistic and its degrees of freedom, summed over the positions.
///
/// # Panics
/// If a drawn move is not legal, or the statistic lies above the 1 - 1e-6 point (normal approximation).
pub fn check_uniform_draw<G: Game>(positions: &[G], draws: u32, seed: u64) -> (f64, u32) {
    let (mut chi, mut degrees) = (0.0, 0);
    let mut choices = stream(seed, PLAYERS);
    for position in positions {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.len() < 2 || position.outcome(1).is_some() {
            continue;
        }
        let mut counts: HashMap<G::Move, u32> = moves.iter().map(|&m| (m, 0)).collect();
        for _ in 0..draws * moves.len() as u32 {
            let m = position.draw_move(1, &mut choices).expect("the game is not over");
            *counts.get_mut(&m).unwrap_or_else(|| panic!("{m:?} was drawn and is not legal in {position:?}")) += 1;
            // Unrelated words between draws, so that a generator used up in step would show.
            below(&mut choices, 3);
        }
        let expected = f64::from(draws);
        chi += moves.iter().map(|m| (f64::from(counts[m]) - expected).powi(2) / expected).sum::<f64>();
        degrees += moves.len() as u32 - 1;
    }
    let z = (chi - f64::from(degrees)) / (2.0 * f64::from(degrees)).sqrt();
    assert!(degrees > 0, "no position has two legal moves");
    assert!(z < 4.9, "chi-square {chi:.1} on {degrees} degrees of freedom, z {z:.2}");
    (chi, degrees)
}
