"""Recurrent networks: the fused RNN operator, implemented with torch's fused kernels.

All weights and biases are stored in one vector: first, for each layer and direction, the weights of
the input, of the state and of the projection; then, again for each layer and direction, the two
biases. Gates have the same order as in torch: input, forget, cell, output; reset, update, new.
"""

from __future__ import annotations

import functools
import math
from typing import Any, Literal, NamedTuple

import torch
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from .. import type_rules
from ..caching import cached
from ..checks import check, fail
from ..registry import Quantization, Random, Training, op
from ..tracing import is_traced
from .dense import dropout
from .rnn_kernels import train_layer, train_zoneout_lstm
from .rnn_steps import Clip, lstm_layer, zoneout_lstm

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "gru": 3, "lstm": 4}
PARTS = ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias", "h2r_weight")
FUSED: dict[str, Any] = {
    "rnn_relu": torch.rnn_relu,
    "rnn_tanh": torch.rnn_tanh,
    "gru": torch.gru,
    "lstm": torch.lstm,
}


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
            "parameters": (sum(_weights(self).sizes),),
            "state": (self.cells, batch, self.projection or self.state_size),
        }
        if self.mode == "lstm":
            shapes["state_cell"] = (self.cells, batch, self.state_size)
        if use_sequence_length:
            shapes["sequence_length"] = (batch,)
        return shapes


# -------------------------------------------------------------------------------- parameter vector


MAX_LAYERS = 10_000  # a damaged file may claim any number


class Weights(NamedTuple):
    """The arrays in the parameter vector, in order."""

    shapes: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]


@functools.lru_cache(maxsize=256)  # more networks than a program has
def _weights(network: Network) -> Weights:
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


def _per_cell(parameters: torch.Tensor, network: Network) -> list[list[torch.Tensor]]:
    """Return views of the weights of each cell in torch's order: matrices, biases, projection."""
    shapes, sizes = _weights(network)
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


def _flatten_weights(network: Network, cells: list) -> list:
    """Return the weights of each cell as views of one vector with the layout of ``RNN``.

    MXNet's vector has the layout of cuDNN. With separate weights, torch would build it at every
    call and warn about it.
    """
    matrices = [array for cell in cells for array in (*cell[:2], *cell[4:])]
    biases = [array for cell in cells for array in cell[2:4]]
    return _per_cell(torch.cat([array.reshape(-1) for array in (*matrices, *biases)]), network)


@cached
def _inputs_and_parts(network: Network, batch: int, use_sequence_length: bool) -> dict:
    """Return the shapes of states, lengths and each cell's weights, with Gluon's names."""
    shapes = network.inputs(batch, use_sequence_length)
    del shapes["parameters"]
    matrix_shapes, _ = _weights(network)
    width = 3 if network.projection else 2
    for number in range(network.cells):
        layer, direction = divmod(number, network.directions)
        matrices = matrix_shapes[width * number : width * (number + 1)]
        rows = matrices[0][:1]
        for name, shape in zip(PARTS, (*matrices[:2], rows, rows, *matrices[2:]), strict=False):
            shapes[f"{'lr'[direction]}{layer}_{name}"] = shape
    return shapes


# ----------------------------------------------------------------------------------- fused kernels


def _run_fused(network: Network, data, cells, states, lengths) -> tuple:
    """Run torch's kernel over all given cells; return the outputs and the last states."""
    weights = [array for cell in cells for array in cell]
    trained = any(t.requires_grad for t in (data, *weights, *states))
    if trained and lengths is None and _has_own_kernel(network, data, states):
        if len(cells) > network.directions:
            run = functools.partial(_run_fused, network, lengths=None)
            return _layer_by_layer(data, cells, states, network.directions, run)
        return train_layer(network.mode, data, cells, states)
    if not trained and lengths is None and _is_one_lstm_step(network, data):
        return _run_one_lstm_step(data, cells, states)
    layers = len(cells) // network.directions
    settings = (True, layers, 0.0, trained, network.directions == 2)
    # The kernel for packed sequences supports projections; the other one warns about them on a CPU.
    if lengths is not None or network.projection and not data.is_meta:
        return _run_packed(network.mode, data, weights, states, settings, lengths)
    return FUSED[network.mode](data, _hx(network.mode, states), weights, *settings, False)


_LARGE = 8192  # elements of a state: from here on, our LSTM kernel is faster than oneDNN's
_FEW = 5  # steps: with fewer, torch's kernels are as fast as ours


def _has_own_kernel(network: Network, data: torch.Tensor, states) -> bool:
    """Return whether to train a layer with our own kernel: on a CPU, where torch's is slower."""
    if network.projection or len(data) < _FEW or not _may_run_own_kernel(data):
        return False
    if network.mode == "lstm" and data.dtype is torch.float32:
        # oneDNN's kernel always computes the gradient of the data
        return not data.requires_grad and states[0][0].numel() >= _LARGE
    return True


