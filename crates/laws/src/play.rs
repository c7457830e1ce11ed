//! Laws on positions met in random games.

use fairyring_game::{
    Actor, DICE, Encode, Evaluate, Game, History, Line, Outcome, PLAYERS, Playout, Rng, Step, Text, Window, below,
    stream,
};
use std::collections::{HashMap, HashSet};

/// Plays `games` random games from `start` and checks every law on every `stride`-th position, and that the game's own
/// play-out loop plays the same games as the reference loop.
///
/// # Panics
/// At the first law broken, with the position.
pub fn check_game<G: Text + Encode + Evaluate>(start: &G, games: u32, seed: u64, max_plies: u32, stride: u32) {
    let mut history = History::filtered();
    for index in 0..u64::from(games) {
        let seed = fairyring_game::game_seed(seed, 0, index);
        let mut choices = stream(seed, PLAYERS);
        let mut dice = stream(seed, DICE);
        let mut line = Line::new(start.clone());
        let mut occurred: HashMap<u64, u32> = HashMap::new();
        let mut count_key = |position: &G| {
            position.repetition_key().map_or(1, |key| {
                let times = occurred.entry(key).or_default();
                *times += 1;
                *times
            })
        };
        assert_eq!(line.occurrences(), count_key(line.position()));
        let mut plies = 0;
        while plies < max_plies && line.actor() != Actor::Over {
            if (plies + index as u32).is_multiple_of(stride) {
                check_line(&line);
            }
            let m = if line.actor() == Actor::Chance {
                line.position().draw_chance(&mut dice)
            } else {
                plies += 1;
                drawn_move(line.position(), line.occurrences(), &mut choices)
            };
            line.play_unchecked(m);
            assert_eq!(line.occurrences(), count_key(line.position()), "occurrences of {:?}", line.text());
        }
        check_line(&line);

        history.clear();
        let fast = start.playout(&mut stream(seed, PLAYERS), &mut stream(seed, DICE), &mut history, max_plies);
        let slow = reference_playout(start, seed, max_plies);
        assert_eq!(
            (fast.outcome, fast.plies, fast.counts),
            (slow.outcome, slow.plies, slow.counts),
            "play-out {index} of {:?}",
            start.text(false)
        );
        assert!((fast.luck - slow.luck).abs() < 1e-4, "luck {} is not {}", fast.luck, slow.luck);
    }
}

/// The move that [`Game::draw_move`] draws, checked against the list and the index it stands for.
fn drawn_move<G: Text>(position: &G, occurrences: u32, choices: &mut Rng) -> G::Move {
    let mut by_index = choices.clone();
    let m = position.draw_move(occurrences, choices).expect("the game is not over");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let expected = moves[below(&mut by_index, moves.len() as u64) as usize];
    assert_eq!(m, expected, "draw_move in {:?}", position.text(false));
    assert_eq!(*choices, by_index, "draw_move uses one draw, in {:?}", position.text(false));
    m
}

/// The provided play-out loop, written out again: what every override must equal.
pub fn reference_playout<G: Game>(start: &G, seed: u64, limit: u32) -> Playout {
    let mut choices = stream(seed, PLAYERS);
    let mut dice = stream(seed, DICE);
    let mut line = Line::new(start.clone());
    let (mut plies, mut luck) = (0, 0.0);
    loop {
        let counts = line.position().counts();
        let end = |outcome: Outcome| Playout { outcome, plies, luck: luck as f32, counts };
        match line.actor() {
            Actor::Over => return end(line.outcome().expect("a game that is over has an outcome")),
            Actor::Chance => {
                let roll = line.position().draw_chance(&mut dice);
                luck += f64::from(line.position().luck(roll));
                line.play_unchecked(roll);
            }
            Actor::Seat(_) if plies >= limit => return end(line.position().outcome_by_limit()),
            Actor::Seat(_) => {
                let moves = line.legal_moves();
                let m = moves[below(&mut choices, moves.len() as u64) as usize];
                line.play_unchecked(m);
                plies += 1;
            }
        }
    }
}

