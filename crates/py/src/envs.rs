//! The batched environment for Python: writes into the caller's arrays without the interpreter lock.

use crate::error::raise;
use crate::position::Position;
use fairyring_catalog::{CatalogError, EnvSpec, StartSpec, find};
use fairyring_envs::{AnyVectorEnv, Dice, EnvError, Mask, Observations, Output, Seeds, State};
use fairyring_game::Window;
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Many games of one kind, stepped in one call; use fairyring.envs.VectorEnv.
///
/// `arrays` of reset, step and write is a dict of C-contiguous, writable arrays, n being the number of games: observations
/// uint8 or float32 (n, planes, rows, columns) and mask int8 (n, actions) or uint8 (n, bytes of 8 actions), either of which
/// may be left out; rewards and returns float32 (n, seats); terminated and truncated bool, actor and observer int8, plies,
/// outside and games uint32, reason int16, all (n,). Wrong ones are refused with TypeError or ValueError naming the array,
/// before anything is changed.
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct VectorEnv {
    env: Mutex<Box<dyn AnyVectorEnv>>,
    rows: usize,
    seats: usize,
    actions: usize,
    shape: [usize; 3],
}

fn refused(error: EnvError) -> PyErr {
    raise(&CatalogError::Env(error))
}

impl VectorEnv {
    /// The environment, unless another thread is at work on it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyVectorEnv>>> {
        match self.env.try_lock() {
            Ok(env) => Ok(env),
            Err(TryLockError::Poisoned(_)) => {
                Err(PyRuntimeError::new_err("an earlier step of this environment failed"))
            }
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("another thread is stepping this environment"))
            }
        }
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the package's own class names them all")]
    fn new(
        game: &str,
        rules: Vec<(String, String)>,
        starts: Vec<String>,
        rows: usize,
        seed: u64,
        exposed: bool,
        max_plies: Option<u32>,
        window: u32,
        opponents: Vec<Option<String>>,
        threads: usize,
    ) -> PyResult<Self> {
        let spec = EnvSpec {
            rules: StartSpec { preset: None, rules },
            starts,
            rows,
            seed,
            dice: if exposed { Dice::Exposed } else { Dice::Inside },
            max_plies,
            window: Window(window),
            opponents,
            threads,
        };
        let env = find(game).and_then(|entry| entry.env(&spec)).map_err(|error| raise(&error))?;
        Ok(Self { rows, seats: env.seats(), actions: env.actions(), shape: env.shape(), env: Mutex::new(env) })
    }

    /// Begins new games in the rows marked, or in all: the next ones of their seeds, or the first of `seed`, or of the
    /// row's entry in `seeds`.
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        seeds: Option<Vec<Option<u64>>>,
        rows: Option<Vec<bool>>,
        arrays: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let mut arrays = Arrays::new(self, arrays)?;
        let seeds = match (seed, &seeds) {
            (Some(seed), _) => Seeds::Master(seed),
            (None, Some(seeds)) => Seeds::Each(seeds),
            (None, None) => Seeds::Keep,
        };
        let mut env = self.lock()?;
        let (env, out) = (&mut **env, arrays.output()?);
        py.detach(|| env.reset(seeds, rows.as_deref(), out)).map_err(refused)
    }

    /// Takes one action a row, an int64 array (n,). Raises IllegalMoveError naming the first row at fault; nothing is changed.
    #[pyo3(signature = (actions: "numpy.typing.NDArray[numpy.int64]", arrays))]
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut arrays = Arrays::new(self, arrays)?;
        let actions = actions.as_slice().map_err(|_| PyValueError::new_err("actions must be contiguous"))?;
        let mut env = self.lock()?;
        let (env, out) = (&mut **env, arrays.output()?);
        py.detach(|| env.step(actions, out)).map_err(refused)
    }

    /// Writes all rows as they are.
    fn write(&self, py: Python<'_>, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut arrays = Arrays::new(self, arrays)?;
        let mut env = self.lock()?;
        let (env, out) = (&mut **env, arrays.output()?);
        py.detach(|| env.write(out)).map_err(refused)
    }

    /// The legal actions of all rows: offsets, int64 (n + 1,), and the actions, uint32, ascending within a row.
    #[pyo3(signature = () -> "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint32]]")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (offsets, actions) = self.lock()?.legal_actions();
        (offsets.into_pyarray(py), actions.into_pyarray(py)).into_pyobject(py)
    }

    /// A uniformly random legal action a row, int64 (n,), 0 where the game is over.
    #[pyo3(signature = (seed: "int") -> "numpy.typing.NDArray[numpy.int64]")]
    fn sample_actions<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; self.rows];
        let mut env = self.lock()?;
        let env = &mut **env;
        py.detach(|| env.sample_actions(seed, &mut actions)).map_err(refused)?;
        Ok(actions.into_pyarray(py))
    }

    /// The position of a row, with its history.
    fn position(&self, row: usize) -> PyResult<Position> {
        match self.lock()?.line(row) {
            Some(line) => Ok(line.into()),
            None => Err(PyIndexError::new_err(format!("row {row} does not exist: there are {}", self.rows))),
        }
    }

    /// Seeds and actions of the present games, from which `restore` goes on.
    #[pyo3(signature = () -> "tuple[typing.Any, ...]")]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = self.lock()?.state();
        let State { begun, seeds, lanes, episodes, games, returns, reasons, lengths, actions } = state;
        (begun, seeds, lanes, episodes, games, returns, reasons, lengths, actions).into_pyobject(py)
    }

    /// Goes on from a state by playing its games again. Raises ValueError where it does not fit; nothing is changed.
    #[pyo3(signature = (state: "tuple[typing.Any, ...]"))]
    fn restore(&self, py: Python<'_>, state: &Bound<'_, PyTuple>) -> PyResult<()> {
        let (begun, seeds, lanes, episodes, games, returns, reasons, lengths, actions) = state.extract()?;
        let state = State { begun, seeds, lanes, episodes, games, returns, reasons, lengths, actions };
        let mut env = self.lock()?;
        let env = &mut **env;
        py.detach(|| env.restore(&state)).map_err(refused)
    }
}

