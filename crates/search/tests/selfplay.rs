//! The pool of self-play: order, threads and sizes do not matter; wrong answers are refused and change nothing.

use fairyring_game::{Actor, Encode, Game, Line, Window};
use fairyring_laws::games::{Duel, Heaps};
use fairyring_search::selfplay::{
    AnyPool, Batch, GameRecord, Logits, PoolError, PoolSearch, SelfPlay, SelfPlayOptions,
};
use std::time::Duration;

const WAIT: Duration = Duration::from_micros(200);

/// An evaluator without sense that depends on the observation alone.
fn evaluate(observation: &[u8], action: u32) -> f32 {
    let hash = observation.iter().fold(u64::from(action) + 1, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
    });
    (hash % 2001) as f32 / 1000.0 - 1.0
}

fn values(pool: &dyn AnyPool, batch: &Batch) -> Vec<f32> {
    let size: usize = pool.observation_shape().iter().product();
    batch.observations.chunks(size).map(|observation| evaluate(observation, 99)).collect()
}

fn ragged(pool: &dyn AnyPool, batch: &Batch) -> Vec<f32> {
    let size: usize = pool.observation_shape().iter().product();
    let mut logits = Vec::new();
    for (row, observation) in batch.observations.chunks(size).enumerate() {
        let own = batch.offsets[row] as usize..batch.offsets[row + 1] as usize;
        logits.extend(batch.actions[own].iter().map(|&action| evaluate(observation, action)));
    }
    logits
}

fn dense(pool: &dyn AnyPool, batch: &Batch) -> Vec<f32> {
    let columns = pool.action_count() as usize;
    let mut logits = vec![f32::NAN; batch.len() * columns];
    let mut found = ragged(pool, batch).into_iter();
    for (entry, legal) in logits.iter_mut().zip(batch.mask(pool.action_count())) {
        if legal == 1 {
            *entry = found.next().expect("as many legal actions as ones in the mask");
        }
    }
    logits
}

/// Plays a pool to its end with up to `out` batches out at a time, the newest answered first.
fn play(pool: &dyn AnyPool, most: usize, out: usize, by_mask: bool) -> Vec<GameRecord> {
    let mut games = Vec::new();
    let mut batches: Vec<Batch> = Vec::new();
    loop {
        let next = if batches.len() < out { pool.leaves(most, WAIT) } else { Err(PoolError::AllOut { out }) };
        match next {
            Ok(Some(batch)) => {
                assert!(!batch.is_empty() && batch.len() <= most);
                assert_eq!(batch.offsets.len(), batch.len() + 1);
                batches.push(batch);
            }
            Ok(None) => break,
            Err(PoolError::AllOut { .. }) => {
                let batch = batches.pop().expect("leaves that are out are in a batch");
                let answer = if by_mask { dense(pool, &batch) } else { ragged(pool, &batch) };
                let logits = if by_mask { Logits::Dense(&answer) } else { Logits::Ragged(&answer) };
                pool.answer(batch.id, logits, &values(pool, &batch)).expect("a right answer");
            }
            Err(error) => panic!("{error}"),
        }
        games.extend(pool.take_games());
    }
    games.extend(pool.take_games());
    games.sort_by_key(|game| game.index);
    games
}

fn options(search: &str, slots: usize, threads: usize) -> SelfPlayOptions {
    SelfPlayOptions {
        slots,
        games: Some(60),
        search: search.parse().expect("a search"),
        threads,
        seed: 7,
        keep_observations: true,
        ..SelfPlayOptions::default()
    }
}

