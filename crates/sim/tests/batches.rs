//! Batches are a function of what defines them, and of nothing else.

use fairyring_game::Evaluate;
use fairyring_records::Columns;
use fairyring_search::{AgentSpec, standard};
use fairyring_sim::{Control, Job, JobError, replay, run};

type Chess = fairyring_chess::Position;
type Wari = fairyring_wari::Position;

fn job<G: Evaluate>(agents: [&str; 2], games: usize) -> Job<G> {
    Job {
        build: standard,
        starts: vec![G::start(G::Rules::default())],
        agents: agents.iter().map(|agent| agent.parse::<AgentSpec>().expect("a known agent")).collect(),
        seed: 11,
        experiment: 0,
        first: 0,
        games,
        max_plies: None,
    }
}

fn played<G: Evaluate>(job: &Job<G>, workers: usize) -> Columns {
    run(job, workers, &Control::new()).expect("a job that can be played")
}

#[test]
fn columns_do_not_depend_on_the_number_of_workers() {
    let random = job::<Chess>(["random", "random"], 700);
    let mixed = job::<Wari>(["greedy", "random"], 300);
    let (one, other) = (played(&random, 1), played(&mixed, 1));
    assert_eq!(one.len(), 700);
    for workers in [2, 8] {
        assert_eq!(played(&random, workers), one);
        assert_eq!(played(&mixed, workers), other);
    }
}

#[test]
fn a_batch_is_the_concatenation_of_its_parts() {
    let whole = job::<Chess>(["random", "random"], 500);
    let columns = played(&whole, 2);
    let mut plies = Vec::new();
    let mut seeds = Vec::new();
    for (first, games) in [(0, 1), (1, 99), (100, 400)] {
        let part = played(&Job { first, games, ..whole.clone() }, 2);
        plies.extend(part.plies);
        seeds.extend(part.seed);
    }
    assert_eq!((plies, seeds), (columns.plies, columns.seed));
}

#[test]
fn seeds_and_experiments_change_the_games() {
    let base = job::<Chess>(["random", "random"], 50);
    let columns = played(&base, 1);
    assert_ne!(played(&Job { seed: 12, ..base.clone() }, 1).plies, columns.plies);
    assert_ne!(played(&Job { experiment: 1, ..base.clone() }, 1).plies, columns.plies);
}

#[test]
fn every_game_replays_from_its_seed() {
    for agents in [["random", "random"], ["greedy", "twoply"], ["random", "greedy"]] {
        let job = Job { max_plies: Some(60), ..job::<Chess>(agents, 12) };
        let columns = played(&job, 2);
        for i in 0..columns.len() {
            let (line, row) = replay(&job, columns.start[i] as usize, columns.seed[i]).expect("a game of the batch");
            assert_eq!(
                (row.plies, row.reason, row.utility),
                (columns.plies[i], columns.reason[i], columns.utility[2 * i])
            );
            assert_eq!(line.moves().len() as u32, row.plies);
        }
    }
}

#[test]
fn a_cancelled_batch_keeps_the_first_games() {
    let job = job::<Chess>(["random", "random"], 2_000_000);
    let control = Control::new();
    let columns = std::thread::scope(|scope| {
        let batch = scope.spawn(|| run(&job, 2, &control));
        while control.done() < 1000 {
            std::thread::yield_now();
        }
        control.cancel();
        batch.join().expect("no panic").expect("a job that can be played")
    });
    assert!(!columns.is_empty() && columns.len() < job.games, "{} games", columns.len());
    let undisturbed = played(&Job { games: columns.len(), ..job }, 2);
    assert_eq!(columns, undisturbed);
}

#[test]
fn what_cannot_be_played_is_refused_before_a_game() {
    let good = job::<Chess>(["random", "random"], 1);
    let refusal = |job: Job<Chess>| run(&job, 1, &Control::new()).expect_err("a bad job");
    assert_eq!(refusal(Job { starts: Vec::new(), ..good.clone() }), JobError::NoStart);
    assert_eq!(
        refusal(Job { agents: good.agents[..1].to_vec(), ..good.clone() }),
        JobError::Seats { given: 1, seats: 2 }
    );
    let unknown = vec!["oracle".parse().expect("a readable spec"), good.agents[0].clone()];
    let error = refusal(Job { agents: unknown, ..good.clone() }).to_string();
    assert!(error.contains("oracle") && error.contains("greedy"), "{error}");
    assert_eq!(played(&Job { games: 0, ..good }, 2).len(), 0);
}
