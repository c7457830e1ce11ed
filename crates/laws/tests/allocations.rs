//! The inner loops of searches allocate nothing: what is allocated belongs to the choice of a move or to a batch, and is
//! far less than one allocation a position.

use allocation_counter::measure;
use fairyring_game::{Actor, Encode, Evaluate, Line, PLAYERS, stream};
use fairyring_search::selfplay::{AnyPool, Logits, SelfPlay, SelfPlayOptions};
use fairyring_search::{AgentSpec, build};
use std::time::Duration;

/// Positions looked at for each allocation allowed.
const POSITIONS: u64 = 50;

/// Games at a time and leaves of a batch in the pool.
const SLOTS: usize = 128;

/// A choice by this many nodes, once the player's memory has grown in choices before.
fn alphabeta_allocates_for_choices_only<G: Evaluate>(budget: u64) {
    let agent: AgentSpec = format!("alphabeta(nodes={budget})").parse().expect("a spec");
    let mut player = build::<G>(&agent).expect("an agent");
    let mut line = Line::new(G::start(G::Rules::default()));
    let (mut choices, mut dice) = (stream(1, PLAYERS), stream(1, 0));
    let (mut measured, mut allocated) = (0, 0);
    for ply in 0..12 {
        while line.actor() == Actor::Chance {
            let roll = line.position().draw_chance(&mut dice);
            line.play_unchecked(roll);
        }
        if line.actor() == Actor::Over {
            break;
        }
        let mut found = None;
        let info = measure(|| found = Some(player.consider(&line, &mut choices)));
        let found = found.expect("it was measured");
        if ply >= 6 && found.nodes >= budget / 2 {
            measured += found.nodes;
            allocated += info.count_total;
        }
        line.play_unchecked(found.best);
    }
    assert!(measured >= budget, "{}: {measured} nodes are too few to judge by", G::ID);
    assert!(allocated * POSITIONS < measured, "{}: {allocated} allocations in {measured} nodes", G::ID);
}

/// Batches of a pool that has played for a while, with evaluations that say nothing.
fn the_pool_allocates_for_moves_and_batches_only<G: Encode>(search: &str, batches: u32) {
    let search = search.parse().expect("a search");
    let options =
        SelfPlayOptions { slots: SLOTS, games: None, search, threads: 0, seed: 7, ..SelfPlayOptions::default() };
    let pool = SelfPlay::new(vec![G::start(G::Rules::default())], options).expect("a pool");
    let (mut logits, values) = (Vec::new(), vec![0.0; SLOTS]);
    let mut play = |count: u32| -> u64 {
        let mut leaves = 0;
        for _ in 0..count {
            let batch = pool.leaves(SLOTS, Duration::MAX).expect("leaves").expect("games go on for ever");
            logits.clear();
            // Not quite even, so that games differ.
            logits.extend(batch.actions.iter().map(|&action| (action % 7) as f32 / 10.0));
            pool.answer(batch.id, Logits::Ragged(&logits), &values[..batch.len()]).expect("an answer");
            leaves += batch.len() as u64;
        }
        leaves
    };
    play(2 * batches);
    let mut leaves = 0;
    let info = measure(|| leaves = play(batches));
    // Lists of a batch and of the chunks of games it is made of are about 10 for 32 leaves; one allocation a simulation
    // would be a whole one more a leaf.
    assert!(info.count_total * 2 < leaves, "{}: {} allocations for {leaves} leaves", G::ID, info.count_total);
}

macro_rules! games {
    ($($name:ident: $game:ty, $nodes:expr, $batches:expr;)*) => {
        $(mod $name {
            #[test]
            fn alphabeta_allocates_for_choices_only() {
                super::alphabeta_allocates_for_choices_only::<$game>($nodes);
            }

            #[test]
            fn the_pool_allocates_for_moves_and_batches_only() {
                for search in ["gumbel(simulations=200)", "puct(simulations=200)"] {
                    super::the_pool_allocates_for_moves_and_batches_only::<$game>(search, $batches);
                }
            }
        })*
    };
}

games! {
    chess: fairyring_chess::Position, 10_000, 100;
    behemoth: fairyring_behemoth::Position, 10_000, 100;
    astral: fairyring_astral::Position, 10_000, 100;
    ultima: fairyring_ultima::Position, 10_000, 100;
    shahki: fairyring_shahki::Position, 10_000, 100;
    cards: fairyring_cards::Position, 2_000, 40;
    wari: fairyring_wari::Position, 10_000, 100;
}
