//! The environment of a game.

use crate::crew::{Crew, Worker};
use crate::erased::{AnyVectorEnv, Seeds};
use crate::output::{Output, Sizes};
use crate::row::{Common, End, Row};
use crate::{EnvError, Options, State};
use fairyring_game::{AnyLine, Encode, Evaluate, Line, Seat, Text, erase, utility_of};
use rayon::prelude::*;

/// Many games of one kind.
pub struct VectorEnv<G: Encode> {
    common: Common<G>,
    sizes: Sizes,
    rows: Vec<Row<G>>,
    begun: bool,
    crew: Crew<G>,
}

impl<G: Encode> std::fmt::Debug for VectorEnv<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let options = &self.common.options;
        f.debug_struct("VectorEnv").field("game", &G::ID).field("options", options).finish_non_exhaustive()
    }
}

impl<G: Text + Encode + Evaluate> VectorEnv<G> {
    /// An environment whose games begin at these positions: game `e` of row `i` at number `(i + e) % starts.len()`.
    ///
    /// # Errors
    /// [`EnvError`] for rows, starts, opponents or threads.
    pub fn new(starts: Vec<G>, options: Options) -> Result<Self, EnvError> {
        let seats = G::SEATS.len();
        if options.opponents.len() != seats || options.opponents.iter().all(Option::is_some) {
            return Err(EnvError::SetUp(format!(
                "opponents must be one a seat ({}) and leave at least one of them to the caller",
                G::SEATS.join(", ")
            )));
        }
        if options.rows == 0 || starts.is_empty() {
            return Err(EnvError::SetUp("an environment has at least one row and one start".to_owned()));
        }
        for start in &starts {
            if let Some(outcome) = Line::new(start.clone()).outcome() {
                let (text, reason) = (start.text(true), G::REASONS[outcome.reason as usize]);
                return Err(EnvError::SetUp(format!("the game is over at the start {text:?} ({reason})")));
            }
        }
        let mut own = (0..seats as Seat).filter(|&seat| options.opponents[seat as usize].is_none());
        let caller = own.next().filter(|_| own.next().is_none());
        let crew = Crew::new(options.threads, &options.opponents)?;
        let sizes = Sizes {
            cells: G::observation_shape(options.window).iter().product(),
            actions: G::action_count(options.window) as usize,
            seats,
        };
        let common = Common { starts, options, caller };
        let rows = (0..common.options.rows).map(|index| Row::new(index, &common)).collect();
        Ok(Self { common, sizes, rows, begun: false, crew })
    }

    /// Makes the threads ready and refuses arrays of wrong lengths.
    fn check(&mut self, out: &Output<'_>) -> Result<(), EnvError> {
        match out.lengths(self.rows.len(), self.sizes).into_iter().find(|(_, given, expected)| given != expected) {
            Some((what, given, expected)) => Err(EnvError::Length { what, given, expected }),
            None => self.crew.muster(),
        }
    }

    /// Does something with every row, on the threads, and writes the rows.
    fn each(&mut self, out: Output<'_>, act: impl Fn(usize, &Common<G>, &mut Row<G>, &mut Worker<G>) + Sync) {
        let grain = (self.rows.len() / (4 * self.crew.threads())).max(1);
        let work = Work { common: &self.common, sizes: self.sizes, crew: &self.crew, grain, act };
        let rows = &mut self.rows;
        self.crew.install(|| work.share(0, rows, out));
    }
}

/// Work on rows that is shared among threads.
struct Work<'a, G: Encode, F> {
    common: &'a Common<G>,
    sizes: Sizes,
    crew: &'a Crew<G>,
    /// Rows a thread takes at a time.
    grain: usize,
    act: F,
}

impl<G: Encode + Evaluate, F: Fn(usize, &Common<G>, &mut Row<G>, &mut Worker<G>) + Sync> Work<'_, G, F> {
    /// Halves the rows until they are few enough.
    fn share(&self, first: usize, rows: &mut [Row<G>], mut out: Output<'_>) {
        if self.crew.threads() > 1 && rows.len() > self.grain {
            let half = rows.len() / 2;
            let (left, right) = rows.split_at_mut(half);
            let out_left = out.take(half, self.sizes);
            rayon::join(|| self.share(first, left, out_left), || self.share(first + half, right, out));
            return;
        }
        let worker = &mut *self.crew.worker();
        for (n, row) in rows.iter_mut().enumerate() {
            (self.act)(first + n, self.common, row, worker);
            row.write(self.common, &mut worker.bytes, &mut out.take(1, self.sizes));
        }
    }
}

