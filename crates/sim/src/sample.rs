//! Positions drawn from games: data for regressions and for training.

use crate::run::Worker;
use crate::{Control, Job, JobError, RecordError, restore};
use fairyring_game::{Actor, Encode, Evaluate, Line, PLAYERS, Rng, Text, Window, below, game_seed, stream};
use fairyring_records::Moves;
use fairyring_search::Quiet;
use rayon::prelude::*;

/// Experiment under which positions are drawn, so that no stream is shared with the games.
const SAMPLES: u64 = 0x7361_6d70;

/// Games that a thread works on at a time.
const CHUNK: usize = 64;

/// Which positions to draw.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Most positions of a game.
    pub per_game: usize,
    /// Only quiet positions ([`Quiet`]).
    pub quiet: bool,
    /// Seed of the draws; a game's draws depend on it and on the game's seed only.
    pub seed: u64,
    /// Of the observations, and of recorded actions.
    pub window: Window,
}

/// Games to draw from: their starts and seeds, and their moves where they were recorded (they are played again otherwise).
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// Index of the start of each game.
    pub start: &'a [u32],
    /// Seed of each game.
    pub seed: &'a [u64],
    /// Recorded moves.
    pub moves: Option<&'a Moves>,
}

/// Positions drawn, in the order of the games and of play; row `i` of every column is position `i`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Place of the game among those given.
    pub game: Vec<u64>,
    /// Moves of seats before the position.
    pub ply: Vec<u32>,
    /// Moves of seats from the position to the end of the game.
    pub left: Vec<u32>,
    /// The seat to act.
    pub seat: Vec<u8>,
    /// Texts, one after another.
    pub text: String,
    /// Where each text ends.
    pub text_ends: Vec<i64>,
    /// Observations of the seats to act, one after another.
    pub observation: Vec<u8>,
}

impl Samples {
    /// Number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ply.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ply.is_empty()
    }

    fn append(&mut self, other: Self) {
        let base = self.text.len() as i64;
        self.game.extend(other.game);
        self.ply.extend(other.ply);
        self.left.extend(other.left);
        self.seat.extend(other.seat);
        self.text += &other.text;
        self.text_ends.extend(other.text_ends.iter().map(|end| base + end));
        self.observation.extend(other.observation);
    }
}

/// Games that cannot be drawn from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// The job cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A list of moves cannot be played.
    #[error("game {game}: {error}")]
    Record {
        /// Place of the game.
        game: usize,
        /// What is wrong.
        error: RecordError,
    },
}

/// Draws positions in which a seat acts, without replacement, from each game; fewer where a game has fewer. The same on any
/// number of workers (0: one a core). If the control is cancelled, those of an arbitrary part of the games.
///
/// # Errors
/// [`SampleError`].
pub fn sample<G: Text + Encode + Evaluate>(
    job: &Job<G>,
    games: Games<'_>,
    sampling: &Sampling,
    workers: usize,
    control: &Control,
) -> Result<Samples, SampleError> {
    // Who played is needed only to play again.
    let worker = || if games.moves.is_none() { Worker::new(job).map(Some) } else { Ok(None) };
    worker()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .build()
        .map_err(|error| JobError::Threads(error.to_string()))?;
    let count = games.seed.len();
    let parts: Vec<Result<Samples, SampleError>> = pool.install(|| {
        (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map_init(
                || (Quiet::new(), worker().expect("the players were built once already")),
                |(quiet, worker), chunk| {
                    let mut samples = Samples::default();
                    for game in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                        if control.is_cancelled() {
                            break;
                        }
                        let line = line_of(job, games, game, worker.as_mut(), sampling.window)?;
                        let mut choices = stream(game_seed(sampling.seed, SAMPLES, games.seed[game]), PLAYERS);
                        draw(&line, game as u64, sampling, &mut choices, quiet, &mut samples);
                        control.add(1);
                    }
                    Ok(samples)
                },
            )
            .collect()
    });
    let mut samples = Samples::default();
    for part in parts {
        samples.append(part?);
    }
    Ok(samples)
}

/// A game again: from its moves, or else from its seed.
fn line_of<G: Text + Encode + Evaluate>(
    job: &Job<G>,
    games: Games<'_>,
    game: usize,
    worker: Option<&mut Worker<G>>,
    window: Window,
) -> Result<Line<G>, SampleError> {
    let start = games.start[game] as usize;
    match (games.moves, worker) {
        (None, Some(worker)) => Ok(worker.replay(job, start, games.seed[game])?.0),
        (moves, _) => {
            let start = job.starts.get(start).ok_or(JobError::NoStart)?;
            let actions = moves.map_or(&[][..], |moves| moves.game(game));
            restore(start, actions, window).map_err(|error| SampleError::Record { game, error })
        }
    }
}

/// Draws from one game.
fn draw<G: Text + Encode + Evaluate>(
    line: &Line<G>,
    game: u64,
    sampling: &Sampling,
    choices: &mut Rng,
    quiet: &mut Quiet<G>,
    samples: &mut Samples,
) {
    let mut position = line.start().clone();
    let mut positions = Vec::with_capacity(line.moves().len());
    for &m in line.moves() {
        if let Actor::Seat(seat) = position.to_act() {
            positions.push((seat, position.clone()));
        }
        position.play_unchecked(m);
    }
    // A shuffle as far as it is needed: the plies come in a random order until enough of them will do.
    let mut order: Vec<usize> = (0..positions.len()).collect();
    let mut drawn = Vec::new();
    for i in 0..order.len() {
        if drawn.len() == sampling.per_game {
            break;
        }
        let other = i + below(choices, (order.len() - i) as u64) as usize;
        order.swap(i, other);
        if !sampling.quiet || quiet.is_quiet(&positions[order[i]].1) {
            drawn.push(order[i]);
        }
    }
    drawn.sort_unstable();
    let size: usize = G::observation_shape(sampling.window).iter().product();
    for ply in drawn {
        let (seat, position) = &positions[ply];
        samples.game.push(game);
        samples.ply.push(ply as u32);
        samples.left.push((positions.len() - ply) as u32);
        samples.seat.push(*seat);
        samples.text += &position.text(false);
        samples.text_ends.push(samples.text.len() as i64);
        let from = samples.observation.len();
        samples.observation.resize(from + size, 0);
        position.observe(&[], *seat, sampling.window, &mut samples.observation[from..]);
    }
}
