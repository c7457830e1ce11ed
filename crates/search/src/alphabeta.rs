//! Alpha-beta with iterative deepening: the strong player of games where luck is small.

use crate::budget::Budget;
use crate::negamax::{Search, Tuning, Window};
use crate::opening::{Choice, Opening, pick_soft};
use crate::still::correction;
use crate::value::{INFINITE, WIN_BAND, is_proven, result_value};
use crate::{Analysis, Oracle, Player, RootMove, Valuation};
use fairyring_game::{Evaluate, Line, Rng, below};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Half-width of the first window around the value of the iteration before.
const ASPIRATION: i32 = 30;

/// Shallowest iteration with such a window.
const ASPIRATION_DEPTH: u32 = 4;

/// Plies that an iteration looks further than the searches that say what the dice after a root move do.
const REACH: u32 = 3;

/// Iterative deepening alpha-beta with a transposition table and quiescence, following whoever acts.
///
/// Depth counts plies of players. What dice move stands still inside the search, and a value there is the mean over the
/// rolls of what they would have done to it ([`Tuning::drift`]). A root move that dice follow is corrected by what they do
/// to its static value, exactly over all outcomes (these looks are not counted as nodes), and from the third iteration on
/// to the value of a search three plies less deep. Equal moves are taken in an order drawn from the player's stream.
/// Deterministic for budgets in depth and nodes.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Evaluate> {
    budget: Budget,
    opening: Opening,
    search: Search<G>,
    roots: Vec<Root<G::Move>>,
    /// Indices of the roots, in the order of search.
    order: Vec<usize>,
    best: Option<Best<G::Move>>,
    /// Deepest iteration that was finished.
    reached: u32,
    moves: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

/// A root move.
#[derive(Clone, Copy, Debug)]
struct Root<M> {
    m: M,
    /// What the dice after it add.
    correction: i32,
    /// Plies that were searched after every outcome for that, and one: 0 for static values.
    looked: u32,
    /// Its value, if it ends the game.
    over: Option<i32>,
    /// Its value or an upper bound of it, by the last search.
    value: i32,
}

/// The best root move of an iteration.
#[derive(Clone, Debug)]
struct Best<M> {
    index: usize,
    value: i32,
    pv: Vec<M>,
}

