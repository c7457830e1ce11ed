//! The tree: nodes and edges in two arrays, back-up of values and of proofs.

use super::{Rule, Space, Status};
use fairyring_game::Rng;

/// No node.
const NONE: u32 = u32::MAX;

/// A node. Utilities are the first team's.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    first: u32,
    count: u32,
    /// Who decides.
    pub(crate) status: Status,
    /// Simulations that went through or ended here.
    pub(crate) visits: u32,
    total: f64,
    /// What the evaluator said.
    pub(crate) value: f32,
    /// The utility, if it is proven.
    pub(crate) proven: Option<f32>,
}

/// An edge to a node that may not have been visited.
#[derive(Clone, Debug)]
pub(crate) struct Edge<L> {
    /// What leads there.
    pub(crate) label: L,
    child: u32,
    /// Probability of the evaluator's policy, or of the dice.
    pub(crate) prior: f32,
    /// Simulations that took it.
    pub(crate) visits: u32,
    total: f64,
}

/// A tree of searched positions; node 0 is the root.
#[derive(Clone, Debug)]
pub(crate) struct Tree<L> {
    nodes: Vec<Node>,
    edges: Vec<Edge<L>>,
    /// Memory for one descent.
    scratch: Scratch<L>,
}

/// What a descent computes on its way.
#[derive(Clone, Debug)]
struct Scratch<L> {
    policy: Vec<f64>,
    outcomes: Vec<(L, f64)>,
}

/// Nodes and edges from the root to where a simulation ends. The last node has no edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Descent {
    steps: Vec<(u32, u32)>,
    leaf: u32,
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Found {
    /// At a node to be evaluated and expanded, where a seat acts.
    Leaf,
    /// At a node whose utility is known.
    Known(f32),
}

impl<L: Copy + PartialEq> Tree<L> {
    /// A tree of a root alone.
    pub(crate) fn new(status: Status) -> Self {
        let scratch = Scratch { policy: Vec::new(), outcomes: Vec::new() };
        let mut tree = Self { nodes: Vec::new(), edges: Vec::new(), scratch };
        tree.restart(status);
        tree
    }

    /// Becomes a tree of a root alone. Keeps the memory.
    pub(crate) fn restart(&mut self, status: Status) {
        self.nodes.clear();
        self.edges.clear();
        self.add_node(status);
    }

    fn add_node(&mut self, status: Status) -> u32 {
        let proven = if let Status::Over(utility) = status { Some(utility) } else { None };
        let number = u32::try_from(self.nodes.len()).expect("simulations are bounded");
        self.nodes.push(Node { first: 0, count: 0, status, visits: 0, total: 0.0, value: 0.0, proven });
        number
    }

    /// The root.
    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The root's edges; none before it is expanded.
    pub(crate) fn root_edges(&self) -> &[Edge<L>] {
        self.edges_of(&self.nodes[0])
    }

    /// The edges of a node.
    pub(crate) fn edges_of(&self, node: &Node) -> &[Edge<L>] {
        &self.edges[node.first as usize..(node.first + node.count) as usize]
    }

    /// The proven utility of an edge.
    pub(crate) fn proven(&self, edge: &Edge<L>) -> Option<f32> {
        self.nodes.get(edge.child as usize).and_then(|child| child.proven)
    }

    /// The utility of an edge as far as is known: proven, or the mean of its simulations.
    pub(crate) fn utility(&self, edge: &Edge<L>) -> Option<f64> {
        match self.proven(edge) {
            Some(utility) => Some(f64::from(utility)),
            None if edge.visits > 0 => Some(edge.total / f64::from(edge.visits)),
            None => None,
        }
    }

    /// The mean utility of a node, proven or of its simulations; the evaluator's before there are any.
    pub(crate) fn mean(&self, node: &Node) -> f64 {
        match node.proven {
            Some(utility) => f64::from(utility),
            None if node.visits > 0 => node.total / f64::from(node.visits),
            None => f64::from(node.value),
        }
    }

