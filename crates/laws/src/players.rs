//! Laws of players, on positions met in random games.

use crate::Minimax;
use fairyring_game::{Actor, DICE, Evaluate, Line, PLAYERS, below, game_seed, stream};
use fairyring_search::{AlphaBeta, Budget, Expectiminimax, Opening, Player, Star, Tuning, build};

/// Lines of random play in which a seat is to act: `count` of them, with up to `longest` plies behind them.
#[must_use]
pub fn random_lines<G: Evaluate>(start: &G, count: u32, longest: u32, seed: u64) -> Vec<Line<G>> {
    let mut lines = Vec::new();
    for index in 0.. {
        if lines.len() == count as usize {
            break;
        }
        let seed = game_seed(seed, 0, index);
        let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
        let plies = below(&mut choices, u64::from(longest) + 1);
        let mut line = Line::new(start.clone());
        let mut played = 0;
        loop {
            let m = match line.actor() {
                Actor::Over => break,
                Actor::Chance => line.position().draw_chance(&mut dice),
                Actor::Seat(_) if played == plies => {
                    lines.push(line);
                    break;
                }
                Actor::Seat(_) => {
                    played += 1;
                    line.position().draw_move(line.occurrences(), &mut choices).expect("the game is not over")
                }
            };
            line.play_unchecked(m);
        }
        assert!(index < 100 * u64::from(count) + 1000, "random games from {start:?} end too early");
    }
    lines
}

/// Lines of games by an agent on all seats that somebody won, `back` plies before their end, where a seat acts: what is
/// left of at most `games` games.
///
/// # Panics
/// If the agent cannot be built.
#[must_use]
pub fn lines_before_wins<G: Evaluate>(
    start: &G,
    agent: &str,
    games: u64,
    max_plies: usize,
    back: usize,
    seed: u64,
) -> Vec<Line<G>> {
    let spec = agent.parse().expect("an agent");
    let mut player = build::<G>(&spec).unwrap_or_else(|error| panic!("{error}"));
    let mut lines = Vec::new();
    for index in 0..games {
        let seed = game_seed(seed, 2, index);
        let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
        player.begin_game();
        let mut line = Line::new(start.clone());
        while line.moves().len() < max_plies {
            let m = match line.actor() {
                Actor::Over => break,
                Actor::Chance => line.position().draw_chance(&mut dice),
                Actor::Seat(_) => player.choose(&line, &mut choices),
            };
            line.play_unchecked(m);
        }
        let is_won = line.outcome().is_some_and(|outcome| outcome.utility.abs() >= 1.0);
        let Some(kept) = line.moves().len().checked_sub(back).filter(|_| is_won) else { continue };
        let mut before = Line::new(start.clone());
        line.moves()[..kept].iter().for_each(|&m| before.play_unchecked(m));
        if matches!(before.actor(), Actor::Seat(_)) {
            lines.push(before);
        }
    }
    lines
}

/// Alpha-beta with and without a table, and by windows, gives every root move the value of plain minimax, to `depth`
/// plies where that takes at most `nodes` positions. Returns how many root moves were compared.
///
/// # Panics
/// At the first difference.
#[must_use]
pub fn check_alphabeta<G: Evaluate>(
    start: &G,
    positions: u32,
    longest: u32,
    depth: u32,
    nodes: u64,
    seed: u64,
) -> usize {
    let weights = G::default_weights();
    let mut compared = 0;
    for (number, line) in random_lines(start, positions, longest, seed).into_iter().enumerate() {
        for depth in 1..=depth {
            let (quiescence, drift) = (number as u32 % 3, number % 2 == 0);
            let Some(values) = Minimax::new(&weights, (quiescence, drift), nodes).root_values(&line, depth) else {
                break;
            };
            let values: Vec<f64> =
                values.iter().map(|&value| f64::from(value).clamp(-f64::from(G::WIN), f64::from(G::WIN))).collect();
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for table_bits in [0, 8, 16] {
                let tuning = Tuning { selective: false, quiescence, table_bits, drift };
                let mut player = AlphaBeta::<G>::new(weights.clone(), Budget::Depth(depth), tuning, Opening::default());
                player.begin_game();
                let analysis = player.analyse(&line, &mut stream(seed, PLAYERS));
                let place = format!(
                    "depth {depth}, quiescence {quiescence}, drift {drift}, table {table_bits}, {:?}",
                    line.position()
                );
                assert_eq!(analysis.value, best, "{place}");
                let settled = best.abs() > f64::from(G::WIN - 1000);
                for (root, &value) in analysis.moves.iter().zip(&values) {
                    // A search that has proved a win stops before it knows the other moves at this depth.
                    assert!(settled || root.value == value, "{:?} is {}, not {value}: {place}", root.m, root.value);
                }
                let index = analysis.moves.iter().position(|root| root.m == analysis.best).expect("a legal move");
                assert_eq!(values[index], best, "{place}");
            }
            compared += values.len();
        }
    }
    compared
}

