//! Contests: the same opening, with the same dice, played once in each seating.

use crate::game::play_on;
use crate::{Control, JobError};
use fairyring_game::{Actor, DICE, Evaluate, Line, PLAYERS, Rng, game_seed, stream};
use fairyring_search::{AgentSpec, Builder, Player};
use fairyring_stats::PairTally;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

/// Openings drawn anew before a shorter one is taken, where random play keeps ending the game.
const ATTEMPTS: u64 = 64;

/// Experiment under which openings are drawn, so that they share no stream with the games.
const OPENINGS: u64 = 0x6f70_656e;

/// Agents and how they are seated.
#[derive(Clone, Debug)]
pub struct Contest<G: Evaluate> {
    /// Start positions; opening `i` begins with number `i % starts.len()`.
    pub starts: Vec<G>,
    /// The agents.
    pub agents: Vec<AgentSpec>,
    /// What builds their players.
    pub build: Builder<G>,
    /// For each game of an opening, the agent on each seat.
    pub seatings: Vec<Vec<usize>>,
    /// Plies of players that are random in an opening, the same in all its games.
    pub opening_plies: u32,
    /// Master seed.
    pub seed: u64,
    /// Experiment, mixed into the seeds.
    pub experiment: u64,
    /// Ends any game after this many plies, the opening not counted.
    pub max_plies: Option<u32>,
}

/// The games of one opening, one entry a seating in every list.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Index of the opening.
    pub index: u64,
    /// Its seed.
    pub seed: u64,
    /// Index of the start position.
    pub start: u32,
    /// Plies of players in the opening; fewer than asked for where games end too early.
    pub opening_plies: u32,
    /// The first team's utility.
    pub utility: Vec<f32>,
    /// Moves of seats after the opening.
    pub plies: Vec<u32>,
    /// Index of the reason.
    pub reason: Vec<u8>,
    /// Sum of luck after the opening, first seat's view.
    pub luck: Vec<f32>,
    /// A hash of each game's moves from its start: equal games have equal ones.
    pub game: Vec<u64>,
}

/// The seatings of a match of two: each plays all seats of a team, then those of the other.
#[must_use]
pub fn exchanged(teams: &[u8]) -> Vec<Vec<usize>> {
    let first: Vec<usize> = teams.iter().map(|&team| usize::from(team)).collect();
    let second = first.iter().map(|agent| 1 - agent).collect();
    vec![first, second]
}

/// The seatings of as many agents as seats: each agent sits on each seat once (a Latin square).
#[must_use]
pub fn rotated(seats: usize) -> Vec<Vec<usize>> {
    (0..seats).map(|shift| (0..seats).map(|seat| (seat + shift) % seats).collect()).collect()
}

/// Counts pairs of a match with [`exchanged`] seats, as results of agent 0.
#[must_use]
pub fn tally(rounds: &[Round]) -> PairTally {
    let mut tally = PairTally::default();
    for round in rounds {
        if let [first, second] = round.utility[..] {
            tally.add_pair([first, -second]);
        }
    }
    tally
}

