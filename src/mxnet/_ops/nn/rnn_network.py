"""The sizes of recurrent networks: shapes of inputs and states, and the vector of weights.

All weights and biases are stored in one vector: first, for each layer and direction, the weights of
the input, of the state and of the projection; then, again for each layer and direction, the two
biases. Gates have the same order as in torch: input, forget, cell, output; reset, update, new.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import torch

from ..caching import cached
from ..checks import check, fail

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "gru": 3, "lstm": 4}
PARTS = ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias", "h2r_weight")
MAX_LAYERS = 10_000  # a damaged file may claim any number


class Network(NamedTuple):
    """The sizes that determine the shapes of an RNN's inputs; a projection of 0 means none."""

    mode: str
    input_size: int
    state_size: int
    num_layers: int
    directions: int
    projection: int

    @classmethod
    def of(cls, input_size: int, attrs: dict) -> Network:
        return cls(
            attrs["mode"], input_size, attrs["state_size"], attrs["num_layers"],
            2 if attrs["bidirectional"] else 1, attrs["projection_size"] or 0,
        )  # fmt: skip

    @property
    def cells(self) -> int:
        """The number of cells: one for each layer and direction."""
        return self.num_layers * self.directions

    def inputs(self, batch: int, use_sequence_length: bool) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the inputs other than the data, in the order of the inputs."""
        shapes = {
            "parameters": (sum(weights_of(self).sizes),),
            "state": (self.cells, batch, self.projection or self.state_size),
        }
        if self.mode == "lstm":
            shapes["state_cell"] = (self.cells, batch, self.state_size)
        if use_sequence_length:
            shapes["sequence_length"] = (batch,)
        return shapes


class Weights(NamedTuple):
    """The arrays in the parameter vector, in order."""

    shapes: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]


@functools.lru_cache(maxsize=256)  # more networks than a program has
def weights_of(network: Network) -> Weights:
    check(network.num_layers <= MAX_LAYERS, f"num_layers is at most {MAX_LAYERS}")
    rows = GATES[network.mode] * network.state_size
    hidden = network.projection or network.state_size
    shapes: list[tuple[int, ...]] = []
    for layer in range(network.num_layers):
        columns = hidden * network.directions if layer else network.input_size
        cell = [(rows, columns), (rows, hidden)]
        if network.projection:
            cell.append((hidden, network.state_size))
        shapes += cell * network.directions
    shapes += [(rows,)] * (2 * network.cells)
    return Weights(tuple(shapes), tuple(math.prod(shape) for shape in shapes))


def weights_per_cell(parameters: torch.Tensor, network: Network) -> list[list[torch.Tensor]]:
    """Return views of the weights of each cell in torch's order: matrices, biases, projection."""
    shapes, sizes = weights_of(network)
    # One split instead of many slices: its gradient is one concatenation.
    pieces = parameters.split(sizes)
    arrays = [piece.view(shape) for piece, shape in zip(pieces, shapes, strict=True)]
    width = 3 if network.projection else 2
    biases = arrays[width * network.cells :]
    cells = []
    for i in range(network.cells):
        of_input, of_state, *projection = arrays[width * i : width * (i + 1)]
        cells.append([of_input, of_state, *biases[2 * i : 2 * i + 2], *projection])
    return cells


def flatten_weights(network: Network, cells: list) -> list:
    """Return the weights of each cell as views of one vector with the layout of ``RNN``.

    MXNet's vector has the layout of cuDNN. With separate weights, torch would build it at every
    call and warn about it.
    """
    matrices = [array for cell in cells for array in (*cell[:2], *cell[4:])]
    biases = [array for cell in cells for array in cell[2:4]]
    vector = torch.cat([array.reshape(-1) for array in (*matrices, *biases)])
    return weights_per_cell(vector, network)


@cached
def inputs_and_parts(network: Network, batch: int, use_sequence_length: bool) -> dict:
    """Return the shapes of states, lengths and each cell's weights, with Gluon's names."""
    shapes = network.inputs(batch, use_sequence_length)
    del shapes["parameters"]
    matrix_shapes, _ = weights_of(network)
    width = 3 if network.projection else 2
    for number in range(network.cells):
        layer, direction = divmod(number, network.directions)
        matrices = matrix_shapes[width * number : width * (number + 1)]
        rows = matrices[0][:1]
        for name, shape in zip(PARTS, (*matrices[:2], rows, rows, *matrices[2:]), strict=False):
            shapes[f"{'lr'[direction]}{layer}_{name}"] = shape
    return shapes


def network_of(
    data, mode, state_size, num_layers, bidirectional, projection_size, p: float
) -> Network:
    """Check data and attributes; return the sizes."""
    check(
        data.ndim == 3,
        "Input data should be rank-3 tensor of dim [sequence length, batch size, input size], "
        f"got shape {tuple(data.shape)}",
    )
    check(state_size > 0 and num_layers > 0, "state_size and num_layers are at least 1")
    check(0.0 <= p <= 1.0, f"value {p} for Parameter p exceed bound [0,1]")
    check(
        mode == "lstm" or not projection_size, f"Projection is only supported for LSTM, not {mode}"
    )
    return Network(
        mode, data.shape[2], state_size, num_layers, 1 + bidirectional, projection_size or 0
    )


def check_inputs(data: torch.Tensor, shapes: dict, arrays: dict) -> None:
    for name, array in arrays.items():
        expected = shapes.get(name)
        if expected is None and array is not None:
            fail(f"expects {1 + len(shapes)} inputs, these attributes have no use for {name}")
        elif expected is not None:
            _check_input(name, array, expected, data.dtype, 1 + len(shapes))


def _check_input(name: str, array, shape: tuple, dtype: torch.dtype, count: int) -> None:
    if array is None:
        fail(f"expects {count} inputs, {name} of shape {list(shape)} is missing")
    if array.shape != shape:
        fail(
            f"Shape inconsistent at '{name}', Provided = {list(array.shape)}, "
            f"inferred shape={list(shape)}"
        )
    if array.dtype is not dtype and name != "sequence_length":
        fail(
            "This layer requires uniform type. "
            f"Expected {dtype} v.s. given {array.dtype} at '{name}'"
        )


def infer_params(known_shapes: dict, attrs: dict) -> dict:
    _, batch, input_size = known_shapes["data"]
    shapes = Network.of(input_size, attrs).inputs(batch, attrs["use_sequence_length"])
    # MXNet: without cells, the sequence lengths follow the state directly.
    names = ("parameters", "state", "state_cell", "sequence_length")
    return dict(zip(names, shapes.values(), strict=False)) | shapes


def num_outputs(attrs: dict) -> int:
    if not attrs["state_outputs"]:
        return 1
    return 3 if attrs["mode"] == "lstm" else 2
