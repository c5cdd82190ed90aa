"""Inputs of a recorded graph that torch's backward pass would not reach.

MXNet: a graph writes the gradients of all its inputs, 0 where nothing depends on them, whichever of
its results are used.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..._ops.zero_gradients import in_graph
from ..ir.node import Entry, topological


def find_unreached(result: torch.Tensor, inputs: Sequence[torch.Tensor]) -> list[int]:
    """Return which inputs in torch's graph the gradient of a result does not reach."""
    pending: dict[tuple, list[int]] = {}
    for position, tensor in enumerate(inputs):
        variable = in_graph(tensor)
        if variable.requires_grad:
            pending.setdefault(_edge(variable), []).append(position)
    stack, visited = [in_graph(result).grad_fn], set()
    while stack and pending:
        function = stack.pop()
        if function is None or function in visited:
            continue
        visited.add(function)
        for following, number in function.next_functions:
            if following is not None and pending.pop(_key(following, number), None) is None:
                stack.append(following)
    return sorted(position for positions in pending.values() for position in positions)


def inputs_of_each(outputs: list[Entry]) -> list[set[int]]:
    """Return the positions of the inputs that each output of a graph is computed from."""
    variables = [node for node in topological(outputs) if node.is_variable]
    return [
        {variables.index(node) for node in topological([entry]) if node.is_variable}
        for entry in outputs
    ]


def _edge(variable: torch.Tensor) -> tuple:
    """Return the key of the target of a gradient: a leaf, or a result of a function."""
    if variable.grad_fn is None:
        return id(variable), 0
    return _key(variable.grad_fn, variable.output_nr)


def _key(function, number: int) -> tuple:
    # Only AccumulateGrad, a leaf of the graph, has a variable.
    variable = getattr(function, "variable", None)
    return (id(variable), 0) if variable is not None else (function, number)
