//! Alpha-beta with the Behemoth's drift equals plain minimax with it.

use fairyring_behemoth::Position;
use fairyring_game::Game;
use fairyring_laws::check_alphabeta;

#[test]
fn alphabeta_equals_minimax_with_the_drift_to_three_plies() {
    // In the third iteration the root's correction comes from searches after every outcome.
    assert!(check_alphabeta(&Position::start(Default::default()), 6, 30, 3, 3_000_000, 11) > 100);
}
