//! Games in lockstep: agents from outside that are asked about many positions at once.

use crate::game::row;
use crate::{Control, JobError};
use fairyring_game::{
    Actor, DICE, Encode, Evaluate, Line, Outcome, PLAYERS, Playout, Rng, Step, Window, below, game_seed, stream,
};
use fairyring_records::{Columns, Row};
use fairyring_search::selfplay::{Batch, Logits, PoolError};
use fairyring_search::{AgentSpec, Builder, Player};
use std::collections::BTreeMap;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A player of this spec.
    Agent(AgentSpec),
    /// The evaluator of this number, from outside.
    Evaluator(usize),
}

/// Games to be played in lockstep.
#[derive(Clone, Debug)]
pub struct LockstepJob<G: Evaluate> {
    /// Start positions; game `i` begins with number `i % starts.len()`.
    pub starts: Vec<G>,
    /// Who sits on each seat.
    pub seats: Vec<Sitter>,
    /// The evaluators' temperatures: a move is drawn by `exp(logit / temperature)`; at 0 the first of the highest is taken.
    pub temperatures: Vec<f32>,
    /// What builds the players.
    pub build: Builder<G>,
    /// Master seed.
    pub seed: u64,
    /// Experiment, mixed into the seeds.
    pub experiment: u64,
    /// Index of the first game.
    pub first: u64,
    /// Number of games.
    pub games: usize,
    /// Ends any game after this many plies.
    pub max_plies: Option<u32>,
    /// Window of actions and observations.
    pub window: Window,
    /// Most games at a time. It decides which positions are asked about together, and nothing else.
    pub slots: usize,
}

/// Games in lockstep with their game forgotten.
pub trait AnyLockstep: Send {
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3];

    /// Size of the action space: columns of dense logits.
    fn action_count(&self) -> u32;

    /// Goes on to where evaluators are asked, and returns the number of one with its positions; nothing when all games are
    /// over or the control was cancelled. The batch must be answered before the next one.
    fn next(&mut self, control: &Control) -> Option<(usize, Batch)>;

    /// Answers the batch: logits, and the expected utility of the seat to act, which is only checked.
    ///
    /// # Errors
    /// [`PoolError`] names what is wrong; the batch can be answered again.
    fn answer(&mut self, logits: Logits<'_>, values: &[f32]) -> Result<(), PoolError>;

    /// Number of games that are over.
    fn done(&self) -> usize;

    /// The columns of the longest run of finished games from the first on.
    fn columns(&self) -> Columns;
}

/// A game in play.
struct Table<G: Evaluate> {
    number: usize,
    start: u32,
    seed: u64,
    line: Line<G>,
    players: Vec<Option<Box<dyn Player<G>>>>,
    choices: Vec<Rng>,
    dice: Rng,
    plies: u32,
    luck: f64,
    /// Legal actions of the evaluator that is asked.
    actions: Vec<u32>,
}

/// Games in lockstep.
pub struct Lockstep<G: Evaluate> {
    job: LockstepJob<G>,
    /// Games in play; none where there are no more to begin.
    tables: Vec<Option<Table<G>>>,
    next_game: usize,
    finished: BTreeMap<usize, Row>,
    /// The tables of the batch that is out, and its number.
    out: Option<(u64, Vec<usize>)>,
    next_batch: u64,
}

impl<G: Encode + Evaluate> Lockstep<G> {
    /// Games about to begin.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn new(job: LockstepJob<G>) -> Result<Self, JobError> {
        if job.seats.len() != G::SEATS.len() {
            return Err(JobError::Seats { given: job.seats.len(), seats: G::SEATS.len() });
        }
        let rules = job.starts.first().ok_or(JobError::NoStart)?.rules();
        for sitter in &job.seats {
            match sitter {
                Sitter::Agent(agent) => drop((job.build)(agent, rules)?),
                Sitter::Evaluator(number) if *number >= job.temperatures.len() => {
                    return Err(JobError::Seating { agent: *number, agents: job.temperatures.len() });
                }
                Sitter::Evaluator(_) => {}
            }
        }
        let mut lockstep =
            Self { job, tables: Vec::new(), next_game: 0, finished: BTreeMap::new(), out: None, next_batch: 0 };
        while lockstep.tables.len() < lockstep.job.slots.max(1) && lockstep.next_game < lockstep.job.games {
            let players = lockstep.players();
            let table = lockstep.begin(players);
            lockstep.tables.push(Some(table));
        }
        Ok(lockstep)
    }

    /// A game that is asked about.
    fn table(&self, place: usize) -> &Table<G> {
        self.tables[place].as_ref().expect("a game that is asked about is in play")
    }

    fn players(&self) -> Vec<Option<Box<dyn Player<G>>>> {
        let rules = self.job.starts[0].rules();
        let player = |sitter: &Sitter| match sitter {
            Sitter::Agent(agent) => Some((self.job.build)(agent, rules).expect("the agents were built once already")),
            Sitter::Evaluator(_) => None,
        };
        self.job.seats.iter().map(player).collect()
    }

    /// The next game, on the chairs of one that is over.
    fn begin(&mut self, mut players: Vec<Option<Box<dyn Player<G>>>>) -> Table<G> {
        let number = self.next_game;
        self.next_game += 1;
        let index = self.job.first.wrapping_add(number as u64);
        let start = index % self.job.starts.len() as u64;
        let seed = game_seed(self.job.seed, self.job.experiment, index);
        players.iter_mut().flatten().for_each(|player| player.begin_game());
        Table {
            number,
            start: start as u32,
            seed,
            line: Line::new(self.job.starts[start as usize].clone()),
            players,
            choices: (0..G::SEATS.len() as u32).map(|seat| stream(seed, PLAYERS + 1 + seat)).collect(),
            dice: stream(seed, DICE),
            plies: 0,
            luck: 0.0,
            actions: Vec::new(),
        }
    }

    /// The evaluator that a game waits for; before that plays what needs none, and the games after it on its table.
    fn advance(&mut self, place: usize, control: &Control) -> Option<usize> {
        loop {
            let table = self.tables[place].as_mut()?;
            match go_on(table, &self.job, control)? {
                Pause::Asks(evaluator) => return Some(evaluator),
                Pause::Over(outcome) => {
                    self.finished.insert(table.number, table.row(outcome));
                    control.add(1);
                    let players = std::mem::take(&mut table.players);
                    self.tables[place] = if self.next_game < self.job.games { Some(self.begin(players)) } else { None };
                }
            }
        }
    }
}

