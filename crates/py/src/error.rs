//! The one table from our errors to Python's exceptions.

use fairyring_catalog::CatalogError;
use fairyring_learn::LearnError;
use fairyring_search::mate::MateError;
use fairyring_sim::{JobError, SampleError};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    fairyring,
    IllegalMoveError,
    PyValueError,
    "A move or action that cannot be played here; the message names it, the actor and why."
);
create_exception!(
    fairyring,
    PositionError,
    PyValueError,
    "A position text that was refused; the message gives every reason that was found."
);

/// The exception for an error of the catalogue.
pub(crate) fn raise(error: &CatalogError) -> PyErr {
    let message = error.to_string();
    match error {
        CatalogError::Move(_) | CatalogError::Record(_) | CatalogError::Sample(SampleError::Record { .. }) => {
            IllegalMoveError::new_err(message)
        }
        CatalogError::Position(_) => PositionError::new_err(message),
        CatalogError::Env(fairyring_envs::EnvError::Action { .. }) => IllegalMoveError::new_err(message),
        CatalogError::Env(fairyring_envs::EnvError::NotReset | fairyring_envs::EnvError::Threads(_))
        | CatalogError::Job(JobError::Threads(_))
        | CatalogError::Sample(SampleError::Job(JobError::Threads(_))) => PyRuntimeError::new_err(message),
        CatalogError::Learn(LearnError::Io { .. }) => PyOSError::new_err(message),
        CatalogError::Learn(LearnError::Threads(_)) | CatalogError::Mate(MateError::Nodes(_)) => {
            PyRuntimeError::new_err(message)
        }
        CatalogError::UnknownGame(_)
        | CatalogError::Rules(_)
        | CatalogError::Agent(_)
        | CatalogError::Job(_)
        | CatalogError::Pool(_)
        | CatalogError::Env(_)
        | CatalogError::Mate(_)
        | CatalogError::Table(_)
        | CatalogError::Sample(_)
        | CatalogError::Learn(_)
        | CatalogError::Question(_) => PyValueError::new_err(message),
    }
}
