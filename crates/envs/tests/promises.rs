//! Threads, seeds, opponents, states and refusals.

mod common;

use common::{Chooser, play, rows};
use fairyring_envs::{AnyVectorEnv, Arrays, Dice, EnvError, Mask, Observations, Options, Seeds, VectorEnv};
use fairyring_game::{Encode, Evaluate, Game, PLAYERS, Text, Window, game_seed, stream};
use fairyring_search::build;

type Chess = fairyring_chess::Position;
type Behemoth = fairyring_behemoth::Position;
type Cards = fairyring_cards::Position;
type Shahki = fairyring_shahki::Position;
type Wari = fairyring_wari::Position;

fn env<G: Text + Encode + Evaluate>(options: Options) -> VectorEnv<G> {
    VectorEnv::new(vec![G::start(Default::default())], options).expect("a good set-up")
}

fn reset(env: &mut dyn AnyVectorEnv) -> Arrays {
    let mut arrays = Arrays::new(env);
    env.reset(Seeds::Keep, None, arrays.output()).expect("a reset");
    arrays
}

fn same_on_threads<G: Text + Encode + Evaluate>(options: &Options, steps: usize) {
    let run = |threads| {
        let mut env = env::<G>(Options { threads, ..options.clone() });
        let first = reset(&mut env);
        (first, play(&mut env, &mut Chooser::new(9), steps), env.state())
    };
    let one = run(1);
    for threads in [2, 8] {
        assert!(one == run(threads), "{threads} threads of {}", G::ID);
    }
}

#[test]
fn threads_do_not_matter() {
    same_on_threads::<Chess>(&rows::<Chess>(67, 1), 120);
    same_on_threads::<Cards>(&rows::<Cards>(9, 1), 40);
    same_on_threads::<Wari>(&rows::<Wari>(33, 1), 300);
    same_on_threads::<Shahki>(&rows::<Shahki>(9, 1), 60);
    let against = |agent: &str| Options {
        opponents: vec![None, Some(agent.parse().expect("an agent"))],
        ..rows::<Behemoth>(19, 1)
    };
    same_on_threads::<Behemoth>(&against("random"), 60);
    same_on_threads::<Behemoth>(&against("alphabeta(depth=2)"), 20);
    same_on_threads::<Behemoth>(&against("mcts(simulations=20)"), 10);
}

#[test]
fn opponents_play_as_they_do_by_themselves() {
    let spec = "greedy".parse().expect("an agent");
    let mut env = env::<Wari>(Options { opponents: vec![Some(spec), None], ..rows::<Wari>(3, 11) });
    reset(&mut env);
    play(&mut env, &mut Chooser::new(4), 25);
    for row in 0..3 {
        let line = env.line(row).expect("a row");
        let line = line.as_any().downcast_ref::<fairyring_game::Line<Wari>>().expect("a line of wari");
        let episode = env.state().episodes[row] - 1;
        let mut choices = stream(game_seed(11, row as u64, episode), PLAYERS + 1);
        let mut again = fairyring_game::Line::new(*line.start());
        let mut player = build::<Wari>(&"greedy".parse().expect("an agent")).expect("a player");
        assert!(!line.moves().is_empty());
        for &m in line.moves() {
            if again.actor() == fairyring_game::Actor::Seat(0) {
                assert_eq!(player.choose(&again, &mut choices), m);
            }
            again.play_unchecked(m);
        }
    }
}

#[test]
fn the_caller_of_one_seat_acts_and_looks_from_there() {
    let opponents = vec![None, Some("random".parse().expect("an agent"))];
    let mut env = env::<Behemoth>(Options { opponents, ..rows::<Behemoth>(40, 3) });
    let mut all = vec![reset(&mut env)];
    all.extend(play(&mut env, &mut Chooser::new(1), 80));
    let mut ends = 0;
    for arrays in &all {
        assert!(arrays.actor.iter().all(|&actor| actor == 0 || actor == -2));
        assert!(arrays.observer.iter().all(|&observer| observer == 0));
        ends += arrays.actor.iter().filter(|&&actor| actor == -2).count();
    }
    assert!(ends > 100, "{ends} ends were seen");
}

#[test]
fn a_row_is_a_function_of_its_seed_lane_and_actions() {
    // One row of seed 5 equals row 0 of many, and a row that is given the seed for itself.
    let firsts = |n: usize| {
        let mut env = env::<Behemoth>(rows::<Behemoth>(n, 5));
        let mut arrays = reset(&mut env);
        let mut seen = Vec::new();
        for _ in 0..60 {
            let (offsets, actions) = env.legal_actions();
            let first = |row: &[i64]| actions[row[0] as usize..row[1] as usize].first().map_or(0, |&a| i64::from(a));
            env.step(&offsets.windows(2).map(first).collect::<Vec<_>>(), arrays.output()).expect("legal actions");
            seen.push((arrays.mask_of(0).to_vec(), arrays.rewards[0], arrays.plies[0]));
        }
        seen
    };
    assert_eq!(firsts(1), firsts(7));
    let mut env = env::<Behemoth>(rows::<Behemoth>(3, 99));
    let mut arrays = reset(&mut env);
    env.reset(Seeds::Each(&[None, Some(5), None]), Some(&[false, true, false]), arrays.output()).expect("a reset");
    let state = env.state();
    assert_eq!((state.seeds, state.lanes, state.episodes), (vec![99, 5, 99], vec![0, 0, 2], vec![1, 1, 1]));
}