    /// Walks from the root to a leaf. `root_edge` is taken at the root if it is given and the root is expanded.
    pub(crate) fn descend<S: Space<Label = L>>(
        &mut self,
        space: &mut S,
        rule: &Rule,
        root_edge: Option<usize>,
        descent: &mut Descent,
        dice: &mut Rng,
    ) -> Found {
        let mut scratch = Scratch {
            policy: std::mem::take(&mut self.scratch.policy),
            outcomes: std::mem::take(&mut self.scratch.outcomes),
        };
        let found = self.descend_with(space, rule, root_edge, descent, dice, &mut scratch);
        self.scratch = scratch;
        found
    }

    fn descend_with<S: Space<Label = L>>(
        &mut self,
        space: &mut S,
        rule: &Rule,
        root_edge: Option<usize>,
        descent: &mut Descent,
        dice: &mut Rng,
        scratch: &mut Scratch<L>,
    ) -> Found {
        space.reset();
        descent.steps.clear();
        let mut at = 0u32;
        loop {
            let node = &self.nodes[at as usize];
            descent.leaf = at;
            if let Some(utility) = node.proven {
                return Found::Known(utility);
            }
            let edge = match node.status {
                Status::Over(utility) => return Found::Known(utility),
                Status::Seat(_) if node.count == 0 => return Found::Leaf,
                Status::Seat(team) => match root_edge {
                    Some(edge) if at == 0 => edge,
                    _ => rule.select(self, node, team, dice, &mut scratch.policy),
                },
                Status::Chance => {
                    if node.count == 0 {
                        scratch.outcomes.clear();
                        space.outcomes(&mut scratch.outcomes);
                        self.attach(at, scratch.outcomes.iter().map(|&(label, p)| (label, p as f32)));
                    }
                    let label = space.draw(dice);
                    self.edges_of(&self.nodes[at as usize])
                        .iter()
                        .position(|edge| edge.label == label)
                        .expect("the outcome drawn is in the list")
                }
            };
            let index = self.nodes[at as usize].first + edge as u32;
            space.play(self.edges[index as usize].label);
            if self.edges[index as usize].child == NONE {
                self.edges[index as usize].child = self.add_node(space.status());
            }
            descent.steps.push((at, index));
            at = self.edges[index as usize].child;
        }
    }

    fn attach(&mut self, node: u32, edges: impl Iterator<Item = (L, f32)>) {
        let first = self.edges.len();
        self.edges.extend(edges.map(|(label, prior)| Edge { label, child: NONE, prior, visits: 0, total: 0.0 }));
        let node = &mut self.nodes[node as usize];
        node.first = u32::try_from(first).expect("simulations are bounded");
        node.count = (self.edges.len() - first) as u32;
    }

    /// Expands the leaf of a descent by what an evaluator says: priors that sum to 1, and the first team's utility.
    pub(crate) fn expand(&mut self, descent: &Descent, labels: &[L], priors: &[f32], value: f32) {
        debug_assert_eq!(labels.len(), priors.len(), "a prior a label");
        self.attach(descent.leaf, labels.iter().copied().zip(priors.iter().copied()));
        self.nodes[descent.leaf as usize].value = value;
    }

    /// Looks one ply past a leaf that has been expanded for ends of the game; returns the utility that they prove.
    pub(crate) fn look_ahead(&mut self, descent: &Descent, mut peek: impl FnMut(L) -> Status) -> Option<f32> {
        let leaf = &self.nodes[descent.leaf as usize];
        for index in leaf.first..leaf.first + leaf.count {
            let status = peek(self.edges[index as usize].label);
            if matches!(status, Status::Over(_)) {
                self.edges[index as usize].child = self.add_node(status);
            }
        }
        let proven = self.proof(&self.nodes[descent.leaf as usize]);
        self.nodes[descent.leaf as usize].proven = proven;
        proven
    }

    /// Replaces the root's priors.
    pub(crate) fn set_root_priors(&mut self, priors: impl Iterator<Item = f32>) {
        let (first, count) = (self.nodes[0].first as usize, self.nodes[0].count as usize);
        for (edge, prior) in self.edges[first..first + count].iter_mut().zip(priors) {
            edge.prior = prior;
        }
    }

    /// Proves the leaf of a descent.
    pub(crate) fn prove(&mut self, descent: &Descent, utility: f32) {
        self.nodes[descent.leaf as usize].proven = Some(utility);
    }

