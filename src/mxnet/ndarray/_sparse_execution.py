"""Execution of graphs with sparse outputs: node by node, with kernels for stored values.

Such a run is not recorded. Gradients are computed from the dense graph, which runs once more.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._core.scope import state
from .._eager.array import NDArrayBase, wrap
from .._eager.call import invoke
from .._graph.ir.node import Entry, Node, topological
from ..context import Context
from .ndarray import NDArray


def run_sparse(
    outputs: list[Entry], inputs: Mapping[str, NDArrayBase], ctx: Context, training: bool
) -> list[NDArrayBase]:
    """Compute the outputs from arrays by variable name."""
    values: dict[int, list[NDArrayBase]] = {}
    previous = state.tape, state.training
    state.tape, state.training = None, training
    try:
        for node in topological(outputs):
            if node.is_variable:
                values[id(node)] = [inputs[node.name]]
            else:
                arrays = [values[id(source)][index] for source, index in node.inputs]
                values[id(node)] = _run_node(node, arrays, ctx, training)
    finally:
        state.tape, state.training = previous
    return [values[id(node)][index] for node, index in outputs]


def _run_node(
    node: Node, arrays: list[NDArrayBase], ctx: Context, training: bool
) -> list[NDArrayBase]:
    if node.op.bind is None:
        result = invoke(node.op, node.arrange_inputs(arrays), node.parsed(), None, NDArray)
        return result if isinstance(result, list) else [result]
    dense = [array if array._has_tensor else array.tostype("default") for array in arrays]
    result = node.op.bind(ctx, training)(*(array._t for array in dense))
    results = result if isinstance(result, tuple) else (result,)
    return [wrap(tensor.contiguous(), ctx.result, NDArray) for tensor in results]
