//! Retrograde analysis of one level, given all lower ones.

use crate::file::Level;
use crate::{Endings, TableError};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// Positions a task takes at a time; a matter of overhead and of how soon a stop is heard.
const CHUNK: usize = 1 << 15;
/// Pending positions above which a task gives half of them away.
const PENDING: usize = 1 << 12;

/// Best known option in the upper byte (offset by 128, so 0 is "none"), a bit for "settled", and the number of moves
/// within the level whose values are not known yet.
#[derive(Clone, Copy)]
struct State(u16);

const SETTLED: u16 = 0x80;

impl State {
    const fn new(best: i8, open: u16) -> Self {
        Self(((best as i16 + 128) as u16) << 8 | open)
    }

    const fn best(self) -> i8 {
        ((self.0 >> 8) as i16 - 128) as i8
    }

    const fn open(self) -> u16 {
        self.0 & 0x7f
    }

    const fn is_settled(self) -> bool {
        self.0 & SETTLED != 0
    }

    /// Whether stage `t` settles it: as a gain of `t`, or a loss of `t` with nothing left to hope for.
    const fn is_due(self, t: i8) -> bool {
        !self.is_settled() && (self.best() == t || (self.open() == 0 && self.best() == -t))
    }

    /// With one open move less, which yields `value`.
    fn with_option(self, value: i8) -> Self {
        Self::new(self.best().max(value), self.open() - 1)
    }

    const fn settled(self) -> Self {
        Self(self.0 | SETTLED)
    }
}

/// The level in work.
struct Work<'a, G: Endings> {
    level: u32,
    states: &'a [AtomicU16],
    cancelled: &'a AtomicBool,
    /// Told how many positions have gone through a step.
    count: &'a (dyn Fn(u64) + Sync),
    game: std::marker::PhantomData<fn() -> G>,
}

/// Solves a level and returns its values in pieces. `count` is told of every position twice.
pub(crate) fn solve<G: Endings>(
    level: u32,
    lower: &[Level],
    cancelled: &AtomicBool,
    count: &(dyn Fn(u64) + Sync),
) -> Result<Vec<AtomicU16>, TableError> {
    let size = usize::try_from(G::size(level)).map_err(|_| TableError::NoLevel { level, highest: G::MAX_LEVEL })?;
    let mut states = Vec::new();
    states.resize_with(size, AtomicU16::default);
    let work = Work::<G> { level, states: &states, cancelled, count, game: std::marker::PhantomData };
    work.begin(lower)?;
    for t in (1..=G::bound(level)).rev() {
        work.stage(t)?;
    }
    let settled = states.par_iter().filter(|state| State(state.load(Ordering::Relaxed)).is_settled()).count();
    count((size - settled) as u64);
    Ok(states)
}

/// The values of solved states, as bytes.
pub(crate) fn values(states: &[AtomicU16]) -> impl Iterator<Item = Vec<u8>> {
    states.chunks(1 << 20).map(|states| {
        let value = |state: &AtomicU16| {
            let state = State(state.load(Ordering::Relaxed));
            if state.is_settled() { state.best() as u8 } else { 0 }
        };
        states.iter().map(value).collect()
    })
}

impl<G: Endings> Work<'_, G> {
    /// An error if a stop was asked for.
    fn go_on(&self) -> Result<(), TableError> {
        if self.cancelled.load(Ordering::Relaxed) { Err(TableError::Cancelled) } else { Ok(()) }
    }

    /// Looks at every position's moves: the best value of those that leave the level, the number of those that stay.
    fn begin(&self, lower: &[Level]) -> Result<(), TableError> {
        self.states.par_chunks(CHUNK).enumerate().try_for_each(|(chunk, states)| {
            self.go_on()?;
            let mut ending = G::at(self.level, (chunk * CHUNK) as u64);
            for state in states {
                state.store(self.first_state(lower, ending).0, Ordering::Relaxed);
                ending = G::next(ending);
            }
            (self.count)(states.len() as u64);
            Ok(())
        })
    }

    fn first_state(&self, lower: &[Level], ending: G::Ending) -> State {
        if let Some(value) = G::final_value(self.level, ending) {
            return State::new(value, 0);
        }
        let (mut best, mut open) = (i8::MIN, 0);
        G::successors(self.level, ending, |gain, level, child| {
            if level == self.level {
                debug_assert_eq!(gain, 0, "a move within a level gains nothing");
                open += 1;
            } else {
                best = best.max(gain - lower[level as usize].value(G::index(child)));
            }
        });
        debug_assert!(best.max(-G::bound(self.level)) <= G::bound(self.level), "the bound of the level holds");
        State::new(best, open)
    }

    /// Settles everything worth `t` or `-t`.
    fn stage(&self, t: i8) -> Result<(), TableError> {
        rayon::scope(|scope| {
            self.states.par_chunks(CHUNK).enumerate().for_each(|(chunk, states)| {
                let mut pending = Vec::new();
                for (i, state) in states.iter().enumerate() {
                    if State(state.load(Ordering::Relaxed)).is_due(t) && self.settle(state, t) {
                        pending.push(G::at(self.level, (chunk * CHUNK + i) as u64));
                        self.spread(scope, t, &mut pending);
                    }
                }
            });
        });
        self.go_on()
    }

    /// Marks a due position as settled; false if another task was first.
    fn settle(&self, state: &AtomicU16, t: i8) -> bool {
        let due = |bits: u16| State(bits).is_due(t).then(|| State(bits).settled().0);
        state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, due).is_ok()
    }

    /// Tells the predecessors of settled positions, and theirs, until nothing more follows at this stage.
    fn spread<'scope>(&'scope self, scope: &rayon::Scope<'scope>, t: i8, pending: &mut Vec<G::Ending>) {
        let mut settled = 0;
        while let Some(ending) = pending.pop() {
            if self.cancelled.load(Ordering::Relaxed) {
                return pending.clear();
            }
            settled += 1;
            let value = State(self.states[G::index(ending) as usize].load(Ordering::Relaxed)).best();
            G::predecessors(self.level, ending, |predecessor| {
                if self.learn(&self.states[G::index(predecessor) as usize], -value, t) {
                    pending.push(predecessor);
                }
            });
            if pending.len() >= PENDING {
                let mut half = pending.split_off(PENDING / 2);
                scope.spawn(move |scope| self.spread(scope, t, &mut half));
            }
        }
        (self.count)(settled);
    }

    /// Takes in the value of one more option; whether that settles the position.
    fn learn(&self, state: &AtomicU16, option: i8, t: i8) -> bool {
        let mut settles = false;
        let learnt = |bits: u16| {
            let state = State(bits);
            if state.is_settled() {
                return None;
            }
            let state = state.with_option(option);
            settles = state.is_due(t);
            Some(if settles { state.settled().0 } else { state.0 })
        };
        state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, learnt).is_ok() && settles
    }
}
