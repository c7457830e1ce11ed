//! Variety: how far a player departs from its best move, drawn from its stream, so that games differ.

use crate::{AgentError, Arguments, RootMove};
use fairyring_game::{Actor, Game, Line, Rng, below};

/// When a player draws its move instead of taking the best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Opening {
    /// Plies of players from the start of the line in which moves are drawn; `None` with a temperature: all of them.
    pub plies: Option<u32>,
    /// Hundredths of a pawn by which a move must be worse to be drawn `e` times more rarely; `None`: uniformly.
    pub temperature: Option<f64>,
}

/// How a move is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Choice {
    /// The best, ties by the stream.
    Best,
    /// Uniformly.
    Uniform,
    /// By `exp(value / temperature)`.
    Soft(f64),
}

impl Opening {
    /// How a move is chosen at the end of a line.
    pub(crate) fn choice<G: Game>(&self, line: &Line<G>) -> Choice {
        let drawn = match self.plies {
            None => self.temperature.is_some(),
            Some(plies) => plies > 0 && plies_played(line, plies) < plies,
        };
        match self.temperature {
            _ if !drawn => Choice::Best,
            None => Choice::Uniform,
            Some(temperature) => Choice::Soft(temperature),
        }
    }
}

/// Plies of players on a line, counted up to `most`.
fn plies_played<G: Game>(line: &Line<G>, most: u32) -> u32 {
    if !G::HAS_DICE || line.moves().len() < most as usize {
        return u32::try_from(line.moves().len()).unwrap_or(u32::MAX);
    }
    let mut position = line.start().clone();
    let mut plies = 0;
    for &m in line.moves() {
        plies += u32::from(position.to_act() != Actor::Chance);
        if plies >= most {
            break;
        }
        position.play_unchecked(m);
    }
    plies
}

/// Draws the index of a root move by `exp(value / temperature)`.
pub(crate) fn pick_soft<M>(moves: &[RootMove<M>], temperature: f64, choices: &mut Rng) -> usize {
    let best = moves.iter().map(|root| root.value).fold(f64::NEG_INFINITY, f64::max);
    // Whole numbers, so that a last bit of `exp` that differs between machines does not shift every draw.
    let share = |value: f64| (((value - best) / temperature).exp() * f64::from(1u32 << 31)) as u64;
    let mut drawn = below(choices, moves.iter().map(|root| share(root.value)).sum());
    for (index, root) in moves.iter().enumerate() {
        match drawn.checked_sub(share(root.value)) {
            Some(rest) => drawn = rest,
            None => return index,
        }
    }
    unreachable!("the number drawn lies below the sum of the shares")
}

impl Arguments<'_> {
    /// `plies_random` and `temperature`.
    ///
    /// # Errors
    /// [`AgentError`] if one lies outside its range.
    pub fn opening(&mut self) -> Result<Opening, AgentError> {
        let plies = self.number("plies_random", 0, 10_000)?;
        let temperature = self.number("temperature", 0.001, 1e6)?;
        Ok(Opening { plies, temperature })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairyring_game::stream;

    #[test]
    fn worse_moves_are_drawn_more_rarely() {
        let moves: Vec<_> = [0.0, 100.0, 0.0, -1e9].map(|value| RootMove { m: (), value }).to_vec();
        let (mut choices, mut counts) = (stream(1, 1), [0u32; 4]);
        for _ in 0..30_000 {
            counts[pick_soft(&moves, 100.0, &mut choices)] += 1;
        }
        // The shares are 1 : e : 1 : 0.
        let e = std::f64::consts::E;
        for (count, share) in counts.iter().zip([1.0, e, 1.0, 0.0]) {
            let mean = 30_000.0 * share / (2.0 + e);
            assert!((f64::from(*count) - mean).abs() <= 5.0 * mean.sqrt(), "{counts:?}");
        }
    }
}
