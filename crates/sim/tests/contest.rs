//! Contests: paired openings, common dice, seats exchanged; the same in parts and on any number of threads.

use fairyring_game::{Evaluate, Game};
use fairyring_laws::games::{Duel, Heaps};
use fairyring_search::standard;
use fairyring_sim::{Contest, Control, JobError, Round, exchanged, rotated, tally};
use std::collections::HashSet;

fn contest<G: Evaluate>(start: &G, agents: &[&str], seatings: Vec<Vec<usize>>) -> Contest<G> {
    Contest {
        build: standard,
        starts: vec![start.clone()],
        agents: agents.iter().map(|agent| agent.parse().expect("an agent")).collect(),
        seatings,
        opening_plies: 2,
        seed: 5,
        experiment: 0,
        max_plies: None,
    }
}

fn play<G: Evaluate>(contest: &Contest<G>, first: u64, count: usize, workers: usize) -> Vec<Round> {
    contest.play(first, count, workers, &Control::new()).expect("a contest")
}

#[test]
fn a_match_in_parts_on_threads_is_the_match() {
    let contest = contest(&Duel::start(()), &["alphabeta(depth=1)", "mcts(simulations=20)"], exchanged(Duel::TEAMS));
    let whole = play(&contest, 0, 60, 1);
    let parts = [play(&contest, 0, 7, 3), play(&contest, 7, 33, 2), play(&contest, 40, 20, 1)].concat();
    assert!(whole == parts);
    assert_eq!(whole.len(), 60);
    let games: HashSet<u64> = whole.iter().flat_map(|round| round.game.iter().copied()).collect();
    assert!(games.len() > 60, "{} different games", games.len());
}

#[test]
fn equal_agents_without_choice_of_their_own_share_every_pair() {
    // With common dice and equal deterministic agents the two games of a pair are one game, won by both sides once.
    for depth in [1, 2] {
        let agent = format!("expectiminimax(depth={depth})");
        let contest = contest(&Duel::start(()), &[&agent, &agent], exchanged(Duel::TEAMS));
        let rounds = play(&contest, 0, 100, 2);
        assert_eq!(tally(&rounds).0, [0, 0, 100, 0, 0]);
        assert!(rounds.iter().all(|round| round.game[0] == round.game[1] && round.luck[0] == round.luck[1]));
    }
}

#[test]
fn the_stronger_agent_wins_in_teams() {
    let start = Heaps { heaps: [7, 8, 9], seat: 0, last: 0 };
    let contest = contest(&start, &["alphabeta(depth=6)", "random"], exchanged(Heaps::TEAMS));
    let tally = tally(&play(&contest, 0, 100, 2));
    assert!(tally.interval(0.99).low > 0.6, "{tally:?}");
}

#[test]
fn seats_are_rotated_in_a_latin_square() {
    let seatings = rotated(4);
    for place in 0..4 {
        assert_eq!(seatings.iter().map(|seating| seating[place]).collect::<HashSet<_>>().len(), 4);
        assert_eq!(seatings[place].iter().collect::<HashSet<_>>().len(), 4);
    }
    let contest = contest(&Heaps::start(()), &["random", "greedy", "alphabeta(depth=1)", "twoply"], seatings);
    let rounds = play(&contest, 3, 5, 2);
    assert!(rounds.iter().all(|round| round.utility.len() == 4 && round.opening_plies == 2));
}

#[test]
fn openings_that_end_the_game_are_shortened() {
    let mut contest = contest(&Heaps::start(()), &["random", "random"], exchanged(Heaps::TEAMS));
    contest.opening_plies = 40;
    for round in play(&contest, 0, 20, 1) {
        assert!(round.opening_plies < 15, "{}", round.opening_plies);
        assert!(round.plies.iter().all(|&plies| plies > 0));
    }
}

#[test]
fn wrong_contests_are_refused() {
    let refused = |contest: Contest<Heaps>| contest.play(0, 1, 1, &Control::new()).expect_err("a wrong contest");
    let right = || contest(&Heaps::start(()), &["random", "random"], exchanged(Heaps::TEAMS));
    assert_eq!(refused(Contest { starts: Vec::new(), ..right() }), JobError::NoStart);
    assert_eq!(refused(Contest { seatings: vec![vec![0; 3]], ..right() }), JobError::Seats { given: 3, seats: 4 });
    assert_eq!(refused(Contest { seatings: vec![vec![2; 4]], ..right() }), JobError::Seating { agent: 2, agents: 2 });
    let unknown = contest(&Heaps::start(()), &["random", "nobody"], exchanged(Heaps::TEAMS));
    assert!(refused(unknown).to_string().contains("unknown agent \"nobody\""));
}

#[test]
fn a_cancelled_contest_keeps_what_is_done() {
    let control = Control::new();
    control.cancel();
    let contest = contest(&Heaps::start(()), &["random", "random"], exchanged(Heaps::TEAMS));
    assert_eq!(contest.play(0, 10, 2, &control), Ok(Vec::new()));
}
