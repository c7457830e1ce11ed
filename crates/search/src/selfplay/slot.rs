//! One game of a pool, from leaf to leaf.

use super::noise::dirichlet;
use super::{GameRecord, PoolSearch, SelfPlayOptions};
use crate::mcts::{Actions, Descent, Found, RootSchedule, Rule, Space, Status, Tree, improved_policy, utility_by};
use fairyring_game::{Actor, DICE, Encode, Line, Outcome, PLAYERS, Rng, Team, below, game_seed, stream};

/// What all games of a pool share.
#[derive(Debug)]
pub(super) struct Setup<G> {
    pub(super) options: SelfPlayOptions,
    pub(super) starts: Vec<G>,
}

/// How going on ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// A leaf waits for its evaluation.
    Leaf,
    /// The game is over.
    Over,
}

/// A game in play.
#[derive(Debug)]
pub(super) struct Slot<G: Encode> {
    record: GameRecord,
    line: Line<G>,
    space: Actions<G>,
    tree: Tree<u32>,
    descent: Descent,
    schedule: RootSchedule,
    /// Simulations of this move that are done.
    done: u32,
    is_searching: bool,
    is_waiting: bool,
    choices: Rng,
    /// The game's dice.
    dice: Rng,
    /// The search's dice, another stream.
    inner_dice: Rng,
    /// Legal actions of the leaf.
    pub(super) labels: Vec<u32>,
    /// Logits of the leaf's actions, then their priors.
    pub(super) priors: Vec<f32>,
    /// Value of the leaf for the seat that acts there.
    pub(super) value: f32,
}

impl<G: Encode> Slot<G> {
    /// A game about to begin.
    pub(super) fn new(setup: &Setup<G>, index: u64) -> Self {
        let options = &setup.options;
        let seed = game_seed(options.seed, options.experiment, index);
        let start = index % setup.starts.len() as u64;
        let line = Line::new(setup.starts[start as usize].clone());
        Self {
            record: GameRecord { index, seed, start: start as u32, offsets: vec![0], ..GameRecord::default() },
            space: Actions::of(&line, options.window, options.points),
            line,
            tree: Tree::new(Status::Chance),
            descent: Descent::default(),
            schedule: RootSchedule::default(),
            done: 0,
            is_searching: false,
            is_waiting: false,
            choices: stream(seed, PLAYERS),
            dice: stream(seed, DICE),
            inner_dice: stream(seed, PLAYERS + 1 + G::SEATS.len() as u32),
            labels: Vec::new(),
            priors: Vec::new(),
            value: 0.0,
        }
    }

    /// Begins another game in the memory of this one.
    pub(super) fn begin(&mut self, setup: &Setup<G>, index: u64) {
        let (tree, descent) =
            (std::mem::replace(&mut self.tree, Tree::new(Status::Chance)), std::mem::take(&mut self.descent));
        *self = Self { tree, descent, ..Self::new(setup, index) };
    }

    /// Index of the game.
    pub(super) const fn index(&self) -> u64 {
        self.record.index
    }

    /// The record of a game that is over.
    pub(super) fn take_record(&mut self) -> GameRecord {
        std::mem::take(&mut self.record)
    }

    /// Writes the leaf's observation; returns the seat that acts.
    pub(super) fn observe(&self, out: &mut [u8]) -> u8 {
        self.space.observe(out)
    }

    /// Goes on with the answer to the last leaf, if there was one, to the next leaf or to the end of the game.
    pub(super) fn resume(&mut self, setup: &Setup<G>) -> Progress {
        if std::mem::take(&mut self.is_waiting) {
            self.accept(setup);
        }
        loop {
            if !self.is_searching && !self.begin_move(setup) {
                return Progress::Over;
            }
            if self.is_searching && self.search(setup) {
                self.is_waiting = true;
                return Progress::Leaf;
            }
        }
    }

    /// Plays what needs no search, and begins a search; says whether the game goes on.
    fn begin_move(&mut self, setup: &Setup<G>) -> bool {
        let window = setup.options.window;
        match self.line.actor() {
            Actor::Over => {
                let outcome = self.line.outcome().expect("a game that is over has an outcome");
                return self.finish(setup, outcome);
            }
            Actor::Chance => {
                let roll = self.line.position().draw_chance(&mut self.dice);
                self.record.luck += self.line.position().luck(roll);
                let action = self.line.position().actions_of(roll, window).and_then(|actions| actions.first().copied());
                self.record.actions.push(action.unwrap_or(u32::MAX));
                self.line.play_unchecked(roll);
                return true;
            }
            Actor::Seat(_) if self.record.plies >= setup.options.max_plies.unwrap_or(u32::MAX) => {
                return self.finish(setup, self.line.position().outcome_by_limit());
            }
            Actor::Seat(_) => {}
        }
        self.space = Actions::of(&self.line, window, setup.options.points);
        self.labels.clear();
        self.space.labels(&mut self.labels);
        match self.labels[..] {
            [] => self.finish(setup, self.line.position().outcome_by_limit()),
            [only] => {
                self.play(only);
                true
            }
            _ => {
                self.tree.restart(self.space.status());
                self.done = 0;
                self.is_searching = true;
                true
            }
        }
    }

    fn finish(&mut self, setup: &Setup<G>, outcome: Outcome) -> bool {
        self.record.utility = utility_by(setup.options.points, outcome);
        self.record.reason = outcome.reason;
        false
    }

