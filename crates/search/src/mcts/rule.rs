//! Which edge a simulation takes where a seat acts.

use super::tree::{Edge, Node};
use super::{GumbelRule, Tree};
use fairyring_game::{Rng, Team, below};

/// A rule of selection. Values are utilities of the side that acts, in `[-1, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// UCB1 (Kocsis and Szepesvari 2006): edges not yet visited first, in random order, then
    /// `value + c sqrt(ln N / n)`.
    Uct {
        /// Weight of exploration.
        c: f64,
    },
    /// PUCT as in `AlphaZero` (Silver et al. 2018): `value + c prior sqrt(N) / (1 + n)`; edges not yet visited have the
    /// value of their node.
    Puct {
        /// Weight of exploration.
        c: f64,
    },
    /// Gumbel: the visits follow the improved policy (Danihelka et al. 2022).
    Gumbel(GumbelRule),
}

impl Rule {
    /// The number of the edge to take. `policy` is memory for the rule's own use.
    pub(crate) fn select<L: Copy + PartialEq>(
        &self,
        tree: &Tree<L>,
        node: &Node,
        team: Team,
        choices: &mut Rng,
        policy: &mut Vec<f64>,
    ) -> usize {
        let edges = tree.edges_of(node);
        let sign = if team == 0 { 1.0 } else { -1.0 };
        match *self {
            Self::Uct { c } => {
                let fresh = edges.iter().filter(|edge| edge.visits == 0).count();
                if fresh > 0 {
                    let n = below(choices, fresh as u64) as usize;
                    let mut unvisited = edges.iter().enumerate().filter(|(_, edge)| edge.visits == 0);
                    return unvisited.nth(n).expect("the index lies below the number of unvisited edges").0;
                }
                let log = f64::from(node.visits.max(1)).ln();
                highest(edges, |edge| {
                    let value = sign * tree.utility(edge).expect("every edge was visited");
                    // What is proven needs no exploration.
                    let bonus =
                        if tree.proven(edge).is_some() { 0.0 } else { c * (log / f64::from(edge.visits)).sqrt() };
                    value + bonus
                })
            }
            Self::Puct { c } => {
                let unknown = sign * tree.mean(node);
                let root = f64::from(node.visits).sqrt();
                highest(edges, |edge| {
                    let value = tree.utility(edge).map_or(unknown, |utility| sign * utility);
                    let bonus = if tree.proven(edge).is_some() {
                        0.0
                    } else {
                        c * f64::from(edge.prior) * root / (1.0 + f64::from(edge.visits))
                    };
                    value + bonus
                })
            }
            Self::Gumbel(rule) => {
                improved_policy(tree, node, team, rule, policy);
                let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
                let share = 1.0 / (1.0 + f64::from(visits));
                let mut policy = policy.iter();
                highest(edges, |edge| policy.next().expect("an entry an edge") - f64::from(edge.visits) * share)
            }
        }
    }
}

/// The number of the first edge with the highest score.
fn highest<L>(edges: &[Edge<L>], mut score: impl FnMut(&Edge<L>) -> f64) -> usize {
    let (mut best, mut highest) = (0, f64::NEG_INFINITY);
    for (number, edge) in edges.iter().enumerate() {
        let score = score(edge);
        if score > highest {
            (best, highest) = (number, score);
        }
    }
    best
}

/// The improved policy of a node, into `policy`: the softmax of logits plus transformed values, one entry an edge.
pub(crate) fn improved_policy<L: Copy + PartialEq>(
    tree: &Tree<L>,
    node: &Node,
    team: Team,
    rule: GumbelRule,
    policy: &mut Vec<f64>,
) {
    rule.score(tree, node, team, policy);
    let most = policy.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    policy.iter_mut().for_each(|score| *score = (*score - most).exp());
    let total: f64 = policy.iter().sum();
    policy.iter_mut().for_each(|score| *score /= total);
}
