//! A round robin of agents: `ladder GAME PAIRS OPENING_PLIES AGENT AGENT...`, one line a pairing, seen by the later agent.
//! With `ADJACENT` in the environment, each agent meets only the one before it.
#![allow(clippy::print_stdout, reason = "a program for people")]

use fairyring_catalog::{ContestSpec, StartSpec, find};
use fairyring_sim::{Control, tally};
use fairyring_stats::Moments;
use std::collections::HashSet;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, pairs, opening_plies, agents @ ..] = arguments.as_slice() else {
        return Err("usage: ladder GAME PAIRS OPENING_PLIES AGENT AGENT...".into());
    };
    let entry = find(game)?;
    let adjacent = std::env::var("ADJACENT").is_ok();
    for (number, later) in agents.iter().enumerate() {
        for earlier in &agents[if adjacent { number.saturating_sub(1) } else { 0 }..number] {
            let spec = ContestSpec {
                rules: StartSpec::default(),
                starts: Vec::new(),
                agents: vec![later.clone(), earlier.clone()],
                opening_plies: opening_plies.parse()?,
                seed: 1,
                experiment: 0,
                max_plies: Some(400),
            };
            let begun = Instant::now();
            let rounds = entry.contest(&spec, 0, pairs.parse()?, 1, &Control::new())?;
            let (tally, games) = (tally(&rounds), rounds.len() * 2);
            let distinct: HashSet<u64> = rounds.iter().flat_map(|round| round.game.iter().copied()).collect();
            let plies: u32 = rounds.iter().flat_map(|round| round.plies.iter()).sum();
            let interval = tally.elo_interval(0.95);
            // The luck of the dice is the first team's: the later agent's in the first game of a pair.
            let mut adjusted = Moments::default();
            for round in &rounds {
                let score = |game: usize| (1.0 + f64::from(round.utility[game])) / 2.0 - f64::from(round.luck[game]);
                adjusted.push((score(0) + 1.0 - score(1)) / 2.0)?;
            }
            let adjusted = adjusted.estimate();
            println!(
                "{game}: {later} against {earlier}: score {:.3}, luck-adjusted {:.3} +- {:.3}, Elo {:+.0} [{:+.0}, {:+.0}], pairs {:?}, {} of {games} games \
                 distinct, {:.0} plies, {:.1} ms a game",
                tally.score(),
                adjusted.mean,
                adjusted.interval(0.95).half_width(),
                tally.elo(),
                interval.low,
                interval.high,
                tally.0,
                distinct.len(),
                f64::from(plies) / games as f64,
                begun.elapsed().as_secs_f64() * 1e3 / games as f64,
            );
        }
    }
    Ok(())
}
