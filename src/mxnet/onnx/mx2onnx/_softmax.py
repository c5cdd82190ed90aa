"""Softmax and related functions."""

from __future__ import annotations

import numpy as np

from ._graph import Graph, Tensor
from ._sequence import behind
from ._table import add, converts


def _apply_temperature(graph: Graph, data: Tensor, temperature: float | None, out: Tensor) -> str:
    value = graph.cast(data, out.dtype)
    if temperature is None or temperature == 1:
        return value
    return graph.Div(value, np.asarray(temperature).astype(out.dtype))


@converts("softmax")
def softmax(
    graph: Graph, data: Tensor, length: Tensor | None = None, *, axis: int,
    temperature: float | None, out: Tensor,
) -> str:  # fmt: skip
    value = _apply_temperature(graph, data, temperature, out)
    if length is None:
        return graph.Softmax(value, axis=axis)
    axis %= data.ndim
    mask = behind(graph, data, length, axis)
    # Not infinite: a fully masked row would be nan.
    lowest = np.asarray(np.finfo(out.dtype).min / 2, out.dtype)
    result = graph.Softmax(graph.Where(mask, lowest, value), axis=axis)
    return graph.Where(mask, graph.like(out, 0), result)


def _kin(function):
    def convert(
        graph: Graph, data: Tensor, *, axis: int, temperature: float | None, out: Tensor
    ) -> str:
        return function(graph, _apply_temperature(graph, data, temperature, out), axis)

    return convert


add("log_softmax", _kin(lambda graph, value, axis: graph.LogSoftmax(value, axis=axis)))
add("softmin", _kin(lambda graph, value, axis: graph.Softmax(graph.Neg(value), axis=axis)))


@converts("SoftmaxActivation")
def softmax_activation(graph: Graph, data: Tensor, *, mode: str) -> str:
    return graph.Softmax(data, axis=1 if mode == "channel" else -1)
