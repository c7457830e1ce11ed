//! The environment and its type-erased form.

use crate::options::{EnvError, Options};
use crate::output::{Output, OutputRow};
use crate::row::{Players, Row};
use fairyring_game::{AnyLine, Encode, Evaluate, Text, erase};
use fairyring_search::build;
use rayon::prelude::*;

/// Rows a thread takes at a time.
const GRAIN: usize = 16;

/// Many games of one kind.
pub struct VectorEnv<G: Encode> {
    start: G,
    options: Options,
    rows: Vec<Row<G>>,
    is_reset: bool,
    pool: Option<rayon::ThreadPool>,
}

impl<G: Encode> std::fmt::Debug for VectorEnv<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VectorEnv").field("game", &G::ID).field("options", &self.options).finish_non_exhaustive()
    }
}

/// A batched environment whose game's type is forgotten.
pub trait AnyVectorEnv: Send + Sync {
    /// Number of rows.
    fn rows(&self) -> usize;
    /// Number of seats.
    fn seats(&self) -> usize;
    /// Size of the action space.
    fn actions(&self) -> usize;
    /// Planes, height and width of an observation.
    fn shape(&self) -> [usize; 3];
    /// Begins new games in the rows marked, or in all; with a seed, the first games of that seed.
    ///
    /// # Errors
    /// [`EnvError::Length`]; nothing is changed.
    fn reset(&mut self, seed: Option<u64>, rows: Option<&[bool]>, out: Output<'_>) -> Result<(), EnvError>;
    /// Takes one action a row.
    ///
    /// # Errors
    /// [`EnvError`] names the first row whose action is not legal; nothing is changed.
    fn step(&mut self, actions: &[i64], out: Output<'_>) -> Result<(), EnvError>;
    /// A copy of a row's line of play.
    fn line(&self, row: usize) -> Option<Box<dyn AnyLine>>;
}

impl<G: Text + Encode + Evaluate> VectorEnv<G> {
    /// An environment whose games begin at `start`.
    ///
    /// # Errors
    /// [`EnvError`] for opponents or threads.
    pub fn new(start: G, options: Options) -> Result<Self, EnvError> {
        if options.opponents.len() != G::SEATS.len() || options.opponents.iter().all(Option::is_some) {
            return Err(EnvError::Seats(format!(
                "opponents must leave at least one of the {} seats to the caller",
                G::SEATS.len()
            )));
        }
        let pool = match options.threads {
            1 => None,
            threads => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|error| EnvError::Threads(error.to_string()))?,
            ),
        };
        let rows = (0..options.rows).map(|_| Row::new(&start)).collect();
        let env = Self { start, options, rows, is_reset: false, pool };
        env.players()?;
        Ok(env)
    }

    /// The players of the environment's seats.
    fn players(&self) -> Result<Players<G>, EnvError> {
        Ok(self
            .options
            .opponents
            .iter()
            .map(|agent| agent.as_ref().map(build::<G>).transpose())
            .collect::<Result<_, _>>()?)
    }

    /// Checks the lengths of an output.
    fn check(&self, out: &Output<'_>) -> Result<(), EnvError> {
        let n = self.rows.len();
        let cells: usize = self.shape().iter().product();
        for (what, given, expected) in [
            ("observations", out.observations.len(), n * cells),
            ("mask", out.mask.len(), n * self.actions()),
            ("rewards", out.rewards.len(), n * self.seats()),
            ("terminated", out.terminated.len(), n),
            ("truncated", out.truncated.len(), n),
            ("actor", out.actor.len(), n),
            ("plies", out.plies.len(), n),
        ] {
            if given != expected {
                return Err(EnvError::Length { what, given, expected });
            }
        }
        Ok(())
    }

    /// Does something with every row, on threads where there are any, and writes the rows.
    fn each(&mut self, out: Output<'_>, act: impl Fn(&G, usize, &Options, &mut Row<G>, &mut Players<G>) + Sync) {
        let cells = self.shape().iter().product();
        let outputs: Vec<OutputRow<'_>> = out.rows(cells, self.actions(), self.seats());
        let players = || self.players().expect("the players were built once already");
        let (start, options) = (&self.start, &self.options);
        let work = |players: &mut Players<G>, (index, (row, mut out)): (usize, (&mut Row<G>, OutputRow<'_>))| {
            act(start, index, options, row, players);
            row.write(options, &mut out);
        };
        match &self.pool {
            None => {
                let mut players = players();
                self.rows.iter_mut().zip(outputs).enumerate().for_each(|item| work(&mut players, item));
            }
            Some(pool) => {
                let all: Vec<Players<G>> = (0..self.rows.len().div_ceil(GRAIN)).map(|_| players()).collect();
                pool.install(|| {
                    let mut outputs = outputs;
                    let mut chunks = Vec::new();
                    while !outputs.is_empty() {
                        let rest = outputs.split_off(GRAIN.min(outputs.len()));
                        chunks.push(std::mem::replace(&mut outputs, rest));
                    }
                    self.rows.par_chunks_mut(GRAIN).zip(chunks).zip(all).enumerate().for_each(
                        |(chunk, ((rows, outputs), mut players))| {
                            for (i, item) in rows.iter_mut().zip(outputs).enumerate() {
                                work(&mut players, (chunk * GRAIN + i, item));
                            }
                        },
                    );
                });
            }
        }
    }
}

impl<G: Text + Encode + Evaluate> AnyVectorEnv for VectorEnv<G> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn seats(&self) -> usize {
        G::SEATS.len()
    }

    fn actions(&self) -> usize {
        G::action_count(self.options.window) as usize
    }

    fn shape(&self) -> [usize; 3] {
        G::observation_shape(self.options.window)
    }

    fn reset(&mut self, seed: Option<u64>, rows: Option<&[bool]>, out: Output<'_>) -> Result<(), EnvError> {
        self.check(&out)?;
        if let Some(rows) = rows
            && rows.len() != self.rows.len()
        {
            return Err(EnvError::Length { what: "reset mask", given: rows.len(), expected: self.rows.len() });
        }
        if rows.is_some() && !self.is_reset {
            return Err(EnvError::NotReset);
        }
        if let Some(seed) = seed {
            self.options.seed = seed;
        }
        self.is_reset = true;
        self.each(out, |start, index, options, row, players| {
            if rows.is_none_or(|rows| rows[index]) {
                row.reset(start, index, options, seed.is_some(), players);
            }
        });
        Ok(())
    }

    fn step(&mut self, actions: &[i64], out: Output<'_>) -> Result<(), EnvError> {
        self.check(&out)?;
        if !self.is_reset {
            return Err(EnvError::NotReset);
        }
        if actions.len() != self.rows.len() {
            return Err(EnvError::Length { what: "actions", given: actions.len(), expected: self.rows.len() });
        }
        for (index, (row, &action)) in self.rows.iter_mut().zip(actions).enumerate() {
            if row.prepare(action, &self.options).is_none() {
                return Err(EnvError::Action { row: index, action, actor: row.actor_word().to_owned() });
            }
        }
        self.each(out, |start, index, options, row, players| row.step(start, index, options, players));
        Ok(())
    }

    fn line(&self, row: usize) -> Option<Box<dyn AnyLine>> {
        Some(erase(self.rows.get(row)?.line().clone()))
    }
}
