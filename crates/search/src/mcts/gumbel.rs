//! The Gumbel root: actions drawn without replacement, halved in rounds (Danihelka, Guez, Schrittwieser, Silver 2022,
//! "Policy improvement by planning with Gumbel").

use super::Tree;
use super::tree::Node;
use fairyring_game::{Rng, Team, below};

/// How values weigh against logits: `(visit_offset + most visits) * scale * value`, values in `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GumbelRule {
    /// Most root moves that are considered.
    pub considered: usize,
    /// `c_visit` of the paper.
    pub visit_offset: f64,
    /// `c_scale` of the paper.
    pub scale: f64,
    /// How much the Gumbel numbers at the root count: 1 for the paper's draw without replacement, 0 for the best by what
    /// the search found.
    pub noise: f64,
}

impl Default for GumbelRule {
    fn default() -> Self {
        Self { considered: 16, visit_offset: 50.0, scale: 1.0, noise: 1.0 }
    }
}

impl GumbelRule {
    /// Logits plus transformed values of a node's edges, into `scores`; an edge without a value has the mixed value of its
    /// node.
    pub(crate) fn score<L: Copy + PartialEq>(self, tree: &Tree<L>, node: &Node, team: Team, scores: &mut Vec<f64>) {
        let sign = if team == 0 { 1.0 } else { -1.0 };
        let edges = tree.edges_of(node);
        let known = |edge| tree.utility(edge).map(|utility| (1.0 + sign * utility) / 2.0);
        let (mut visits, mut most, mut weight, mut sum) = (0, 0, 0.0, 0.0);
        for edge in edges {
            visits += edge.visits;
            most = most.max(edge.visits);
            if let Some(value) = known(edge) {
                weight += f64::from(edge.prior);
                sum += f64::from(edge.prior) * value;
            }
        }
        let own = (1.0 + sign * f64::from(node.value)) / 2.0;
        let mixed =
            if weight > 0.0 { (own + f64::from(visits) * sum / weight) / (1.0 + f64::from(visits)) } else { own };
        let factor = (self.visit_offset + f64::from(most)) * self.scale;
        // A prior of 0 counts as the smallest there is, so that every score is a number.
        let logit = |prior: f32| f64::from(prior.max(f32::MIN_POSITIVE)).ln();
        scores.clear();
        scores.extend(edges.iter().map(|edge| logit(edge.prior) + factor * known(edge).unwrap_or(mixed)));
    }
}

/// A standard Gumbel number.
fn gumbel(choices: &mut Rng) -> f64 {
    let uniform = (below(choices, 1 << 53) as f64 + 0.5) / (1u64 << 53) as f64;
    -(-uniform.ln()).ln()
}

/// What the root does in each simulation: visits one of the moves that have been visited so often.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootSchedule {
    noise: Vec<f64>,
    /// Visits, simulation by simulation, that the move to be taken must have.
    visits: Vec<u32>,
    /// Scores of the root's edges, for one choice.
    scores: Vec<f64>,
}

impl RootSchedule {
    /// Becomes a schedule for this many moves and simulations. Keeps the memory.
    pub(crate) fn begin(&mut self, rule: GumbelRule, moves: usize, simulations: u32, choices: &mut Rng) {
        self.noise.clear();
        self.noise.extend((0..moves).map(|_| rule.noise * gumbel(choices)));
        halving(rule.considered.min(moves), simulations, &mut self.visits);
    }

    /// The root edge for simulation `number`.
    pub(crate) fn edge<L: Copy + PartialEq>(
        &mut self,
        tree: &Tree<L>,
        team: Team,
        rule: GumbelRule,
        number: usize,
    ) -> usize {
        let wanted = self.visits.get(number).copied();
        self.highest(tree, team, rule, |visits| wanted == Some(visits))
            .or_else(|| self.highest(tree, team, rule, |_| true))
            .expect("a root that acts has edges")
    }

    /// The root edge to play: of the most visited ones the one of the highest score.
    pub(crate) fn best<L: Copy + PartialEq>(&mut self, tree: &Tree<L>, team: Team, rule: GumbelRule) -> usize {
        let most = tree.root_edges().iter().map(|edge| edge.visits).max().unwrap_or(0);
        self.highest(tree, team, rule, |visits| visits == most).expect("a root that acts has edges")
    }

    fn highest<L: Copy + PartialEq>(
        &mut self,
        tree: &Tree<L>,
        team: Team,
        rule: GumbelRule,
        counts: impl Fn(u32) -> bool,
    ) -> Option<usize> {
        rule.score(tree, tree.root(), team, &mut self.scores);
        let edges = tree.root_edges();
        let score = |i: usize| self.scores[i] + self.noise[i];
        (0..edges.len()).filter(|&i| counts(edges[i].visits)).max_by(|&a, &b| score(a).total_cmp(&score(b)))
    }
}

/// Sequential halving: in each round every move still considered is visited equally often, then the worse half goes. Each
/// entry is the number of visits that the move to be visited has.
fn halving(moves: usize, simulations: u32, schedule: &mut Vec<u32>) {
    schedule.clear();
    if moves <= 1 {
        schedule.extend(0..simulations);
        return;
    }
    let simulations = simulations as usize;
    let rounds = moves.next_power_of_two().ilog2() as usize;
    let (mut left, mut visited) = (moves, 0);
    while schedule.len() < simulations {
        let each = (simulations / (rounds * left)).max(1);
        for _ in 0..each {
            schedule.extend(std::iter::repeat_n(visited, left));
            visited += 1;
        }
        left = (left / 2).max(2);
    }
    schedule.truncate(simulations);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::stream;

    #[test]
    fn halving_spends_equal_shares_on_fewer_and_fewer_moves() {
        // 16 moves once, 8 once more, 4 twice more (the budget of a round, 8 visits, over 4 moves is 2).
        let schedule = |moves, simulations| {
            let mut schedule = vec![9; 3];
            halving(moves, simulations, &mut schedule);
            schedule
        };
        let expected: Vec<u32> = [vec![0; 16], vec![1; 8], vec![2; 4], vec![3; 4]].concat();
        assert_eq!(schedule(16, 32), expected);
        assert_eq!(schedule(1, 3), [0, 1, 2]);
        assert_eq!(schedule(2, 5), [0, 0, 1, 1, 2]);
        assert_eq!(schedule(4, 3), [0, 0, 0]);
    }

    #[test]
    fn gumbel_numbers_have_their_mean_and_variance() {
        let mut choices = stream(1, 1);
        let noise: Vec<f64> = (0..100_000).map(|_| gumbel(&mut choices)).collect();
        let mean = noise.iter().sum::<f64>() / 1e5;
        let variance = noise.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 1e5;
        // Euler's constant and pi^2 / 6, within five standard errors.
        assert!((mean - 0.577_216).abs() < 5.0 * (1.645f64 / 1e5).sqrt(), "{mean}");
        assert!((variance - 1.644_934).abs() < 0.06, "{variance}");
    }
}