#[test]
fn a_subset_is_reset_and_the_rest_goes_on() {
    let mut env = env::<Chess>(rows::<Chess>(4, 1));
    let mut arrays = reset(&mut env);
    play(&mut env, &mut Chooser::new(1), 10);
    let before = [0, 2].map(|row| env.line(row).expect("a row").moves());
    env.reset(Seeds::Keep, Some(&[false, true, false, true]), arrays.output()).expect("a reset");
    assert_eq!(arrays.plies, [10, 0, 10, 0]);
    assert_eq!([0, 2].map(|row| env.line(row).expect("a row").moves()), before);
    assert_eq!(env.state().episodes, [1, 2, 1, 2]);
    env.reset(Seeds::Master(3), None, arrays.output()).expect("a reset");
    assert_eq!((env.state().episodes, env.state().seeds), (vec![1; 4], vec![3; 4]));
    assert_eq!(env.state().lanes, [0, 1, 2, 3]);
}

#[test]
fn a_finished_row_waits_one_step_and_its_returns_are_kept() {
    let mut env = env::<Behemoth>(rows::<Behemoth>(8, 6));
    let mut before = reset(&mut env);
    let mut ends = 0;
    for after in play(&mut env, &mut Chooser::new(2), 200) {
        for row in 0..8 {
            if before.actor[row] == -2 {
                ends += 1;
                assert!(before.terminated[row]);
                assert_eq!(before.rewards[2 * row..][..2], before.returns[2 * row..][..2]);
                // The next game has begun; the last one's result can still be read.
                assert!(!after.terminated[row] && after.actor[row] == 0 && after.plies[row] == 0);
                assert_eq!(after.rewards[2 * row..][..2], [0.0, 0.0]);
                assert_eq!(after.returns[2 * row..][..2], before.returns[2 * row..][..2]);
                assert_eq!((after.reason[row], after.games[row]), (before.reason[row], before.games[row]));
            }
        }
        before = after;
    }
    assert!(ends > 50, "{ends} ends were seen");
}

#[test]
fn starts_are_taken_in_turn() {
    let mut second = Wari::start(Default::default());
    second.play_unchecked(second.nth_legal_move(2).expect("a move"));
    let starts = vec![Wari::start(Default::default()), second];
    let mut env = VectorEnv::new(starts.clone(), rows::<Wari>(3, 1)).expect("a good set-up");
    reset(&mut env);
    let start = |env: &VectorEnv<Wari>, row| env.line(row).expect("a row").start_text();
    let [a, b] = [0, 1].map(|n: usize| starts[n].text(false));
    assert_eq!([0, 1, 2].map(|row| start(&env, row)), [&*a, &*b, &*a]);
    reset(&mut env);
    assert_eq!([0, 1, 2].map(|row| start(&env, row)), [&*b, &*a, &*b]);
}

#[test]
fn a_state_goes_on_elsewhere() {
    fn check<G: Text + Encode + Evaluate>(options: Options, steps: usize) {
        let mut one = env::<G>(options.clone());
        reset(&mut one);
        for n in 0..steps {
            play(&mut one, &mut Chooser::new(n as u64), 7);
            let mut other = env::<G>(options.clone());
            other.restore(&one.state()).expect("a state of its own kind");
            assert_eq!(other.state(), one.state());
            let (mut a, mut b) = (Arrays::new(&one), Arrays::new(&other));
            one.write(a.output()).expect("written");
            other.write(b.output()).expect("written");
            assert!(a == b);
            let on = |env: &mut VectorEnv<G>| play(env, &mut Chooser::new(1000 + n as u64), 12);
            assert!(on(&mut one) == on(&mut other));
        }
    }
    let random = || Some("random".parse().expect("an agent"));
    check::<Behemoth>(Options { opponents: vec![random(), None], ..rows::<Behemoth>(6, 1) }, 6);
    check::<Behemoth>(Options { dice: Dice::Exposed, ..rows::<Behemoth>(6, 1) }, 6);
    check::<Shahki>(Options { opponents: vec![None, random(), None, random()], ..rows::<Shahki>(3, 1) }, 6);
    check::<Wari>(rows::<Wari>(5, 1), 20);
}

