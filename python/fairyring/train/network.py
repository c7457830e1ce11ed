"""The reference network of `alphazero` and its update, in JAX, flax and optax.

Any other framework can take this file's place: it gets observations, policies and values as arrays, and gives logits and
values (`docs/studies/training.md` has the same in another one).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax
from flax import linen as nn

#: A cell is seen as which of these it reaches, so that counts are exact where they are small, and as its share of the last.
LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16)

Parameters = Any


class Network(nn.Module):
    """Residual layers over the cells of an observation; logits of all actions, and a value from -1 to 1.

    What is seen of the cells is added to the value directly too, since sums of counts are most of it in some games.
    """

    actions: int
    width: int = 128
    blocks: int = 2

    @nn.compact
    def __call__(self, observations: jax.Array) -> tuple[jax.Array, jax.Array]:
        """observations: uint8 (batch, planes, rows, columns)."""
        cells = observations.reshape(observations.shape[0], -1, 1)
        reached = (cells >= jnp.array(LEVELS, jnp.uint8)).astype(jnp.float32)
        seen = jnp.concatenate([reached, cells.astype(jnp.float32) / LEVELS[-1]], axis=2)
        seen = seen.reshape(seen.shape[0], -1)
        x = nn.relu(nn.Dense(self.width)(seen))
        for _ in range(self.blocks):
            y = nn.relu(nn.Dense(self.width)(nn.LayerNorm()(x)))
            x = x + nn.Dense(self.width, kernel_init=nn.initializers.normal(0.01))(y)
        x = nn.LayerNorm()(x)
        logits = nn.Dense(self.actions, kernel_init=nn.initializers.zeros)(x)
        value = nn.Dense(1, kernel_init=nn.initializers.zeros)(nn.relu(nn.Dense(self.width)(x)))
        value += nn.Dense(1, kernel_init=nn.initializers.zeros, use_bias=False)(seen)
        return logits, jnp.tanh(value[:, 0])


#: Adam with decoupled decay of weights and clipped gradients; its steps are scaled by the rate.
OPTIMISER = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1.0, weight_decay=1e-4))

#: Most steps that parameters are averaged over, about; at first it is the last quarter of all steps.
AVERAGED = 500


class State(NamedTuple):
    """A network in training: its parameters, their running average, which is what plays, the optimiser's state, steps."""

    parameters: Parameters
    average: Parameters
    optimiser: Any
    steps: jax.Array


def begin(network: Network, shape: tuple[int, int, int], seed: int) -> State:
    """The network before its first step."""
    parameters = network.init(jax.random.key(seed % 2**32), jnp.zeros((1, *shape), jnp.uint8))
    return State(parameters, parameters, OPTIMISER.init(parameters), jnp.zeros((), jnp.int32))


@partial(jax.jit, static_argnums=0)
def forward(network: Network, parameters: Parameters, observations: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Logits (batch, actions) and values (batch)."""
    return network.apply(parameters, observations)


@partial(jax.jit, static_argnums=0)
def update(
    network: Network,
    rate: float,
    state: State,
    observations: jax.Array,
    masks: jax.Array,
    policies: jax.Array,
    values: jax.Array,
) -> tuple[State, jax.Array]:
    """One step towards policies (batch, actions) and values (batch); masks are True where an action is legal.

    Returns the losses too: cross-entropy less the policies' entropy, squared error.
    """

    def loss(parameters: Parameters) -> tuple[jax.Array, jax.Array]:
        logits, found = network.apply(parameters, observations)
        logs = jax.nn.log_softmax(jnp.where(masks, logits, -1e9))
        known = jnp.where(policies > 0, jnp.log(jnp.maximum(policies, 1e-30)), 0.0)
        policy_loss = jnp.mean(jnp.sum(policies * (known - jnp.where(masks, logs, 0.0)), axis=1))
        value_loss = jnp.mean((found - values) ** 2)
        return policy_loss + 2.0 * value_loss, jnp.stack([policy_loss, value_loss])

    (_, losses), gradient = jax.value_and_grad(loss, has_aux=True)(state.parameters)
    changes, optimiser = OPTIMISER.update(gradient, state.optimiser, state.parameters)
    parameters = optax.apply_updates(state.parameters, jax.tree.map(lambda change: rate * change, changes))
    share = jnp.maximum(1.0 / AVERAGED, 4.0 / (4.0 + state.steps))
    average = jax.tree.map(lambda mean, new: mean + share * (new - mean), state.average, parameters)
    return State(parameters, average, optimiser, state.steps + 1), losses


class NetworkEvaluator:
    """An evaluator (see `fairyring.agents.Evaluator`) that asks the network about batches of one size.

    Smaller batches are filled up and larger ones cut: what a position is answered does not depend on its company.
    """

    temperature = 0.0

    def __init__(self, network: Network, parameters: Parameters, size: int, *, is_constant: bool = False) -> None:
        """is_constant: compile the parameters in, which takes a second and saves half the time of a small batch."""
        self.size = size
        self.forward = partial(forward, network, parameters)
        if is_constant:
            self.forward = jax.jit(partial(network.apply, parameters))

    def evaluate(
        self, observations: npt.NDArray[np.uint8], _masks: Any = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits (batch, actions) and values (batch)."""
        logits, values = [], []
        for first in range(0, len(observations), self.size):
            part = observations[first : first + self.size]
            filled = np.zeros((self.size, *part.shape[1:]), np.uint8)
            filled[: len(part)] = part
            found = self.forward(filled)
            logits.append(np.asarray(found[0])[: len(part)])
            values.append(np.asarray(found[1])[: len(part)])
        return np.concatenate(logits), np.concatenate(values)
