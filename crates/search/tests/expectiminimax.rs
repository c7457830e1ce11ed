//! Expectiminimax with Star1 and Star2 against the plain form.

use fairyring_game::{Game, Line, PLAYERS, stream};
use fairyring_laws::games::{Duel, Heaps, Walk};
use fairyring_laws::{check_agent, check_expectiminimax};
use fairyring_search::{AgentSpec, build};

#[test]
fn equals_the_plain_form_with_dice() {
    assert!(check_expectiminimax(&Duel::start(()), 60, 8, 3, 200_000, 1) > 500);
}

#[test]
fn equals_plain_minimax_without_dice() {
    assert!(check_expectiminimax(&Heaps::start(()), 40, 8, 4, 100_000, 2) > 500);
    assert!(check_expectiminimax(&Walk::start(()), 100, 30, 3, 100_000, 3) > 500);
}

#[test]
fn agents_play_legally_and_reproducibly() {
    for agent in [
        "expectiminimax(depth=2)",
        "expectiminimax(depth=2, star=0)",
        "expectiminimax(nodes=1)",
        "expectiminimax(nodes=300, plies_random=3, temperature=100)",
    ] {
        check_agent(&Heaps::start(()), agent, 5, 100, 4);
        check_agent(&Duel::start(()), agent, 5, 100, 5);
        check_agent(&Walk::start(()), agent, 5, 100, 6);
    }
}

#[test]
fn star_cuts_and_star_two_cuts_more() {
    let nodes = |star: u32| -> u64 {
        let spec: AgentSpec = format!("expectiminimax(depth=4, star={star})").parse().expect("an agent");
        let mut player = build::<Duel>(&spec).expect("a player");
        player.choose(&Line::new(Duel::start(())), &mut stream(1, PLAYERS));
        player.analyse(&Line::new(Duel::start(())), &mut stream(1, PLAYERS)).nodes
    };
    let [plain, one, two] = [0, 1, 2].map(nodes);
    assert!(two < one && one < plain, "nodes {plain}, {one}, {two}");
}
