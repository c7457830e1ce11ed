//! The player `endgame` of wari: perfect inside a table, and with its table at the leaves of a search outside.

use crate::WariTable;
use fairyring_game::{Evaluate, Game, Line, Rng, Team, below};
use fairyring_search::{AgentError, AgentSpec, AlphaBeta, Analysis, Budget, Oracle, Player, RootMove, Tuning};
use fairyring_tables::Endings;
use fairyring_wari::{Move, Position, Rules};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Builds wari's players: those of every game, and `endgame(table=DIR, depth=2)` with the budget, weights and variety of
/// `alphabeta` for positions that the table does not hold.
pub(crate) fn build(spec: &AgentSpec, rules: Rules) -> Result<Box<dyn Player<Position>>, AgentError> {
    if spec.name != "endgame" {
        return fairyring_learn::build(spec, rules).map_err(|error| {
            // The list of names in the message is that of this game.
            let (all, here) =
                (AgentError::unknown(spec, &["learned"]), AgentError::unknown(spec, &["learned", "endgame"]));
            if error == all { here } else { error }
        });
    }
    let refuse = |why: String| AgentError(format!("agent \"endgame\": {why}"));
    let mut arguments = spec.arguments();
    let directory = arguments.text("table").ok_or_else(|| refuse("it takes table, a directory".to_owned()))?.to_owned();
    let weights = arguments.weights::<Position>()?;
    let budget = arguments.budget(Some(Budget::Depth(2)))?;
    let opening = arguments.opening()?;
    arguments.finish()?;
    Position::start(rules).ending().map_err(|why| refuse(format!("the table does not hold this game: {why}")))?;
    let table = WariTable::open(Path::new(&directory)).map_err(|error| refuse(error.to_string()))?;
    let outside = AlphaBeta::new(weights, budget, Tuning::of(budget), opening).with_oracle(Arc::new(table.clone()));
    Ok(Box::new(Endgame { table, outside }))
}

/// The player.
struct Endgame {
    table: WariTable,
    outside: AlphaBeta<Position>,
}

/// A certain difference of points at the end in the unit of evaluations: any win is worth more than any static value that
/// occurs, and a higher win more than a lower one.
fn worth(points: i32) -> i32 {
    points.signum() * 20_000 + 100 * points
}

/// Points that `view` is ahead.
fn lead(position: &Position, view: Team) -> i32 {
    let [first, second] = position.stores().map(i32::from);
    if view == 0 { first - second } else { second - first }
}

impl Oracle<Position> for WariTable {
    fn value(&self, position: &Position, view: Team) -> Option<i32> {
        let mover = position.team_to_act()?;
        let value = worth(lead(position, mover) + i32::from(self.table().value(position).ok()?));
        Some(if mover == view { value } else { -value })
    }
}

impl Endgame {
    /// What the table says; nothing outside of it.
    fn inside(&self, position: &Position, choices: &mut Rng) -> Option<Analysis<Move>> {
        let values = self.table.table().move_values(position).ok()?;
        let leading = self.table.leading_moves(position).ok()?;
        let best = leading[below(choices, leading.len() as u64) as usize];
        let lead = position.team_to_act().map_or(0, |team| lead(position, team));
        let moves: Vec<_> =
            values.iter().map(|&(m, value)| RootMove { m, value: f64::from(worth(lead + i32::from(value))) }).collect();
        let value = moves.iter().find(|root| root.m == best).map_or(0.0, |root| root.value);
        Some(Analysis { best, value, pv: vec![best], nodes: moves.len() as u64, moves })
    }
}

impl Player<Position> for Endgame {
    fn begin_game(&mut self) {
        self.outside.begin_game();
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.outside.heed(stop);
    }

    fn analyse(&mut self, line: &Line<Position>, choices: &mut Rng) -> Analysis<Move> {
        match self.inside(line.position(), choices) {
            Some(analysis) => analysis,
            None => self.outside.analyse(line, choices),
        }
    }

    fn consider(&mut self, line: &Line<Position>, choices: &mut Rng) -> Analysis<Move> {
        match self.inside(line.position(), choices) {
            Some(analysis) => analysis,
            None => self.outside.consider(line, choices),
        }
    }

    fn choose(&mut self, line: &Line<Position>, choices: &mut Rng) -> Move {
        match self.inside(line.position(), choices) {
            Some(analysis) => analysis.best,
            None => self.outside.choose(line, choices),
        }
    }
}

/// Static values lie within these.
const _: () = assert!(20_000 + 48 * 100 < <Position as Evaluate>::WIN - 1001, "a known value is no proof of an end");
