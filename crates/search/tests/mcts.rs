//! Monte Carlo tree search: proofs, values, legality.

use fairyring_game::{Evaluate, Game, Line, PLAYERS, stream};
use fairyring_laws::games::{Duel, Heaps, Walk};
use fairyring_laws::{Minimax, check_agent, check_solver, random_lines};
use fairyring_search::{AgentSpec, Analysis, build};

fn analyse<G: Evaluate>(line: &Line<G>, agent: &str, seed: u64) -> Analysis<G::Move> {
    let spec: AgentSpec = agent.parse().expect("an agent");
    let mut player = build::<G>(&spec).unwrap_or_else(|error| panic!("{error}"));
    player.analyse(line, &mut stream(seed, PLAYERS))
}

#[test]
fn finds_every_win_within_three_plies() {
    for rule in ["rule=uct", "rule=puct", "rule=puct, rollouts=0"] {
        let agent = format!("mcts(simulations=20000, {rule})");
        assert!(check_solver(&random_lines(&Heaps::start(()), 60, 12, 1), &agent, 3, 100_000, 1) > 15);
        assert!(check_solver(&random_lines(&Walk::start(()), 60, 20, 2), &agent, 3, 100_000, 2) > 15);
    }
}

#[test]
fn proofs_agree_with_solved_positions() {
    // Small enough to be searched to the end by plain minimax.
    let weights = Heaps::default_weights();
    let start = Heaps { heaps: [3, 2, 2], seat: 1, last: 0 };
    for line in random_lines(&start, 30, 3, 3) {
        let values = Minimax::new(&weights, (0, false), 10_000_000).root_values(&line, 7).expect("a small tree");
        let best = values.iter().copied().max().expect("a move");
        let analysis = analyse(&line, "mcts(simulations=50000)", 4);
        assert_eq!(analysis.value, f64::from(best.signum()), "{:?}", line.position());
    }
}

#[test]
fn values_with_dice_approach_the_expected_ones() {
    // One hit of 2 or more decides for both: a solved race.
    for (life, seed) in [([1, 1], 5), ([2, 1], 6), ([1, 3], 7)] {
        let line = Line::new(Duel { life, seat: 0, aim: None });
        let weights = Duel::default_weights();
        let values =
            Minimax::new(&weights, (0, false), 5_000_000).expected_root_values(&line, 4).expect("a small tree");
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max) / 30_000.0;
        for rule in ["uct", "puct", "gumbel"] {
            let analysis = analyse(&line, &format!("mcts(simulations=20000, rule={rule})"), seed);
            // The rest of the tree below four plies weighs little.
            assert!((analysis.value - best).abs() < 0.05, "{rule}: {} is not near {best}", analysis.value);
        }
    }
}

#[test]
fn agents_play_legally_and_reproducibly() {
    for agent in [
        "mcts(simulations=1)",
        "mcts(simulations=50)",
        "mcts(simulations=50, reuse=false, rollouts=2, rollout_plies=3)",
        "mcts(simulations=20, rule=puct, rollouts=0, plies_random=3, temperature=20)",
        "mcts(simulations=16, rule=gumbel)",
    ] {
        check_agent(&Heaps::start(()), agent, 5, 100, 4);
        check_agent(&Duel::start(()), agent, 5, 100, 5);
        check_agent(&Walk::start(()), agent, 5, 60, 6);
    }
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    for (agent, words) in [
        ("mcts", "takes simulations"),
        ("mcts(simulations=0)", "argument simulations"),
        ("mcts(simulations=1e9)", "argument simulations"),
        ("mcts(simulations=2000000)", "from 1 to 1000000"),
        ("mcts(simulations=5, c=-1)", "argument c"),
        ("mcts(simulations=5, c=nan)", "argument c"),
        ("mcts(simulations=5, rule=best)", "uct, puct or gumbel"),
        ("mcts(simulations=5, rule=gumbel, c=1)", "takes no c"),
        ("mcts(simulations=5, rollouts=-1)", "argument rollouts"),
        ("mcts(simulations=5, depth=1)", "unknown argument \"depth\""),
    ] {
        let spec: AgentSpec = agent.parse().expect("an agent");
        let Err(error) = build::<Heaps>(&spec) else { panic!("{agent} was built") };
        assert!(error.0.contains(words), "{agent}: {error}");
    }
}
