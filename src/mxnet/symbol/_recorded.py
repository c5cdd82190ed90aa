"""The symbol of recorded computations, as far as they were graphs."""

from __future__ import annotations

from .._eager.array import NDArrayBase, step_of
from .._eager.steps import Step, StepResult
from .._graph.ir.node import topological
from .._graph.passes.training import TrainingPlan
from ..base import MXNetError
from ._subgraph import _CachedOp
from .symbol import Symbol


def get_symbol(x):
    """Return the recorded computation of an array as a Symbol.

    The array must be the result of hybridized blocks, one after the other. Single operators are
    recorded by torch, which does not know them.
    """
    origin = _origin_of(x)
    if origin is None:
        raise MXNetError(
            "get_symbol is not supported for the results of operators and of networks that torch "
            "records, with convolutions for instance: the recorded graph is torch's and holds no "
            "symbols. Put the computation into the forward of a Block and export that: it is traced"
        )
    return _symbol_of(*origin)


def _origin_of(array: NDArrayBase) -> StepResult | None:
    """Return the run of a graph, and the position among its results, that an array comes from."""
    result = step_of(array)
    if result is not None:
        return result
    tensor = array._graph
    step = getattr(getattr(tensor, "grad_fn", None), "step", None)  # it has entered torch's graph
    return None if step is None else (step, tensor.output_nr)


def _symbol_of(step: Step, position: int) -> Symbol:
    plan = step.plan
    if not isinstance(plan, TrainingPlan):
        raise MXNetError(
            "get_symbol is not supported for layers outside of hybridized blocks; hybridize the "
            "block that they are in"
        )
    graph = Symbol(plan.outputs)
    nodes = topological(plan.outputs)
    inputs = [Symbol([(node, 0)]) for node in nodes if node.is_variable]
    for number, (origin, place) in zip(plan.wanted, step.sources, strict=True):
        if type(origin) is Step:
            inputs[number] = _symbol_of(origin, place)
    # MXNet: small graphs are inlined, others are one node.
    if sum(not node.is_variable for node in nodes) > plan.inline_limit:
        return _CachedOp(*inputs, subgraph=graph.tojson())[position]
    return graph(**dict(zip(graph.list_inputs(), inputs, strict=True)))[position]
