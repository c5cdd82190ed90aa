"""Reductions over axes."""

from __future__ import annotations

import numpy as np

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import add, converts


def reduced_axes(ndim: int, axis, exclude: bool = False) -> list[int]:
    """Return the axes to reduce over, by default all."""
    if axis is None or axis == ():
        return [] if exclude else list(range(ndim))
    axes = sorted({a % ndim for a in ((axis,) if isinstance(axis, int) else axis)})
    return [a for a in range(ndim) if a not in axes] if exclude else axes


def as_full_reduction(graph: Graph, result: str, axes: list[int], data: Tensor, out: Tensor) -> str:
    """Reshape a full reduction without axes to (1,) where MXNet does so."""
    if len(axes) == data.ndim and out.shape == (1,):
        return graph.reshape(result, [1])
    return result


def reduction(
    graph: Graph, op_type: str, data: Tensor, axes: list[int], keepdims: bool, out: Tensor
):
    """Reduce in the type of the result; means of integers are computed in floating point."""
    if not axes:
        return graph.cast(data, out.dtype)
    floats = out.is_float or op_type in ("ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum")
    dtype = out.dtype if floats else np.dtype(np.float32)
    result = graph.reduce(op_type, graph.cast(data, dtype), axes, keepdims)
    result = result if floats else graph.Cast(result, to=out.dtype)
    return result if keepdims else as_full_reduction(graph, result, axes, data, out)


def _classic(op_type: str):
    def convert(graph: Graph, data: Tensor, *, axis, keepdims: bool, exclude: bool, out: Tensor):
        axes = reduced_axes(data.ndim, axis, exclude)
        return reduction(graph, op_type, data, axes, keepdims, out)

    return convert


def _numpy(op_type: str):
    def convert(graph: Graph, a: Tensor, *, axis, keepdims: bool, initial, out: Tensor) -> str:
        if initial is not None:
            raise Unsupported("it has an initial value")
        axes = reduced_axes(a.ndim, axis) if axis != () else []
        return reduction(graph, op_type, a, axes, keepdims, out)

    return convert


for _name, _op_type in {
    "max": "ReduceMax",
    "mean": "ReduceMean",
    "min": "ReduceMin",
    "prod": "ReduceProd",
    "sum": "ReduceSum",
    "_square_sum": "ReduceSumSquare",
}.items():
    add(_name, _classic(_op_type))
for _name, _op_type in {
    "_np_max": "ReduceMax",
    "_np_min": "ReduceMin",
    "_np_prod": "ReduceProd",
    "_np_sum": "ReduceSum",
    "_npi_mean": "ReduceMean",
}.items():
    add(_name, _numpy(_op_type))


@converts("norm")
def norm(graph: Graph, data: Tensor, *, ord: int, axis, keepdims: bool, out: Tensor) -> str:
    if ord not in (1, 2):
        raise Unsupported(f"its order is {ord}, only 1 and 2 are known")
    axes = reduced_axes(data.ndim, axis)
    result = graph.reduce(f"ReduceL{ord}", graph.cast(data, out.dtype), axes, keepdims)
    return result if keepdims else as_full_reduction(graph, result, axes, data, out)


def variance(graph: Graph, data: Tensor, axes: list[int]) -> tuple[str, str]:
    """Compute mean and variance, keeping the axes."""
    mean = graph.reduce("ReduceMean", data, axes, keepdims=True)
    apart = graph.Sub(data, mean)
    return mean, graph.reduce("ReduceMean", graph.Mul(apart, apart), axes, keepdims=True)


@converts("moments")
def moments(graph: Graph, data: Tensor, *, axes, keepdims: bool, outs: list[Tensor]):
    chosen = reduced_axes(data.ndim, axes)
    results = variance(graph, data, chosen)
    if keepdims:
        return results
    return [graph.reshape_to(data, out, value) for value, out in zip(results, outs, strict=True)]


def _variance(graph: Graph, a: Tensor, axis, ddof: int, keepdims: bool, out: Tensor) -> str:
    if not a.is_float:
        raise Unsupported("it is of integers")
    axes = reduced_axes(a.ndim, axis)
    value = variance(graph, a, axes)[1]
    if ddof:
        count = float(np.prod(a.known_shape(axes)))
        value = graph.Mul(value, graph.like(a, count / (count - ddof)))
    return value if keepdims else graph.Squeeze(value, axes)


@converts("_npi_var")
def var(graph: Graph, a: Tensor, *, axis, ddof: int, keepdims: bool, out: Tensor) -> str:
    return graph.cast(_variance(graph, a, axis, ddof, keepdims, out), out.dtype)


@converts("_npi_std")
def std(graph: Graph, a: Tensor, *, axis, ddof: int, keepdims: bool, out: Tensor) -> str:
    return graph.cast(graph.Sqrt(_variance(graph, a, axis, ddof, keepdims, out)), out.dtype)


def _position(op_type: str):
    def convert(graph: Graph, data: Tensor, *, axis, keepdims: bool, out: Tensor) -> str:
        # ONNX Runtime does not have kernels for all integer types.
        values = data.name if data.is_float else graph.cast(data, np.float64)
        if axis is None:
            index = graph.add(op_type, graph.reshape(values, [-1]), axis=0, keepdims=0)
            return graph.reshape(graph.Cast(index, to=out.dtype), out.known_shape())
        index = graph.add(op_type, values, axis=axis, keepdims=int(keepdims))
        index = graph.Cast(index, to=out.dtype)
        return graph.reshape(index, [1]) if out.shape == (1,) and data.ndim == 1 else index

    return convert


for _name, _op_type in {
    "argmax": "ArgMax",
    "argmin": "ArgMin",
    "_npi_argmax": "ArgMax",
    "_npi_argmin": "ArgMin",
}.items():
    add(_name, _position(_op_type))


@converts("argmax_channel")
def argmax_channel(graph: Graph, data: Tensor, *, out: Tensor) -> str:
    return graph.Cast(graph.ArgMax(data, axis=1, keepdims=0), to=out.dtype)


@converts("_np_all")
def all_(graph: Graph, data: Tensor, *, axis, keepdims: bool, out: Tensor) -> str:
    return _truth(graph, "ReduceMin", data, axis, keepdims, out)


@converts("_np_any")
def any_(graph: Graph, data: Tensor, *, axis, keepdims: bool, out: Tensor) -> str:
    return _truth(graph, "ReduceMax", data, axis, keepdims, out)


def _truth(graph: Graph, op_type: str, data: Tensor, axis, keepdims: bool, out: Tensor) -> str:
    bits = graph.cast(graph.cast(data, np.bool_), np.int32)
    return graph.cast(
        graph.reduce(op_type, bits, reduced_axes(data.ndim, axis), keepdims), out.dtype
    )


def _without_nan(op_type: str, neutral: float):
    def convert(graph: Graph, data: Tensor, *, axis, keepdims: bool, exclude: bool, out: Tensor):
        value = graph.Where(graph.IsNaN(data), graph.like(data, neutral), data)
        axes = reduced_axes(data.ndim, axis, exclude)
        present = Tensor(value, data.sizes, data.dtype)
        return reduction(graph, op_type, present, axes, keepdims, out)

    return convert


add("nansum", _without_nan("ReduceSum", 0))
add("nanprod", _without_nan("ReduceProd", 1))
