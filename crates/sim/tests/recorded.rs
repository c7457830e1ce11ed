//! Games as actions: the same games, restored without their seeds; and positions drawn from them.

use fairyring_game::{Actor, Encode, Evaluate, Game, Text, Window};
use fairyring_search::{AgentSpec, Quiet};
use fairyring_sim::{Control, Games, Job, Samples, Sampling, replay, restore, run, run_recorded, sample};

fn job<G: Evaluate>(agent: &str, games: usize) -> Job<G> {
    let agent: AgentSpec = agent.parse().expect("a known agent");
    Job {
        build: fairyring_search::standard,
        starts: vec![G::start(G::Rules::default())],
        agents: vec![agent; G::SEATS.len()],
        seed: 5,
        experiment: 2,
        first: 0,
        games,
        max_plies: Some(150),
    }
}

/// Recording changes no column, and the actions play the games of the seeds, through any window.
fn check_recorded<G: Text + Encode + Evaluate>(agent: &str, games: usize, window: Window) {
    let job = job::<G>(agent, games);
    let plain = run(&job, 2, &Control::new()).expect("a job that can be played");
    let (columns, moves) = run_recorded(&job, 2, &Control::new(), window).expect("the same job");
    assert_eq!(columns, plain);
    assert_eq!(moves.len(), games);
    for i in 0..games {
        let (line, _) = replay(&job, 0, columns.seed[i]).expect("a game of the batch");
        let again = restore(&job.starts[0], moves.game(i), window).expect("a recorded game");
        assert_eq!(again.moves(), line.moves());
        assert_eq!(again.outcome(), line.outcome());
    }
}

#[test]
fn actions_play_the_games_again() {
    check_recorded::<fairyring_chess::Position>("random", 20, Window::default());
    check_recorded::<fairyring_chess::Position>("greedy", 8, Window::default());
    check_recorded::<fairyring_wari::Position>("random", 20, Window::default());
    check_recorded::<fairyring_shahki::Position>("random", 10, Window::default());
    check_recorded::<fairyring_cards::Position>("random", 10, Window::default());
}

#[test]
fn moves_outside_of_the_window_are_kept_by_their_place() {
    let narrow = Window(3);
    let job = job::<fairyring_cards::Position>("random", 3);
    let (_, moves) = run_recorded(&job, 1, &Control::new(), narrow).expect("a job that can be played");
    let beyond = fairyring_cards::Position::action_count(narrow);
    assert!(moves.actions.iter().any(|&action| action >= beyond));
    check_recorded::<fairyring_cards::Position>("random", 3, narrow);
}

#[test]
fn lists_that_are_no_game_are_refused() {
    let start = fairyring_chess::Position::start(());
    let beyond = fairyring_chess::Position::action_count(Window::default());
    for (actions, number) in [(vec![0], 0), (vec![796, 796], 1), (vec![beyond + 20], 0), (vec![796, u32::MAX], 1)] {
        let error = restore(&start, &actions, Window::default()).expect_err("no game");
        assert_eq!(error.number, number, "{error}");
    }
    // 796 is e2e4; the 20 moves of the start may be named by their places too.
    assert!(restore(&start, &[796], Window::default()).is_ok());
    assert!(restore(&start, &[beyond + 19], Window::default()).is_ok());
}

fn drawn<G: Text + Encode + Evaluate>(job: &Job<G>, games: Games<'_>, sampling: &Sampling, workers: usize) -> Samples {
    sample(job, games, sampling, workers, &Control::new()).expect("games of the batch")
}

#[test]
fn samples_are_positions_of_the_games() {
    type Chess = fairyring_chess::Position;
    let job = job::<Chess>("random", 130);
    let (columns, moves) = run_recorded(&job, 2, &Control::new(), Window::default()).expect("a job");
    let by_seed = Games { start: &columns.start, seed: &columns.seed, moves: None };
    let by_moves = Games { moves: Some(&moves), ..by_seed };
    for quiet in [false, true] {
        let sampling = Sampling { per_game: 3, quiet, seed: 9, window: Window::default() };
        let samples = drawn(&job, by_seed, &sampling, 1);
        assert_eq!(drawn(&job, by_seed, &sampling, 2), samples);
        assert_eq!(drawn(&job, by_moves, &sampling, 2), samples);
        assert_ne!(drawn(&job, by_seed, &Sampling { seed: 10, ..sampling }, 2), samples);
        assert!(samples.len() <= 390 && samples.len() > if quiet { 200 } else { 380 }, "{}", samples.len());
        let size: usize = Chess::observation_shape(Window::default()).iter().product();
        let mut from = 0;
        for i in 0..samples.len() {
            let game = samples.game[i] as usize;
            let (line, row) = replay(&job, 0, columns.seed[game]).expect("a game of the batch");
            let mut position = *line.start();
            for &m in &line.moves()[..samples.ply[i] as usize] {
                position.play_unchecked(m);
            }
            let end = samples.text_ends[i] as usize;
            assert_eq!(samples.text[from..end], position.text(false));
            from = end;
            assert_eq!(samples.ply[i] + samples.left[i], row.plies);
            assert_eq!(position.to_act(), Actor::Seat(samples.seat[i]));
            assert!(!quiet || Quiet::new().is_quiet(&position));
            let mut planes = vec![0; size];
            position.observe(&[], samples.seat[i], Window::default(), &mut planes);
            assert_eq!(samples.observation[i * size..(i + 1) * size], planes);
        }
    }
}

#[test]
fn draws_are_uniform_over_the_plies() {
    // Wari's first plies: every game has many, so each of the first ten is drawn as often as the others.
    let job = Job { max_plies: Some(10), ..job::<fairyring_wari::Position>("random", 4000) };
    let columns = run(&job, 2, &Control::new()).expect("a job that can be played");
    let games = Games { start: &columns.start, seed: &columns.seed, moves: None };
    let samples = drawn(&job, games, &Sampling { per_game: 1, quiet: false, seed: 1, window: Window::default() }, 2);
    let mut counts = [0u32; 10];
    for &ply in &samples.ply {
        counts[ply as usize] += 1;
    }
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 400.0).powi(2) / 400.0).sum();
    assert!(chi < 27.88, "chi-square {chi} on 9 degrees of freedom exceeds its 99.9 % point: {counts:?}");
}

#[test]
fn captures_that_win_are_not_quiet() {
    type Chess = fairyring_chess::Position;
    let read = |text| Chess::parse(text, ()).expect("a position");
    let mut quiet = Quiet::new();
    for (text, expected) in [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false),
        ("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
    ] {
        assert_eq!(quiet.is_quiet(&read(text)), expected, "{text}");
    }
}
