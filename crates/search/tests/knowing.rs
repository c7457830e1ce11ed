//! What players do with positions that are known, and when they are asked to stop.

use fairyring_game::{Evaluate, Game, Line, PLAYERS, Team, stream};
use fairyring_laws::games::{Duel, Heaps};
use fairyring_search::{AgentSpec, AlphaBeta, Budget, Opening, Oracle, Player, Tuning, build};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Knows the positions one ply from the start.
#[derive(Debug)]
struct Known(HashMap<u64, i32>);

impl Oracle<Heaps> for Known {
    fn value(&self, position: &Heaps, view: Team) -> Option<i32> {
        self.0.get(&position.key()).map(|&value| if view == 0 { value } else { -value })
    }
}

fn moves(position: &Heaps) -> Vec<<Heaps as Game>::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

#[test]
fn known_positions_are_leaves_with_their_values() {
    let start = Heaps::start(());
    let mut values = HashMap::new();
    let mut expected = Vec::new();
    for (i, m) in moves(&start).into_iter().enumerate() {
        let mut next = start.clone();
        next.play_unchecked(m);
        if next.outcome(1).is_some() || values.contains_key(&next.key()) {
            continue;
        }
        let value = (i as i32 * 37) % 101 * 100 - 5000;
        values.insert(next.key(), value);
        let own = if start.team_to_act() == Some(0) { value } else { -value };
        expected.push((m, own));
    }
    assert!(expected.len() > 1);
    let weights = Heaps::default_weights();
    let budget = Budget::Depth(6);
    let mut player =
        AlphaBeta::new(weights, budget, Tuning::of(budget), Opening::default()).with_oracle(Arc::new(Known(values)));
    let found = player.analyse(&Line::new(start), &mut stream(1, PLAYERS));
    for (m, value) in &expected {
        let root = found.moves.iter().find(|root| root.m == *m).expect("a root move");
        assert_eq!(root.value, f64::from(*value));
    }
    // No more is looked at than the moves themselves, once for the best and once for the others, an iteration.
    assert!(found.nodes < 400, "{}", found.nodes);
}

#[test]
fn players_end_soon_after_they_are_asked_to() {
    let line = Line::new(Duel::start(()));
    for agent in ["alphabeta(nodes=1000000000)", "expectiminimax(nodes=1000000000)", "mcts(simulations=1000000)"] {
        let mut player = build::<Duel>(&agent.parse::<AgentSpec>().expect("an agent")).expect("a player");
        player.heed(&Arc::new(AtomicBool::new(true)));
        let found = player.analyse(&line, &mut stream(1, PLAYERS));
        assert!(line.position().is_legal(found.best), "{agent}");
        assert!(found.nodes < 2_000, "{agent}: {}", found.nodes);
    }
}

#[test]
fn considering_finds_what_is_chosen() {
    let line = Line::new(Duel::start(()));
    for agent in [
        "greedy",
        "twoply",
        "alphabeta(depth=3)",
        "alphabeta(nodes=1)",
        "expectiminimax(depth=2)",
        "mcts(simulations=40)",
    ] {
        let spec = agent.parse::<AgentSpec>().expect("an agent");
        let player = || build::<Duel>(&spec).expect("a player");
        let considered = player().consider(&line, &mut stream(3, PLAYERS));
        assert_eq!(considered.best, player().choose(&line, &mut stream(3, PLAYERS)), "{agent}");
        assert_eq!(considered.pv.first(), Some(&considered.best), "{agent}");
        assert!(considered.value.is_finite(), "{agent}");
    }
}
