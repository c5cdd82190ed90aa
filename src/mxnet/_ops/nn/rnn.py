"""Recurrent networks: the fused RNN operator, implemented with torch's fused kernels."""

from __future__ import annotations

import functools
import math
from typing import Any, Literal

import torch
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from .. import type_rules
from ..checks import check, fail
from ..registry import Quantization, Random, Training, op
from ..tracing import is_traced
from .dense import dropout
from .rnn_kernels import train_layer, train_zoneout_lstm
from .rnn_network import (
    GATES,
    Network,
    check_inputs,
    flatten_weights,
    infer_params,
    inputs_and_parts,
    network_of,
    num_outputs,
    weights_per_cell,
)
from .rnn_steps import Clip, lstm_layer, zoneout_lstm

FUSED: dict[str, Any] = {
    "rnn_relu": torch.rnn_relu,
    "rnn_tanh": torch.rnn_tanh,
    "gru": torch.gru,
    "lstm": torch.lstm,
}


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
    outputs=num_outputs,
    output_names=("output", "state_output", "statecell_output"),
    mixed=True,
    infer_params=infer_params,
    types=type_rules.pattern("TTTTL>T"),
    optional=_optional_inputs,
    naming="outputs",
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
    network = network_of(data, mode, state_size, num_layers, bidirectional, projection_size, p)
    clip = _clip(mode, lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    if mode != "lstm" and sequence_length is None:
        state_cell, sequence_length = None, state_cell
    arrays = {
        "parameters": parameters, "state": state, "state_cell": state_cell,
        "sequence_length": sequence_length,
    }  # fmt: skip
    check_inputs(data, network.inputs(data.shape[1], use_sequence_length), arrays)
    states = [state] if state_cell is None else [state, state_cell]
    results = _run(
        network, data, weights_per_cell(parameters, network), states, sequence_length, clip,
        p if training else 0.0, generator,
    )  # fmt: skip
    return tuple(results) if state_outputs else results[0]


@op(
    "_rnn_from_parts",
    outputs=num_outputs,
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
    network = network_of(data, mode, state_size, num_layers, bidirectional, projection_size, p)
    clip = _clip(mode, lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan)
    shapes = inputs_and_parts(network, data.shape[1], use_sequence_length)
    if len(inputs) != len(shapes):
        fail(
            f"expects {1 + len(shapes)} inputs (data, {', '.join(shapes)}), "
            f"but got {1 + len(inputs)} instead"
        )
    by_name = dict(zip(shapes, inputs, strict=True))
    check_inputs(data, shapes, by_name)
    width = 5 if network.projection else 4
    parts = inputs[len(inputs) - width * network.cells :]
    cells = [parts[start : start + width] for start in range(0, len(parts), width)]
    if data.is_cuda:
        cells = flatten_weights(network, cells)
    states = [by_name[name] for name in ("state", "state_cell") if name in by_name]
    results = _run(
        network, data, cells, states, by_name.get("sequence_length"), clip,
        p if training else 0.0, generator,
    )  # fmt: skip
    return tuple(results) if state_outputs else results[0]