#[test]
fn states_that_do_not_fit_are_refused() {
    let mut env = env::<Wari>(rows::<Wari>(2, 1));
    reset(&mut env);
    play(&mut env, &mut Chooser::new(1), 9);
    let good = env.state();
    let mut bad = vec![good.clone(); 6];
    bad[0].seeds.pop();
    bad[1].actions[0] = 11;
    bad[2].actions[1] = u32::MAX;
    bad[3].lengths[0] += 1;
    bad[4].reasons[1] = 99;
    bad[5].episodes[0] = 0;
    for state in bad {
        assert!(matches!(env.restore(&state), Err(EnvError::State(_))), "{state:?}");
        assert_eq!(env.state(), good);
    }
}

#[test]
fn refused_requests_change_nothing() {
    let mut env = env::<Chess>(rows::<Chess>(3, 1));
    let mut arrays = Arrays::new(&env);
    assert_eq!(env.step(&[0; 3], arrays.output()), Err(EnvError::NotReset));
    assert_eq!(env.write(arrays.output()), Err(EnvError::NotReset));
    let some = [true, false, true];
    assert_eq!(env.reset(Seeds::Keep, Some(&some), arrays.output()), Err(EnvError::NotReset));
    arrays = reset(&mut env);
    let e2e4 = 12 * 64 + 28;
    let (before, state) = (arrays.clone(), env.state());
    for action in [-1, 0, e2e4 + 1, 4288, i64::MAX, i64::MIN, 1 << 32 | e2e4] {
        let expected = EnvError::Action { row: 1, action, actor: "w", count: 4288 };
        assert_eq!(env.step(&[e2e4, action, e2e4], arrays.output()), Err(expected));
    }
    for actions in [&[][..], &[e2e4; 2], &[e2e4; 4]] {
        let expected = EnvError::Length { what: "actions", given: actions.len(), expected: 3 };
        assert_eq!(env.step(actions, arrays.output()), Err(expected));
    }
    let expected = EnvError::Length { what: "the reset mask", given: 2, expected: 3 };
    assert_eq!(env.reset(Seeds::Keep, Some(&[true; 2]), arrays.output()), Err(expected));
    let expected = EnvError::Length { what: "the list of seeds", given: 2, expected: 3 };
    assert_eq!(env.reset(Seeds::Each(&[None; 2]), None, arrays.output()), Err(expected));
    let mut short = arrays.clone();
    short.mask.pop();
    let expected = EnvError::Length { what: "mask", given: 3 * 536 - 1, expected: 3 * 536 };
    assert_eq!(env.step(&[e2e4; 3], short.output()), Err(expected));
    short = arrays.clone();
    short.games.push(0);
    let expected = EnvError::Length { what: "games", given: 4, expected: 3 };
    assert_eq!(env.step(&[e2e4; 3], short.output()), Err(expected));
    assert!(arrays == before && env.state() == state);
}

#[test]
fn bad_set_ups_are_refused() {
    let start = || vec![Chess::start(())];
    let random = || Some("random".parse().expect("an agent"));
    let all = Options { opponents: vec![random(), random()], ..rows::<Chess>(1, 0) };
    let too_many = Options { opponents: vec![None; 3], ..rows::<Chess>(1, 0) };
    let none = rows::<Chess>(0, 0);
    for options in [all, too_many, none] {
        assert!(matches!(VectorEnv::new(start(), options), Err(EnvError::SetUp(_))));
    }
    assert!(matches!(VectorEnv::<Chess>::new(Vec::new(), rows::<Chess>(1, 0)), Err(EnvError::SetUp(_))));
    let over = Chess::parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ()).expect("stalemate");
    let error = VectorEnv::new(vec![over], rows::<Chess>(1, 0)).expect_err("the game is over there");
    assert!(error.to_string().contains("stalemate"), "{error}");
    let unknown = Options { opponents: vec![None, Some("nobody".parse().expect("read"))], ..rows::<Chess>(1, 0) };
    assert!(matches!(VectorEnv::new(start(), unknown), Err(EnvError::Agent(_))));
}

#[test]
fn floats_and_bytes_show_the_same_as_bytes_and_bits() {
    let options = Options { window: Window(5), ..rows::<Cards>(4, 2) };
    let mut env = env::<Cards>(options);
    let mut arrays = reset(&mut env);
    for arrays_after in play(&mut env, &mut Chooser::new(3), 30) {
        arrays = arrays_after;
    }
    let mut other = arrays.clone();
    let (mut floats, mut bytes) = (vec![f32::NAN; arrays.observations.len()], vec![7i8; 4 * env.actions()]);
    let mut out = other.output();
    out.observations = Observations::Floats(&mut floats);
    out.mask = Mask::Bytes(&mut bytes);
    env.write(out).expect("written");
    assert!(floats.iter().zip(&arrays.observations).all(|(&float, &byte)| float == f32::from(byte)));
    for row in 0..4 {
        let marked = (0..env.actions() as u32).filter(|&a| bytes[row * env.actions() + a as usize] == 1);
        assert_eq!(marked.collect::<Vec<_>>(), common::ones(arrays.mask_of(row)));
    }
    assert!(bytes.iter().all(|&byte| byte == 0 || byte == 1));
}
