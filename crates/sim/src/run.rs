//! Playing a job on threads, and one game of it again.

use crate::game::{play_on, row};
use crate::{Control, Job, JobError, record};
use fairyring_game::{DICE, Encode, Evaluate, History, Line, PLAYERS, Rng, Window, game_seed, stream};
use fairyring_records::{Columns, Moves, Row, Slice};
use fairyring_search::Player;
use std::sync::Mutex;

/// About how many chunks a big batch is cut into. A matter of overhead, and of what a cancelled batch keeps: games behind
/// an unfinished one are dropped, so chunks of batches that take long are single games.
const CHUNKS: usize = 1 << 16;

/// Plays a job on `workers` threads (0: one a core) and returns its columns. If the control is cancelled, the columns hold
/// the longest run of finished games from the first on.
///
/// # Errors
/// [`JobError`] before anything is played.
pub fn run<G: Evaluate>(job: &Job<G>, workers: usize, control: &Control) -> Result<Columns, JobError> {
    Ok(run_with(job, workers, control, None)?.0)
}

/// As [`run`], with the moves of all games as actions through a window ([`record`]).
///
/// # Errors
/// As [`run`].
pub fn run_recorded<G: Evaluate + Encode>(
    job: &Job<G>,
    workers: usize,
    control: &Control,
    window: Window,
) -> Result<(Columns, Moves), JobError> {
    run_with(job, workers, control, Some(&|line, out| record(line, window, out)))
}

/// Appends the actions of a finished game.
type Recorder<'a, G> = &'a (dyn Fn(&Line<G>, &mut Vec<u32>) + Sync);

/// What a worker made of a chunk, beside its rows.
#[derive(Default)]
struct Part {
    games: usize,
    moves: Moves,
}

fn run_with<G: Evaluate>(
    job: &Job<G>,
    workers: usize,
    control: &Control,
    recorder: Option<Recorder<'_, G>>,
) -> Result<(Columns, Moves), JobError> {
    job.players()?;
    let mut columns = Columns::zeros(job.games, G::SEATS.len(), G::HAS_SCORE, G::COUNTS.len());
    let mut moves = Moves::default();
    let chunk = job.games.div_ceil(CHUNKS).max(1);
    let finished = {
        let chunks = columns.slices(chunk, G::TEAMS);
        let finished: Vec<Mutex<Part>> = chunks.iter().map(|_| Mutex::default()).collect();
        let queue = Mutex::new(chunks.into_iter().enumerate());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(workers)
            .build()
            .map_err(|error| JobError::Threads(error.to_string()))?;
        pool.broadcast(|_| {
            let mut worker = Worker::new(job).expect("the players were built once already");
            while !control.is_cancelled() {
                let next = queue.lock().expect("a worker that panics ends the batch").next();
                let Some((number, mut slice)) = next else { break };
                let part = worker.fill(job, number * chunk, &mut slice, control, recorder);
                *finished[number].lock().expect("as above") = part;
            }
        });
        let mut kept = 0;
        for part in &finished {
            let part = part.lock().expect("as above");
            kept += part.games;
            moves.append(&part.moves);
            if part.games < chunk {
                break;
            }
        }
        kept
    };
    columns.truncate(finished, G::SEATS.len());
    Ok((columns, moves))
}

/// One game of a job by its index, move by move.
///
/// # Errors
/// [`JobError`].
pub fn replay<G: Evaluate>(job: &Job<G>, start: usize, seed: u64) -> Result<(Line<G>, Row), JobError> {
    Worker::new(job)?.replay(job, start, seed)
}

/// What a thread keeps between games.
pub(crate) struct Worker<G: Evaluate> {
    /// No players where all seats play at random.
    players: Vec<Box<dyn Player<G>>>,
    history: History,
}

impl<G: Evaluate> Worker<G> {
    pub(crate) fn new(job: &Job<G>) -> Result<Self, JobError> {
        Ok(Self { players: job.players()?, history: History::filtered() })
    }

    /// One game again, move by move.
    pub(crate) fn replay(&mut self, job: &Job<G>, start: usize, seed: u64) -> Result<(Line<G>, Row), JobError> {
        let position = job.starts.get(start).ok_or(JobError::NoStart)?;
        let mut line = Line::new(position.clone());
        let row = self
            .play(job, &mut line, start as u32, seed, &Control::new())
            .expect("a control that nobody holds is not cancelled");
        Ok((line, row))
    }

    /// Plays the games of a chunk, up to the first that is cancelled.
    fn fill(
        &mut self,
        job: &Job<G>,
        offset: usize,
        slice: &mut Slice<'_>,
        control: &Control,
        recorder: Option<Recorder<'_, G>>,
    ) -> Part {
        let mut part = Part::default();
        // The game's own loop keeps no moves.
        let random = job.is_random() && recorder.is_none();
        for i in 0..slice.len() {
            if control.is_cancelled() {
                return part;
            }
            let index = job.first + (offset + i) as u64;
            let start = (index % job.starts.len() as u64) as u32;
            let seed = game_seed(job.seed, job.experiment, index);
            let row = if random {
                Some(self.play_out(job, start, seed))
            } else {
                let mut line = Line::new(job.starts[start as usize].clone());
                let row = self.play(job, &mut line, start, seed, control);
                if let (Some(_), Some(recorder)) = (&row, recorder) {
                    recorder(&line, &mut part.moves.actions);
                    part.moves.end_game();
                }
                row
            };
            let Some(row) = row else { return part };
            slice.set(i, &row);
            part.games += 1;
            control.add(1);
        }
        part
    }

    /// A random game by the game's own loop.
    fn play_out(&mut self, job: &Job<G>, start: u32, seed: u64) -> Row {
        self.history.clear();
        let game = job.starts[start as usize].playout(
            &mut stream(seed, PLAYERS),
            &mut stream(seed, DICE),
            &mut self.history,
            job.max_plies.unwrap_or(u32::MAX),
        );
        row::<G>(&game, start, seed)
    }

    /// A game by the players, ply by ply; nothing if it was cancelled.
    fn play(&mut self, job: &Job<G>, line: &mut Line<G>, start: u32, seed: u64, control: &Control) -> Option<Row> {
        let mut dice = stream(seed, DICE);
        let random = job.is_random();
        // Random play of all seats has one stream, so that the game's own loop plays the same games.
        let mut choices: Vec<Rng> = (0..G::SEATS.len() as u32)
            .map(|seat| stream(seed, if random { PLAYERS } else { PLAYERS + 1 + seat }))
            .collect();
        for player in &mut self.players {
            player.begin_game();
        }
        let limit = job.max_plies.unwrap_or(u32::MAX);
        let played = play_on(line, &mut dice, limit, control, |seat, line| {
            self.players[seat].choose(line, &mut choices[if random { 0 } else { seat }])
        })?;
        Some(row::<G>(&played, start, seed))
    }
}
