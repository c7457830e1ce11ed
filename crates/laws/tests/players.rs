//! The players' laws over all games. Each game is asked in sizes that take seconds.

use fairyring_game::{Evaluate, Text};
use fairyring_laws::{check_agent, check_alphabeta, check_expectiminimax, check_solver, lines_before_wins};

/// How many times as many positions are looked at.
const SCALE: u32 = if cfg!(feature = "long") { 30 } else { 1 };

/// Searches equal their plain forms; `depth` and `nodes` bound what the plain forms look at.
fn searches_equal_the_plain_forms<G: Evaluate>(positions: u32, longest: u32, depth: u32, nodes: u64, least: usize) {
    let start = G::start(G::Rules::default());
    let compared = check_alphabeta(&start, SCALE * positions, longest, depth, nodes, 1);
    assert!(compared >= least, "{compared} root moves were compared by alpha-beta");
    let compared = check_expectiminimax(&start, SCALE * positions, longest, depth, nodes, 2);
    assert!(compared >= least, "{compared} root moves were compared by expectiminimax");
}

/// Agents of every kind play legal moves, the same ones for the same seed.
fn agents_play_legally_and_reproducibly<G: Evaluate>(max_plies: u32) {
    let start = G::start(G::Rules::default());
    for agent in [
        "random",
        "greedy",
        "twoply",
        "alphabeta(depth=2)",
        "alphabeta(nodes=300, plies_random=4)",
        "alphabeta(nodes=200, temperature=30)",
        "expectiminimax(nodes=300)",
        "mcts(simulations=20, rollout_plies=50)",
        "mcts(simulations=20, rule=puct, rollouts=0)",
        "mcts(simulations=20, rule=gumbel, rollouts=0)",
    ] {
        check_agent(&start, agent, 2, max_plies, 3);
    }
}

/// Monte Carlo search with back-up of proofs finds the wins in one move and in two that plain minimax proves, near the
/// ends of games that somebody won.
fn the_solver_finds_short_wins<G: Evaluate>(players: &str, games: u64, max_plies: usize, least: [usize; 2]) {
    let start = G::start(G::Rules::default());
    let agent = "mcts(simulations=50000, rule=puct, rollouts=0)";
    let found = [(1, 1), (3, 3)].map(|(back, depth)| {
        if G::HAS_DICE && depth > 1 {
            // Between two moves the dice may do anything.
            return 0;
        }
        let lines = lines_before_wins(&start, players, u64::from(SCALE) * games, max_plies, back, 5);
        check_solver(&lines, agent, depth, 200_000, 6)
    });
    assert!(found[0] >= least[0] && found[1] >= least[1], "wins found: {found:?}");
}

macro_rules! games {
    ($($name:ident: $game:ty, $positions:expr, $longest:expr, $depth:expr, $nodes:expr, $least:expr, $plies:expr, $players:expr, $games:expr, $wins:expr;)*) => {
        $(mod $name {
            #[test]
            fn searches_equal_the_plain_forms() {
                super::searches_equal_the_plain_forms::<$game>($positions, $longest, $depth, $nodes, $least);
            }

            #[test]
            fn agents_play_legally_and_reproducibly() {
                super::agents_play_legally_and_reproducibly::<$game>($plies);
            }

            #[test]
            fn the_solver_finds_short_wins() {
                super::the_solver_finds_short_wins::<$game>($players, $games, 600, $wins);
            }
        })*
    };
}

games! {
    chess: fairyring_chess::Position, 30, 120, 3, 20_000, 500, 60, "alphabeta(depth=1)", 40, [10, 1];
    behemoth: fairyring_behemoth::Position, 30, 20, 3, 20_000, 500, 60, "alphabeta(depth=1)", 200, [5, 0];
    astral: fairyring_astral::Position, 30, 120, 3, 20_000, 500, 60, "alphabeta(depth=1)", 40, [10, 1];
    ultima: fairyring_ultima::Position, 30, 120, 3, 20_000, 500, 60, "alphabeta(depth=1)", 40, [10, 1];
    shahki: fairyring_shahki::Position, 30, 200, 3, 20_000, 500, 60, "alphabeta(depth=1)", 40, [5, 1];
    cards: fairyring_cards::Position, 12, 60, 2, 10_000, 200, 20, "greedy", 10, [3, 1];
    wari: fairyring_wari::Position, 200, 100, 3, 20_000, 500, 60, "alphabeta(depth=1)", 40, [10, 1];
}

/// Two plies of players with all outcomes of the Behemoth after each, where few units stand: near and away from the kings.
#[test]
fn star_searches_equal_the_plain_form_in_endings_of_behemoth_chess() {
    for text in [
        "8/2k5/8/8/3*4/8/5K2/8 w - - 0 1 -",
        "8/1k5p/8/8/8/2*5/P7/2K5 b - - 0 1 -",
        "k7/8/8/3*4/8/8/8/K5R1 w - - 0 1 -",
    ] {
        let start = <fairyring_behemoth::Position as Text>::parse(text, fairyring_behemoth::Rules::default());
        assert!(check_expectiminimax(&start.expect(text), 1, 0, 2, 2_000_000, 7) >= 2 * 5, "{text}");
    }
}