impl<G: Evaluate> Contest<G> {
    /// Checks everything that can be wrong.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn check(&self) -> Result<(), JobError> {
        let rules = self.starts.first().ok_or(JobError::NoStart)?.rules();
        for seating in &self.seatings {
            if seating.len() != G::SEATS.len() {
                return Err(JobError::Seats { given: seating.len(), seats: G::SEATS.len() });
            }
            if let Some(&agent) = seating.iter().find(|&&agent| agent >= self.agents.len()) {
                return Err(JobError::Seating { agent, agents: self.agents.len() });
            }
        }
        self.agents.iter().try_for_each(|agent| (self.build)(agent, rules).map(drop))?;
        Ok(())
    }

    /// Plays the openings `first..first + count` on `workers` threads (0: one a core), in all seatings. If the control is
    /// cancelled, the longest run of finished rounds from the first on. A round is a function of the contest and its
    /// index: a match may be played in parts, stopped and resumed.
    ///
    /// # Errors
    /// [`JobError`] before anything is played.
    pub fn play(&self, first: u64, count: usize, workers: usize, control: &Control) -> Result<Vec<Round>, JobError> {
        self.check()?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(workers)
            .build()
            .map_err(|error| JobError::Threads(error.to_string()))?;
        let next = Mutex::new(0..count);
        let finished = Mutex::new(Vec::new());
        pool.broadcast(|_| {
            let mut worker = Worker::new(self);
            while !control.is_cancelled() {
                let number = next.lock().expect("a worker that panics ends the contest").next();
                let Some(number) = number else { break };
                let Some(round) = worker.round(self, first.wrapping_add(number as u64), control) else { break };
                finished.lock().expect("as above").push((number, round));
                control.add(1);
            }
        });
        let mut finished = finished.into_inner().expect("as above");
        finished.sort_by_key(|&(number, _)| number);
        let whole = finished.into_iter().enumerate().take_while(|(place, (number, _))| place == number);
        Ok(whole.map(|(_, (_, round))| round).collect())
    }

    /// The opening of an index: its line, its seed, and the plies of players in it.
    #[must_use]
    pub fn opening(&self, index: u64) -> (Line<G>, u64, u32) {
        let seed = game_seed(self.seed, self.experiment, index);
        let start = &self.starts[(index % self.starts.len() as u64) as usize];
        for attempt in 0..ATTEMPTS {
            // After half of the attempts, games seem to end too early, and openings get shorter.
            let shorter = (self.opening_plies as u64 * attempt.saturating_sub(ATTEMPTS / 2) / (ATTEMPTS / 2)) as u32;
            let wanted = self.opening_plies - shorter;
            if let Some(line) = random_line(start, game_seed(seed, OPENINGS, attempt), wanted) {
                return (line, seed, wanted);
            }
        }
        (Line::new(start.clone()), seed, 0)
    }
}

/// A random line of so many plies of players that goes on: the next to act is a seat or the dice.
fn random_line<G: Evaluate>(start: &G, seed: u64, plies: u32) -> Option<Line<G>> {
    let (mut choices, mut dice) = (stream(seed, PLAYERS), stream(seed, DICE));
    let mut line = Line::new(start.clone());
    let mut played = 0;
    loop {
        let m = match line.actor() {
            Actor::Over => return None,
            _ if played == plies => return Some(line),
            Actor::Chance => line.position().draw_chance(&mut dice),
            Actor::Seat(_) => {
                played += 1;
                line.position().draw_move(line.occurrences(), &mut choices).ok()?
            }
        };
        line.play_unchecked(m);
    }
}

/// What a thread keeps between rounds: a player for each agent on each seat.
struct Worker<G: Evaluate> {
    players: Vec<Vec<Box<dyn Player<G>>>>,
}

impl<G: Evaluate> Worker<G> {
    fn new(contest: &Contest<G>) -> Self {
        let rules = contest.starts[0].rules();
        let build = |agent| (contest.build)(agent, rules).expect("the agents were built once already");
        Self { players: G::SEATS.iter().map(|_| contest.agents.iter().map(build).collect()).collect() }
    }

    /// All games of an opening; nothing if they were cancelled.
    fn round(&mut self, contest: &Contest<G>, index: u64, control: &Control) -> Option<Round> {
        let (opening, seed, opening_plies) = contest.opening(index);
        let mut round = Round {
            index,
            seed,
            start: (index % contest.starts.len() as u64) as u32,
            opening_plies,
            utility: Vec::new(),
            plies: Vec::new(),
            reason: Vec::new(),
            luck: Vec::new(),
            game: Vec::new(),
        };
        for seating in &contest.seatings {
            let mut line = opening.clone();
            let mut dice = stream(seed, DICE);
            let mut choices: Vec<Rng> =
                (0..G::SEATS.len() as u32).map(|seat| stream(seed, PLAYERS + 1 + seat)).collect();
            for (players, &agent) in self.players.iter_mut().zip(seating) {
                players[agent].begin_game();
            }
            let limit = contest.max_plies.unwrap_or(u32::MAX);
            let played = play_on(&mut line, &mut dice, limit, control, |seat, line| {
                self.players[seat][seating[seat]].choose(line, &mut choices[seat])
            })?;
            let mut hasher = DefaultHasher::new();
            (round.start, line.moves()).hash(&mut hasher);
            round.utility.push(played.outcome.utility);
            round.plies.push(played.plies);
            round.reason.push(played.outcome.reason);
            round.luck.push(played.luck);
            round.game.push(hasher.finish());
        }
        Some(round)
    }
}
