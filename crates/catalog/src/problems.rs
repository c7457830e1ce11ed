//! Mate problems in words.

use crate::CatalogError;
use fairyring_cards::{Card, Kind, Position as CardTable, Side};
use fairyring_game::{Actor, Evaluate, Line, PLAYERS, Rng, Text, below, stream};
use fairyring_search::mate::{self, MateError, Request, SolutionText, Stipulation};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is asked of a position; see [`Stipulation`].
#[derive(Clone, Copy, Debug)]
pub struct MateSpec {
    /// Mate in this many moves.
    pub moves: u32,
    /// A first move is a try if it fails to at most this many answers.
    pub refutations: usize,
    /// Nodes of the tree of variations at most.
    pub tree: usize,
    /// Positions looked at before the search gives up; `None` for no limit.
    pub nodes: Option<u64>,
}

impl MateSpec {
    fn stipulation<'a>(&self, stop: &'a AtomicBool) -> Stipulation<'a> {
        let default = Stipulation::mate_in(self.moves);
        Stipulation {
            refutations: self.refutations,
            tree: self.tree,
            nodes: self.nodes.unwrap_or(u64::MAX),
            // Long mates meet more positions again.
            table_bits: if self.moves > 3 { default.table_bits + 3 } else { default.table_bits },
            stop: Some(stop),
            ..default
        }
    }
}

/// What problems are wanted.
#[derive(Clone, Copy, Debug)]
pub struct ComposeSpec {
    /// What is to be asked of them; its limit of positions holds for each position drawn.
    pub mate: MateSpec,
    /// How many to find.
    pub wanted: usize,
    /// How many positions to draw at most.
    pub attempts: u64,
    /// Whether keys that capture or check are refused.
    pub quiet_key: bool,
    /// Master seed.
    pub seed: u64,
    /// Random plies from the start to a position, at most.
    pub plies: u32,
    /// Columns and rows on which cards are laid.
    pub area: (u16, u16),
}

/// A sound problem in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposedText {
    /// The position.
    pub text: String,
    /// Units of both sides on the board.
    pub units: usize,
    /// Its solution.
    pub solution: SolutionText,
}

/// Draws a position from a start; nothing where that failed.
pub type Draw<G> = fn(&G, &ComposeSpec, &mut Rng) -> Option<G>;

/// Draws a position by up to `plies` random moves.
pub(crate) fn walk<G: Evaluate>(start: &G, spec: &ComposeSpec, choices: &mut Rng) -> Option<G> {
    let mut position = start.clone();
    for _ in 0..below(choices, u64::from(spec.plies) + 1) {
        let Ok(m) = position.draw_move(1, choices) else { return None };
        position.play_unchecked(m);
    }
    Some(position)
}

/// Lays the cards of both hands on the table; where there are none, moves those that lie there.
pub(crate) fn deal(start: &CardTable, spec: &ComposeSpec, choices: &mut Rng) -> Option<CardTable> {
    let (width, height) = spec.area;
    let in_hand = |side| Kind::ALL.iter().any(|&kind| start.in_hand(Card { side, kind }) > 0);
    if Side::ALL.into_iter().any(in_hand) { start.deal(width, height, choices) } else { walk(start, spec, choices) }
}

/// Solves a problem.
pub(crate) fn mate<G: Text + Evaluate>(
    line: &Line<G>,
    spec: &MateSpec,
    stop: &AtomicBool,
) -> Result<SolutionText, CatalogError> {
    if line.actor() == Actor::Over {
        return Err(MateError::Over.into());
    }
    let solution = mate::solve(line.position(), &spec.stipulation(stop))?;
    Ok(SolutionText::new(line.position(), &solution))
}

/// Composes problems.
pub(crate) fn compose<G: Text + Evaluate>(
    line: &Line<G>,
    spec: &ComposeSpec,
    draw: Draw<G>,
    stop: &AtomicBool,
    drawn: &AtomicU64,
) -> Result<Vec<ComposedText>, CatalogError> {
    if G::HAS_DICE {
        return Err(MateError::Dice.into());
    }
    if line.actor() == Actor::Over {
        return Err(MateError::Over.into());
    }
    let moves = spec.mate.moves;
    if moves == 0 || moves > Stipulation::MOST_MOVES {
        return Err(MateError::Moves(moves).into());
    }
    let request = Request {
        stipulation: spec.mate.stipulation(stop),
        wanted: spec.wanted,
        attempts: spec.attempts,
        quiet_key: spec.quiet_key,
    };
    let found = mate::compose(&request, &mut stream(spec.seed, PLAYERS), |choices| {
        drawn.fetch_add(1, Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) { None } else { draw(line.position(), spec, choices) }
    })?;
    Ok(found
        .into_iter()
        .map(|composed| ComposedText {
            text: composed.position.text(false),
            units: composed.units,
            solution: SolutionText::new(&composed.position, &composed.solution),
        })
        .collect())
}