impl<G: Evaluate> AlphaBeta<G> {
    /// A player with this budget for a move. `weights` has the length of [`Evaluate::WEIGHTS`].
    #[must_use]
    pub fn new(weights: impl Into<Valuation<G>>, budget: Budget, tuning: Tuning, opening: Opening) -> Self {
        Self {
            budget,
            opening,
            search: Search::new(weights, tuning),
            roots: Vec::new(),
            order: Vec::new(),
            best: None,
            reached: 0,
            moves: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The same player, for whom the positions that `oracle` knows are leaves.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> Self {
        self.search.oracle = Some(oracle);
        self
    }

    /// The same player, whose principal variations go on through the captures of quiescence to the position whose static
    /// value they have.
    #[must_use]
    pub const fn with_captures_traced(mut self) -> Self {
        self.search.traces_captures = true;
        self
    }

    /// Lists the root moves in an order drawn from the stream.
    fn prepare(&mut self, line: &Line<G>, choices: &mut Rng) {
        self.search.begin(line, self.budget);
        self.best = None;
        self.reached = 0;
        self.moves.clear();
        line.position().legal_moves(&mut self.moves);
        let team = line.position().team_to_act().expect("a seat acts");
        self.roots.clear();
        for &m in &self.moves {
            let mut next = line.position().clone();
            next.play_unchecked(m);
            let entered = self.search.path.enter(&next);
            self.search.path.leave(entered);
            let over = entered.outcome.map(|outcome| result_value::<G>(outcome, team, 1));
            let correction = if over.is_none() && G::HAS_DICE {
                let still = self.search.still_mean(&next, team);
                correction(&next, still, &self.search.weights, team, &mut self.outcomes)
            } else {
                0
            };
            self.roots.push(Root { m, correction, looked: 0, over, value: over.unwrap_or(-INFINITE) });
        }
        self.order.clear();
        self.order.extend(0..self.roots.len());
        for i in (1..self.order.len()).rev() {
            self.order.swap(i, below(choices, i as u64 + 1) as usize);
        }
    }

    /// Deepens until the budget is spent or nothing is left to find. `exact` searches every root move with an open window.
    fn deepen(&mut self, line: &Line<G>, exact: bool) {
        for depth in 1..=self.budget.max_depth() {
            self.search.horizon = false;
            if exact {
                self.iterate(line, depth, Window::FULL, true);
            } else {
                self.aspire(line, depth);
            }
            if self.search.stopped {
                break;
            }
            self.reached = depth;
            let value = self.best.as_ref().map_or(0, |best| best.value);
            let settled = is_proven::<G>(value) && (G::WIN - value.abs()) <= depth as i32;
            if settled || !self.search.horizon {
                break;
            }
        }
    }

    /// One iteration by windows around the value of the last, widened until the value lies inside.
    fn aspire(&mut self, line: &Line<G>, depth: u32) {
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        let Some(middle) = self.best.as_ref().map(|best| best.value).filter(|_| depth >= ASPIRATION_DEPTH) else {
            self.iterate(line, depth, Window::FULL, false);
            return;
        };
        loop {
            let widen = |by: i32| if by > 16 * ASPIRATION { INFINITE } else { by };
            let window = Window {
                alpha: middle.saturating_sub(widen(below)).max(-INFINITE),
                beta: middle.saturating_add(widen(above)).min(INFINITE),
            };
            let value = self.iterate(line, depth, window, false);
            if self.search.stopped {
                return;
            }
            if value <= window.alpha {
                below *= 4;
            } else if value >= window.beta {
                above *= 4;
            } else {
                return;
            }
        }
    }

    /// Searches all root moves once; returns the best value, or a bound if it lies outside the window.
    fn iterate(&mut self, line: &Line<G>, depth: u32, mut window: Window, exact: bool) -> i32 {
        let from = window.alpha;
        let mut best = -INFINITE;
        for place in 0..self.order.len() {
            let index = self.order[place];
            let value = self.root_value(line, index, depth, window, exact || place == 0);
            if self.search.stopped {
                break;
            }
            self.roots[index].value = value;
            if value > best {
                best = value;
                if value > from {
                    let pv = std::iter::once(self.roots[index].m).chain(self.variation(index)).collect();
                    self.best = Some(Best { index, value, pv });
                    if !exact {
                        window.alpha = value;
                    }
                }
                if value >= window.beta {
                    break;
                }
            }
        }
        if let Some(best) = &self.best {
            // The best first; the others by what is known of them, equals in the order they have.
            let roots = &self.roots;
            self.order.sort_by_key(|&index| (index != best.index, std::cmp::Reverse(roots[index].value)));
        }
        best
    }

    /// What the search expects after a root move; nothing where the move ends the game.
    fn variation(&self, index: usize) -> impl Iterator<Item = G::Move> {
        let below = if self.roots[index].over.is_some() { None } else { self.search.pvs.get(1) };
        below.into_iter().flatten().copied()
    }

    /// Value of one root move in a window; asks only whether it exceeds alpha first, unless it is to be `open`.
    fn root_value(&mut self, line: &Line<G>, index: usize, depth: u32, window: Window, open: bool) -> i32 {
        let Root { m, over, .. } = self.roots[index];
        if let Some(value) = over {
            return value;
        }
        let team = line.position().team_to_act().expect("a seat acts");
        let mut next = line.position().clone();
        next.play_unchecked(m);
        if G::HAS_DICE && self.roots[index].looked + REACH <= depth {
            let Some(added) = self.search.searched_correction(&next, depth - REACH, team, &mut self.outcomes) else {
                return 0;
            };
            let root = &mut self.roots[index];
            (root.correction, root.looked) = (added, depth - REACH + 1);
        }
        let correction = self.roots[index].correction;
        let window = window.shifted(-correction);
        let depth = depth as i32 - 1;
        if !open && window.is_open() {
            let value = self.search.visit(next.clone(), depth, 1, window.null(), team);
            if self.search.stopped || value <= window.alpha || value >= window.beta {
                return value + correction;
            }
        }
        self.search.visit(next, depth, 1, window, team) + correction
    }

    /// The index of the move to play.
    fn think(&mut self, line: &Line<G>, choices: &mut Rng, choice: Choice) -> usize {
        self.prepare(line, choices);
        self.deepen(line, matches!(choice, Choice::Soft(_)));
        match choice {
            // A budget too small for one move leaves the first of the order drawn.
            Choice::Best => self.best.as_ref().map_or(self.order[0], |best| best.index),
            Choice::Uniform => below(choices, self.roots.len() as u64) as usize,
            Choice::Soft(temperature) => pick_soft(&self.root_moves(), temperature, choices),
        }
    }

    /// The root moves with their values.
    fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let win = f64::from(G::WIN);
        self.roots.iter().map(|root| RootMove { m: root.m, value: f64::from(root.value).clamp(-win, win) }).collect()
    }

    /// What was thought of the move to play.
    fn report(&self, index: usize, best: Option<Best<G::Move>>, moves: Vec<RootMove<G::Move>>) -> Analysis<G::Move> {
        let m = moves[index].m;
        let (value, pv) = match best {
            Some(best) if best.index == index => {
                let win = f64::from(G::WIN);
                (f64::from(best.value).clamp(-win, win), best.pv)
            }
            _ => (moves[index].value, vec![m]),
        };
        Analysis { best: m, value, pv, nodes: self.search.meter.nodes, moves }
    }

    /// Values the root moves that are known by bounds only, at the depth reached, with as much again of the budget.
    fn settle(&mut self, line: &Line<G>) {
        let spent = self.search.restart(self.budget);
        let best = self.best.as_ref().map(|best| best.index);
        for place in 0..self.order.len() {
            let index = self.order[place];
            if Some(index) == best || self.reached == 0 {
                continue;
            }
            let value = self.root_value(line, index, self.reached, Window::FULL, true);
            if self.search.stopped {
                break;
            }
            self.roots[index].value = value;
        }
        self.search.meter.nodes += spent;
        for root in self.roots.iter_mut().filter(|root| root.value == -INFINITE) {
            root.value = self.search.static_root(line, root.m) + root.correction;
        }
    }
}

impl<G: Evaluate> Player<G> for AlphaBeta<G> {
    fn begin_game(&mut self) {
        self.search.forget();
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.search.stop = Some(Arc::clone(stop));
    }

