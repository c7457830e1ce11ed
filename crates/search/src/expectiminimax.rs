//! Expectiminimax: every outcome of the dice, everywhere in the tree.

use crate::budget::Budget;
use crate::negamax::{Search, Tuning};
use crate::opening::{Choice, Opening, pick_soft};
use crate::star::{Span, Star, StarSearch};
use crate::{Analysis, Player, RootMove, Valuation};
use fairyring_game::{Evaluate, Line, Rng, below};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Iterative deepening expectiminimax with Star2.
///
/// Depth counts plies of players; the dice after the last of them are looked at too, and then positions are valued
/// statically. All values lie within `±WIN`; a certain win `n` plies of players or dice on is `WIN - n`. Equal moves are
/// taken in an order drawn from the player's stream. Deterministic for budgets in depth and nodes.
#[derive(Clone, Debug)]
pub struct Expectiminimax<G: Evaluate> {
    budget: Budget,
    opening: Opening,
    search: StarSearch<G>,
    roots: Vec<RootMove<G::Move>>,
    /// Indices of the roots, in the order of search.
    order: Vec<usize>,
    /// Index and principal variation of the best root move of the last iteration.
    best: Option<(usize, Vec<G::Move>)>,
    /// Deepest iteration that was finished.
    reached: u32,
    moves: Vec<G::Move>,
}

impl<G: Evaluate> Expectiminimax<G> {
    /// A player with this budget for a move. `weights` has the length of [`Evaluate::WEIGHTS`].
    #[must_use]
    pub fn new(weights: impl Into<Valuation<G>>, budget: Budget, star: Star, opening: Opening) -> Self {
        let tuning = Tuning { selective: false, quiescence: 0, table_bits: 14, drift: false };
        Self {
            budget,
            opening,
            search: StarSearch { base: Search::new(weights, tuning), star },
            roots: Vec::new(),
            order: Vec::new(),
            best: None,
            reached: 0,
            moves: Vec::new(),
        }
    }

    /// Lists the root moves with their static values, in an order drawn from the stream.
    fn prepare(&mut self, line: &Line<G>, choices: &mut Rng) {
        let position = line.position();
        self.search.base.begin(line, self.budget);
        self.best = None;
        self.reached = 0;
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        self.roots.clear();
        self.roots.extend(self.moves.iter().map(|&m| RootMove { m, value: f64::NEG_INFINITY }));
        self.order.clear();
        self.order.extend(0..self.roots.len());
        for i in (1..self.order.len()).rev() {
            self.order.swap(i, below(choices, i as u64 + 1) as usize);
        }
    }

    /// Deepens until the budget is spent or nothing is left to find; `exact` searches all root moves with open windows.
    fn deepen(&mut self, line: &Line<G>, exact: bool) {
        for depth in 1..=self.budget.max_depth() {
            self.search.base.horizon = false;
            let mut span = Span::full::<G>();
            let mut highest = f64::NEG_INFINITY;
            for place in 0..self.order.len() {
                let index = self.order[place];
                let value = self.root_value(line, index, depth, span);
                if self.search.base.stopped {
                    break;
                }
                self.roots[index].value = value;
                if value > highest {
                    highest = value;
                    let below = self.search.base.pvs.get(1).into_iter().flatten().copied();
                    self.best = Some((index, std::iter::once(self.roots[index].m).chain(below).collect()));
                    if !exact {
                        span.alpha = value;
                    }
                }
            }
            if let Some((best, _)) = self.best {
                let roots = &self.roots;
                self.order.sort_by(|&a, &b| {
                    (b == best).cmp(&(a == best)).then_with(|| roots[b].value.total_cmp(&roots[a].value))
                });
            }
            if self.search.base.stopped {
                break;
            }
            self.reached = depth;
            if !self.search.base.horizon {
                break;
            }
        }
    }

    /// Value of one root move.
    fn root_value(&mut self, line: &Line<G>, index: usize, depth: u32, span: Span) -> f64 {
        let team = line.position().team_to_act().expect("a seat acts");
        let mut next = line.position().clone();
        next.play_unchecked(self.roots[index].m);
        self.search.visit(&next, depth - 1, 1, span, team)
    }

    /// The index of the move to play.
    fn think(&mut self, line: &Line<G>, choices: &mut Rng, choice: Choice) -> usize {
        self.prepare(line, choices);
        if choice == Choice::Uniform {
            return below(choices, self.roots.len() as u64) as usize;
        }
        self.deepen(line, matches!(choice, Choice::Soft(_)));
        match choice {
            Choice::Soft(temperature) if self.best.is_some() => pick_soft(&self.roots, temperature, choices),
            // A budget too small for one move leaves the first of the order drawn.
            _ => self.best.as_ref().map_or(self.order[0], |best| best.0),
        }
    }

    /// Values all root moves exactly at the depth reached, with as much again of the budget; those it does not suffice for
    /// keep a bound, or are valued statically.
    fn settle(&mut self, line: &Line<G>, known: bool) {
        if self.reached == 0 && self.best.is_none() {
            self.deepen(line, false);
        }
        let spent = self.search.base.restart(self.budget);
        let best = self.best.as_ref().map(|best| best.0);
        for place in 0..self.order.len() {
            let index = self.order[place];
            if known || Some(index) == best || self.reached == 0 {
                continue;
            }
            let value = self.root_value(line, index, self.reached, Span::full::<G>());
            if self.search.base.stopped {
                break;
            }
            self.roots[index].value = value;
        }
        self.search.base.meter.nodes += spent;
        for index in 0..self.roots.len() {
            if self.roots[index].value == f64::NEG_INFINITY {
                self.roots[index].value = f64::from(self.search.base.static_root(line, self.roots[index].m));
            }
        }
    }
}

impl<G: Evaluate> Player<G> for Expectiminimax<G> {
    fn begin_game(&mut self) {
        self.search.base.forget();
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.search.base.stop = Some(Arc::clone(stop));
    }

    /// The values of moves other than the best are exact at the last full depth where the budget, spent once more on
    /// them, suffices, and upper bounds elsewhere; static where it did not suffice for one look.
    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let choice = self.opening.choice(line);
        let index = self.think(line, choices, choice);
        self.settle(line, matches!(choice, Choice::Soft(_)));
        let RootMove { m, value } = self.roots[index];
        let pv = match &self.best {
            Some((best, pv)) if *best == index => pv.clone(),
            _ => vec![m],
        };
        Analysis { best: m, value, pv, nodes: self.search.base.meter.nodes, moves: self.roots.clone() }
    }

    fn consider(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let index = self.think(line, choices, self.opening.choice(line));
        let mut root = self.roots[index];
        if root.value == f64::NEG_INFINITY {
            // The search was too short for a value.
            root.value = f64::from(self.search.base.static_root(line, root.m));
        }
        let pv =
            self.best.as_ref().filter(|(best, _)| *best == index).map_or_else(|| vec![root.m], |(_, pv)| pv.clone());
        Analysis { best: root.m, value: root.value, pv, nodes: self.search.base.meter.nodes, moves: vec![root] }
    }

    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        let index = self.think(line, choices, self.opening.choice(line));
        self.roots[index].m
    }
}
