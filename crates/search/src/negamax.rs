//! The nodes of alpha-beta: negamax over whoever acts, with a table, null moves and late-move reductions.

use crate::budget::{Budget, Meter};
use crate::ordering::{Ordering, is_plain, is_quiet, select};
use crate::path::Path;
use crate::table::{Bound, NO_MOVE, Table};
use crate::value::{INFINITE, is_proven, to_node, to_root};
use crate::{AgentError, Arguments, Oracle, Valuation};
use fairyring_game::{Actor, Drift, Evaluate, Line, Team};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Memory};

/// What a search does besides minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Whether null moves and late-move reductions prune, deeper results of the table are taken, and hopeless captures
    /// are left out of quiescence. Without it the value is that of full-width minimax with quiescence.
    pub selective: bool,
    /// Most plies of quiescence below the depth; 0 evaluates at the depth.
    pub quiescence: u32,
    /// Log2 of the number of entries of the transposition table; 0 for none.
    pub table_bits: u32,
    /// Whether values below the root are means over the rolls on the way ([`Drift`]), though no move answers them. Otherwise
    /// nothing is rolled below the root, and a leaf is valued as though the dice began there.
    pub drift: bool,
}

impl Arguments<'_> {
    /// `selective`, `quiescence`, `table` and `drift`.
    ///
    /// # Errors
    /// [`AgentError`] if one lies outside its range.
    pub fn tuning(&mut self, budget: Budget) -> Result<Tuning, AgentError> {
        let default = Tuning::of(budget);
        Ok(Tuning {
            selective: self.flag("selective")?.unwrap_or(default.selective),
            quiescence: self.number("quiescence", 0, 32)?.unwrap_or(default.quiescence),
            table_bits: self.number("table", 0, 28)?.unwrap_or(default.table_bits),
            drift: self.flag("drift")?.unwrap_or(default.drift),
        })
    }
}

impl Tuning {
    /// What suits a budget: searches to a depth are full-width, and their tables hold what they look at.
    #[must_use]
    pub fn of(budget: Budget) -> Self {
        let table_bits = match budget {
            Budget::Depth(1..=2) => 12,
            Budget::Depth(3..=4) => 16,
            Budget::Depth(_) | Budget::Milliseconds(_) => 20,
            // Room for about twice the positions of one move.
            Budget::Nodes(nodes) => nodes.next_power_of_two().ilog2().saturating_add(1).clamp(12, 22),
        };
        Self { selective: !matches!(budget, Budget::Depth(_)), quiescence: 8, table_bits, drift: true }
    }
}

/// Bounds of a search, for the side it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// All values.
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// As the other team sees it.
    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Asks only whether alpha is exceeded.
    pub(crate) const fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Whether there is a value strictly between.
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Moved by an amount.
    pub(crate) const fn shifted(self, by: i32) -> Self {
        Self { alpha: self.alpha + by, beta: self.beta + by }
    }
}

/// Buffers of one ply.
#[derive(Clone, Debug)]
pub(crate) struct Frame<M> {
    pub(crate) moves: Vec<M>,
    pub(crate) scores: Vec<i32>,
    pub(crate) order: Vec<u32>,
}

impl<M: Copy + PartialEq + std::hash::Hash> Frame<M> {
    const fn new() -> Self {
        Self { moves: Vec::new(), scores: Vec::new(), order: Vec::new() }
    }

    /// Scores the moves and resets their order.
    pub(crate) fn rank<G: Evaluate<Move = M>>(
        &mut self,
        ordering: &Ordering<M>,
        position: &G,
        weights: &[i32],
        at: (Team, u32),
        best: u16,
    ) {
        ordering.score(position, weights, at, best, &self.moves, &mut self.scores);
        self.order.clear();
        self.order.extend(0..self.moves.len() as u32);
    }
}

/// A search and what it remembers between moves of a game.
#[derive(Clone, Debug)]
pub(crate) struct Search<G: Evaluate> {
    pub(crate) weights: Valuation<G>,
    pub(crate) tuning: Tuning,
    /// Positions it knows are leaves.
    pub(crate) oracle: Option<Arc<dyn Oracle<G>>>,
    /// Whether variations go on into quiescence.
    pub(crate) traces_captures: bool,
    /// Set from outside to end the search.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    pub(crate) table: Table,
    pub(crate) ordering: Ordering<G::Move>,
    pub(crate) path: Path,
    pub(crate) meter: Meter,
    /// Whether the budget is spent; values are then void.
    pub(crate) stopped: bool,
    /// Whether the depth cut anything off.
    pub(crate) horizon: bool,
    /// Principal variations by ply.
    pub(crate) pvs: Vec<Vec<G::Move>>,
    frames: Vec<Frame<G::Move>>,
    /// What the dice have done by each ply, before the roll that may be due there.
    pub(crate) drifts: Vec<Drift>,
    /// Whether a roll is due at each ply.
    pub(crate) dues: Vec<bool>,
    /// The ply that a null move led to, where no second one may follow.
    null_ply: u32,
}