/// The arrays of a call, borrowed so that none is given twice.
struct Arrays<'py> {
    observations: Cells<'py>,
    mask: Marks<'py>,
    rewards: PyReadwriteArrayDyn<'py, f32>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
    actor: PyReadwriteArrayDyn<'py, i8>,
    observer: PyReadwriteArrayDyn<'py, i8>,
    plies: PyReadwriteArrayDyn<'py, u32>,
    outside: PyReadwriteArrayDyn<'py, u32>,
    returns: PyReadwriteArrayDyn<'py, f32>,
    reason: PyReadwriteArrayDyn<'py, i16>,
    games: PyReadwriteArrayDyn<'py, u32>,
}

/// Observations, if they are wanted.
enum Cells<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
    Skipped,
}

/// A mask, if it is wanted.
enum Marks<'py> {
    Bytes(PyReadwriteArrayDyn<'py, i8>),
    Bits(PyReadwriteArrayDyn<'py, u8>),
    Skipped,
}

impl<'py> Arrays<'py> {
    fn new(env: &VectorEnv, arrays: &Bound<'py, PyDict>) -> PyResult<Self> {
        let n = env.rows;
        let [planes, rows, columns] = env.shape;
        let cells = [n, planes, rows, columns];
        Ok(Self {
            observations: match arrays.get_item("observations")? {
                None => Cells::Skipped,
                Some(array) if array.cast::<PyArrayDyn<f32>>().is_ok() => {
                    Cells::Floats(writable(arrays, "observations", &cells)?)
                }
                Some(_) => Cells::Bytes(writable(arrays, "observations", &cells)?),
            },
            mask: match arrays.get_item("mask")? {
                None => Marks::Skipped,
                Some(array) if array.cast::<PyArrayDyn<u8>>().is_ok() => {
                    Marks::Bits(writable(arrays, "mask", &[n, env.actions.div_ceil(8)])?)
                }
                Some(_) => Marks::Bytes(writable(arrays, "mask", &[n, env.actions])?),
            },
            rewards: writable(arrays, "rewards", &[n, env.seats])?,
            terminated: writable(arrays, "terminated", &[n])?,
            truncated: writable(arrays, "truncated", &[n])?,
            actor: writable(arrays, "actor", &[n])?,
            observer: writable(arrays, "observer", &[n])?,
            plies: writable(arrays, "plies", &[n])?,
            outside: writable(arrays, "outside", &[n])?,
            returns: writable(arrays, "returns", &[n, env.seats])?,
            reason: writable(arrays, "reason", &[n])?,
            games: writable(arrays, "games", &[n])?,
        })
    }

    fn output(&mut self) -> PyResult<Output<'_>> {
        Ok(Output {
            observations: match &mut self.observations {
                Cells::Bytes(array) => Observations::Bytes(array.as_slice_mut()?),
                Cells::Floats(array) => Observations::Floats(array.as_slice_mut()?),
                Cells::Skipped => Observations::Skipped,
            },
            mask: match &mut self.mask {
                Marks::Bytes(array) => Mask::Bytes(array.as_slice_mut()?),
                Marks::Bits(array) => Mask::Bits(array.as_slice_mut()?),
                Marks::Skipped => Mask::Skipped,
            },
            rewards: self.rewards.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            actor: self.actor.as_slice_mut()?,
            observer: self.observer.as_slice_mut()?,
            plies: self.plies.as_slice_mut()?,
            outside: self.outside.as_slice_mut()?,
            returns: self.returns.as_slice_mut()?,
            reason: self.reason.as_slice_mut()?,
            games: self.games.as_slice_mut()?,
        })
    }
}

