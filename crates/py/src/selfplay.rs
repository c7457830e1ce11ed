//! Self-play by pulled leaf batches.

use crate::error::raise;
use fairyring_catalog::{CatalogError, StartSpec, find};
use fairyring_game::Window;
use fairyring_search::selfplay::{AnyPool, Batch, GameRecord, Logits, PoolError, SelfPlayOptions};
use numpy::{
    IntoPyArray, PyArray1, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArrayDyn, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The exception for what a pool refuses.
pub(crate) fn pool_error(error: PoolError) -> PyErr {
    match error {
        PoolError::AllOut { .. } | PoolError::Failed | PoolError::Closed => PyRuntimeError::new_err(error.to_string()),
        _ => raise(&CatalogError::Pool(error)),
    }
}

/// Positions to be evaluated.
///
/// id names the batch in `SelfPlay.answer`; obs: uint8 (batch, planes, rows, columns), as the seat to act sees them; seats
/// uint8; games uint64; legal actions as CSR: offsets uint32 (batch + 1) into actions uint32; mask: bool (batch, actions).
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct LeafBatch {
    #[pyo3(get)]
    id: u64,
    /// Which of the evaluating agents is asked; 0 in a pool.
    #[pyo3(get)]
    agent: usize,
    columns: u32,
    obs: Py<PyArray4<u8>>,
    seats: Py<PyArray1<u8>>,
    games: Py<PyArray1<u64>>,
    offsets: Py<PyArray1<u32>>,
    actions: Py<PyArray1<u32>>,
}

impl LeafBatch {
    /// A batch's columns become arrays; nothing is copied.
    pub(crate) fn new(py: Python<'_>, batch: Batch, agent: usize, shape: [usize; 3], columns: u32) -> PyResult<Self> {
        let [planes, rows, width] = shape;
        Ok(Self {
            id: batch.id,
            agent,
            columns,
            obs: batch.observations.into_pyarray(py).reshape([batch.seats.len(), planes, rows, width])?.unbind(),
            seats: batch.seats.into_pyarray(py).unbind(),
            games: batch.games.into_pyarray(py).unbind(),
            offsets: batch.offsets.into_pyarray(py).unbind(),
            actions: batch.actions.into_pyarray(py).unbind(),
        })
    }
}

#[pymethods]
impl LeafBatch {
    /// Size of the action space: columns of dense logits.
    #[getter]
    fn action_count(&self) -> u32 {
        self.columns
    }

    /// Observations: uint8 (batch, planes, rows, columns).
    #[getter]
    fn obs<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.obs.bind(py).clone().into_any()
    }

    /// Seats to act: uint8 (batch).
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.seats.bind(py).clone().into_any()
    }

    /// Indices of the games: uint64 (batch).
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.games.bind(py).clone().into_any()
    }

    /// Where each position's legal actions begin in `actions`: uint32 (batch + 1).
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.offsets.bind(py).clone().into_any()
    }

    /// Legal actions, ascending within a position: uint32.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.actions.bind(py).clone().into_any()
    }

    /// True where an action is legal: bool (batch, actions). Made anew at every look.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (offsets, actions) = (self.offsets.bind(py).readonly(), self.actions.bind(py).readonly());
        let (offsets, actions) = (offsets.as_slice()?, actions.as_slice()?);
        let (rows, columns) = (offsets.len() - 1, self.columns as usize);
        let mut mask = vec![false; rows * columns];
        for (row, ends) in offsets.windows(2).enumerate() {
            // The arrays are the caller's, who may have written into them.
            for &action in actions.get(ends[0] as usize..ends[1] as usize).unwrap_or_default() {
                if (action as usize) < columns {
                    mask[row * columns + action as usize] = true;
                }
            }
        }
        Ok(mask.into_pyarray(py).reshape([rows, columns])?.into_any())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.seats.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<LeafBatch {} of {} positions>", self.id, self.__len__(py))
    }
}

