"""Several arrays as one."""

from __future__ import annotations

from ._graph import Graph, Tensor
from ._table import add, converts


def _joined(attr: str):
    return {
        "dim": lambda graph, *data, dim: graph.Concat(*data, axis=dim),
        "axis": lambda graph, *data, axis: _concatenated(graph, data, axis),
    }[attr]


def _concatenated(graph: Graph, data, axis: int | None) -> str:
    if axis is None:
        data, axis = [graph.reshape(x, [-1]) for x in data], 0
    return graph.Concat(*data, axis=axis)


add("Concat", _joined("dim"))
add("_rnn_param_concat", _joined("dim"))
add("_npi_concatenate", _joined("axis"))


@converts("stack", "_npi_stack")
def stack(graph: Graph, *data: Tensor, axis: int, out: Tensor) -> str:
    axis %= out.ndim
    return graph.Concat(*(graph.Unsqueeze(x, [axis]) for x in data), axis=axis)


@converts("_npi_vstack")
def vstack(graph: Graph, *data: Tensor) -> str:
    rows = [graph.Unsqueeze(x, [0]) if x.ndim == 1 else x for x in data]
    return graph.Concat(*rows, axis=0)


@converts("_npi_hstack")
def hstack(graph: Graph, *data: Tensor) -> str:
    return graph.Concat(*data, axis=0 if data[0].ndim == 1 else 1)