/// An array to be written, of this element type and shape, C-contiguous and lent to nobody else.
fn writable<'py, T: Element>(
    arrays: &Bound<'py, PyDict>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let Some(object) = arrays.get_item(name)? else {
        return Err(PyTypeError::new_err(format!("array {name:?} is missing")));
    };
    let Ok(array) = object.cast::<PyArrayDyn<T>>() else {
        let given = match object.cast::<PyUntypedArray>() {
            Ok(array) => array.dtype().to_string(),
            Err(_) => object.get_type().name()?.to_string(),
        };
        let expected = T::get_dtype(arrays.py());
        return Err(PyTypeError::new_err(format!("array {name:?} must be of dtype {expected}, not {given}")));
    };
    if array.shape() != shape {
        let (given, expected) = (array.shape(), shape);
        return Err(PyValueError::new_err(format!("array {name:?} has shape {given:?}, must have {expected:?}")));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("array {name:?} must be C-contiguous")));
    }
    array.try_readwrite().map_err(|error| PyValueError::new_err(format!("array {name:?} cannot be written: {error}")))
}

/// The position that an observation by the seat of this code shows: all but what the planes do not hold (move number, past).
/// Raises ValueError if it shows no position.
#[pyfunction]
#[pyo3(signature = (game, observation: "numpy.typing.NDArray[numpy.uint8]", seat, window, rules))]
pub(crate) fn decode(
    game: &str,
    observation: PyReadonlyArrayDyn<'_, u8>,
    seat: &str,
    window: u32,
    rules: Vec<(String, String)>,
) -> PyResult<Position> {
    let cells = observation.as_slice().map_err(|_| PyValueError::new_err("observation must be C-contiguous"))?;
    let spec = StartSpec { preset: None, rules };
    let line = find(game).and_then(|entry| entry.decode(cells, seat, Window(window), &spec));
    Ok(line.map_err(|error| raise(&error))?.into())
}
