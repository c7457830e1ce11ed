//! The Python extension `fairyring._core`: conversions, one table of exceptions, nothing else.

mod background;
mod batch;
mod chain;
mod contest;
mod convert;
mod envs;
mod error;
mod facts;
mod lockstep;
mod mate;
mod outcome;
mod player;
mod position;
mod selfplay;
mod stats;
mod wari;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The interpreter that loaded the extension first, by the address of its `builtins`; 0 before.
static LOADED_BY: AtomicUsize = AtomicUsize::new(0);

/// Refuses a second interpreter in this process: types and exceptions made for the first would be handed to it.
fn refuse_other_interpreters(py: Python<'_>) -> PyResult<()> {
    let here = py.import("builtins")?.as_ptr() as usize;
    match LOADED_BY.compare_exchange(0, here, Ordering::AcqRel, Ordering::Acquire) {
        Err(other) if other != here => Err(PyImportError::new_err(
            "fairyring was loaded by another interpreter of this process and cannot be loaded by a second",
        )),
        _ => Ok(()),
    }
}

/// Native part of Fairyring; use the package `fairyring`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::{replay, restore_actions, sample, simulate};
    #[pymodule_export]
    use crate::chain::behemoth_chain;
    #[pymodule_export]
    use crate::contest::{contest, opening};
    #[pymodule_export]
    use crate::envs::{VectorEnv, decode};
    #[pymodule_export]
    use crate::error::{IllegalMoveError, PositionError};
    #[pymodule_export]
    use crate::facts::{action_text, build_info, describe, games};
    #[pymodule_export]
    use crate::lockstep::Lockstep;
    #[pymodule_export]
    use crate::mate::{compose, mate};
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::player::{Dice, Player};
    #[pymodule_export]
    use crate::position::{Position, analyse, restore};
    #[pymodule_export]
    use crate::selfplay::{LeafBatch, SelfPlay};
    #[pymodule_export]
    use crate::stats::{SequentialTest, bradley_terry, elo_of_score, pair_statistics, score_of_elo, spending_bounds};
    #[pymodule_export]
    use crate::wari::WariTable;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::refuse_other_interpreters(module.py())
    }
}
