//! The pool: queues of games that search, wait for a batch, or are out in one.

use super::batch::{Batch, Logits, PoolError};
use super::slot::{Progress, Setup, Slot};
use super::{GameRecord, SelfPlayOptions};
use fairyring_game::Encode;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Games that a thread takes at a time. A matter of overhead only.
const CHUNK: usize = 32;

/// A pool with its game forgotten.
pub trait AnyPool: Send + Sync {
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3];

    /// Size of the action space: columns of dense logits.
    fn action_count(&self) -> u32;

    /// Waits for a batch of up to `most` positions: until there are so many, or `wait` has passed and there is one, or no
    /// more can come before an answer. `None` when all games are over.
    ///
    /// # Errors
    /// [`PoolError::AllOut`] instead of waiting for ever; [`PoolError::Closed`] and [`PoolError::Failed`];
    /// [`PoolError::Options`] if `most` is 0.
    fn leaves(&self, most: usize, wait: Duration) -> Result<Option<Batch>, PoolError>;

    /// Answers a batch: logits, and the expected utility of the seat to act in `[-1, 1]`, one a position.
    ///
    /// # Errors
    /// [`PoolError`] names what is wrong; the batch is still out then.
    fn answer(&self, id: u64, logits: Logits<'_>, values: &[f32]) -> Result<(), PoolError>;

    /// Takes the games finished since the last time, by index. What a game holds depends on its seed and the answers
    /// alone; which games have finished depends on the threads.
    fn take_games(&self) -> Vec<GameRecord>;

    /// Numbers of batches that are out.
    fn batches_out(&self) -> Vec<u64>;

    /// Ends all searches. Finished games can still be taken.
    fn close(&self);
}

/// Games that search by pulled evaluations.
#[derive(Debug)]
pub struct SelfPlay<G: Encode> {
    shared: Arc<Shared<G>>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared<G: Encode> {
    setup: Setup<G>,
    state: Mutex<State<G>>,
    /// There is work, or the pool is closed.
    work: Condvar,
    /// There are leaves, or a thread has nothing left to do.
    ready: Condvar,
}

#[derive(Debug)]
struct State<G: Encode> {
    /// Games that can go on.
    queue: VecDeque<Vec<Box<Slot<G>>>>,
    /// Chunks that threads are at.
    busy: usize,
    leaves: VecDeque<Leaves<G>>,
    /// Number of leaves in `leaves`.
    waiting: usize,
    out: BTreeMap<u64, Vec<Box<Slot<G>>>>,
    /// Leaves handed out and not yet answered.
    out_count: usize,
    next_batch: u64,
    next_game: u64,
    /// One past the last game.
    end: u64,
    finished: BTreeMap<u64, GameRecord>,
    is_closed: bool,
    has_failed: bool,
}

/// Games with a leaf each, and the leaves' observations.
#[derive(Debug)]
struct Leaves<G: Encode> {
    slots: Vec<Box<Slot<G>>>,
    observations: Vec<u8>,
    seats: Vec<u8>,
}

impl<G: Encode> State<G> {
    /// The index of the next game to begin.
    fn next_game(&mut self) -> Option<u64> {
        let index = self.next_game;
        (index < self.end).then(|| {
            self.next_game += 1;
            index
        })
    }
}

impl<G: Encode> Shared<G> {
    fn lock(&self) -> MutexGuard<'_, State<G>> {
        // Nothing that can panic runs under the lock, so a poisoned one is as good.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Takes a chunk of games on to their next leaves.
    fn search(&self, slots: Vec<Box<Slot<G>>>) {
        let size: usize = G::observation_shape(self.setup.options.window).iter().product();
        let mut leaves = Leaves {
            slots: Vec::with_capacity(slots.len()),
            observations: Vec::new(),
            seats: Vec::with_capacity(slots.len()),
        };
        let mut finished = Vec::new();
        leaves.observations.resize(slots.len() * size, 0);
        for mut slot in slots {
            loop {
                if slot.resume(&self.setup) == Progress::Leaf {
                    let at = leaves.slots.len() * size;
                    leaves.seats.push(slot.observe(&mut leaves.observations[at..at + size]));
                    leaves.slots.push(slot);
                    break;
                }
                finished.push(slot.take_record());
                let Some(index) = self.lock().next_game() else { break };
                slot.begin(&self.setup, index);
            }
        }
        leaves.observations.truncate(leaves.slots.len() * size);
        let mut state = self.lock();
        state.busy -= 1;
        state.finished.extend(finished.into_iter().map(|record| (record.index, record)));
        if !state.is_closed && !leaves.slots.is_empty() {
            state.waiting += leaves.slots.len();
            state.leaves.push_back(leaves);
        }
        drop(state);
        self.ready.notify_all();
    }