/// A record's actions, played again, lead to its end; its samples are what it says.
fn replays<G: Encode>(start: &G, record: &GameRecord) {
    let window = Window::default();
    let mut line = Line::new(start.clone());
    let (mut sample, mut plies) = (0, 0);
    let size: usize = G::observation_shape(window).iter().product();
    for (number, &action) in record.actions.iter().enumerate() {
        let mut legal = Vec::new();
        line.position().legal_actions(line.taken(), window, &mut legal);
        assert!(legal.contains(&action), "{action} at {:?}", line.position());
        if record.sampled.get(sample) == Some(&(number as u32)) {
            let policy = record.offsets[sample] as usize..record.offsets[sample + 1] as usize;
            assert_eq!(record.policy_actions[policy.clone()], legal);
            let total: f32 = record.policy[policy].iter().sum();
            assert!((total - 1.0).abs() < 1e-5, "policy sums to {total}");
            let Actor::Seat(seat) = line.actor() else { panic!("a sample where nobody chooses") };
            assert_eq!(record.seats[sample], seat);
            assert!((-1.0..=1.0).contains(&record.values[sample]));
            let mut observation = vec![0; size];
            line.position().observe(line.taken(), seat, window, &mut observation);
            assert_eq!(record.observations[sample * size..(sample + 1) * size], observation);
            sample += 1;
        }
        match line.position().step(line.taken(), action, window) {
            fairyring_game::Step::Move(m) => {
                plies += u32::from(line.actor() != Actor::Chance);
                line.play_unchecked(m);
            }
            fairyring_game::Step::Partial => line.take_unchecked(action),
            fairyring_game::Step::Illegal => panic!("{action} is not legal"),
        }
    }
    let outcome = line.outcome().expect("the game is over");
    assert_eq!((outcome.utility, outcome.reason, plies), (record.utility, record.reason, record.plies));
    assert_eq!(sample, record.sampled.len());
}

fn games_depend_on_seeds_alone<G: Encode>(start: &G) {
    for search in ["gumbel(simulations=8)", "puct(simulations=12, plies_random=2)", "puct(simulations=5, noise=0)"] {
        let reference = {
            let pool = SelfPlay::new(vec![start.clone()], options(search, 1, 0)).expect("a pool");
            play(&pool, 1, 1, false)
        };
        assert_eq!(reference.iter().map(|game| game.index).collect::<Vec<_>>(), (0..60).collect::<Vec<_>>());
        for record in &reference {
            replays(start, record);
        }
        let different: std::collections::HashSet<_> = reference.iter().map(|game| &game.actions).collect();
        assert!(different.len() > 10, "{search}: {} different games", different.len());
        for (slots, threads, most, out, by_mask) in
            [(60, 0, 7, 1, true), (64, 0, 1000, 3, false), (33, 1, 8, 2, true), (40, 3, 5, 4, false)]
        {
            let pool = SelfPlay::new(vec![start.clone()], options(search, slots, threads)).expect("a pool");
            assert!(play(&pool, most, out, by_mask) == reference, "{search}, {slots} slots, {threads} threads");
        }
    }
}

#[test]
fn games_with_moves_of_two_actions_depend_on_seeds_alone() {
    games_depend_on_seeds_alone(&Heaps::start(()));
}

#[test]
fn games_with_dice_depend_on_seeds_alone() {
    games_depend_on_seeds_alone(&Duel::start(()));
}

#[test]
fn wrong_answers_are_refused_and_change_nothing() {
    let pool = SelfPlay::new(vec![Heaps::start(())], options("gumbel", 10, 0)).expect("a pool");
    let batch = pool.leaves(4, WAIT).expect("leaves").expect("games go on");
    let (id, logits, right) = (batch.id, ragged(&pool, &batch), values(&pool, &batch));
    let refuse = |logits: Logits<'_>, values: &[f32], words: &str| {
        let error = pool.answer(id, logits, values).expect_err(words);
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(pool.batches_out(), [id]);
    };
    let mut broken = logits.clone();
    broken[5] = f32::NAN;
    refuse(Logits::Ragged(&broken), &right, "logit of legal action");
    broken[5] = f32::INFINITY;
    refuse(Logits::Ragged(&broken), &right, "inf");
    refuse(Logits::Ragged(&logits[1..]), &right, "logits of legal actions");
    refuse(Logits::Dense(&logits), &right, "dense logits");
    refuse(Logits::Ragged(&logits), &right[1..], "values");
    for value in [f32::NAN, 1.001, f32::NEG_INFINITY] {
        let mut wrong = right.clone();
        wrong[2] = value;
        refuse(Logits::Ragged(&logits), &wrong, "row 2: the value is");
    }
    assert_eq!(pool.answer(id + 1, Logits::Ragged(&logits), &right), Err(PoolError::Unknown { id: id + 1 }));
    pool.answer(id, Logits::Ragged(&logits), &right).expect("the right answer is still taken");
    assert_eq!(pool.answer(id, Logits::Ragged(&logits), &right), Err(PoolError::Unknown { id }));
    let reference = SelfPlay::new(vec![Heaps::start(())], options("gumbel", 10, 0)).expect("a pool");
    assert!(play(&pool, 9, 2, true) == play(&reference, 3, 1, false), "refused answers changed a game");
}