impl<G: Text + Encode + Evaluate> AnyVectorEnv for VectorEnv<G> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn seats(&self) -> usize {
        self.sizes.seats
    }

    fn actions(&self) -> usize {
        self.sizes.actions
    }

    fn shape(&self) -> [usize; 3] {
        G::observation_shape(self.common.options.window)
    }

    fn reset(&mut self, seeds: Seeds<'_>, rows: Option<&[bool]>, out: Output<'_>) -> Result<(), EnvError> {
        let expected = self.rows.len();
        let given = rows.map_or(expected, <[bool]>::len);
        if given != expected {
            return Err(EnvError::Length { what: "the reset mask", given, expected });
        }
        if let Seeds::Each(seeds) = seeds
            && seeds.len() != expected
        {
            return Err(EnvError::Length { what: "the list of seeds", given: seeds.len(), expected });
        }
        if rows.is_some_and(|rows| rows.contains(&false)) && !self.begun {
            return Err(EnvError::NotReset);
        }
        self.check(&out)?;
        self.begun = true;
        self.each(out, |index, common, row, worker| {
            if rows.is_none_or(|rows| rows[index]) {
                match seeds {
                    Seeds::Keep => {}
                    Seeds::Master(seed) => row.reseed(seed, index as u64),
                    Seeds::Each(seeds) => seeds[index].into_iter().for_each(|seed| row.reseed(seed, 0)),
                }
                row.begin(index, common, worker);
            }
        });
        Ok(())
    }

    fn step(&mut self, actions: &[i64], out: Output<'_>) -> Result<(), EnvError> {
        if !self.begun {
            return Err(EnvError::NotReset);
        }
        let (given, expected) = (actions.len(), self.rows.len());
        if given != expected {
            return Err(EnvError::Length { what: "actions", given, expected });
        }
        self.check(&out)?;
        for (index, (row, &action)) in self.rows.iter().zip(actions).enumerate() {
            if !row.accepts(action) {
                let (actor, count) = (row.line().actor_word(), self.sizes.actions);
                return Err(EnvError::Action { row: index, action, actor, count });
            }
        }
        self.each(out, |index, common, row, worker| row.step(actions[index], index, common, worker));
        Ok(())
    }

    fn write(&mut self, out: Output<'_>) -> Result<(), EnvError> {
        if !self.begun {
            return Err(EnvError::NotReset);
        }
        self.check(&out)?;
        self.each(out, |_, _, _, _| ());
        Ok(())
    }

    fn legal_actions(&self) -> (Vec<i64>, Vec<u32>) {
        let (mut offsets, mut actions) = (vec![0], Vec::new());
        for row in &self.rows {
            row.legal_actions(&mut actions);
            offsets.push(actions.len() as i64);
        }
        (offsets, actions)
    }

    fn sample_actions(&mut self, seed: u64, out: &mut [i64]) -> Result<(), EnvError> {
        if !self.begun {
            return Err(EnvError::NotReset);
        }
        let (given, expected) = (out.len(), self.rows.len());
        if given != expected {
            return Err(EnvError::Length { what: "actions", given, expected });
        }
        self.crew.muster()?;
        let grain = expected.div_ceil(self.crew.threads());
        let rows = &self.rows;
        self.crew.install(|| {
            rows.par_chunks(grain).zip(out.par_chunks_mut(grain)).for_each(|(rows, out)| {
                for (row, action) in rows.iter().zip(out) {
                    *action = row.sample(seed);
                }
            });
        });
        Ok(())
    }

    fn line(&self, row: usize) -> Option<Box<dyn AnyLine>> {
        self.rows.get(row).map(|row| erase(row.line().clone()))
    }

    fn state(&self) -> State {
        let mut state = State { begun: self.begun, ..State::default() };
        for row in &self.rows {
            state.seeds.push(row.seed);
            state.lanes.push(row.lane);
            state.episodes.push(row.episodes);
            state.games.push(row.games);
            state.returns.push(row.last.map_or(0.0, |end| utility_of(0, end.utility)));
            state.reasons.push(row.last.map_or(-1, |end| i16::from(end.reason)));
            state.lengths.push(row.actions.len() as u32);
            state.actions.extend(&row.actions);
        }
        state
    }

    fn restore(&mut self, state: &State) -> Result<(), EnvError> {
        let refuse = |why: String| EnvError::State(why);
        if !state.fits(self.rows.len()) {
            return Err(refuse(format!("its lists are not those of {} rows", self.rows.len())));
        }
        let mut rows: Vec<_> = (0..self.rows.len()).map(|index| Row::new(index, &self.common)).collect();
        let worker = &mut *self.crew.worker();
        let mut rest = state.actions.as_slice();
        for (index, row) in rows.iter_mut().enumerate() {
            row.reseed(state.seeds[index], state.lanes[index]);
            if state.begun {
                let Some(before) = state.episodes[index].checked_sub(1) else {
                    return Err(refuse(format!("row {index} has begun no game")));
                };
                row.episodes = before;
                row.begin(index, &self.common, worker);
            }
            let (actions, others) = rest.split_at(state.lengths[index] as usize);
            rest = others;
            for &action in actions {
                if !state.begun || row.is_over() || !row.accepts(i64::from(action)) {
                    return Err(refuse(format!("row {index}: action {action} of its game is not legal")));
                }
                row.step(i64::from(action), index, &self.common, worker);
            }
            row.games = state.games[index];
            row.last = match u8::try_from(state.reasons[index]) {
                Err(_) => None,
                Ok(reason) if (reason as usize) < G::REASONS.len() && state.returns[index].abs() <= 1.0 => {
                    Some(End { utility: state.returns[index], reason, truncated: false })
                }
                Ok(reason) => return Err(refuse(format!("row {index}: no game ends with reason {reason}"))),
            };
        }
        self.rows = rows;
        self.begun = state.begun;
        Ok(())
    }
}
