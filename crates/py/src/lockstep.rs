//! Batches whose agents are Python objects.

use crate::background::watch;
use crate::batch::arrays;
use crate::error::raise;
use crate::selfplay::{LeafBatch, with_answer};
use fairyring_catalog::{BatchSpec, CatalogError, Facts, LockstepSpec, StartSpec, find};
use fairyring_game::Window;
use fairyring_sim::{AnyLockstep, Control, Sitter};
use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, PoisonError};

/// Games whose evaluators are asked about many positions at once; used by fairyring.simulate.
#[pyclass(module = "fairyring._core")]
pub(crate) struct Lockstep {
    games: Mutex<Box<dyn AnyLockstep>>,
    facts: Facts,
}

impl Lockstep {
    /// The games; whoever calls has the object to itself.
    fn games(&mut self) -> &mut dyn AnyLockstep {
        &mut **self.games.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Lockstep {
    /// `agents` holds a spec a seat, or None where an evaluator sits; `evaluators` its number there.
    #[new]
    #[pyo3(signature = (game, rules, starts, agents, evaluators, temperatures, seed, experiment, first, games, max_plies,
        window, slots))]
    #[expect(clippy::too_many_arguments, reason = "the package's own wrapper names them all")]
    fn new(
        game: &str,
        rules: Vec<(String, String)>,
        starts: Vec<String>,
        agents: Vec<Option<String>>,
        evaluators: Vec<usize>,
        temperatures: Vec<f32>,
        seed: u64,
        experiment: u64,
        first: u64,
        games: usize,
        max_plies: Option<u32>,
        window: u32,
        slots: usize,
    ) -> PyResult<Self> {
        let rules = StartSpec { preset: None, rules };
        let sitter = |(agent, evaluator): (&Option<String>, &usize)| match agent {
            Some(agent) => agent.parse().map(Sitter::Agent).map_err(|error| raise(&CatalogError::Agent(error))),
            None => Ok(Sitter::Evaluator(*evaluator)),
        };
        let seats = agents.iter().zip(&evaluators).map(sitter).collect::<PyResult<Vec<_>>>()?;
        let batch = BatchSpec { rules, starts, agents: Vec::new(), seed, experiment, first, games, max_plies };
        let spec = LockstepSpec { batch, seats, temperatures, window: Window(window), slots };
        let entry = find(game).map_err(|error| raise(&error))?;
        let games = entry.lockstep(&spec).map_err(|error| raise(&error))?;
        Ok(Self { games: Mutex::new(games), facts: entry.facts(Window(window)) })
    }

    /// The next positions to be evaluated, or None when all games are over. The batch must be answered first.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<LeafBatch>> {
        let control = Control::new();
        let (shape, columns) = (self.games().observation_shape(), self.games().action_count());
        let games = self.games();
        let work = || games.next(&control);
        let (asked, stopped) = watch(py, "a batch in lockstep", work, |_| Ok(()), || control.cancel())?;
        match stopped {
            Some(error) => Err(error),
            None => asked.map(|(agent, batch)| LeafBatch::new(py, batch, agent, shape, columns)).transpose(),
        }
    }

    /// Answers the last batch: logits float32, dense (batch, actions) or one for each legal action, and values float32.
    #[pyo3(signature = (id, logits: "numpy.typing.NDArray[numpy.float32]", values: "numpy.typing.NDArray[numpy.float32]"))]
    fn answer(
        &mut self,
        id: u64,
        logits: PyReadonlyArrayDyn<'_, f32>,
        values: PyReadonlyArray1<'_, f32>,
    ) -> PyResult<()> {
        let games = self.games();
        with_answer(id, games.action_count(), &logits, &values, |logits, values| games.answer(logits, values))
    }

    /// Number of games that are over.
    #[getter]
    fn done(&mut self) -> usize {
        self.games().done()
    }

    /// The columns of the games from the first on that are over, as `simulate` returns them.
    #[pyo3(signature = () -> "dict[str, typing.Any]")]
    fn columns<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = self.games().columns();
        arrays(py, columns, &self.facts)
    }
}
