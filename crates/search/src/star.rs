//! The nodes of expectiminimax: alpha-beta over seats, Star1 and Star2 over dice (Ballard 1983, "The *-minimax search
//! procedure for trees containing chance nodes").

use crate::negamax::Search;
use crate::ordering::select;
use crate::path::Entered;
use crate::table::{Bound, NO_MOVE};
use crate::value::{mean_limit, result_in_mean, static_in_mean};
use crate::{AgentError, Arguments};
use fairyring_game::{Actor, Evaluate, Team};

/// How dice are cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Not at all: every outcome is searched with an open window.
    Plain,
    /// By bounds of what the outcomes not yet searched can be worth.
    One,
    /// Also by one move of every outcome, looked at before.
    Two,
}

impl Arguments<'_> {
    /// `star`: 0, 1 or 2, which is the default.
    ///
    /// # Errors
    /// [`AgentError`] if it is none of them.
    pub fn star(&mut self) -> Result<Star, AgentError> {
        Ok(match self.number("star", 0, 2)? {
            Some(0) => Star::Plain,
            Some(1) => Star::One,
            _ => Star::Two,
        })
    }
}

/// Bounds of a search, for the side it is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Span {
    /// All values of a game.
    pub(crate) fn full<G: Evaluate>() -> Self {
        let win = f64::from(mean_limit::<G>());
        Self { alpha: -win - 1.0, beta: win + 1.0 }
    }

    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// An outcome of the dice while its node is searched.
struct Rolled<G> {
    position: G,
    probability: f64,
    /// What its value is known to lie between.
    low: f64,
    high: f64,
}

/// An expectiminimax search: what it shares with alpha-beta, and how it treats dice.
#[derive(Clone, Debug)]
pub(crate) struct StarSearch<G: Evaluate> {
    pub(crate) base: Search<G>,
    pub(crate) star: Star,
}

impl<G: Evaluate> StarSearch<G> {
    /// Value for `view` of a position that a move or a roll has just led to, searched `depth` plies of players.
    pub(crate) fn visit(&mut self, position: &G, depth: u32, ply: u32, span: Span, view: Team) -> f64 {
        if !self.base.begin_visit(ply) {
            return 0.0;
        }
        let entered = self.base.path.enter(position);
        let value = match (entered.outcome, position.to_act()) {
            (Some(outcome), _) => result_in_mean::<G>(outcome, view, ply),
            (None, Actor::Chance) => self.dice(position, depth, ply, span, view),
            (None, _) => self.seat(position, depth, ply, span, view, entered),
        };
        self.base.path.leave(entered);
        value
    }

    /// Value for `view` where a seat acts.
    fn seat(&mut self, position: &G, depth: u32, ply: u32, span: Span, view: Team, entered: Entered) -> f64 {
        let team = position.team_to_act().expect("a seat acts");
        if depth == 0 {
            self.base.horizon = true;
            return static_in_mean(position, &self.base.weights, view);
        }
        let (sign, mut span) = if team == view { (1.0, span) } else { (-1.0, span.turned()) };
        let key = if entered.occurrences > 1 { !position.key() } else { position.key() };
        let mut best_index = self.base.table.get(key).map_or(NO_MOVE, |entry| entry.best);
        let mut frame = self.base.take_frame(ply);
        position.legal_moves(&mut frame.moves);
        frame.rank(&self.base.ordering, position, &self.base.weights, (team, ply), best_index);
        let mut best = f64::NEG_INFINITY;
        for i in 0..frame.order.len() {
            select(&mut frame.order, &frame.scores, i);
            let n = frame.order[i] as usize;
            let m = frame.moves[n];
            let mut next = position.clone();
            next.play_unchecked(m);
            let value = self.visit(&next, depth - 1, ply + 1, span, team);
            if self.base.stopped {
                break;
            }
            if value > best {
                best = value;
                best_index = u16::try_from(n).unwrap_or(NO_MOVE);
                if value > span.alpha {
                    span.alpha = value;
                    self.base.extend_variation(ply, m);
                }
                if value >= span.beta {
                    if position.gain(m, &self.base.weights) <= 0 {
                        self.base.ordering.refuted(team, ply, depth, m);
                    }
                    break;
                }
            }
        }
        self.base.return_frame(ply, frame);
        if !self.base.stopped {
            // Means of proven and other values have no distance, so only the move is kept.
            self.base.table.put(key, 0, best_index, depth as u8, Bound::Exact);
        }
        sign * best
    }

