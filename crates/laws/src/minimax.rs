//! Plain minimax and expectiminimax, written for nothing but being right: what the players' searches must equal.

use fairyring_game::{Actor, Drift, Evaluate, Line, Outcome, Prospect, Team, expected_value, utility_of};

/// Values of a position by plain minimax to a depth in plies of players, with quiescence below, dice standing still and
/// the mean of one roll added at the root. Wins count `WIN - n`, `n` plies on.
#[derive(Debug)]
pub struct Minimax<'a> {
    /// The evaluation's weights.
    pub weights: &'a [i32],
    /// Most plies of quiescence.
    pub quiescence: u32,
    /// Whether values below the root are means over the rolls on the way.
    pub drift: bool,
    /// Positions that may still be looked at; at 0 the values are void.
    pub nodes: u64,
    /// Keys of the past: of the line, then of the search.
    past: Vec<u64>,
    /// How many of them are the line's.
    line: usize,
}

/// The value of a finished game for a team.
fn result<G: Evaluate>(outcome: Outcome, view: Team, ply: u32) -> i32 {
    match utility_of(view, outcome.utility) {
        u if u >= 1.0 => G::WIN - ply as i32,
        u if u <= -1.0 => ply as i32 - G::WIN,
        u => (u * (G::WIN - 1001) as f32) as i32,
    }
}

impl<'a> Minimax<'a> {
    /// A search with so many plies of quiescence and with or without drift that may look at so many positions.
    #[must_use]
    pub const fn new(weights: &'a [i32], (quiescence, drift): (u32, bool), nodes: u64) -> Self {
        Self { weights, quiescence, drift, nodes, past: Vec::new(), line: 0 }
    }

    /// Values of all legal moves for the side to move, in the order of the legal list; nothing if `nodes` did not suffice.
    ///
    /// # Panics
    /// If no seat acts.
    pub fn root_values<G: Evaluate>(&mut self, line: &Line<G>, depth: u32) -> Option<Vec<i32>> {
        let team = line.position().team_to_act().expect("a seat acts");
        self.remember(line);
        let mut values = Vec::new();
        for m in line.legal_moves() {
            let mut next = line.position().clone();
            next.play_unchecked(m);
            let drift = line.position().drift();
            let added = if self.outcome(&next).is_none() { self.roll_mean(&next, depth, &drift, team) } else { 0 };
            values.push(self.value(next, depth - 1, 0, 1, team, &drift) + added);
        }
        (self.nodes > 0).then_some(values)
    }

    /// The same by expectiminimax: every outcome of the dice everywhere, also after the last ply, and static values below.
    ///
    /// # Panics
    /// If no seat acts.
    pub fn expected_root_values<G: Evaluate>(&mut self, line: &Line<G>, depth: u32) -> Option<Vec<f64>> {
        let team = line.position().team_to_act().expect("a seat acts");
        self.remember(line);
        let mut values = Vec::new();
        for m in line.legal_moves() {
            let mut next = line.position().clone();
            next.play_unchecked(m);
            values.push(self.expected_value(&next, depth - 1, 1, team));
        }
        (self.nodes > 0).then_some(values)
    }

    fn remember<G: Evaluate>(&mut self, line: &Line<G>) {
        let mut position = line.start().clone();
        self.past = position.repetition_key().into_iter().collect();
        for &m in line.moves() {
            position.play_unchecked(m);
            self.past.extend(position.repetition_key());
        }
        self.line = self.past.len();
    }

    fn expected_value<G: Evaluate>(&mut self, position: &G, depth: u32, ply: u32, team: Team) -> f64 {
        self.nodes = self.nodes.saturating_sub(1);
        if self.nodes == 0 {
            return 0.0;
        }
        if let Some(outcome) = self.outcome(position) {
            return Self::mean_result::<G>(outcome, team, ply);
        }
        let kept = self.past.len();
        self.past.extend(position.repetition_key());
        let mut rolls = Vec::new();
        position.chance_outcomes(&mut rolls);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut below = |m: G::Move, depth: u32| {
            let mut next = position.clone();
            next.play_unchecked(m);
            self.expected_value(&next, depth, ply + 1, team)
        };
        let value = if position.to_act() == Actor::Chance {
            rolls.into_iter().map(|(roll, probability)| probability * below(roll, depth)).sum()
        } else if depth == 0 {
            self.mean_still(position, team)
        } else if position.team_to_act() == Some(team) {
            moves.into_iter().map(|m| below(m, depth - 1)).fold(f64::NEG_INFINITY, f64::max)
        } else {
            moves.into_iter().map(|m| below(m, depth - 1)).fold(f64::INFINITY, f64::min)
        };
        self.past.truncate(kept);
        value
    }

    /// The mean of one roll above no roll, by static values, or by those of a search three plies less deep.
    fn roll_mean<G: Evaluate>(&mut self, next: &G, depth: u32, drift: &Drift, team: Team) -> i32 {
        let mut outcomes = Vec::new();
        next.chance_outcomes(&mut outcomes);
        if outcomes.is_empty() {
            return 0;
        }
        let searched = depth.checked_sub(3).filter(|_| self.drift);
        let still = match searched {
            Some(depth) => f64::from(self.value(next.clone(), depth, 0, 1, team, drift)),
            None if self.drift => self.drifted(next, drift, true, team),
            None => self.mean_still(next, team),
        };
        let kept = self.past.len();
        self.past.extend(next.repetition_key().filter(|_| searched.is_some()));
        let mut mean = 0.0;
        for (roll, probability) in outcomes {
            let mut rolled = next.clone();
            rolled.play_unchecked(roll);
            let value = match (searched, rolled.outcome(1)) {
                (Some(depth), _) => {
                    let mut drift = rolled.drift();
                    drift.met(1);
                    f64::from(self.value(rolled, depth, 0, 1, team, &drift))
                }
                (None, Some(end)) => Self::mean_result::<G>(end, team, 1),
                (None, None) => self.mean_still(&rolled, team),
            };
            mean += probability * value;
        }
        self.past.truncate(kept);
        if searched.is_some() { mean.round() as i32 - still as i32 } else { (mean - still).round() as i32 }
    }

