//! Games in lockstep are those of batches, whatever is asked together.

use fairyring_game::{Encode, Evaluate, Game, Window};
use fairyring_laws::games::{Duel, Heaps};
use fairyring_search::selfplay::{Logits, PoolError};
use fairyring_search::{AgentSpec, standard};
use fairyring_sim::{AnyLockstep, Control, Job, JobError, Lockstep, LockstepJob, Sitter, run};

fn spec(agent: &str) -> AgentSpec {
    agent.parse().expect("an agent")
}

fn job<G: Evaluate>(start: &G, seats: Vec<Sitter>, slots: usize) -> LockstepJob<G> {
    LockstepJob {
        starts: vec![start.clone()],
        seats,
        temperatures: vec![1.0, 0.0],
        build: standard,
        seed: 11,
        experiment: 0,
        first: 5,
        games: 40,
        max_plies: Some(30),
        window: Window::default(),
        slots,
    }
}

/// Answers with logits and values that depend on actions alone, until all games are over; returns the largest batch.
fn play<G: Encode + Evaluate>(lockstep: &mut Lockstep<G>) -> usize {
    let mut most = 0;
    while let Some((_, batch)) = lockstep.next(&Control::new()) {
        most = most.max(batch.len());
        let logits: Vec<f32> = batch.actions.iter().map(|action| (action % 7) as f32 / 3.0).collect();
        lockstep.answer(Logits::Ragged(&logits), &vec![0.0; batch.len()]).expect("an answer");
    }
    most
}

#[test]
fn native_seats_play_the_games_of_a_batch() {
    let start = Duel::start(());
    for agent in ["greedy", "mcts(simulations=10)"] {
        let seats = vec![Sitter::Agent(spec(agent)), Sitter::Agent(spec("twoply"))];
        let lockstep_job = job(&start, seats, 7);
        let agents = vec![spec(agent), spec("twoply")];
        let batch = Job {
            starts: vec![start.clone()],
            agents,
            build: standard,
            seed: 11,
            experiment: 0,
            first: 5,
            games: 40,
            max_plies: Some(30),
        };
        let mut lockstep = Lockstep::new(lockstep_job).expect("a job");
        assert!(lockstep.next(&Control::new()).is_none());
        assert_eq!((lockstep.done(), lockstep.columns()), (40, run(&batch, 2, &Control::new()).expect("a batch")));
    }
}

#[test]
fn games_do_not_depend_on_what_is_asked_together() {
    let start = Heaps::start(());
    let seats = [Sitter::Evaluator(0), Sitter::Agent(spec("greedy")), Sitter::Evaluator(1), Sitter::Evaluator(0)];
    let mut columns = Vec::new();
    for slots in [1, 6, 100] {
        let mut lockstep = Lockstep::new(job(&start, seats.to_vec(), slots)).expect("a job");
        let most = play(&mut lockstep);
        assert!(most <= slots && (slots == 1 || most > 1), "{most} of {slots}");
        columns.push(lockstep.columns());
    }
    assert_eq!(columns[0].len(), 40);
    assert_eq!(columns[0], columns[1]);
    assert_eq!(columns[0], columns[2]);
}

#[test]
fn wrong_answers_are_refused_and_can_be_given_again() {
    let start = Heaps::start(());
    let mut lockstep = Lockstep::new(job(&start, vec![Sitter::Evaluator(0); 4], 4)).expect("a job");
    assert!(matches!(lockstep.answer(Logits::Ragged(&[]), &[]), Err(PoolError::Unknown { .. })));
    let (_, batch) = lockstep.next(&Control::new()).expect("a batch");
    let (logits, values) = (vec![0.0; batch.actions.len()], vec![0.0; batch.len()]);
    let wrong = |logits: &[f32], values: &[f32], lockstep: &mut Lockstep<Heaps>| {
        lockstep.answer(Logits::Ragged(logits), values).expect_err("a wrong answer")
    };
    assert!(matches!(wrong(&logits[1..], &values, &mut lockstep), PoolError::Shape { .. }));
    assert!(matches!(wrong(&logits, &values[1..], &mut lockstep), PoolError::Shape { .. }));
    assert!(matches!(wrong(&logits, &vec![f32::NAN; batch.len()], &mut lockstep), PoolError::Value { .. }));
    let infinite = vec![f32::NEG_INFINITY; batch.actions.len()];
    assert!(matches!(wrong(&infinite, &values, &mut lockstep), PoolError::Logit { .. }));
    lockstep.answer(Logits::Ragged(&logits), &values).expect("the right answer");
    play(&mut lockstep);
    assert_eq!(lockstep.columns().len(), 40);
}

#[test]
fn a_cancelled_run_keeps_the_games_from_the_first_on() {
    let start = Heaps::start(());
    let mut whole = Lockstep::new(job(&start, vec![Sitter::Evaluator(0); 4], 3)).expect("a job");
    play(&mut whole);
    let mut part = Lockstep::new(job(&start, vec![Sitter::Evaluator(0); 4], 3)).expect("a job");
    while part.done() < 10 {
        let (_, batch) = part.next(&Control::new()).expect("a batch");
        let logits: Vec<f32> = batch.actions.iter().map(|action| (action % 7) as f32 / 3.0).collect();
        part.answer(Logits::Ragged(&logits), &vec![0.0; batch.len()]).expect("an answer");
    }
    let (kept, all) = (part.columns(), whole.columns());
    assert!(kept.len() >= 8 && kept.plies == all.plies[..kept.len()]);
}

#[test]
fn jobs_that_cannot_be_played_are_refused() {
    let start = Heaps::start(());
    let refused = |job: LockstepJob<Heaps>| match Lockstep::new(job) {
        Err(error) => error,
        Ok(_) => panic!("the job was taken"),
    };
    let right = || job(&start, vec![Sitter::Evaluator(0); 4], 4);
    let few = LockstepJob { seats: vec![Sitter::Evaluator(0)], ..right() };
    assert_eq!(refused(few), JobError::Seats { given: 1, seats: 4 });
    assert_eq!(refused(LockstepJob { starts: Vec::new(), ..right() }), JobError::NoStart);
    let nobody = LockstepJob { seats: vec![Sitter::Evaluator(2); 4], ..right() };
    assert_eq!(refused(nobody), JobError::Seating { agent: 2, agents: 2 });
    let unknown = LockstepJob { seats: vec![Sitter::Agent(spec("nobody")); 4], ..right() };
    assert!(refused(unknown).to_string().contains("unknown agent"));
}
