//! Processor time of a thread, for criterion and without it.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Processor time of the thread: what other programs on the machine do disturbs it less than the time of day.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadTime;

impl ThreadTime {
    /// Processor time that a function takes.
    pub fn of<T>(work: impl FnOnce() -> T) -> (Duration, T) {
        let begun = now();
        let result = work();
        (now() - begun, result)
    }
}

fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl Measurement for ThreadTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        now()
    }

    fn end(&self, start: Duration) -> Duration {
        now() - start
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
