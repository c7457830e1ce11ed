//! One game of self-play, and what is to be learned from it.

use crate::{Model, TdOptions, expected_utility};
use fairyring_game::{Actor, DICE, Evaluate, Inputs, Line, PLAYERS, Rng, below, game_seed, stream};
use fairyring_search::{AlphaBeta, Budget, Opening, Player, Tuning};
use fairyring_sim::Control;

/// Log2 of the entries of the search's table.
const TABLE_BITS: u32 = 12;

/// What a move of self-play says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Slope of the evaluation by each weight, at the position that learns; empty where the game was over there.
    pub(crate) slopes: Vec<f32>,
    /// Inputs of both teams there.
    pub(crate) inputs: [Vec<(u32, f32)>; 2],
    /// Its value: expected utility of the first team.
    pub(crate) value: f64,
    /// Whether the move was random, so that what follows says nothing.
    is_random: bool,
    /// The value it should have.
    pub(crate) target: f64,
}

/// A finished game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Played {
    pub(crate) samples: Vec<Sample>,
    /// The first team's utility.
    pub(crate) utility: f64,
    /// Plies after the opening.
    pub(crate) plies: u32,
}

/// A player of both sides.
pub(crate) struct SelfPlayer<'a, G: Evaluate> {
    model: &'a Model,
    options: &'a TdOptions,
    player: AlphaBeta<G>,
}

impl<'a, G: Evaluate + Inputs> SelfPlayer<'a, G> {
    /// A player whose games `model` learns from.
    pub(crate) fn new(model: &'a Model, options: &'a TdOptions) -> Self {
        let budget = if options.nodes == 0 { Budget::Depth(options.depth) } else { Budget::Nodes(options.nodes) };
        let tuning = Tuning { table_bits: TABLE_BITS, ..Tuning::of(budget) };
        let valuation = if options.fixed { G::default_weights().into() } else { model.valuation() };
        let player = AlphaBeta::new(valuation, budget, tuning, Opening::default());
        Self { model, options, player: player.with_captures_traced() }
    }

    /// Plays the game of an index; nothing if it was cancelled.
    pub(crate) fn play(&mut self, start: &G, index: u64, control: &Control) -> Option<Played> {
        let seed = game_seed(self.options.seed, self.options.experiment, index);
        let (mut dice, mut choices) = (stream(seed, DICE), stream(seed, PLAYERS));
        let mut opening = below(&mut choices, u64::from(self.options.opening_plies) + 1);
        let mut line = Line::new(start.clone());
        let mut played = Played::default();
        self.player.begin_game();
        loop {
            if control.is_cancelled() {
                return None;
            }
            let outcome = match line.actor() {
                Actor::Over => line.outcome(),
                Actor::Seat(_) if played.plies >= self.options.max_plies => Some(line.position().outcome_by_limit()),
                _ => None,
            };
            if let Some(outcome) = outcome {
                played.utility = f64::from(outcome.utility);
                played.set_targets(self.options.lambda);
                return Some(played);
            }
            let m = match line.actor() {
                Actor::Chance => line.position().draw_chance(&mut dice),
                _ if opening > 0 => {
                    opening -= 1;
                    line.position().draw_move(line.occurrences(), &mut choices).ok()?
                }
                _ => {
                    played.plies += 1;
                    let (m, sample) = self.decide(&line, &mut choices);
                    played.samples.push(sample);
                    m
                }
            };
            line.play_unchecked(m);
        }
    }

    /// The move to play, and what it says.
    fn decide(&mut self, line: &Line<G>, choices: &mut Rng) -> (G::Move, Sample) {
        let found = self.player.consider(line, choices);
        let mut seen = line.position().clone();
        let mut sample = Sample::default();
        let mut over = None;
        if self.options.leaf {
            for &m in &found.pv {
                seen.play_unchecked(m);
                over = seen.outcome(1);
                if over.is_none() && seen.to_act() == Actor::Chance {
                    seen.skip_chance();
                }
            }
        }
        if let Some(outcome) = over {
            sample.value = f64::from(outcome.utility);
        } else {
            sample.value = expected_utility(self.model.value_of(&seen));
            sample.slopes = self.model.slopes(&seen);
            if !self.model.net().is_empty() {
                for (team, inputs) in (0..).zip(&mut sample.inputs) {
                    seen.inputs(team, inputs);
                }
            }
        }
        // As many draws with and without random moves.
        let drawn = below(choices, 1 << 53) as f64 / (1u64 << 53) as f64;
        let number = below(choices, line.position().count_legal_moves() as u64) as usize;
        if drawn < self.options.explore
            && let Some(m) = line.position().nth_legal_move(number)
        {
            sample.is_random = true;
            return (m, sample);
        }
        (found.best, sample)
    }
}

impl Played {
    /// Gives every sample its lambda-return: a mean of the values that follow and the utility at the end.
    fn set_targets(&mut self, lambda: f64) {
        let (mut next, mut target) = (self.utility, self.utility);
        for sample in self.samples.iter_mut().rev() {
            target = if sample.is_random { sample.value } else { (1.0 - lambda) * next + lambda * target };
            sample.target = target;
            next = sample.value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(lambda: f64, random: Option<usize>) -> Vec<f64> {
        let sample = |(i, value)| Sample { value, is_random: random == Some(i), ..Sample::default() };
        let samples = [0.0, 0.5, -0.5].into_iter().enumerate().map(sample).collect();
        let mut played = Played { samples, utility: 1.0, plies: 3 };
        played.set_targets(lambda);
        played.samples.iter().map(|sample| sample.target).collect()
    }

    #[test]
    fn targets_are_lambda_returns() {
        assert_eq!(targets(0.0, None), [0.5, -0.5, 1.0]);
        assert_eq!(targets(1.0, None), [1.0, 1.0, 1.0]);
        // From the end: 1; -0.5/2 + 1/2; 0.5/2 + 0.25/2.
        assert_eq!(targets(0.5, None), [0.375, 0.25, 1.0]);
        // A random second move: it learns nothing, and hands its own value back.
        assert_eq!(targets(1.0, Some(1)), [0.5, 0.5, 1.0]);
    }
}