/// Why a game does not go on by itself.
enum Pause {
    /// An evaluator is to move.
    Asks(usize),
    /// It is over.
    Over(Outcome),
}

/// Plays dice and players until an evaluator is to move or the game is over; nothing if it was cancelled.
fn go_on<G: Encode + Evaluate>(table: &mut Table<G>, job: &LockstepJob<G>, control: &Control) -> Option<Pause> {
    loop {
        let line = &mut table.line;
        match line.actor() {
            Actor::Over => {
                return Some(Pause::Over(line.outcome().expect("a game that is over has an outcome")));
            }
            Actor::Chance => {
                let roll = line.position().draw_chance(&mut table.dice);
                table.luck += f64::from(line.position().luck(roll));
                line.play_unchecked(roll);
            }
            Actor::Seat(_) if line.taken().is_empty() && table.plies >= job.max_plies.unwrap_or(u32::MAX) => {
                return Some(Pause::Over(line.position().outcome_by_limit()));
            }
            Actor::Seat(_) if control.is_cancelled() => return None,
            Actor::Seat(seat) => match (&mut table.players[seat as usize], &job.seats[seat as usize]) {
                (Some(player), _) => {
                    let m = player.choose(line, &mut table.choices[seat as usize]);
                    line.play_unchecked(m);
                    table.plies += 1;
                }
                (None, Sitter::Evaluator(evaluator)) => {
                    table.actions.clear();
                    line.position().legal_actions(line.taken(), job.window, &mut table.actions);
                    return Some(if table.actions.is_empty() {
                        // All moves lie outside the window.
                        Pause::Over(line.position().outcome_by_limit())
                    } else {
                        Pause::Asks(*evaluator)
                    });
                }
                (None, Sitter::Agent(_)) => unreachable!("players sit where agents were named"),
            },
        }
    }
}

impl<G: Encode + Evaluate> Table<G> {
    fn row(&self, outcome: Outcome) -> Row {
        let counts = self.line.position().counts();
        row::<G>(&Playout { outcome, plies: self.plies, luck: self.luck as f32, counts }, self.start, self.seed)
    }

    /// Takes the action that the logits draw.
    fn take(&mut self, logits: &[f32], job: &LockstepJob<G>) {
        let Actor::Seat(seat) = self.line.actor() else { unreachable!("an evaluator is asked where a seat acts") };
        let Sitter::Evaluator(evaluator) = job.seats[seat as usize] else { unreachable!("it sits there") };
        let (temperature, window) = (job.temperatures[evaluator], job.window);
        let action = self.actions[draw(logits, temperature, &mut self.choices[seat as usize])];
        match self.line.position().step(self.line.taken(), action, window) {
            Step::Move(m) => {
                self.line.play_unchecked(m);
                self.plies += 1;
            }
            Step::Partial => self.line.take_unchecked(action),
            Step::Illegal => unreachable!("the action is one of the legal ones"),
        }
    }
}

/// Draws an index by `exp(logit / temperature)`.
fn draw(logits: &[f32], temperature: f32, choices: &mut Rng) -> usize {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if temperature > 0.0 {
        // Whole numbers, so that a last bit of `exp` that differs between machines does not shift every draw.
        let share =
            |logit: f32| ((f64::from(logit - most) / f64::from(temperature)).exp() * f64::from(1u32 << 31)) as u64;
        let mut drawn = below(choices, logits.iter().map(|&logit| share(logit)).sum());
        for (index, &logit) in logits.iter().enumerate() {
            match drawn.checked_sub(share(logit)) {
                Some(rest) => drawn = rest,
                None => return index,
            }
        }
        unreachable!("the number drawn lies below the sum of the shares")
    }
    logits.iter().position(|&logit| logit == most).expect("there is a highest")
}