/// Logits and values that were given as arrays.
pub(crate) fn with_answer<T>(
    id: u64,
    columns: u32,
    logits: &PyReadonlyArrayDyn<'_, f32>,
    values: &PyReadonlyArray1<'_, f32>,
    answer: impl FnOnce(Logits<'_>, &[f32]) -> Result<T, PoolError>,
) -> PyResult<T> {
    let contiguous = |_| PyValueError::new_err(format!("batch {id}: logits and values must be contiguous"));
    let numbers = logits.as_slice().map_err(contiguous)?;
    let logits = match *logits.shape() {
        [_, width] if width == columns as usize => Logits::Dense(numbers),
        [_] => Logits::Ragged(numbers),
        ref shape => {
            return Err(PyValueError::new_err(format!(
                "batch {id}: logits must have the shape (batch, {columns}) or one entry a legal action, not {shape:?}"
            )));
        }
    };
    answer(logits, values.as_slice().map_err(contiguous)?).map_err(pool_error)
}

/// Games that search by pulled evaluations; use fairyring.train.SelfPlay.
#[pyclass(frozen, module = "fairyring._core")]
pub(crate) struct SelfPlay {
    pool: Box<dyn AnyPool>,
}

#[pymethods]
impl SelfPlay {
    #[new]
    #[pyo3(signature = (game, rules, starts, search, games, slots, first, threads, seed, experiment, max_plies, window,
        keep_observations, points))]
    #[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
    fn new(
        game: &str,
        rules: Vec<(String, String)>,
        starts: Vec<String>,
        search: &str,
        games: Option<u64>,
        slots: usize,
        first: u64,
        threads: usize,
        seed: u64,
        experiment: u64,
        max_plies: Option<u32>,
        window: u32,
        keep_observations: bool,
        points: Option<f32>,
    ) -> PyResult<Self> {
        let entry = find(game).map_err(|error| raise(&error))?;
        let search = search.parse().map_err(|error| raise(&CatalogError::Agent(error)))?;
        let window = Window(window);
        let options = SelfPlayOptions {
            slots,
            games,
            first,
            search,
            threads,
            seed,
            experiment,
            max_plies,
            window,
            keep_observations,
            points,
        };
        let rules = StartSpec { preset: None, rules };
        let pool = entry.self_play(&rules, &starts, options).map_err(|error| raise(&error))?;
        Ok(Self { pool })
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.pool.observation_shape().into()
    }

    /// Size of the action space: columns of dense logits.
    #[getter]
    fn action_count(&self) -> u32 {
        self.pool.action_count()
    }

    /// Waits without the interpreter lock for a batch of up to `most` positions: until there are so many, or `wait_us`
    /// microseconds have passed and there is one, or no more can come before an answer. None when all games are over.
    fn leaves(&self, py: Python<'_>, most: usize, wait_us: u64) -> PyResult<Option<LeafBatch>> {
        let batch = py.detach(|| self.pool.leaves(most, Duration::from_micros(wait_us))).map_err(pool_error)?;
        let (shape, columns) = (self.pool.observation_shape(), self.pool.action_count());
        batch.map(|batch| LeafBatch::new(py, batch, 0, shape, columns)).transpose()
    }

    /// Answers a batch: logits float32, dense (batch, actions) or one for each of the batch's legal actions, and the
    /// expected utility of the seat to act, float32 (batch).
    #[pyo3(signature = (id, logits: "numpy.typing.NDArray[numpy.float32]", values: "numpy.typing.NDArray[numpy.float32]"))]
    fn answer(&self, id: u64, logits: PyReadonlyArrayDyn<'_, f32>, values: PyReadonlyArray1<'_, f32>) -> PyResult<()> {
        with_answer(id, self.pool.action_count(), &logits, &values, |logits, values| {
            self.pool.answer(id, logits, values)
        })
    }

    /// Takes the games finished since the last time, as dicts of numbers and arrays.
    #[pyo3(signature = () -> "list[dict[str, typing.Any]]")]
    fn take_games<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.pool.take_games().into_iter().map(|game| record(py, game, self.pool.observation_shape())).collect()
    }

    /// Ids of the batches that are out.
    #[getter]
    fn batches_out(&self) -> Vec<u64> {
        self.pool.batches_out()
    }

    /// Ends all searches.
    fn close(&self) {
        self.pool.close();
    }
}

/// A finished game as a dict; nothing is copied.
fn record<'py>(py: Python<'py>, game: GameRecord, shape: [usize; 3]) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("index", game.index)?;
    found.set_item("seed", game.seed)?;
    found.set_item("start", game.start)?;
    found.set_item("utility", game.utility)?;
    found.set_item("reason", game.reason)?;
    found.set_item("plies", game.plies)?;
    found.set_item("luck", game.luck)?;
    found.set_item("actions", game.actions.into_pyarray(py))?;
    found.set_item("sampled", game.sampled.into_pyarray(py))?;
    let samples = game.seats.len();
    found.set_item("seats", game.seats.into_pyarray(py))?;
    found.set_item("values", game.values.into_pyarray(py))?;
    found.set_item("offsets", game.offsets.into_pyarray(py))?;
    found.set_item("policy_actions", game.policy_actions.into_pyarray(py))?;
    found.set_item("policy", game.policy.into_pyarray(py))?;
    if !game.observations.is_empty() {
        let [planes, rows, columns] = shape;
        let observations: Bound<'py, PyArray1<u8>> = game.observations.into_pyarray(py);
        found.set_item("observations", observations.reshape([samples, planes, rows, columns])?)?;
    }
    Ok(found)
}
