"""Recorded computations as symbols: graphs always, operators if their calls are recorded.

torch's graph contains derivatives, not operators. Recording operators as well takes longer than a
small operator, so it is done by an interceptor that ``MXNET_RECORD_SYMBOLS=1`` enables.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from .._core.scope import state
from .._eager.array import NDArrayBase, graph_tensor, is_in_graph, step_of
from .._eager.interceptors import Call, active
from .._eager.steps import Step, StepResult
from .._graph.ir.compose import compose, written_attrs
from .._graph.ir.node import Entry, Node, topological
from ..base import MXNetError
from ..error import AssertedTypeError
from ..ndarray import NDArray
from ._subgraph import _CachedOp
from .symbol import Symbol


def get_symbol(x):
    """Return the recorded computation of an array as a Symbol.

    The array must be the result of hybridized blocks applied one after the other. If
    ``MXNET_RECORD_SYMBOLS=1`` is set before mxnet is imported, operators are allowed as well.
    """
    if not isinstance(x, NDArray):
        raise AssertedTypeError(f"get_symbol: Invalid argument type, expecting NDArray, got {x!r}")
    if not is_in_graph(x):
        raise MXNetError(
            "get_symbol: NDArray is not part of a computation graph. Did you forget to turn on "
            "recording?"
        )
    symbol = Symbol([_entry_of(x)])
    if any(isinstance(node, _Unknown) for node in topological(symbol._entries)):
        raise MXNetError(
            "get_symbol is not supported for what torch alone has recorded: operators, unless "
            "MXNET_RECORD_SYMBOLS=1 is set before mxnet is imported, indexing, and networks with "
            "convolutions, for instance. Put the computation into the forward of a Block and "
            "export that: it is traced"
        )
    return symbol


# ----------------------------------------------------------------------------------- operators


class CallRecorder:
    """The interceptor that creates a node for every recorded call."""

    def call(self, call: Call, proceed: Callable[[Call], object]) -> object:
        result = proceed(call)
        results = result if isinstance(result, list | tuple) else [result]
        if state.tape is None or not any(a._has_tensor and is_in_graph(a) for a in results):
            return result
        inputs = [_entry_of(array) for array in call.arrays if array is not None]
        attrs = written_attrs(call.op, call.attrs)
        node = compose(call.op, f"node_{next(_nodes)}", inputs, attrs)
        for position, array in enumerate(results):
            if is_in_graph(array):
                graph_tensor(array).entry = node, position
        return result

    def work(self, kind: str, name: str, run: Callable[[], object]) -> object:
        return run()


def record_calls() -> None:
    """Create nodes for all calls recorded from now on."""
    active.append(CallRecorder())


class _Unknown(Node):
    """Represents a computation that only torch has recorded."""


_nodes, _variables = itertools.count(), itertools.count()


def _entry_of(array: NDArrayBase) -> Entry:
    """Return the entry of an array in the graph of symbols, the same one for every use."""
    if is_in_graph(array) and (origin := _step_of(array)) is not None:
        return _symbol_of(*origin)._entries[0]
    tensor = _identity_of(array)
    if not hasattr(tensor, "entry"):
        tensor.entry = _variable_for(array), 0
    return tensor.entry


def _identity_of(array: NDArrayBase):
    """Return the tensor that the entry of an array is kept at."""
    if is_in_graph(array):
        return array._graph
    return array._t if array._has_tensor else array._parts[0]  # the values of a sparse array


def _variable_for(array: NDArrayBase) -> Node:
    # MXNet: names of variables and of other arrays
    if array._leaf is not None:
        return Node(None, f"var{next(_variables)}", (), {})
    if not is_in_graph(array):
        return Node(None, f"null{next(_variables)}", (), {})
    return _Unknown(None, "unknown", (), {})


# ------------------------------------------------------------------------------------- graphs


def _step_of(array: NDArrayBase) -> StepResult | None:
    """Return the graph run that an array comes from, and its position among the results."""
    result = step_of(array)
    if result is not None:
        return result
    tensor = array._graph
    step = getattr(tensor.grad_fn, "step", None)  # the step is part of torch's graph
    return None if step is None else (step, tensor.output_nr)


def _symbol_of(step: Step, position: int) -> Symbol:
    plan = step.plan
    if plan.outputs is None:
        raise MXNetError(
            "get_symbol is not supported for layers outside of hybridized blocks; hybridize the "
            "block that they are in"
        )
    graph = Symbol(plan.outputs)
    nodes = topological(plan.outputs)
    inputs = [Symbol([(node, 0)]) for node in nodes if node.is_variable]
    for number, (origin, index) in zip(plan.variables, step.sources, strict=True):
        if type(origin) is Step:
            inputs[number] = _symbol_of(origin, index)
    # MXNet: small graphs are inlined, others are one node.
    if not plan.is_inlined:
        return _CachedOp(*inputs, subgraph=graph.tojson())[position]
    return graph(**dict(zip(graph.list_inputs(), inputs, strict=True)))[position]