    /// What a thread does.
    fn work(&self) {
        let guard = FailureGuard(self);
        loop {
            let mut state = self.lock();
            let slots = loop {
                if state.is_closed {
                    drop(state);
                    std::mem::forget(guard);
                    return;
                }
                if let Some(slots) = state.queue.pop_front() {
                    break slots;
                }
                state = self.work.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
            };
            state.busy += 1;
            drop(state);
            self.search(slots);
        }
    }
}

/// Closes the pool if a thread panics, so that nobody waits for it.
struct FailureGuard<'a, G: Encode>(&'a Shared<G>);

impl<G: Encode> Drop for FailureGuard<'_, G> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.has_failed = true;
        state.is_closed = true;
        drop(state);
        self.0.ready.notify_all();
        self.0.work.notify_all();
    }
}

impl<G: Encode> SelfPlay<G> {
    /// A pool of games from these starts; game `i` begins with number `i % starts.len()`.
    ///
    /// # Errors
    /// [`PoolError::Options`] names what is wrong.
    pub fn new(starts: Vec<G>, options: SelfPlayOptions) -> Result<Self, PoolError> {
        options.check()?;
        if starts.is_empty() {
            return Err(PoolError::Options("there is no start position".to_owned()));
        }
        let end = options.games.map_or(u64::MAX, |games| options.first + games);
        let slots = options.slots.min(usize::try_from(end - options.first).unwrap_or(usize::MAX));
        let (first, threads) = (options.first, options.threads);
        let setup = Setup { options, starts };
        let mut queue = VecDeque::new();
        let mut index = first;
        while index < first + slots as u64 {
            let to = (index + CHUNK as u64).min(first + slots as u64);
            queue.push_back((index..to).map(|index| Box::new(Slot::new(&setup, index))).collect());
            index = to;
        }
        let state = State {
            queue,
            busy: 0,
            leaves: VecDeque::new(),
            waiting: 0,
            out: BTreeMap::new(),
            out_count: 0,
            next_batch: 0,
            next_game: first + slots as u64,
            end,
            finished: BTreeMap::new(),
            is_closed: false,
            has_failed: false,
        };
        let shared = Arc::new(Shared { setup, state: Mutex::new(state), work: Condvar::new(), ready: Condvar::new() });
        let mut pool = Self { shared: Arc::clone(&shared), threads: Vec::new() };
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new()
                .name(format!("search-{number}"))
                .spawn(move || shared.work())
                .map_err(|error| PoolError::Options(format!("the threads could not be started: {error}")))?;
            pool.threads.push(thread);
        }
        Ok(pool)
    }

    /// Waits until a batch can be made up; takes its games out of the queue.
    fn wait_for(&self, most: usize, wait: Duration) -> Result<Option<Vec<Leaves<G>>>, PoolError> {
        // Waits that no clock can hold are for ever.
        let deadline = Instant::now().checked_add(wait);
        let mut state = self.shared.lock();
        loop {
            if state.has_failed {
                return Err(PoolError::Failed);
            }
            if state.is_closed {
                return Err(PoolError::Closed);
            }
            let is_idle = state.queue.is_empty() && state.busy == 0;
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if state.waiting >= most || (state.waiting > 0 && (is_idle || is_late)) {
                return Ok(Some(take_leaves(&mut state, most)));
            }
            if is_idle {
                let out = state.out_count;
                return if out == 0 { Ok(None) } else { Err(PoolError::AllOut { out }) };
            }
            if self.threads.is_empty() {
                let Some(slots) = state.queue.pop_front() else {
                    // Another caller searches; its notice will come.
                    state = self.shared.ready.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
                    continue;
                };
                state.busy += 1;
                drop(state);
                let guard = FailureGuard(&self.shared);
                self.shared.search(slots);
                std::mem::forget(guard);
                state = self.shared.lock();
                continue;
            }
            // With leaves waiting, only until the deadline; without, until a thread brings some or is done.
            state = match deadline {
                Some(deadline) if state.waiting > 0 => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let waited = self.shared.ready.wait_timeout(state, left);
                    waited.unwrap_or_else(std::sync::PoisonError::into_inner).0
                }
                _ => self.shared.ready.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner),
            };
        }
    }
}

/// Takes up to `most` leaves out of the queue.
fn take_leaves<G: Encode>(state: &mut State<G>, most: usize) -> Vec<Leaves<G>> {
    let (mut taken, mut count) = (Vec::new(), 0);
    while count < most {
        let Some(mut leaves) = state.leaves.pop_front() else { break };
        let wanted = most - count;
        if leaves.slots.len() > wanted {
            let size = leaves.observations.len() / leaves.slots.len();
            let rest = Leaves {
                slots: leaves.slots.split_off(wanted),
                observations: leaves.observations.split_off(wanted * size),
                seats: leaves.seats.split_off(wanted),
            };
            state.leaves.push_front(rest);
        }
        count += leaves.slots.len();
        taken.push(leaves);
    }
    state.waiting -= count;
    state.out_count += count;
    taken
}

