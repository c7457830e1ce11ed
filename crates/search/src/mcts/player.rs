//! The Monte Carlo player: rollouts or static values at the leaves.

use super::{Descent, Found, GumbelRule, Moves, RootSchedule, Rule, Space, Status, Tree};
use crate::opening::{Choice, Opening};
use crate::{AgentError, Analysis, Arguments, Player, RootMove};
use fairyring_game::{DICE, Evaluate, History, Line, PLAYERS, Rng, Team, below, stream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most simulations a move.
const MAX_SIMULATIONS: u32 = 1_000_000;

/// Hundredths of a pawn that a gain must be larger for its prior to be `e` times as large.
const GAIN_SCALE: f32 = 200.0;

/// What a Monte Carlo player does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// Simulations a move.
    pub simulations: u32,
    /// How they go down.
    pub rule: Rule,
    /// Random games a leaf; 0 takes the static value instead, squashed by the Elo curve.
    pub rollouts: u32,
    /// Plies after which a random game is ended by the game's limit.
    pub rollout_plies: u32,
    /// Whether what the last move's tree knows is kept.
    pub reuse: bool,
    /// Variety.
    pub opening: Opening,
}

/// Monte Carlo tree search with explicit dice and back-up of proofs. Every leaf is looked at one ply further for ends of
/// the game, so that wins in one move and in two are proven early.
///
/// Values of its analyses are expected utilities of the side to move, in `[-1, 1]`; 1 and -1 say proven or unanimous. The
/// dice inside are its own, drawn from the player's stream. With a temperature, moves are drawn by
/// `exp(value / temperature)` with the temperature in hundredths of utility.
#[derive(Clone, Debug)]
pub struct Mcts<G: Evaluate> {
    weights: Vec<i32>,
    options: MctsOptions,
    tree: Tree<G::Move>,
    /// Start and moves of the line that the tree's root stands at.
    stands: Option<(G, Vec<G::Move>)>,
    descent: Descent,
    labels: Vec<G::Move>,
    priors: Vec<f32>,
    history: History,
    /// Set from outside to end the search.
    stop: Option<Arc<AtomicBool>>,
}

impl<G: Evaluate> Mcts<G> {
    /// A player. `weights` has the length of [`Evaluate::WEIGHTS`].
    #[must_use]
    pub fn new(weights: Vec<i32>, options: MctsOptions) -> Self {
        Self {
            weights,
            options,
            tree: Tree::new(Status::Chance),
            stands: None,
            descent: Descent::default(),
            labels: Vec::new(),
            priors: Vec::new(),
            history: History::filtered(),
            stop: None,
        }
    }

    /// Brings the root to the end of a line, keeping what the tree knows of it where it may.
    fn stand_at(&mut self, line: &Line<G>, status: Status) {
        let known = self.options.reuse
            && !matches!(self.options.rule, Rule::Gumbel(_))
            && self.stands.take().is_some_and(|(start, moves)| {
                start == *line.start()
                    && line.moves().starts_with(&moves)
                    && line.moves()[moves.len()..].iter().all(|&m| self.tree.advance(m))
            });
        if !known {
            self.tree.restart(status);
        }
        self.stands = Some((line.start().clone(), line.moves().to_vec()));
    }

