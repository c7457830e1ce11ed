//! Long work on another thread, while signals and progress are looked after on Python's.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often signals are looked at and progress is told.
const BEAT: Duration = Duration::from_millis(50);

/// Does work without the interpreter lock, and calls `beat` every so often with it. The first exception (a signal's or
/// `beat`'s) calls `stop` and is returned beside the result, for which the work is then waited.
pub(crate) fn watch<T: Send>(
    py: Python<'_>,
    name: &str,
    work: impl FnOnce() -> T + Send,
    mut beat: impl FnMut(Python<'_>) -> PyResult<()>,
    stop: impl Fn(),
) -> PyResult<(T, Option<PyErr>)> {
    let mut stopped = None;
    let result = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let receiver = Mutex::new(receiver);
        scope.spawn(move || {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            // The receiver waits until this arrives; a failed send has nobody to tell.
            let _ = sender.send(result);
        });
        loop {
            let heard =
                py.detach(|| receiver.lock().map_or(Err(RecvTimeoutError::Disconnected), |it| it.recv_timeout(BEAT)));
            match heard {
                Ok(result) => return result.map_err(|_| "a thread panicked"),
                Err(RecvTimeoutError::Disconnected) => return Err("a thread vanished"),
                Err(RecvTimeoutError::Timeout) if stopped.is_none() => {
                    if let Err(error) = py.check_signals().and_then(|()| beat(py)) {
                        stopped = Some(error);
                        stop();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    });
    let result = result.map_err(|why| PyRuntimeError::new_err(format!("internal fault in {name}: {why}")))?;
    Ok((result, stopped))
}
