//! Players of the contract play Ultima by its evaluation.

use fairyring_game::Game;
use fairyring_laws::{check_agent, check_alphabeta};
use fairyring_ultima::{Position, Rules};

#[test]
fn alphabeta_agrees_with_minimax() {
    let positions = if cfg!(feature = "long") { 30 } else { 4 };
    let compared = check_alphabeta(&Position::start(Rules::default()), positions, 200, 2, 400_000, 1);
    assert!(compared > 100, "{compared} root moves");
}

#[test]
fn players_play() {
    for agent in ["greedy", "twoply", "alphabeta(depth=2)"] {
        check_agent(&Position::start(Rules::default()), agent, 2, 30, 7);
    }
}