def _is_one_lstm_step(network: Network, data: torch.Tensor) -> bool:
    """Return whether to run cells: oneDNN's kernel rearranges the weights in every call.

    One step of 650 units takes 1.9 ms with it and 0.3 ms as a cell.
    """
    is_plain = network.mode == "lstm" and network.directions == 1 and not network.projection
    return is_plain and len(data) == 1 and _may_run_own_kernel(data)


def _run_one_lstm_step(data, cells, states) -> tuple:
    output, lasts = data[0], []
    for weights, *before in zip(cells, *states, strict=True):
        output, memory = torch.lstm_cell(output, before, *weights)
        lasts.append((output, memory))
    return output.unsqueeze(0), *map(torch.stack, zip(*lasts, strict=True))


def _may_run_own_kernel(data: torch.Tensor) -> bool:
    if is_traced():  # compilers can process torch's kernels
        return False
    return data.is_cpu and data.numel() > 0 and data.dtype in (torch.float32, torch.float64)


def _hx(mode: str, states):
    return states if mode == "lstm" else states[0]


def _run_packed(mode, data, weights, states, settings, lengths) -> tuple:
    """Run torch's kernel for sequences of different lengths."""
    steps, batch = data.shape[:2]
    if lengths is None:
        packed = PackedSequence(data.reshape(steps * batch, -1), torch.full((steps,), batch))
        output, *last = FUSED[mode](*packed[:2], _hx(mode, states), weights, *settings)
        return output.view(steps, batch, -1), *last
    packed = pack_padded_sequence(data, lengths.cpu(), enforce_sorted=False)
    states = [state.index_select(1, packed.sorted_indices) for state in states]
    output, *last = FUSED[mode](*packed[:2], _hx(mode, states), weights, *settings)
    output, _ = pad_packed_sequence(packed._replace(data=output), total_length=steps)
    return output, *(state.index_select(1, packed.unsorted_indices) for state in last)


def _layer_by_layer(data, cells, states, directions: int, run, drop=lambda data: data) -> tuple:
    """Run the layers one by one, with ``drop`` between them."""
    lasts: list = [[] for _ in states]
    for start in range(0, len(cells), directions):
        layer = slice(start, start + directions)
        data, *last = run(drop(data) if start else data, cells[layer], [s[layer] for s in states])
        for collected, state in zip(lasts, last, strict=True):
            collected.append(state)
    return data, *(torch.cat(collected) for collected in lasts)


def unrolled_lstm(data, states: tuple, weights: list, masks: tuple | None) -> tuple:
    """Run an LSTM over ``data`` of shape (steps, batch, features), from a state and a cell.

    ``masks`` are true where the state and the cell change at a step (zoneout). Return the output of
    all steps, the last state and the last cell.
    """
    if masks is not None:
        run = train_zoneout_lstm if _may_run_own_kernel(data) else zoneout_lstm
        return run(data, *states, *weights, *masks)
    network = Network("lstm", data.shape[2], states[0].shape[1], 1, 1, 0)
    initial = [state.unsqueeze(0) for state in states]
    output, *last = _run_fused(network, data, [weights], initial, None)
    return output, *(state.squeeze(0) for state in last)


# ------------------------------------------------------------------------------------------ checks


def _check_inputs(data: torch.Tensor, shapes: dict, arrays: dict) -> None:
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


def _check_lengths(sequence_length: torch.Tensor, steps: int) -> torch.Tensor:
    lengths = sequence_length.detach().to(torch.int64)
    shortest, longest = (int(length) for length in lengths.aminmax())
    check(
        shortest >= 1 and longest <= steps,
        f"sequence_length goes from {shortest} to {longest}, expected 1 to {steps}, the steps of "
        "the data",
    )
    return lengths


def _clip(mode: str, low: float | None, high: float | None, nan: bool) -> Clip | None:
    if low is None and high is None:
        return None
    check(mode == "lstm", f"State clipping is only supported for LSTM, not for {mode}")
    if low is None or high is None:
        fail("lstm_state_clip_min and lstm_state_clip_max must be specified together")
    if high < low:
        fail(f"lstm_state_clip_max {high} is less than lstm_state_clip_min {low}")
    return Clip(low, high, nan)


# ---------------------------------------------------------------------------------------- operators


