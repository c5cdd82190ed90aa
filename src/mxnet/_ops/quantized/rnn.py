"""LSTM layers for 8-bit integers."""

from __future__ import annotations

from typing import Literal

import torch

from ..checks import check
from ..nn.rnn_network import check_inputs, infer_params, network_of, num_outputs, weights_per_cell
from ..registry import op
from .quantize import FLOAT, INT8, LARGEST, UINT8, over, require_ranges, require_type, round_to
from .types import quantized


def _shapes_of_inputs(shapes: dict, attrs: dict) -> dict:
    if shapes["data"] is None:
        return {}
    inferred = infer_params(shapes, attrs)
    return {**inferred, "data_scale": (1,), "data_shift": (1,)}


@op(
    "_contrib_quantized_rnn",
    outputs=num_outputs,
    output_names=("output", "state_output", "statecell_ouput"),  # MXNet: its spelling
    mixed=True,
    infer_params=_shapes_of_inputs,
    types=quantized("uf", lambda inputs, attrs: torch.float32),
    ignored_attrs=("quantized",),
)
def quantized_rnn(
    data, parameters, state, state_cell, data_scale, data_shift, *, state_size: int,
    num_layers: int, bidirectional: bool = False,
    mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"], p: float = 0.0,
    state_outputs: bool = False, projection_size: int | None = None,
    lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None,
    lstm_state_clip_nan: bool = False, use_sequence_length: bool = False,
):  # fmt: skip
    """Run LSTM layers over ``uint8`` data; states and results are floats.

    Weights are quantized to 8-bit integers here, and so is each hidden state, with the scale and
    the offset of the data. The attributes from ``p`` on are those of ``RNN`` and, except for
    ``state_outputs``, have no effect.
    """
    check(mode == "lstm", f"only supports LSTM mode, got {mode}")
    check(not projection_size, "does not support projections")
    require_type(data, "data", UINT8)
    require_ranges(data_scale=data_scale, data_shift=data_shift)
    network = network_of(data, mode, state_size, num_layers, bidirectional, None, 0.0)
    arrays = {"parameters": parameters, "state": state, "state_cell": state_cell}
    check_inputs(parameters, network.inputs(data.shape[1], False), arrays)
    cells = weights_per_cell(parameters, network)
    scales = _weight_scales(cells)
    values, states = data.to(FLOAT), []
    for layer in range(num_layers):
        outputs = []
        for direction in range(network.directions):
            i = layer * network.directions + direction
            backwards = direction == 1
            output, *last = _layer(
                values, cells[i], state[i], state_cell[i], scales, data_scale, data_shift, backwards
            )
            outputs.append(output)
            states.append(last)
        values = torch.cat(outputs, 2)
    results = [(values - data_shift) / data_scale]
    if not state_outputs:
        return results[0]
    hidden, memory = (torch.stack(parts) for parts in zip(*states, strict=True))
    return results[0], (hidden - data_shift) / data_scale, memory


def _weight_scales(cells: list) -> torch.Tensor:
    """Return the scale of each row of weights; MXNet: all layers and directions share them."""
    rows = [torch.maximum(a.abs().amax(1), b.abs().amax(1)) for a, b, *_ in cells]
    return over(LARGEST[INT8], torch.stack(rows).amax(0))


def _layer(values, cell, hidden, memory, scales, data_scale, data_shift, backwards: bool) -> tuple:
    """Run one direction of a layer; return the outputs as integers, and the last states."""
    of_input, of_state = (round_to(w * scales.unsqueeze(1), INT8).to(FLOAT) for w in cell[:2])
    bias = cell[2] + cell[3]
    shift = data_shift * (of_input.sum(1) + of_state.sum(1))
    factor = scales * data_scale
    from_input = values @ of_input.T - shift
    hidden = round_to(hidden * data_scale + data_shift, UINT8).to(FLOAT)
    outputs = [hidden] * len(values)
    steps = range(len(values))
    for t in reversed(steps) if backwards else steps:
        gates = (from_input[t] + hidden @ of_state.T) / factor + bias
        enter, forget, new, out = gates.chunk(4, 1)
        memory = forget.sigmoid() * memory + enter.sigmoid() * new.tanh()
        floats = out.sigmoid() * memory.tanh()
        hidden = round_to(floats * data_scale + data_shift, UINT8).to(FLOAT)
        outputs[t] = hidden
    return torch.stack(outputs), hidden, memory