impl<G: Evaluate> Search<G> {
    pub(crate) fn new(weights: impl Into<Valuation<G>>, tuning: Tuning) -> Self {
        Self {
            weights: weights.into(),
            tuning,
            oracle: None,
            traces_captures: false,
            stop: None,
            table: Table::new(tuning.table_bits),
            ordering: Ordering::new(),
            path: Path::default(),
            meter: Meter::new(Budget::Depth(0)),
            stopped: false,
            horizon: false,
            pvs: Vec::new(),
            frames: Vec::new(),
            drifts: Vec::new(),
            dues: Vec::new(),
            null_ply: 0,
        }
    }

    /// Begins to search from the end of a line.
    pub(crate) fn begin(&mut self, line: &Line<G>, budget: Budget) {
        self.path = Path::of(line);
        self.ordering.fade();
        self.meter = Meter::new(budget);
        self.stopped = false;
        if self.drifts() {
            // Ply 0 stands for the root, from which ply 1 differs by a move and no roll.
            self.drifts.clear();
            self.drifts.resize(2, line.position().drift());
            self.dues.clear();
            self.dues.resize(2, false);
        }
    }

    /// Forgets what earlier games left behind.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        self.ordering.clear();
    }

    /// Begins to spend the budget anew; returns the nodes spent before.
    pub(crate) fn restart(&mut self, budget: Budget) -> u64 {
        let spent = self.meter.nodes;
        self.meter = Meter::new(budget);
        self.stopped = false;
        spent
    }

    /// The static value of the position after a root move, for the side that plays it.
    pub(crate) fn static_root(&self, line: &Line<G>, m: G::Move) -> i32 {
        let mut next = line.position().clone();
        next.play_unchecked(m);
        self.still_mean(&next, line.position().team_to_act().expect("a seat acts")).round() as i32
    }

    /// Counts a node and empties its variation; says whether the budget allows it.
    #[inline]
    pub(crate) fn begin_visit(&mut self, ply: u32) -> bool {
        if self.pvs.len() <= ply as usize {
            self.pvs.resize(ply as usize + 1, Vec::new());
        }
        self.pvs[ply as usize].clear();
        if !self.meter.spend() || self.meter.is_time_to_look() && self.is_asked_to_stop() {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Whether the search was asked from outside to end.
    pub(crate) fn is_asked_to_stop(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Memory::Relaxed))
    }

    /// Makes the variation of a ply a move and the variation below it.
    pub(crate) fn extend_variation(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.pvs.split_at_mut(ply as usize + 1);
        let own = &mut above[ply as usize];
        own.clear();
        own.push(m);
        own.extend_from_slice(below.first().map_or(&[], Vec::as_slice));
    }

    pub(crate) fn take_frame(&mut self, ply: u32) -> Frame<G::Move> {
        let ply = ply as usize;
        if self.frames.len() <= ply {
            self.frames.resize(ply + 1, Frame::new());
        }
        let mut frame = std::mem::replace(&mut self.frames[ply], Frame::new());
        frame.moves.clear();
        frame
    }

    pub(crate) fn return_frame(&mut self, ply: u32, frame: Frame<G::Move>) {
        self.frames[ply as usize] = frame;
    }

    /// Value for `view` of a position that a move has just led to, searched `depth` plies; quiescence from 0 down.
    pub(crate) fn visit(&mut self, mut position: G, depth: i32, ply: u32, window: Window, view: Team) -> i32 {
        if !self.begin_visit(ply) {
            return 0;
        }
        let entered = self.path.enter(&position);
        if let Some(outcome) = entered.outcome {
            self.path.leave(entered);
            return self.result(outcome, ply, view);
        }
        let is_due = G::HAS_DICE && position.to_act() == Actor::Chance;
        if self.drifts() {
            self.dues[ply as usize] = is_due;
        }
        if is_due {
            // Dice stand still below the root. The position may count for repetition, or be over, only now.
            position.skip_chance();
            let still = self.path.enter(&position);
            let value = match still.outcome {
                Some(outcome) => self.result(outcome, ply, view),
                None => self.dispatch(&position, still.occurrences, depth, ply, window, view),
            };
            self.path.leave(still);
            self.path.leave(entered);
            return value;
        }
        let value = self.dispatch(&position, entered.occurrences, depth, ply, window, view);
        self.path.leave(entered);
        value
    }

    /// Value for `view` of a position where a seat acts, whichever team it is of.
    fn dispatch(&mut self, position: &G, occurrences: u32, depth: i32, ply: u32, window: Window, view: Team) -> i32 {
        if let Some(value) = self.oracle.as_ref().and_then(|oracle| oracle.value(position, view)) {
            return value;
        }
        let team = position.team_to_act().expect("a seat acts where the dice have been rolled");
        let (own, sign) = if team == view { (window, 1) } else { (window.turned(), -1) };
        sign * if depth <= 0 {
            self.quiesce(position, depth.unsigned_abs(), ply, own, team)
        } else {
            self.node(position, occurrences, depth, ply, own, team)
        }
    }

    /// Value for `team`, which acts, searched at least one ply.
    fn node(&mut self, position: &G, occurrences: u32, depth: i32, ply: u32, mut window: Window, team: Team) -> i32 {
        let is_pv = window.is_open();
        // What recurs may be worth something else than what is new.
        let mut key = if occurrences > 1 { position.key() ^ 0x9e37_79b9_7f4a_7c15 } else { position.key() };
        self.descend(position, ply);
        if self.drifts() {
            key ^= self.drifts[ply as usize + 1].key;
        }
        let stored = self.table.get(key);
        let mut best_index = NO_MOVE;
        if let Some(entry) = stored {
            best_index = entry.best;
            let fits =
                if self.tuning.selective { i32::from(entry.depth) >= depth } else { i32::from(entry.depth) == depth };
            if fits && !is_pv {
                let value = to_root::<G>(entry.value, ply);
                let cuts = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= window.beta,
                    Bound::Upper => value <= window.alpha,
                };
                if cuts {
                    self.horizon = true;
                    return value;
                }
            }
        }
        let forced = self.tuning.selective && position.is_forcing();
        if self.tuning.selective
            && !is_pv
            && !forced
            && let Some(value) = self.null_move(position, depth, ply, window, team)
        {
            return value;
        }
        let mut frame = self.take_frame(ply);
        position.legal_moves(&mut frame.moves);
        frame.rank(&self.ordering, position, &self.weights, (team, ply), best_index);
        let (from, mut best) = (window.alpha, -INFINITE);
        for i in 0..frame.order.len() {
            select(&mut frame.order, &frame.scores, i);
            let n = frame.order[i] as usize;
            let (m, score) = (frame.moves[n], frame.scores[n]);
            let mut next = position.clone();
            next.play_unchecked(m);
            let value = if i == 0 {
                self.visit(next, depth - 1, ply + 1, window, team)
            } else {
                self.late(next, depth, ply, window, team, if forced { 0 } else { reduction(depth, i, score) })
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_index = u16::try_from(n).unwrap_or(NO_MOVE);
                if value > window.alpha {
                    window.alpha = value;
                    self.extend_variation(ply, m);
                }
                if value >= window.beta {
                    if is_quiet(score) || position.gain(m, &self.weights) <= 0 {
                        self.ordering.refuted(team, ply, depth as u32, m);
                    }
                    break;
                }
            }
        }
        self.return_frame(ply, frame);
        if self.stopped {
            return 0;
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > from {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(key, to_node::<G>(best, ply), best_index, depth as u8, bound);
        best
    }

    /// Value of a move after the first: asks whether it is better at all, at a smaller depth where that is allowed.
    fn late(&mut self, next: G, depth: i32, ply: u32, window: Window, team: Team, reduction: i32) -> i32 {
        let reduction = if self.tuning.selective { reduction } else { 0 };
        if reduction > 0 {
            let value = self.visit(next.clone(), depth - 1 - reduction, ply + 1, window.null(), team);
            if self.stopped || value <= window.alpha {
                return value;
            }
        }
        if !window.is_open() {
            return self.visit(next, depth - 1, ply + 1, window, team);
        }
        let value = self.visit(next.clone(), depth - 1, ply + 1, window.null(), team);
        if self.stopped || value <= window.alpha || value >= window.beta {
            return value;
        }
        self.visit(next, depth - 1, ply + 1, window, team)
    }

    /// A cut-off by passing: if even that is too good, the position is.
    fn null_move(&mut self, position: &G, depth: i32, ply: u32, window: Window, team: Team) -> Option<i32> {
        if depth < 3 || self.null_ply == ply || is_proven::<G>(window.beta) {
            return None;
        }
        if self.still_value(position, ply, team) < window.beta {
            return None;
        }
        let passed = position.null_move()?;
        if !matches!(passed.to_act(), Actor::Seat(_)) || !self.meter.spend() {
            return None;
        }
        let outer = std::mem::replace(&mut self.null_ply, ply + 1);
        if self.pvs.len() <= ply as usize + 1 {
            self.pvs.resize(ply as usize + 2, Vec::new());
        }
        let below = Window { alpha: window.beta - 1, beta: window.beta };
        let value = self.dispatch(&passed, 1, depth - 3 - depth / 6, ply + 1, below, team);
        self.null_ply = outer;
        // A win found after a pass is none; the bound is.
        (!self.stopped && value >= window.beta).then_some(window.beta)
    }
}

/// How many plies less a late, quiet move is searched at first.
const fn reduction(depth: i32, number: usize, score: i32) -> i32 {
    if depth < 3 || number < 4 || !is_plain(score) {
        0
    } else if number < 16 || depth < 5 {
        1
    } else {
        2
    }
}