    /// The values of moves other than the best are exact at the last full depth where the budget, spent once more on
    /// them, suffices, and upper bounds elsewhere; static where it did not suffice for one look.
    fn analyse(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let choice = self.opening.choice(line);
        let index = self.think(line, choices, choice);
        let best = self.best.clone();
        if !matches!(choice, Choice::Soft(_)) {
            self.settle(line);
        }
        self.report(index, best, self.root_moves())
    }

    fn consider(&mut self, line: &Line<G>, choices: &mut Rng) -> Analysis<G::Move> {
        let index = self.think(line, choices, self.opening.choice(line));
        if self.roots[index].value == -INFINITE {
            // The search was too short for a value.
            let root = self.roots[index];
            self.roots[index].value = self.search.static_root(line, root.m) + root.correction;
        }
        let found = self.report(index, self.best.clone(), self.root_moves());
        Analysis { moves: vec![RootMove { m: found.best, value: found.value }], ..found }
    }

    fn choose(&mut self, line: &Line<G>, choices: &mut Rng) -> G::Move {
        let choice = self.opening.choice(line);
        let position = line.position();
        if choice == Choice::Uniform {
            // The same draws as an analysis makes, without its search.
            self.prepare(line, choices);
            return self.roots[below(choices, self.roots.len() as u64) as usize].m;
        }
        if position.count_legal_moves() == 1
            && let Some(m) = position.nth_legal_move(0)
        {
            return m;
        }
        let index = self.think(line, choices, choice);
        self.roots[index].m
    }
}

/// Most a value can differ from a static one and still not be proven.
const _: () = assert!(WIN_BAND > 2 * crate::budget::MAX_DEPTH as i32, "wins at any depth lie in the band");
