//! New problems: positions that are drawn until enough of them are sound.

use super::prover::{Prover, Stopped};
use super::{MateError, Solution, Stipulation, Verdict, solve};
use fairyring_game::{Evaluate, Rng, Text};

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The problem to be posed; its limit of positions holds for each position drawn.
    pub stipulation: Stipulation<'a>,
    /// How many positions to find.
    pub wanted: usize,
    /// How many positions to draw at most.
    pub attempts: u64,
    /// Whether keys that capture or check are refused.
    pub quiet_key: bool,
}

/// A sound problem.
#[derive(Clone, Debug)]
pub struct Composed<G: Evaluate> {
    /// The position.
    pub position: G,
    /// Its solution.
    pub solution: Solution<G::Move>,
    /// Units of both sides on the board.
    pub units: usize,
}

/// Draws positions and keeps those that are sound: exactly one key, no shorter mate, the side to move not in check. The
/// most economical first (fewest units), among equals those with most tries.
///
/// `draw` gives a position in which a seat acts, or nothing where the draw failed.
///
/// # Errors
/// [`MateError`] for a wrong stipulation. Positions that are undecided at their limit are passed over; a search that is
/// stopped from outside gives what was found so far.
pub fn compose<G: Evaluate + Text>(
    request: &Request,
    choices: &mut Rng,
    mut draw: impl FnMut(&mut Rng) -> Option<G>,
) -> Result<Vec<Composed<G>>, MateError> {
    let mut found = Vec::new();
    let mut keys = Vec::new();
    for _ in 0..request.attempts {
        if found.len() >= request.wanted {
            break;
        }
        let Some(position) = draw(choices) else { continue };
        if position.is_forcing() || position.outcome(1).is_some() || keys.contains(&position.key()) {
            continue;
        }
        match one_key(&position, request) {
            Ok(true) => {}
            Ok(false) | Err(Stopped::Nodes) => continue,
            Err(Stopped::Interrupted) => break,
        }
        let solution = match solve(&position, &request.stipulation) {
            Ok(solution) => solution,
            Err(MateError::Nodes(_)) => continue,
            Err(MateError::Interrupted) => break,
            Err(error) => return Err(error),
        };
        if solution.verdict() == Verdict::Sound {
            keys.push(position.key());
            let mut all = Vec::new();
            position.units(&mut all);
            let units = all.iter().filter(|unit| unit.owner < 2).count();
            found.push(Composed { position, solution, units });
        }
    }
    found.sort_by_key(|composed| (composed.units, usize::MAX - composed.solution.tries.len()));
    Ok(found)
}

/// Whether there is one key, as wanted, and no shorter mate; cheaper than a solution.
fn one_key<G: Evaluate + Text>(position: &G, request: &Request) -> Result<bool, Stopped> {
    let stipulation = &request.stipulation;
    let Some(attacker) = position.team_to_act() else { return Ok(false) };
    let bits = if stipulation.moves < 3 { 10 } else { stipulation.table_bits.min(16) };
    let mut prover = Prover::new(attacker, bits, stipulation.nodes, stipulation.stop);
    if stipulation.moves > 1 && prover.attack(position, stipulation.moves - 1)? {
        return Ok(false);
    }
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut key = None;
    for m in legal {
        if prover.move_mates(position, m, stipulation.moves)? && key.replace(m).is_some() {
            return Ok(false);
        }
    }
    let Some(key) = key else { return Ok(false) };
    let mut next = position.clone();
    next.play_unchecked(key);
    Ok(!request.quiet_key || (!next.is_forcing() && position.captures(key).is_empty()))
}
