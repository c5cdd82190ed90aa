"""Array creation, with a given shape or the shape of another array."""

from __future__ import annotations

import numpy as np

from ... import symbol as sym
from ..._ops import OPS
from ...symbol._compose import apply_op
from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import add, converts

MOST_STORED = 1 << 12  # elements: larger constant arrays are created when the model runs


def fill(graph: Graph, out: Tensor, value: float) -> str:
    """Return an array of one number with a known shape."""
    shape, number = out.known_shape(), np.asarray([value]).astype(out.dtype)
    if np.prod(shape) <= MOST_STORED:
        return graph.constant(np.full(shape, number))
    return graph.Expand(number, list(shape))


def fill_like(graph: Graph, data: Tensor, out: Tensor, value: float) -> str:
    """Return an array of one number with the shape of another one."""
    if None not in data.shape:
        return fill(graph, out, value)
    return graph.Expand(np.asarray([value]).astype(out.dtype), graph.shape_of(data))


def _constant(value: float):
    return lambda graph, *, out: fill(graph, out, value)


def _constant_like(value: float):
    return lambda graph, data, *, out: fill_like(graph, data, out, value)


for _name in ("_zeros", "_npi_zeros"):
    add(_name, _constant(0))
for _name in ("_ones", "_npi_ones"):
    add(_name, _constant(1))
add("zeros_like", _constant_like(0))
add("ones_like", _constant_like(1))


@converts("_full")
def full(graph: Graph, *, value: float, out: Tensor) -> str:
    return fill(graph, out, value)


@converts("_npi_full_like")
def full_like(graph: Graph, a: Tensor, *, fill_value: float, out: Tensor) -> str:
    return fill_like(graph, a, out, fill_value)


@converts("_arange", "_npi_arange")
def arange(
    graph: Graph, *, start: float, stop: float | None, step: float, repeat: int, infer_range: bool,
    out: Tensor,
) -> str:  # fmt: skip
    if stop is None and not infer_range:  # one number is the end
        start = 0
    return graph.constant(_steps(out.known_shape()[0], start, step, repeat, out))


def _steps(count: int, start: float, step: float, repeat: int, out: Tensor) -> np.ndarray:
    numbers = start + step * (np.arange(count) // repeat)
    return numbers.astype(out.dtype)


@converts("_contrib_arange_like")
def arange_like(
    graph: Graph, data: Tensor, *, start: float, step: float, repeat: int, axis, out: Tensor
) -> str:
    if None not in out.shape:
        count = int(np.prod(out.known_shape()))
        return graph.constant(_steps(count, start, step, repeat, out).reshape(out.shape))
    if repeat != 1:
        raise Unsupported("it repeats numbers while sizes are open")
    size = graph.Size(data) if axis is None else graph.size_of(data, axis)
    zero, one = np.asarray(0), np.asarray(1)
    steps = graph.Cast(graph.Range(zero, graph.reshape(size, []), one), to=out.dtype)
    line = graph.Add(graph.Mul(steps, graph.like(out, step)), graph.like(out, start))
    return line if axis is not None else graph.Reshape(line, graph.shape_of(data))


# ------------------------------------------------------------- computed by the operator itself


def _by_itself(op: str):
    """Create the conversion of an operator with a known result, which is computed and stored."""

    def convert(graph: Graph, *data: Tensor, **attrs) -> str:
        arrays = [sym.zeros(x.known_shape(), dtype=x.dtype.name) for x in data]
        options = {name: value for name, value in attrs.items() if value is not None}
        (result,) = apply_op(OPS[op], op.lower(), tuple(arrays), options).eval()
        return graph.constant(result.asnumpy())

    return convert


for _name in (
    "_contrib_MultiBoxPrior", "_contrib_index_array", "_eye", "_linspace", "_npi_blackman",
    "_npi_eye", "_npi_hamming", "_npi_hanning", "_npi_identity", "_npi_indices", "_npi_logspace",
):  # fmt: skip
    add(_name, _by_itself(_name))