/// Star1, Star2 and no cut-off at dice give every root move the value of plain expectiminimax, but for rounding, to `depth`
/// plies where that takes at most `nodes` positions. Returns how many root moves were compared.
///
/// # Panics
/// At the first difference.
#[must_use]
pub fn check_expectiminimax<G: Evaluate>(
    start: &G,
    positions: u32,
    longest: u32,
    depth: u32,
    nodes: u64,
    seed: u64,
) -> usize {
    let weights = G::default_weights();
    let equal = |a: f64, b: f64| (a - b).abs() < 1e-6;
    let mut compared = 0;
    for line in random_lines(start, positions, longest, seed) {
        for depth in 1..=depth {
            let Some(values) = Minimax::new(&weights, (0, false), nodes).expected_root_values(&line, depth) else {
                break;
            };
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for star in [Star::Plain, Star::One, Star::Two] {
                let mut player =
                    Expectiminimax::<G>::new(weights.clone(), Budget::Depth(depth), star, Opening::default());
                player.begin_game();
                let analysis = player.analyse(&line, &mut stream(seed, PLAYERS));
                let place = format!("depth {depth}, {star:?}, {:?}", line.position());
                assert!(equal(analysis.value, best), "{} is not {best}: {place}", analysis.value);
                for (root, &value) in analysis.moves.iter().zip(&values) {
                    assert!(equal(root.value, value), "{:?} is {}, not {value}: {place}", root.m, root.value);
                    assert!(root.m != analysis.best || equal(value, best), "{place}");
                }
            }
            compared += values.len();
        }
    }
    compared
}

/// An agent that proves results finds every win that plain minimax proves within `depth` plies where that takes at most
/// `nodes` positions, on these lines: it says 1, and plays a move that wins. Returns the number of wins.
///
/// # Panics
/// At the first win that is missed, or if the agent cannot be built.
#[must_use]
pub fn check_solver<G: Evaluate>(lines: &[Line<G>], agent: &str, depth: u32, nodes: u64, seed: u64) -> usize {
    let spec = agent.parse().expect("an agent");
    let weights = G::default_weights();
    let mut wins = 0;
    for line in lines {
        let values = |depth| Minimax::new(&weights, (0, false), nodes).root_values(line, depth);
        let Some(proven) = (1..=depth).map_while(values).last() else { continue };
        let wins_at = |values: &[i32]| values.iter().any(|&value| value > G::WIN - 1000);
        if !wins_at(&proven) {
            continue;
        }
        let mut player = build::<G>(&spec).unwrap_or_else(|error| panic!("{error}"));
        let analysis = player.analyse(line, &mut stream(seed, PLAYERS));
        let index = analysis.moves.iter().position(|root| root.m == analysis.best).expect("a legal move");
        assert!(analysis.value >= 1.0, "{agent} values {:?} at {}", line.position(), analysis.value);
        // A slower win is one, too.
        let wins_later = || (depth + 1..).map_while(values).any(|values| values[index] > G::WIN - 1000);
        assert!(
            proven[index] > G::WIN - 1000 || wins_later(),
            "{agent} plays {:?} in {:?}",
            analysis.best,
            line.position()
        );
        wins += 1;
    }
    wins
}

/// An agent plays legal moves, the same ones for the same seed, and its analysis names the move it plays.
///
/// # Panics
/// At the first law broken, or if the agent cannot be built.
pub fn check_agent<G: Evaluate>(start: &G, agent: &str, games: u64, max_plies: u32, seed: u64) {
    let spec = agent.parse().expect("an agent");
    let play = |seed: u64, analysed: bool| {
        let mut player = build::<G>(&spec).unwrap_or_else(|error| panic!("{error}"));
        // What an earlier game leaves behind must not matter.
        let mut choices = stream(seed ^ 1, PLAYERS);
        if !analysed {
            player.begin_game();
            player.choose(&Line::new(start.clone()), &mut choices);
        }
        player.begin_game();
        let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
        let mut line = Line::new(start.clone());
        for _ in 0..max_plies {
            let m = match line.actor() {
                Actor::Over => break,
                Actor::Chance => line.position().draw_chance(&mut dice),
                Actor::Seat(_) if analysed => {
                    let analysis = player.analyse(&line, &mut choices);
                    let moves: Vec<_> = analysis.moves.iter().map(|root| root.m).collect();
                    assert_eq!(moves, line.legal_moves(), "{agent} in {:?}", line.position());
                    assert_eq!(analysis.pv.first(), Some(&analysis.best));
                    assert!(analysis.value.is_finite() && analysis.moves.iter().all(|root| root.value.is_finite()));
                    analysis.best
                }
                Actor::Seat(_) => player.choose(&line, &mut choices),
            };
            assert!(line.position().is_legal(m), "{agent} plays {m:?} in {:?}", line.position());
            line.play_unchecked(m);
        }
        line
    };
    for index in 0..games {
        let seed = game_seed(seed, 1, index);
        let line = play(seed, false);
        assert_eq!(line.moves(), play(seed, false).moves(), "{agent}, seed {seed}, twice");
        if index == 0 {
            play(seed, true);
        }
    }
}
