//! The Python extension `fairyring._core`: conversions, one table of exceptions, nothing else.

mod batch;
mod chain;
mod convert;
mod envs;
mod error;
mod facts;
mod outcome;
mod position;

use pyo3::prelude::*;

/// Native part of Fairyring; use the package `fairyring`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::{replay, simulate};
    #[pymodule_export]
    use crate::chain::behemoth_chain;
    #[pymodule_export]
    use crate::envs::{VectorEnv, decode};
    #[pymodule_export]
    use crate::error::{IllegalMoveError, PositionError};
    #[pymodule_export]
    use crate::facts::{action_text, build_info, describe, games};
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::position::{Position, analyse, restore};
}