def _network(
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


def _run(
    network: Network, data, cells, states, sequence_length, clip: Clip | None, p: float, generator
) -> tuple:
    """Run all layers, with dropout between them; return outputs and last states."""
    lengths = None
    if sequence_length is not None and not data.is_meta:
        lengths = _check_lengths(sequence_length, len(data))
    run = functools.partial(_run_fused, network, lengths=lengths)
    # torch detects a projection by a size other than that of the state
    by_steps = clip is not None or network.projection == network.state_size
    if by_steps:
        run = functools.partial(lstm_layer, lengths=lengths, clip=clip)
    drops = p > 0.0 and network.num_layers > 1
    if by_steps or drops:
        drop = functools.partial(
            dropout, p=p if drops else 0.0, training=drops, generator=generator
        )
        return _layer_by_layer(data, cells, states, network.directions, run, drop)
    return run(data, cells, states)


def _infer_params(known_shapes: dict, attrs: dict) -> dict:
    _, batch, input_size = known_shapes["data"]
    shapes = Network.of(input_size, attrs).inputs(batch, attrs["use_sequence_length"])
    # MXNet: without cells, the sequence lengths follow the state directly.
    names = ("parameters", "state", "state_cell", "sequence_length")
    return dict(zip(names, shapes.values(), strict=False)) | shapes


def _num_outputs(attrs: dict) -> int:
    if not attrs["state_outputs"]:
        return 1
    return 3 if attrs["mode"] == "lstm" else 2


def _optional_inputs(attrs: dict) -> tuple[str, ...]:
    cell = ("state_cell",) if attrs["mode"] == "lstm" else ()
    return (*cell, "sequence_length") if attrs["use_sequence_length"] else cell


def _multiply_adds(inputs: list, output: tuple, attrs: dict) -> int:
    """Count each weight once for every step and sample."""
    steps, batch, _ = inputs[0]
    directions = 2 if attrs["bidirectional"] else 1
    # Two vectors of biases for each layer and direction are added, not multiplied.
    rows = GATES[attrs["mode"]] * attrs["state_size"] * attrs["num_layers"] * directions
    return steps * batch * (math.prod(inputs[1]) - 2 * rows)


@op(
    "RNN",
    "_npx_rnn",
    outputs=_num_outputs,
    output_names=("output", "state_output", "statecell_output"),
    mixed=True,
    infer_params=_infer_params,
    types=type_rules.pattern("TTTTL>T"),
    optional=_optional_inputs,
    names_outputs=True,
    quantization=Quantization(
        "_contrib_quantized_rnn",
        must=True,
        floats=lambda attrs, position: position != 0,
        applies=lambda attrs: attrs["mode"] == "lstm",
        gives_floats=True,
        asymmetric=True,
    ),
    multiply_adds=_multiply_adds,
)
def rnn(
    data, parameters, state, state_cell=None, sequence_length=None, *, state_size: int,
    num_layers: int, bidirectional: bool = False,
    mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"], p: float = 0.0,
    state_outputs: bool = False, projection_size: int | None = None,
    lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None,
    lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, training: Training,
    generator: Random,
):  # fmt: skip
    """Run recurrent layers over ``data`` of shape (steps, batch, features).

    In training, ``p`` is the dropout probability between layers. With ``use_sequence_length``,
    ``sequence_length`` has the number of steps of each sequence, and all outputs after them are 0.
    """
    network = _network(data, mode, state_size, num_layers, bidirectional, projection_size, p)
    clip = _clip(mode, lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    if mode != "lstm" and sequence_length is None:
        state_cell, sequence_length = None, state_cell
    arrays = {
        "parameters": parameters, "state": state, "state_cell": state_cell,
        "sequence_length": sequence_length,
    }  # fmt: skip
    _check_inputs(data, network.inputs(data.shape[1], use_sequence_length), arrays)
    states = [state] if state_cell is None else [state, state_cell]
    results = _run(
        network, data, _per_cell(parameters, network), states, sequence_length, clip,
        p if training else 0.0, generator,
    )  # fmt: skip
    return tuple(results) if state_outputs else results[0]


@op(
    "_rnn_from_parts",
    outputs=_num_outputs,
    output_names=("output", "state_output", "statecell_output"),
    mixed=True,
)
def rnn_from_parts(
    *arrays, state_size: int, num_layers: int, bidirectional: bool = False,
    mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"], p: float = 0.0,
    state_outputs: bool = False, projection_size: int | None = None,
    lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None,
    lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, training: Training,
    generator: Random,
):  # fmt: skip
    """Compute the same as ``RNN``, with separate arrays for weights and biases.

    The arrays are data, states, sequence lengths if they are used, and for each layer and direction
    the weights of input and state, their biases, and the weights of the projection if there is one.
    This avoids concatenating the vector of ``RNN`` and splitting its gradient.
    """
    data, *inputs = arrays
    network = _network(data, mode, state_size, num_layers, bidirectional, projection_size, p)
    clip = _clip(mode, lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    shapes = _inputs_and_parts(network, data.shape[1], use_sequence_length)
    if len(inputs) != len(shapes):
        fail(
            f"expects {1 + len(shapes)} inputs (data, {', '.join(shapes)}), "
            f"but got {1 + len(inputs)} instead"
        )
    by_name = dict(zip(shapes, inputs, strict=True))
    _check_inputs(data, shapes, by_name)
    width = 5 if network.projection else 4
    parts = inputs[len(inputs) - width * network.cells :]
    cells = [parts[start : start + width] for start in range(0, len(parts), width)]
    if data.is_cuda:
        cells = _flatten_weights(network, cells)
    states = [by_name[name] for name in ("state", "state_cell") if name in by_name]
    results = _run(
        network, data, cells, states, by_name.get("sequence_length"), clip,
        p if training else 0.0, generator,
    )  # fmt: skip
    return tuple(results) if state_outputs else results[0]