    /// Searches, and returns the number of the root edge to play with the number of simulations.
    fn search(&mut self, line: &Line<G>, choices: &mut Rng) -> (usize, u64) {
        let mut space = Moves::of(line, None);
        let status = space.status();
        let Status::Seat(team) = status else { unreachable!("a player is asked where a seat acts") };
        self.stand_at(line, status);
        let seed = below(choices, 1 << 63);
        let (mut random, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
        if self.tree.root_edges().is_empty() {
            // A root is expanded before the simulations are counted, so that one of them is enough to choose.
            self.simulate(&mut space, None, &mut random, &mut dice);
        }
        let edges = self.tree.root_edges().len();
        let mut schedule = match self.options.rule {
            Rule::Gumbel(rule) => {
                let mut schedule = RootSchedule::default();
                schedule.begin(rule, edges, self.options.simulations, &mut random);
                Some((schedule, rule))
            }
            _ => None,
        };
        let mut done = 0;
        let stop = self.stop.clone();
        let goes_on = || !stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        // One simulation is made whatever is asked, so that there is a move to play.
        while done < self.options.simulations && self.tree.root().proven.is_none() && (done == 0 || goes_on()) {
            let edge = schedule.as_mut().map(|(schedule, rule)| schedule.edge(&self.tree, team, *rule, done as usize));
            self.simulate(&mut space, edge, &mut random, &mut dice);
            done += 1;
        }
        let best = match schedule {
            Some((mut schedule, rule)) if self.tree.root().proven.is_none() => schedule.best(&self.tree, team, rule),
            _ => self.tree.best_edge(self.tree.root()).expect("a root that acts has edges"),
        };
        let picked = match self.options.opening.choice(line) {
            Choice::Best => best,
            Choice::Uniform => below(choices, edges as u64) as usize,
            Choice::Soft(temperature) => {
                crate::opening::pick_soft(&self.root_moves(team), temperature / 100.0, choices)
            }
        };
        (picked, u64::from(done) + 1)
    }

    /// One simulation.
    fn simulate(&mut self, space: &mut Moves<G>, edge: Option<usize>, random: &mut Rng, dice: &mut Rng) {
        let utility = match self.tree.descend(space, &self.options.rule, edge, &mut self.descent, dice) {
            Found::Known(utility) => f64::from(utility),
            Found::Leaf => {
                let utility = self.leaf_utility(space, random, dice);
                self.labels.clear();
                space.labels(&mut self.labels);
                self.set_priors(space.position());
                self.tree.expand(&self.descent, &self.labels, &self.priors, utility as f32);
                let proven = self.tree.look_ahead(&self.descent, |m| space.peek(m));
                proven.map_or(utility, f64::from)
            }
        };
        self.tree.back_up(&self.descent, utility);
    }

    /// The first team's utility of a leaf.
    fn leaf_utility(&mut self, space: &Moves<G>, random: &mut Rng, dice: &mut Rng) -> f64 {
        if self.options.rollouts == 0 {
            let value = f64::from(space.position().evaluate(&self.weights));
            // The score expected of an Elo difference of as many points as there are hundredths of a pawn.
            return 2.0 / (1.0 + 10f64.powf(-value / 400.0)) - 1.0;
        }
        let plies = self.options.rollout_plies;
        let sum: f64 =
            (0..self.options.rollouts).map(|_| f64::from(space.playout(random, dice, &mut self.history, plies))).sum();
        sum / f64::from(self.options.rollouts)
    }

    /// Priors by what moves win at once; uniform for UCT, which has none.
    fn set_priors(&mut self, position: &G) {
        self.priors.clear();
        if matches!(self.options.rule, Rule::Uct { .. }) {
            self.priors.resize(self.labels.len(), 1.0 / self.labels.len() as f32);
            return;
        }
        let logit = |&m: &G::Move| (position.gain(m, &self.weights) as f32 / GAIN_SCALE).clamp(-5.0, 5.0);
        self.priors.extend(self.labels.iter().map(|m| logit(m).exp()));
        let total: f32 = self.priors.iter().sum();
        self.priors.iter_mut().for_each(|prior| *prior /= total);
    }

    /// The root moves with the expected utilities of the side to move; without a visit, the root's own.
    fn root_moves(&self, team: Team) -> Vec<RootMove<G::Move>> {
        let sign = if team == 0 { 1.0 } else { -1.0 };
        let unknown = self.tree.mean(self.tree.root());
        self.tree
            .root_edges()
            .iter()
            .map(|edge| RootMove { m: edge.label, value: sign * self.tree.utility(edge).unwrap_or(unknown) })
            .collect()
    }
}

impl<G: Evaluate> Player<G> for Mcts<G> {
    fn begin_game(&mut self) {
        self.stands = None;
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Some(Arc::clone(stop));
    }

    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let (edge, nodes) = self.search(line, choices);
        let team = line.position().team_to_act().expect("a seat acts");
        let moves = self.root_moves(team);
        let RootMove { m, value } = moves[edge];
        Analysis { best: m, value, pv: self.tree.variation(edge), nodes, moves }
    }

    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        let (edge, _) = self.search(line, choices);
        self.tree.root_edges()[edge].label
    }
}

impl Arguments<'_> {
    /// The options of a Monte Carlo player.
    ///
    /// # Errors
    /// [`AgentError`] if one is missing or lies outside its range.
    pub(crate) fn mcts(&mut self) -> Result<MctsOptions, AgentError> {
        let simulations = self.number("simulations", 1, MAX_SIMULATIONS)?.ok_or_else(|| {
            AgentError(format!("agent {:?} takes simulations, a number from 1 to {MAX_SIMULATIONS}", self.name()))
        })?;
        let c = self.number("c", 0.0, 1000.0)?;
        let rule = match self.text("rule") {
            None | Some("uct") => Rule::Uct { c: c.unwrap_or(1.0) },
            Some("puct") => Rule::Puct { c: c.unwrap_or(1.5) },
            Some("gumbel") if c.is_none() => Rule::Gumbel(GumbelRule::default()),
            Some("gumbel") => return Err(AgentError("rule gumbel of agent \"mcts\" takes no c".to_owned())),
            Some(rule) => {
                return Err(AgentError(format!(
                    "argument rule of agent \"mcts\" must be uct, puct or gumbel, not {rule:?}"
                )));
            }
        };
        Ok(MctsOptions {
            simulations,
            rule,
            rollouts: self.number("rollouts", 0, 10_000)?.unwrap_or(1),
            rollout_plies: self.number("rollout_plies", 1, u32::MAX)?.unwrap_or(1000),
            reuse: self.flag("reuse")?.unwrap_or(true),
            opening: self.opening()?,
        })
    }
}