impl<G: Encode + Evaluate> AnyLockstep for Lockstep<G> {
    fn observation_shape(&self) -> [usize; 3] {
        G::observation_shape(self.job.window)
    }

    fn action_count(&self) -> u32 {
        G::action_count(self.job.window)
    }

    fn next(&mut self, control: &Control) -> Option<(usize, Batch)> {
        let mut waiting = vec![Vec::new(); self.job.temperatures.len()];
        for place in 0..self.tables.len() {
            if let Some(evaluator) = self.advance(place, control) {
                waiting[evaluator].push(place);
            }
            if control.is_cancelled() {
                return None;
            }
        }
        // The one with most positions; of equals the first.
        let evaluator = (0..waiting.len()).rev().max_by_key(|&evaluator| waiting[evaluator].len())?;
        let places = std::mem::take(&mut waiting[evaluator]);
        if places.is_empty() {
            return None;
        }
        let size: usize = self.observation_shape().iter().product();
        let mut batch = Batch { id: self.next_batch, offsets: vec![0], ..Batch::default() };
        batch.observations.resize(size * places.len(), 0);
        for (&place, out) in places.iter().zip(batch.observations.chunks_mut(size)) {
            let table = self.table(place);
            let Actor::Seat(seat) = table.line.actor() else { unreachable!("an evaluator is asked where a seat acts") };
            table.line.position().observe(table.line.taken(), seat, self.job.window, out);
            batch.seats.push(seat);
            batch.games.push(self.job.first.wrapping_add(table.number as u64));
            batch.actions.extend_from_slice(&table.actions);
            batch.offsets.push(batch.actions.len() as u32);
        }
        self.out = Some((batch.id, places));
        self.next_batch += 1;
        Some((evaluator, batch))
    }

    fn answer(&mut self, logits: Logits<'_>, values: &[f32]) -> Result<(), PoolError> {
        let Some((id, places)) = self.out.take() else { return Err(PoolError::Unknown { id: self.next_batch }) };
        let rows: Vec<&[u32]> = places.iter().map(|&place| self.table(place).actions.as_slice()).collect();
        match chosen(id, &rows, logits, values, self.action_count() as usize) {
            Ok(chosen) => {
                for (&place, logits) in places.iter().zip(chosen) {
                    if let Some(table) = &mut self.tables[place] {
                        table.take(&logits, &self.job);
                    }
                }
                Ok(())
            }
            Err(error) => {
                self.out = Some((id, places));
                Err(error)
            }
        }
    }

    fn done(&self) -> usize {
        self.finished.len()
    }

    fn columns(&self) -> Columns {
        let rows: Vec<_> =
            self.finished.iter().enumerate().take_while(|(place, (number, _))| place == *number).collect();
        let mut columns = Columns::zeros(rows.len(), G::SEATS.len(), G::HAS_SCORE, G::COUNTS.len());
        if !rows.is_empty() {
            let mut slices = columns.slices(rows.len(), G::TEAMS);
            for (place, (_, row)) in rows {
                slices[0].set(place, row);
            }
        }
        columns
    }
}

/// The logits of the legal actions, a row each, if they and the values are what they should be.
fn chosen(
    id: u64,
    rows: &[&[u32]],
    logits: Logits<'_>,
    values: &[f32],
    columns: usize,
) -> Result<Vec<Vec<f32>>, PoolError> {
    let shape = |what, expected, given| {
        if expected == given { Ok(()) } else { Err(PoolError::Shape { id, what, expected, given }) }
    };
    match logits {
        Logits::Dense(logits) => shape("dense logits", rows.len() * columns, logits.len())?,
        Logits::Ragged(logits) => {
            shape("logits of legal actions", rows.iter().map(|actions| actions.len()).sum(), logits.len())?;
        }
    }
    shape("values", rows.len(), values.len())?;
    if let Some(row) = values.iter().position(|value| !(-1.0..=1.0).contains(value)) {
        return Err(PoolError::Value { id, row, value: values[row] });
    }
    let mut from = 0;
    rows.iter()
        .enumerate()
        .map(|(row, actions)| {
            let own: Vec<f32> = match logits {
                Logits::Dense(logits) => {
                    actions.iter().map(|&action| logits[row * columns + action as usize]).collect()
                }
                Logits::Ragged(logits) => logits[from..from + actions.len()].to_vec(),
            };
            from += actions.len();
            match own.iter().position(|logit| !logit.is_finite()) {
                Some(n) => Err(PoolError::Logit { id, row, action: actions[n], value: own[n] }),
                None => Ok(own),
            }
        })
        .collect()
}