/// Checks every law that one position with its past can show.
///
/// # Panics
/// At the first law broken.
pub fn check_line<G: Text + Encode + Evaluate>(line: &Line<G>) {
    let position = line.position();
    let text = line.text();
    check_moves(line, &text);
    check_actions(line, &text);
    let weights = G::default_weights();
    if line.actor() == Actor::Over {
        let outcome = line.outcome().expect("over");
        assert!((outcome.reason as usize) < G::REASONS.len(), "{text}");
        assert!((-1.0..=1.0).contains(&outcome.utility), "{text}");
        assert_eq!(outcome.score.is_some(), G::HAS_SCORE, "{text}");
        return;
    }
    check_observations(position, &text);
    assert!(position.evaluate(&weights).abs() < G::WIN, "evaluation of {text}");
    let again = G::parse(&text, position.rules()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(&again, position, "{text} does not read back");
    assert_eq!(again.text(false), text);
    assert_eq!((again.key(), again.repetition_key()), (position.key(), position.repetition_key()), "keys of {text}");
}

/// Moves: no duplicates, the same by list, count and index; texts read back; chance sums to one.
fn check_moves<G: Text + Evaluate>(line: &Line<G>, text: &str) {
    let position = line.position();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let unique: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(unique.len(), moves.len(), "duplicates in {text}");
    if line.actor() == Actor::Over {
        assert!(line.legal_moves().is_empty() && line.chance_outcomes().is_empty(), "{text}");
        return;
    }
    let outcomes = line.chance_outcomes();
    if line.actor() == Actor::Chance {
        assert!(moves.is_empty(), "moves at a chance node: {text}");
        let (total, luck) = outcomes
            .iter()
            .fold((0.0, 0.0), |(total, luck), &(m, p)| (total + p, luck + p * f64::from(position.luck(m))));
        assert!((total - 1.0).abs() < 1e-12, "probabilities sum to {total} in {text}");
        assert!(luck.abs() < 1e-5, "mean luck {luck} in {text}");
    } else {
        assert!(outcomes.is_empty() && !moves.is_empty(), "{text}");
        assert_eq!(position.count_legal_moves(), moves.len(), "count in {text}");
        assert!(position.has_legal_move(), "{text}");
        for (n, &m) in moves.iter().enumerate() {
            assert_eq!(position.nth_legal_move(n), Some(m), "move {n} in {text}");
        }
        assert_eq!(position.nth_legal_move(moves.len()), None, "{text}");
        let weights = G::default_weights();
        let mut noisy = Vec::new();
        position.noisy_moves(&weights, &mut noisy);
        let gaining: HashSet<_> = moves.iter().copied().filter(|&m| position.gain(m, &weights) > 0).collect();
        assert_eq!(noisy.len(), gaining.len(), "noisy moves in {text}");
        assert!(noisy.iter().all(|m| gaining.contains(m)), "noisy moves in {text}");
    }
    let all: Vec<_> = moves.iter().copied().chain(outcomes.iter().map(|&(m, _)| m)).collect();
    let mut texts = HashSet::new();
    for &m in &all {
        assert!(position.is_legal(m), "{m:?} in {text}");
        let written = position.move_text(m);
        assert_eq!(position.parse_move(&written), Ok(m), "{written} in {text}");
        position.captures(m);
        assert!(texts.insert(written), "two moves share a text in {text}");
    }
}

/// Actions: ascending, below the count, and every legal move is played by its actions.
fn check_actions<G: Text + Encode + Evaluate>(line: &Line<G>, text: &str) {
    let window = Window::default();
    let actions = line.legal_actions(window);
    assert!(actions.is_sorted_by(|a, b| a < b), "actions are not ascending in {text}");
    assert!(actions.iter().all(|&action| action < G::action_count(window)), "{text}");
    if line.actor() == Actor::Over {
        assert!(actions.is_empty(), "{text}");
        return;
    }
    let position = line.position();
    let mut firsts = HashSet::new();
    let mut outside = 0;
    let outcomes = line.chance_outcomes();
    for m in line.legal_moves().into_iter().chain(outcomes.iter().map(|&(m, _)| m)) {
        let Some(path) = position.actions_of(m, window) else {
            outside += 1;
            continue;
        };
        firsts.insert(path[0]);
        for (n, &action) in path.iter().enumerate() {
            let step = position.step(&path[..n], action, window);
            let expected = if n + 1 == path.len() { Step::Move(m) } else { Step::Partial };
            assert_eq!(step, expected, "actions {path:?} of {m:?} in {text}");
            assert_eq!(position.step_legal(&path[..n], action, window), expected, "actions {path:?} in {text}");
            check_mask(position, &path[..n], text);
        }
    }
    assert_eq!(position.count_outside(window), outside, "moves outside the window in {text}");
    assert_eq!(firsts, actions.iter().copied().collect(), "legal actions in {text}");
    for action in (0..G::action_count(window)).step_by(37).chain([u32::MAX]) {
        let legal = position.step(&[], action, window) != Step::Illegal;
        assert_eq!(legal, firsts.contains(&action), "action {action} in {text}");
    }
}

/// The mask: the bits of the legal actions, no others.
fn check_mask<G: Encode>(position: &G, taken: &[u32], text: &str) {
    let window = Window::default();
    let mut actions = Vec::new();
    position.legal_actions(taken, window, &mut actions);
    let mut words = vec![0u64; G::action_count(window).div_ceil(64) as usize];
    position.mark_legal_actions(taken, window, &mut words);
    for &action in &actions {
        let word = &mut words[action as usize / 64];
        assert!(*word >> (action % 64) & 1 == 1, "action {action} after {taken:?} is not marked in {text}");
        *word &= !(1 << (action % 64));
    }
    assert!(words.iter().all(|&word| word == 0), "illegal actions are marked after {taken:?} in {text}");
}

/// Observations: every byte is written, and they show the position to each seat.
fn check_observations<G: Text + Encode>(position: &G, text: &str) {
    let window = Window::default();
    let size = G::observation_shape(window).iter().product();
    assert_eq!(G::planes(window).len(), G::observation_shape(window)[0]);
    for seat in 0..G::SEATS.len() as u8 {
        let (mut zeros, mut ones) = (vec![0; size], vec![255; size]);
        position.observe(&[], seat, window, &mut zeros);
        position.observe(&[], seat, window, &mut ones);
        assert_eq!(zeros, ones, "bytes left unwritten in {text}");
        if !position.fits(window) {
            continue;
        }
        if let Some(decoded) = G::decode(&zeros, seat, window, position.rules()) {
            let mut again = vec![0; size];
            decoded.observe(&[], seat, window, &mut again);
            assert_eq!(again, zeros, "{text} seen by {}", G::SEATS[seat as usize]);
            assert_eq!(decoded.repetition_key(), position.repetition_key(), "{text} decoded");
        } else {
            panic!("the observation of {text} by {} does not decode", G::SEATS[seat as usize]);
        }
    }
}