/// Checks an answer and gives every game its part of it.
fn distribute<G: Encode>(
    id: u64,
    slots: &mut [Box<Slot<G>>],
    logits: Logits<'_>,
    values: &[f32],
    columns: usize,
) -> Result<(), PoolError> {
    let shape = |what, expected, given| {
        if expected == given { Ok(()) } else { Err(PoolError::Shape { id, what, expected, given }) }
    };
    let actions: usize = slots.iter().map(|slot| slot.labels.len()).sum();
    match logits {
        Logits::Dense(logits) => shape("dense logits", slots.len() * columns, logits.len())?,
        Logits::Ragged(logits) => shape("logits of legal actions", actions, logits.len())?,
    }
    shape("values", slots.len(), values.len())?;
    if let Some(row) = values.iter().position(|value| !(-1.0..=1.0).contains(value)) {
        return Err(PoolError::Value { id, row, value: values[row] });
    }
    let mut from = 0;
    for (row, slot) in slots.iter_mut().enumerate() {
        slot.priors.clear();
        match logits {
            Logits::Dense(logits) => {
                let own = &logits[row * columns..(row + 1) * columns];
                slot.priors.extend(slot.labels.iter().map(|&action| own[action as usize]));
            }
            Logits::Ragged(logits) => slot.priors.extend_from_slice(&logits[from..from + slot.labels.len()]),
        }
        from += slot.labels.len();
        slot.value = values[row];
        if let Some(n) = slot.priors.iter().position(|logit| !logit.is_finite()) {
            return Err(PoolError::Logit { id, row, action: slot.labels[n], value: slot.priors[n] });
        }
    }
    Ok(())
}

impl<G: Encode> AnyPool for SelfPlay<G> {
    fn observation_shape(&self) -> [usize; 3] {
        G::observation_shape(self.shared.setup.options.window)
    }

    fn action_count(&self) -> u32 {
        G::action_count(self.shared.setup.options.window)
    }

    fn leaves(&self, most: usize, wait: Duration) -> Result<Option<Batch>, PoolError> {
        if most == 0 {
            return Err(PoolError::Options("a batch holds at least 1 position".to_owned()));
        }
        let Some(taken) = self.wait_for(most, wait)? else { return Ok(None) };
        let mut batch = Batch { offsets: vec![0], ..Batch::default() };
        let count = taken.iter().map(|leaves| leaves.slots.len()).sum();
        let mut slots = Vec::with_capacity(count);
        batch.seats.reserve_exact(count);
        batch.games.reserve_exact(count);
        batch.offsets.reserve_exact(count);
        let actions = taken.iter().flat_map(|leaves| &leaves.slots).map(|slot| slot.labels.len()).sum();
        batch.actions.reserve_exact(actions);
        batch.observations.reserve_exact(taken.iter().map(|leaves| leaves.observations.len()).sum());
        for leaves in taken {
            batch.observations.extend_from_slice(&leaves.observations);
            batch.seats.extend_from_slice(&leaves.seats);
            for slot in leaves.slots {
                batch.games.push(slot.index());
                batch.actions.extend_from_slice(&slot.labels);
                batch.offsets.push(batch.actions.len() as u32);
                slots.push(slot);
            }
        }
        let mut state = self.shared.lock();
        batch.id = state.next_batch;
        state.next_batch += 1;
        state.out.insert(batch.id, slots);
        Ok(Some(batch))
    }

    fn answer(&self, id: u64, logits: Logits<'_>, values: &[f32]) -> Result<(), PoolError> {
        let mut state = self.shared.lock();
        if state.has_failed {
            return Err(PoolError::Failed);
        }
        if state.is_closed {
            return Err(PoolError::Closed);
        }
        let mut slots = state.out.remove(&id).ok_or(PoolError::Unknown { id })?;
        drop(state);
        let checked = distribute(id, &mut slots, logits, values, self.action_count() as usize);
        let mut state = self.shared.lock();
        if checked.is_err() {
            state.out.insert(id, slots);
            return checked;
        }
        state.out_count -= slots.len();
        while !slots.is_empty() {
            let rest = slots.split_off(slots.len().min(CHUNK));
            state.queue.push_back(std::mem::replace(&mut slots, rest));
        }
        drop(state);
        self.shared.work.notify_all();
        Ok(())
    }

    fn take_games(&self) -> Vec<GameRecord> {
        std::mem::take(&mut self.shared.lock().finished).into_values().collect()
    }

    fn batches_out(&self) -> Vec<u64> {
        self.shared.lock().out.keys().copied().collect()
    }

    fn close(&self) {
        let mut state = self.shared.lock();
        state.is_closed = true;
        state.queue.clear();
        state.leaves.clear();
        state.out.clear();
        (state.waiting, state.out_count) = (0, 0);
        drop(state);
        self.shared.work.notify_all();
        self.shared.ready.notify_all();
    }
}

impl<G: Encode> Drop for SelfPlay<G> {
    fn drop(&mut self) {
        self.close();
        for thread in self.threads.drain(..) {
            // A thread that has panicked has said so.
            drop(thread.join());
        }
    }
}
