//! One ply by material: take what is worth most, win where that ends the game.

use crate::{Analysis, Player, RootMove, pick};
use fairyring_game::{Evaluate, Line, Rng, utility_of};

/// Plays the move that wins most at once ([`Evaluate::gain`]); a move that ends the game counts by its result. Ties are
/// drawn uniformly.
#[derive(Clone, Debug)]
pub struct Greedy<G: Evaluate> {
    weights: Vec<i32>,
    moves: Vec<G::Move>,
    roots: Vec<RootMove<G::Move>>,
}

impl<G: Evaluate> Greedy<G> {
    /// A greedy player by these weights.
    #[must_use]
    pub const fn new(weights: Vec<i32>) -> Self {
        Self { weights, moves: Vec::new(), roots: Vec::new() }
    }

    /// Values all root moves; returns the index of the one to play.
    fn value(&mut self, line: &Line<G>, choices: &mut Rng) -> usize {
        let position = line.position();
        let team = position.team_to_act().expect("a seat acts");
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        self.roots.clear();
        let mut history = line.history().clone();
        for &m in &self.moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            let occurrences = next.repetition_key().map_or(1, |key| {
                let occurrences = history.push(key, next.reversible_plies());
                history.pop();
                occurrences
            });
            let value = match next.outcome(occurrences) {
                Some(outcome) => f64::from(utility_of(team, outcome.utility)) * f64::from(G::WIN),
                None => f64::from(position.gain(m, &self.weights)),
            };
            self.roots.push(RootMove { m, value });
        }
        pick(&self.roots, choices)
    }
}

impl<G: Evaluate> Player<G> for Greedy<G> {
    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let RootMove { m, value } = {
            let index = self.value(line, choices);
            self.roots[index]
        };
        Analysis { best: m, value, pv: vec![m], nodes: self.roots.len() as u64, moves: self.roots.clone() }
    }

    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        let index = self.value(line, choices);
        self.roots[index].m
    }
}
