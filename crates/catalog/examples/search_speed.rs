//! Nodes per second of searches and leaves per second of pools, game by game: `search_speed [GAME...]`.
#![allow(clippy::print_stdout, reason = "a program for people")]

use fairyring_catalog::{CATALOG, StartSpec};
use fairyring_search::selfplay::{Logits, SelfPlayOptions};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for entry in CATALOG.iter().filter(|entry| wanted.is_empty() || wanted.iter().any(|id| id == entry.id())) {
        let line = entry.line(None, &StartSpec::default())?;
        for agent in
            ["alphabeta(nodes=300000)", "alphabeta(nodes=300000, selective=false)", "expectiminimax(nodes=300000)"]
        {
            let begun = Instant::now();
            let analysis = entry.analyse(&*line, agent, 1)?;
            let speed = analysis.nodes as f64 / begun.elapsed().as_secs_f64();
            println!("{}: {agent}: {:.0} nodes/s, plays {}", entry.id(), speed, analysis.best);
        }
        let begun = Instant::now();
        entry.analyse(&*line, "mcts(simulations=2000)", 1)?;
        println!("{}: mcts: {:.0} simulations/s", entry.id(), 2000.0 / begun.elapsed().as_secs_f64());
        for search in ["gumbel(simulations=32)", "puct(simulations=64)"] {
            let options = SelfPlayOptions {
                slots: 1024,
                search: search.parse()?,
                threads: 0,
                max_plies: Some(200),
                ..SelfPlayOptions::default()
            };
            let pool = entry.self_play(&StartSpec::default(), &[], options)?;
            let (begun, mut leaves) = (Instant::now(), 0);
            while begun.elapsed() < Duration::from_secs(2) {
                let Some(batch) = pool.leaves(512, Duration::ZERO)? else { break };
                leaves += batch.len();
                pool.answer(batch.id, Logits::Ragged(&vec![0.0; batch.actions.len()]), &vec![0.0; batch.len()])?;
                pool.take_games();
            }
            println!("{}: pool {search}: {:.0} leaves/s", entry.id(), leaves as f64 / begun.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