    /// Plays an action of a seat.
    fn play(&mut self, action: u32) {
        self.record.actions.push(action);
        self.space.reset();
        self.space.play(action);
        match self.space.last_move() {
            Some(m) => {
                self.line.play_unchecked(m);
                self.record.plies += 1;
            }
            None => self.line.take_unchecked(action),
        }
    }

    /// Simulates to the next leaf (true), or until the move is decided and played.
    fn search(&mut self, setup: &Setup<G>) -> bool {
        let team = self.team();
        let (rule, gumbel) = match setup.options.search {
            PoolSearch::Gumbel { rule, .. } => (Rule::Gumbel(rule), Some(rule)),
            PoolSearch::Puct { c, .. } => (Rule::Puct { c }, None),
        };
        let simulations = setup.options.search.simulations();
        loop {
            let expanded = !self.tree.root_edges().is_empty();
            if expanded && (self.done >= simulations || self.tree.root().proven.is_some()) {
                self.decide(setup, team);
                self.is_searching = false;
                return false;
            }
            let edge = gumbel
                .filter(|_| expanded)
                .map(|gumbel| self.schedule.edge(&self.tree, team, gumbel, self.done as usize));
            let found = self.tree.descend(&mut self.space, &rule, edge, &mut self.descent, &mut self.inner_dice);
            let utility = match found {
                Found::Known(utility) => utility,
                Found::Leaf => {
                    self.labels.clear();
                    self.space.labels(&mut self.labels);
                    if !self.labels.is_empty() {
                        return true;
                    }
                    // All moves lie outside the window: the game would be ended here.
                    let utility = self.space.stuck();
                    self.tree.prove(&self.descent, utility);
                    utility
                }
            };
            self.tree.back_up(&self.descent, f64::from(utility));
            self.done += 1;
        }
    }

    /// Team of the seat at the root.
    fn team(&self) -> Team {
        self.line.position().team_to_act().expect("a search begins where a seat acts")
    }

    /// Takes the evaluation of the leaf into the tree.
    fn accept(&mut self, setup: &Setup<G>) {
        let most = self.priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.priors.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
        let total: f32 = self.priors.iter().sum();
        self.priors.iter_mut().for_each(|prior| *prior /= total);
        let Status::Seat(team) = self.space.status() else { unreachable!("leaves are positions where a seat acts") };
        let utility = if team == 0 { self.value } else { -self.value };
        let is_root = self.tree.root_edges().is_empty();
        self.tree.expand(&self.descent, &self.labels, &self.priors, utility);
        self.tree.back_up(&self.descent, f64::from(utility));
        if !is_root {
            self.done += 1;
            return;
        }
        let count = self.labels.len();
        match setup.options.search {
            PoolSearch::Gumbel { simulations, rule } => {
                self.schedule.begin(rule, count, simulations, &mut self.choices);
            }
            PoolSearch::Puct { alpha, noise, .. } if noise > 0.0 => {
                let drawn = dirichlet(count, alpha, &mut self.choices);
                let mixed = self.priors.iter().zip(drawn);
                self.tree.set_root_priors(
                    mixed.map(|(&prior, drawn)| ((1.0 - noise) * f64::from(prior) + noise * drawn) as f32),
                );
            }
            PoolSearch::Puct { .. } => {}
        }
    }

    /// Chooses by what the search found, records it, and plays.
    fn decide(&mut self, setup: &Setup<G>, team: Team) {
        let root = self.tree.root();
        let edges = self.tree.root_edges();
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let best = self.tree.best_edge(root).expect("a root that acts has edges");
        let is_proven = root.proven.is_some();
        let (choice, policy): (usize, Vec<f32>) = match setup.options.search {
            // Where the result is known, the policy is the move that brings it.
            _ if is_proven || visits == 0 => (best, (0..edges.len()).map(|i| f32::from(u8::from(i == best))).collect()),
            PoolSearch::Gumbel { rule, .. } => (self.schedule.best(&self.tree, team, rule), {
                let mut policy = Vec::with_capacity(edges.len());
                improved_policy(&self.tree, root, team, rule, &mut policy);
                policy.into_iter().map(|share| share as f32).collect()
            }),
            PoolSearch::Puct { plies_random, .. } => {
                let share = edges.iter().map(|edge| edge.visits as f32 / visits as f32).collect();
                let choice = if self.record.plies < plies_random {
                    let mut drawn = below(&mut self.choices, u64::from(visits)) as u32;
                    edges
                        .iter()
                        .position(|edge| match drawn.checked_sub(edge.visits) {
                            Some(rest) => {
                                drawn = rest;
                                false
                            }
                            None => true,
                        })
                        .expect("the number drawn lies below the sum of visits")
                } else {
                    best
                };
                (choice, share)
            }
        };
        let action = edges[choice].label;
        let sign = if team == 0 { 1.0 } else { -1.0 };
        let record = &mut self.record;
        record.sampled.push(record.actions.len() as u32);
        record.values.push((sign * self.tree.mean(root)) as f32);
        record.policy_actions.extend(edges.iter().map(|edge| edge.label));
        record.policy.extend(policy);
        record.offsets.push(record.policy.len() as u32);
        self.space.reset();
        let size: usize = G::observation_shape(setup.options.window).iter().product();
        if setup.options.keep_observations {
            let from = record.observations.len();
            record.observations.resize(from + size, 0);
            record.seats.push(self.space.observe(&mut record.observations[from..]));
        } else {
            record.seats.push(self.space.seat());
        }
        self.play(action);
    }
}