#[test]
fn nothing_waits_for_an_answer_that_cannot_come() {
    for threads in [0, 2] {
        let pool = SelfPlay::new(vec![Heaps::start(())], options("puct", 10, threads)).expect("a pool");
        let mut taken = 0;
        let error = loop {
            match pool.leaves(4, Duration::MAX) {
                Ok(batch) => taken += batch.expect("games go on").len(),
                Err(error) => break error,
            }
        };
        assert_eq!((taken, error), (10, PoolError::AllOut { out: 10 }));
        pool.close();
        assert_eq!(pool.leaves(4, WAIT), Err(PoolError::Closed));
        assert_eq!(pool.answer(0, Logits::Ragged(&[]), &[]), Err(PoolError::Closed));
    }
}

#[test]
fn a_search_that_fails_closes_the_pool() {
    // Dice of a seat that does not exist: they hit nobody the game knows.
    let broken = Duel { life: [5, 5], seat: 2, aim: Some(0) };
    let pool = SelfPlay::new(vec![broken], options("puct", 10, 2)).expect("a pool");
    assert_eq!(pool.leaves(4, Duration::MAX), Err(PoolError::Failed));
}

#[test]
fn an_endless_pool_can_be_dropped_at_any_moment() {
    let endless = SelfPlayOptions { games: None, ..options("gumbel", 100, 3) };
    let pool = SelfPlay::new(vec![Duel::start(())], endless).expect("a pool");
    for _ in 0..20 {
        let batch = pool.leaves(16, WAIT).expect("leaves").expect("games go on for ever");
        pool.answer(batch.id, Logits::Ragged(&ragged(&pool, &batch)), &values(&pool, &batch)).expect("an answer");
    }
    pool.leaves(16, WAIT).expect("leaves").expect("games go on for ever");
}

#[test]
fn wrong_options_are_refused_by_name() {
    for (search, words) in [
        ("uct", "valid: gumbel, puct"),
        ("gumbel(simulations=0)", "argument simulations"),
        ("gumbel(considered=0)", "argument considered"),
        ("puct(noise=2)", "argument noise"),
        ("puct(alpha=0)", "argument alpha"),
        ("gumbel(c=1)", "unknown argument \"c\""),
    ] {
        let error = search.parse::<PoolSearch>().expect_err(search);
        assert!(error.0.contains(words), "{search}: {error}");
    }
    let start = || vec![Heaps::start(())];
    for (starts, options, words) in [
        (start(), SelfPlayOptions { slots: 0, ..SelfPlayOptions::default() }, "slots"),
        (start(), SelfPlayOptions { slots: usize::MAX, ..SelfPlayOptions::default() }, "slots"),
        (start(), SelfPlayOptions { threads: 9999, ..SelfPlayOptions::default() }, "threads"),
        (start(), SelfPlayOptions { first: u64::MAX, games: Some(1), ..SelfPlayOptions::default() }, "first"),
        (Vec::new(), SelfPlayOptions::default(), "start position"),
    ] {
        let error = SelfPlay::<Heaps>::new(starts, options).expect_err(words);
        assert!(error.to_string().contains(words), "{error}");
    }
}