    /// Backs a utility up along a descent, and proofs as far as they reach.
    pub(crate) fn back_up(&mut self, descent: &Descent, utility: f64) {
        let leaf = &mut self.nodes[descent.leaf as usize];
        leaf.visits += 1;
        leaf.total += utility;
        let mut may_prove = leaf.proven.is_some();
        for &(at, edge) in descent.steps.iter().rev() {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.total += utility;
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.total += utility;
            if may_prove && node.proven.is_none() {
                let proven = self.proof(&self.nodes[at as usize]);
                self.nodes[at as usize].proven = proven;
                may_prove = proven.is_some();
            }
        }
    }

    /// What a node's edges prove: a win for the seat that acts by one of them, anything else by all of them.
    fn proof(&self, node: &Node) -> Option<f32> {
        let edges = self.edges_of(node);
        match node.status {
            Status::Over(utility) => Some(utility),
            Status::Chance => {
                edges.iter().map(|edge| self.proven(edge).map(|utility| utility * edge.prior)).sum::<Option<f32>>()
            }
            Status::Seat(team) => {
                let sign = if team == 0 { 1.0 } else { -1.0 };
                let (mut best, mut all) = (f32::NEG_INFINITY, true);
                for edge in edges {
                    match self.proven(edge) {
                        Some(utility) => best = best.max(sign * utility),
                        None => all = false,
                    }
                }
                (all || best >= 1.0).then_some(sign * best)
            }
        }
    }

    /// Makes the node that an edge of the root leads to the root, and forgets everything else; says whether it was there.
    pub(crate) fn advance(&mut self, label: L) -> bool {
        let child = self.root_edges().iter().find(|edge| edge.label == label).map_or(NONE, |edge| edge.child);
        if child == NONE {
            return false;
        }
        let scratch = self.scratch.clone();
        let mut kept = Self { nodes: vec![self.nodes[child as usize].clone()], edges: Vec::new(), scratch };
        let mut next = 0;
        while next < kept.nodes.len() {
            let (first, count) = (kept.nodes[next].first as usize, kept.nodes[next].count as usize);
            kept.nodes[next].first = kept.edges.len() as u32;
            for edge in &self.edges[first..first + count] {
                let mut edge = edge.clone();
                if edge.child != NONE {
                    kept.nodes.push(self.nodes[edge.child as usize].clone());
                    edge.child = kept.nodes.len() as u32 - 1;
                }
                kept.edges.push(edge);
            }
            next += 1;
        }
        *self = kept;
        true
    }

    /// The labels of the likeliest continuation: proven or most visited edges, dice left out.
    pub(crate) fn variation(&self, mut edge: usize) -> Vec<L> {
        let mut labels = Vec::new();
        let mut node = &self.nodes[0];
        loop {
            let taken = &self.edges_of(node)[edge];
            if node.status != Status::Chance {
                labels.push(taken.label);
            }
            let Some(next) = self.nodes.get(taken.child as usize) else { return labels };
            let Some(best) = self.best_edge(next) else { return labels };
            (node, edge) = (next, best);
        }
    }

    /// The edge to play or to expect: the most visited one, unless a proven one is at least as good.
    pub(crate) fn best_edge(&self, node: &Node) -> Option<usize> {
        let sign = if node.status == Status::Seat(1) { -1.0 } else { 1.0 };
        let edges = self.edges_of(node);
        let value = |edge: &Edge<L>| sign * self.utility(edge).unwrap_or(f64::NEG_INFINITY);
        let visited =
            (0..edges.len()).filter(|&i| edges[i].visits > 0 && self.proven(&edges[i]).is_none()).max_by(|&a, &b| {
                let (a, b) = (&edges[a], &edges[b]);
                a.visits.cmp(&b.visits).then_with(|| value(a).total_cmp(&value(b)))
            });
        let proven = (0..edges.len())
            .filter(|&i| self.proven(&edges[i]).is_some())
            .max_by(|&a, &b| value(&edges[a]).total_cmp(&value(&edges[b])));
        match (visited, proven) {
            (Some(visited), Some(proven)) if value(&edges[proven]) < value(&edges[visited]) => Some(visited),
            // Rather what nobody has looked at than a proven loss.
            (None, Some(proven)) if value(&edges[proven]) <= -1.0 => {
                edges.iter().position(|edge| self.utility(edge).is_none()).or(Some(proven))
            }
            (_, Some(proven)) if node.status != Status::Chance => Some(proven),
            (visited, proven) => visited.or(proven),
        }
    }
}