    /// Value for `view` where the dice are to be rolled.
    fn dice(&mut self, position: &G, depth: u32, ply: u32, span: Span, view: Team) -> f64 {
        let win = f64::from(mean_limit::<G>());
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let mut rolls: Vec<Rolled<G>> = outcomes
            .into_iter()
            .map(|(roll, probability)| {
                let mut rolled = position.clone();
                rolled.play_unchecked(roll);
                Rolled { position: rolled, probability, low: -win, high: win }
            })
            .collect();
        if self.star == Star::Two
            && depth > 0
            && let Some(value) = self.probe(&mut rolls, depth, ply, span, view)
        {
            return value;
        }
        for i in 0..rolls.len() {
            let probability = rolls[i].probability;
            if probability <= 0.0 || rolls[i].low >= rolls[i].high {
                continue;
            }
            let (below, above) = bounds_of_others(&rolls, i);
            let own = if self.star == Star::Plain {
                Span::full::<G>()
            } else {
                Span {
                    alpha: ((span.alpha - above) / probability).max(-win - 1.0),
                    beta: ((span.beta - below) / probability).min(win + 1.0),
                }
            };
            let value = self.visit(&rolls[i].position, depth, ply + 1, own, view);
            if self.base.stopped {
                return 0.0;
            }
            if self.star != Star::Plain {
                // At its bounds a value is a bound itself, and so is the mean; rounding must not bring it back inside.
                if value <= own.alpha {
                    return (above + probability * value).min(span.alpha);
                }
                if value >= own.beta {
                    return (below + probability * value).max(span.beta);
                }
            }
            (rolls[i].low, rolls[i].high) = (value, value);
        }
        rolls.iter().map(|roll| roll.probability * roll.low).sum()
    }

    /// Star2's first pass: one move of every outcome bounds what its seat can reach. Returns a value that the bounds
    /// prove to lie outside the window.
    fn probe(&mut self, rolls: &mut [Rolled<G>], depth: u32, ply: u32, span: Span, view: Team) -> Option<f64> {
        let win = f64::from(mean_limit::<G>());
        for i in 0..rolls.len() {
            let probability = rolls[i].probability;
            if probability <= 0.0 {
                continue;
            }
            let (below, above) = bounds_of_others(rolls, i);
            let own = Span {
                alpha: ((span.alpha - above) / probability).max(-win - 1.0),
                beta: ((span.beta - below) / probability).min(win + 1.0),
            };
            let rolled = &rolls[i].position;
            let entered = self.base.path.enter(rolled);
            let found = match (entered.outcome, rolled.team_to_act()) {
                (Some(outcome), _) => {
                    let value = result_in_mean::<G>(outcome, view, ply + 1);
                    Some((value, value))
                }
                (None, Some(team)) => {
                    let m = self.likely_move(rolled, team, ply + 1, entered);
                    let mut next = rolled.clone();
                    next.play_unchecked(m);
                    // The window is open on the side that bounds the outcome, so that the bound is as good as the move.
                    Some(if team == view {
                        let value = self.visit(&next, depth - 1, ply + 2, Span { alpha: -win - 1.0, ..own }, view);
                        (value.max(-win), win)
                    } else {
                        let value = self.visit(&next, depth - 1, ply + 2, Span { beta: win + 1.0, ..own }, view);
                        (-win, value.min(win))
                    })
                }
                (None, None) => None,
            };
            self.base.path.leave(entered);
            if self.base.stopped {
                return Some(0.0);
            }
            if let Some((low, high)) = found {
                (rolls[i].low, rolls[i].high) = (low, high);
                if above + probability * high <= span.alpha {
                    return Some(above + probability * high);
                }
                if below + probability * low >= span.beta {
                    return Some(below + probability * low);
                }
            }
        }
        None
    }

    /// The move that an earlier search, or else the order of moves, thinks best.
    fn likely_move(&mut self, position: &G, team: Team, ply: u32, entered: Entered) -> G::Move {
        let key = if entered.occurrences > 1 { !position.key() } else { position.key() };
        let best = self.base.table.get(key).map_or(NO_MOVE, |entry| entry.best);
        let mut frame = self.base.take_frame(ply);
        position.legal_moves(&mut frame.moves);
        frame.rank(&self.base.ordering, position, &self.base.weights, (team, ply), best);
        select(&mut frame.order, &frame.scores, 0);
        let m = frame.moves[frame.order[0] as usize];
        self.base.return_frame(ply, frame);
        m
    }
}

/// What the outcomes other than number `i` add to the mean at least and at most.
fn bounds_of_others<G>(rolls: &[Rolled<G>], i: usize) -> (f64, f64) {
    let others = || rolls.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, roll)| roll);
    (others().map(|roll| roll.probability * roll.low).sum(), others().map(|roll| roll.probability * roll.high).sum())
}