    /// The value of a position after the rolls of a drift, and one more where it is due.
    fn drifted<G: Evaluate>(&self, position: &G, drift: &Drift, is_due: bool, team: Team) -> f64 {
        let certain = f64::from(if G::HAS_DICE { G::CERTAIN } else { G::WIN });
        let Prospect { alive, balance, end } = position.prospect(drift, is_due);
        let units = f64::from(position.evaluate(self.weights)) - f64::from(position.hazard(self.weights));
        let hazard = f64::from(G::hazard_scale(self.weights) * (end - balance) / alive);
        let goes_on = if alive > 0.0 { f64::from(alive) * expected_value(units + hazard, certain) } else { 0.0 };
        let value = certain * f64::from(balance) + goes_on;
        if team == 0 { value } else { -value }
    }

    /// A result as it counts in a mean over dice.
    fn mean_result<G: Evaluate>(outcome: Outcome, team: Team, ply: u32) -> f64 {
        if G::HAS_DICE && G::CERTAIN < G::WIN {
            return f64::from(utility_of(team, outcome.utility)) * f64::from(G::CERTAIN);
        }
        f64::from(result::<G>(outcome, team, ply))
    }

    /// A static value as it counts in a mean over dice.
    fn mean_still<G: Evaluate>(&self, position: &G, team: Team) -> f64 {
        let value = f64::from(self.still(position, team));
        if G::HAS_DICE && G::CERTAIN < G::WIN { expected_value(value, f64::from(G::CERTAIN)) } else { value }
    }

    fn still<G: Evaluate>(&self, position: &G, team: Team) -> i32 {
        let value = position.evaluate(self.weights).clamp(1001 - G::WIN, G::WIN - 1001);
        if team == 0 { value } else { -value }
    }

    /// A leaf of a search in which the dice stand still.
    fn leaf<G: Evaluate>(&self, position: &G, drift: &Drift, is_due: bool, team: Team) -> i32 {
        if self.drift && G::HAS_DICE && (is_due || !drift.is_still()) {
            return self.drifted(position, drift, is_due, team).round() as i32;
        }
        self.still(position, team)
    }

    /// A result in such a search.
    fn end<G: Evaluate>(&self, outcome: Outcome, drift: &Drift, team: Team, ply: u32) -> i32 {
        if !self.drift || !G::HAS_DICE || drift.is_still() {
            return result::<G>(outcome, team, ply);
        }
        let score = f64::from(drift.balance) + f64::from(drift.alive) * f64::from(utility_of(0, outcome.utility));
        let value = (f64::from(G::CERTAIN) * score).round() as i32;
        if team == 0 { value } else { -value }
    }

    /// The outcome here, by all of the past; what recurs within the search recurs for ever.
    fn outcome<G: Evaluate>(&self, position: &G) -> Option<Outcome> {
        let Some(key) = position.repetition_key() else { return position.outcome(1) };
        let times = |keys: &[u64]| keys.iter().filter(|&&other| other == key).count() as u32;
        if times(&self.past[self.line..]) > 0 {
            return position.outcome(u32::MAX);
        }
        position.outcome(times(&self.past) + 1)
    }

    fn value<G: Evaluate>(
        &mut self,
        mut position: G,
        depth: u32,
        quiet: u32,
        ply: u32,
        team: Team,
        drift: &Drift,
    ) -> i32 {
        self.nodes = self.nodes.saturating_sub(1);
        if self.nodes == 0 {
            return 0;
        }
        if let Some(outcome) = self.outcome(&position) {
            return self.end::<G>(outcome, drift, team, ply);
        }
        let kept = self.past.len();
        let is_due = position.to_act() == Actor::Chance;
        if is_due {
            self.past.extend(position.repetition_key());
            position.skip_chance();
            if let Some(outcome) = self.outcome(&position) {
                self.past.truncate(kept);
                return self.end::<G>(outcome, drift, team, ply);
            }
        }
        self.past.extend(position.repetition_key());
        let own = position.team_to_act() == Some(team);
        let mut values = Vec::new();
        let mut moves = Vec::new();
        if depth > 0 {
            position.legal_moves(&mut moves);
        } else if quiet == self.quiescence {
            values.push(self.leaf(&position, drift, is_due, team));
        } else if position.is_forcing() {
            position.legal_moves(&mut moves);
        } else {
            values.push(self.leaf(&position, drift, is_due, team));
            position.noisy_moves(self.weights, &mut moves);
        }
        let mut below = drift.clone();
        if is_due {
            position.roll_on(&mut below);
        }
        for m in moves {
            let mut next = position.clone();
            next.play_unchecked(m);
            let (depth, quiet) = if depth > 0 { (depth - 1, 0) } else { (0, quiet + 1) };
            values.push(self.value(next, depth, quiet, ply + 1, team, &below));
        }
        self.past.truncate(kept);
        let best = if own { values.into_iter().max() } else { values.into_iter().min() };
        best.expect("a seat that acts has a move or a static value")
    }
}
