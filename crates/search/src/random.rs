//! A player that draws uniformly among its legal moves.

use crate::{Analysis, Player, RootMove};
use fairyring_game::{Game, Line, Rng};

/// Uniformly random play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let best = <Self as Player<G>>::choose(self, line, choices);
        let moves: Vec<_> = line.legal_moves().into_iter().map(|m| RootMove { m, value: 0.0 }).collect();
        Analysis { best, value: 0.0, pv: vec![best], nodes: 1, moves }
    }

    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        line.position().draw_move(line.occurrences(), choices).expect("a player is asked while the game goes on")
    }
}
