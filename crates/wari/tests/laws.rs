//! The laws of the contract, under every combination of options.

use fairyring_game::{Actor, Game, Line, PLAYERS, Rules as _, below, game_seed, stream};
use fairyring_laws::{check_agent, check_alphabeta, check_game, check_uniform_draw};
use fairyring_tables::Endings;
use fairyring_wari::{Position, Rules};
use std::collections::{HashMap, HashSet};

const GAMES: u32 = if cfg!(feature = "long") { 500 } else { 60 };

fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for slam in ["no_capture", "illegal", "captures", "awari"] {
        for cycle in ["own_side", "even"] {
            for occurrences in ["2", "3"] {
                let mut rules = Rules::default();
                for (name, value) in [("grand_slam", slam), ("cycle", cycle), ("occurrences", occurrences)] {
                    rules.set(name, value).unwrap();
                }
                all.push(rules);
            }
        }
    }
    all
}

#[test]
fn every_combination_of_options_obeys_the_laws() {
    for rules in all_rules() {
        check_game(&Position::start(rules), GAMES, 1, 400, 1);
    }
}

/// Few counters: grand slams, feeding and cycles in every other game.
#[test]
fn endgames_obey_the_laws() {
    let pits = [
        [0, 0, 1, 0, 2, 5, 1, 0, 0, 1, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1],
        [17, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    for rules in all_rules() {
        for pits in pits {
            let left = 48 - pits.iter().sum::<u8>();
            for side in [0, 1] {
                let start = Position::new(pits, [left / 2, left - left / 2], side, rules).unwrap();
                check_game(&start, GAMES, 2, 3_000, 7);
            }
        }
    }
}

#[test]
fn every_reason_is_met_in_random_games() {
    for rules in all_rules() {
        let mut met = [0u32; 4];
        let mut history = fairyring_game::History::filtered();
        for pits in [[4u8; 12], [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]] {
            let left = 48 - pits.iter().sum::<u8>();
            let start = Position::new(pits, [left / 2, left / 2], 0, rules).unwrap();
            for index in 0..500 {
                history.clear();
                let mut choices = stream(game_seed(3, 0, index), PLAYERS);
                let end = start.playout(&mut choices, &mut stream(0, 0), &mut history, u32::MAX).outcome;
                met[end.reason as usize] += 1;
                let score = end.score.unwrap();
                assert!(end.utility == 0.0 || (end.utility > 0.0) == (score[0] > score[1]));
                if end.reason > 0 {
                    assert_eq!(score[0] + score[1], 48.0);
                }
            }
        }
        assert!(met[..3].iter().all(|&n| n > 0) && met[3] == 0, "{rules:?}: {met:?}");
    }
}

#[test]
fn random_moves_are_uniform() {
    let mut positions = Vec::new();
    for (index, rules) in all_rules().into_iter().enumerate() {
        let mut choices = stream(game_seed(4, 0, index as u64), PLAYERS);
        let mut line = Line::new(Position::start(rules));
        while line.actor() != Actor::Over {
            positions.push(*line.position());
            let moves = line.legal_moves();
            line.play_unchecked(moves[below(&mut choices, moves.len() as u64) as usize]);
        }
    }
    assert!(positions.len() > 500);
    check_uniform_draw(&positions, 500, 5);
}

/// Moves that neither capture nor recur nor end the game where there are such, so that the line grows far beyond any
/// usual game; every recurrence in it is counted rightly.
#[test]
fn lines_have_no_greatest_length() {
    let mut rules = Rules::AWARI;
    rules.occurrences = 3;
    let few = Position::new([0, 2, 0, 3, 0, 1, 2, 0, 0, 3, 1, 0], [18, 18], 0, rules).unwrap();
    let (mut longest, mut latest) = (0, 0);
    for (index, start) in (0..20).zip([Position::start(rules), few].into_iter().cycle()) {
        let mut choices = stream(game_seed(6, 0, index), PLAYERS);
        let mut line = Line::new(start);
        let mut occurred: HashMap<([u8; 12], Actor), u32> = HashMap::new();
        while line.actor() != Actor::Over && line.moves().len() < 4_000 {
            let times = occurred.entry((line.position().pits(), line.actor())).or_default();
            *times += 1;
            assert_eq!(line.occurrences(), *times);
            if *times > 1 {
                latest = latest.max(line.moves().len());
            }
            let moves = line.legal_moves();
            let cost = |m| {
                let mut next = line.clone();
                next.play_unchecked(m);
                let captured = line.position().captured_by(m) > 0;
                (next.outcome().is_some(), captured, next.occurrences())
            };
            let least = moves.iter().map(|&m| cost(m)).min().unwrap();
            let pool: Vec<_> = moves.into_iter().filter(|&m| cost(m) == least).collect();
            line.play_unchecked(pool[below(&mut choices, pool.len() as u64) as usize]);
        }
        longest = longest.max(line.moves().len());
    }
    assert!(longest > 2_000, "longest line {longest}");
    assert!(latest > 100, "latest recurrence {latest}");
}

#[test]
fn two_counters_that_chase_each_other_end_by_a_cycle() {
    for (cycle, score) in [("own_side", [24.0, 24.0]), ("even", [24.0, 24.0])] {
        let mut rules = Rules::default();
        rules.set("cycle", cycle).unwrap();
        let start = Position::new([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], [23, 23], 0, rules).unwrap();
        let mut line = Line::new(start);
        for m in ["a", "A", "b", "B", "c", "C", "d", "D", "e", "E", "f", "F"] {
            assert_eq!(line.outcome(), None);
            line.play(m).unwrap();
        }
        let outcome = line.outcome().unwrap();
        assert_eq!((outcome.reason, outcome.utility, outcome.score), (2, 0.0, Some(score)));
    }
}

#[test]
fn players_obey_their_laws() {
    for rules in [Rules::default(), Rules::AWARI] {
        let few = Position::new([0, 0, 1, 0, 2, 1, 1, 0, 2, 1, 0, 0], [20, 20], 1, rules).unwrap();
        for start in [Position::start(rules), few] {
            assert!(check_alphabeta(&start, 20, 60, 5, 20_000, 7) > 100);
            for agent in ["greedy", "twoply"] {
                check_agent(&start, agent, 3, 300, 8);
            }
        }
    }
}

/// No two positions of up to eight counters share a key, whoever moves and however many the mover has captured.
#[test]
fn keys_tell_positions_apart() {
    let (mut repetition, mut keys) = (HashSet::new(), HashSet::new());
    for level in 0..=8 {
        for index in 0..Position::size(level) {
            let pits = Position::at(level, index).pits();
            for side in [0, 1] {
                for taken in [10, 20] {
                    let stores = [taken, 48 - level as u8 - taken];
                    let position = Position::new(pits, stores, side, Rules::default()).unwrap();
                    assert!(keys.insert(position.key()), "{position:?}");
                    assert_eq!(repetition.insert(position.repetition_key()), taken == 10, "{position:?}");
                }
            }
        }
    }
}
