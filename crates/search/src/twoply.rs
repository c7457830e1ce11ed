//! Two plies by static evaluation: the own move and the best answer, with exact chance at the root.

use crate::still::correction;
use crate::value::static_in_mean;
use crate::{Analysis, Player, RootMove, Valuation, pick};
use fairyring_game::{Actor, Evaluate, History, Line, Rng, Team, utility_of};

/// Plays the move whose worst answer is best.
///
/// Where the own move is followed by dice, the answer is searched as though the dice did nothing, and the value is
/// corrected by what the dice do to the static value: the mean over all outcomes minus the static value without a roll.
#[derive(Clone, Debug)]
pub struct TwoPly<G: Evaluate> {
    weights: Valuation<G>,
    moves: Vec<G::Move>,
    answers: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
    roots: Vec<RootMove<G::Move>>,
    replies: Vec<Option<G::Move>>,
    nodes: u64,
}

impl<G: Evaluate> TwoPly<G> {
    /// A two-ply player by these weights.
    #[must_use]
    pub fn new(weights: impl Into<Valuation<G>>) -> Self {
        Self {
            weights: weights.into(),
            moves: Vec::new(),
            answers: Vec::new(),
            outcomes: Vec::new(),
            roots: Vec::new(),
            replies: Vec::new(),
            nodes: 0,
        }
    }

    /// Value of a position for `team`: its result, or its static evaluation.
    fn static_value(&mut self, position: &G, team: Team, history: &mut History) -> (f64, bool) {
        self.nodes += 1;
        let occurrences = position.repetition_key().map_or(1, |key| {
            let occurrences = history.push(key, position.reversible_plies());
            history.pop();
            occurrences
        });
        match position.outcome(occurrences) {
            Some(outcome) => (f64::from(utility_of(team, outcome.utility)) * f64::from(G::WIN), true),
            None => (f64::from(utility_of(team, self.weights.value(position) as f32)), false),
        }
    }

    /// Value of a root move for `team`, and the answer expected.
    fn root_value(&mut self, line: &Line<G>, m: G::Move, team: Team, history: &mut History) -> (f64, Option<G::Move>) {
        let mut next = line.position().clone();
        next.play_unchecked(m);
        let (plain, over) = self.static_value(&next, team, history);
        if over {
            return (plain, None);
        }
        let still = static_in_mean(&next, &self.weights, team);
        let correction = f64::from(correction(&next, still, &self.weights, team, &mut self.outcomes));
        self.nodes += self.outcomes.len() as u64;
        if next.to_act() == Actor::Chance {
            next.skip_chance();
        }
        let pushed = next.repetition_key().map(|key| history.push(key, next.reversible_plies())).is_some();
        let sign = if next.team_to_act() == Some(team) { 1.0 } else { -1.0 };
        let mut answers = std::mem::take(&mut self.answers);
        answers.clear();
        next.legal_moves(&mut answers);
        let (mut best, mut reply) = (f64::NEG_INFINITY, None);
        for &answer in &answers {
            let mut after = next.clone();
            after.play_unchecked(answer);
            let value = sign * self.static_value(&after, team, history).0;
            if value > best {
                (best, reply) = (value, Some(answer));
            }
        }
        self.answers = answers;
        if pushed {
            history.pop();
        }
        let searched = if reply.is_some() { sign * best } else { plain };
        (searched + correction, reply)
    }

    /// Values all root moves; returns the index of the one to play.
    fn value(&mut self, line: &Line<G>, choices: &mut Rng) -> usize {
        let team = line.position().team_to_act().expect("a seat acts");
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        line.position().legal_moves(&mut moves);
        self.nodes = 0;
        self.roots.clear();
        self.replies.clear();
        let mut history = line.history().clone();
        for &m in &moves {
            let (value, reply) = self.root_value(line, m, team, &mut history);
            self.roots.push(RootMove { m, value });
            self.replies.push(reply);
        }
        self.moves = moves;
        pick(&self.roots, choices)
    }
}

impl<G: Evaluate> Player<G> for TwoPly<G> {
    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let index = self.value(line, choices);
        let RootMove { m, value } = self.roots[index];
        let pv = std::iter::once(m).chain(self.replies[index]).collect();
        Analysis { best: m, value, pv, nodes: self.nodes, moves: self.roots.clone() }
    }

    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        let index = self.value(line, choices);
        self.roots[index].m
    }
}
