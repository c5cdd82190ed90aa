"""Counting multiplications, each with its addition, from the shapes of a graph."""

from __future__ import annotations

from math import prod

from ..visualization._graph import Layer


def multiply_adds(layer: Layer) -> int:
    """Return the multiplications of a convolution, matrix product or recurrent layer; else 0."""
    count = _COUNTS.get(layer.kind)
    if count is None or not layer.shapes:
        return 0
    inputs = [source.shapes[index] for source, index in layer.inputs]
    return count(inputs, layer.shapes[0], layer.attrs)


def _convolution(inputs, output, attrs) -> int:
    return prod(output) * prod(inputs[1][1:])


def _deconvolution(inputs, output, attrs) -> int:
    return prod(inputs[0]) * prod(inputs[1][1:])


def _dense(inputs, output, attrs) -> int:
    return prod(output) * inputs[1][-1]


def _product(inputs, output, attrs) -> int:
    axis = -2 if attrs.get("transpose_a") in ("True", "1") and len(inputs[0]) > 1 else -1
    return prod(output) * inputs[0][axis]


def _recurrent(inputs, output, attrs) -> int:
    steps, batch, _ = inputs[0]
    directions = 2 if attrs.get("bidirectional") in ("True", "1") else 1
    gates = {"lstm": 4, "gru": 3}.get(attrs.get("mode"), 1)
    # Two vectors of biases for each layer and direction are added, not multiplied.
    biases = 2 * gates * int(attrs["state_size"]) * int(attrs.get("num_layers", 1)) * directions
    return steps * batch * (prod(inputs[1]) - biases)


def _attention_scores(inputs, output, attrs) -> int:
    return prod(output) * (inputs[0][2] // 3 // int(attrs["heads"]))  # queries, keys, values


def _attention_values(inputs, output, attrs) -> int:
    return prod(output) * inputs[1][-1]


_COUNTS = {
    "Convolution": _convolution,
    "Deconvolution": _deconvolution,
    "FullyConnected": _dense,
    "dot": _product,
    "batch_dot": _product,
    "_npi_matmul": _product,
    "_np_dot": _product,
    "RNN": _recurrent,
    "_contrib_interleaved_matmul_selfatt_qk": _attention_scores,
    "_contrib_interleaved_matmul_selfatt_valatt": _attention_values,
    "_contrib_interleaved_matmul_encdec_valatt": _attention_values,
}
