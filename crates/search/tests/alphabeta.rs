//! Alpha-beta against plain minimax, on games with non-alternating seats, dice and repetition.

use fairyring_game::{Game, Line, PLAYERS, stream};
use fairyring_laws::games::{Duel, Heaps, Walk};
use fairyring_laws::{check_agent, check_alphabeta};
use fairyring_search::{AgentSpec, build};
use std::collections::HashSet;

#[test]
fn equals_plain_minimax_for_four_seats() {
    assert!(check_alphabeta(&Heaps::start(()), 60, 8, 5, 100_000, 1) > 500);
}

#[test]
fn equals_plain_minimax_with_dice_standing_still() {
    assert!(check_alphabeta(&Duel::start(()), 60, 8, 5, 100_000, 2) > 500);
}

#[test]
fn equals_plain_minimax_with_repetition() {
    assert!(check_alphabeta(&Walk::start(()), 200, 30, 3, 100_000, 3) > 1000);
}

#[test]
fn agents_play_legally_and_reproducibly() {
    for agent in [
        "alphabeta(depth=3)",
        "alphabeta(nodes=1)",
        "alphabeta(nodes=200, plies_random=2)",
        "alphabeta(depth=2, temperature=50)",
    ] {
        check_agent(&Heaps::start(()), agent, 5, 100, 4);
        check_agent(&Duel::start(()), agent, 5, 100, 5);
        check_agent(&Walk::start(()), agent, 5, 100, 6);
    }
}

#[test]
fn a_node_budget_is_kept() {
    let line = Line::new(Heaps::start(()));
    for nodes in [1, 2, 10, 77, 500] {
        let spec: AgentSpec = format!("alphabeta(nodes={nodes})").parse().expect("an agent");
        let mut player = build::<Heaps>(&spec).expect("a player");
        let analysis = player.analyse(&line, &mut stream(nodes, PLAYERS));
        // Once for the best move, and as much again for the values of the others.
        assert!(analysis.nodes <= 2 * nodes, "{} of {nodes}", analysis.nodes);
    }
}

#[test]
fn seeds_make_games_differ() {
    let spec: AgentSpec = "alphabeta(depth=2, plies_random=4)".parse().expect("an agent");
    let mut games = HashSet::new();
    for seed in 0..50 {
        let mut player = build::<Heaps>(&spec).expect("a player");
        player.begin_game();
        let (mut line, mut choices) = (Line::new(Heaps::start(())), stream(seed, PLAYERS));
        while line.outcome().is_none() {
            let m = player.choose(&line, &mut choices);
            line.play_unchecked(m);
        }
        games.insert(line.moves().to_vec());
    }
    assert!(games.len() > 45, "{} different games of 50", games.len());
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    for (agent, words) in [
        ("alphabeta", "exactly one of depth, nodes and ms"),
        ("alphabeta(depth=3, nodes=5)", "exactly one of"),
        ("alphabeta(depth=0)", "argument depth"),
        ("alphabeta(depth=65)", "from 1 to 64"),
        ("alphabeta(depth=-1)", "argument depth"),
        ("alphabeta(nodes=0)", "argument nodes"),
        ("alphabeta(nodes=99999999999999999999999)", "argument nodes"),
        ("alphabeta(ms=1e9)", "argument ms"),
        ("alphabeta(depth=2, temperature=nan)", "argument temperature"),
        ("alphabeta(depth=2, temperature=0)", "argument temperature"),
        ("alphabeta(depth=2, table=60)", "argument table"),
        ("alphabeta(depth=2, selective=maybe)", "argument selective"),
        ("alphabeta(depth=2, quiescence=99)", "argument quiescence"),
        ("alphabeta(depth=2, deep=1)", "unknown argument \"deep\""),
    ] {
        let spec: AgentSpec = agent.parse().expect("an agent");
        let Err(error) = build::<Heaps>(&spec) else { panic!("{agent} was built") };
        assert!(error.0.contains(words), "{agent}: {error}");
    }
}
