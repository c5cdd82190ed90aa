"""Inputs without a derivative: indices, conditions, lengths, arrays that only provide a shape.

torch omits them from its graph. MXNet writes the gradient 0 for them in ``backward``, and a trainer
sees that it has arrived.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import torch

from .._core.private_torch import Function


def detached(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor without gradient; detaching one that has none would take 0.3 µs."""
    return tensor.detach() if tensor.requires_grad else tensor


def in_graph(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor in torch's graph; for integers, their float shadow."""
    return getattr(tensor, "shadow", tensor)


def with_zero_gradients(kernel: Callable, positions: Sequence[int]) -> Callable:
    """Return a kernel that keeps the inputs at the given positions in the graph of its result."""

    @functools.wraps(kernel)
    def run(*tensors, **attrs):
        result = kernel(*tensors, **attrs)
        variables = []
        for position in positions:
            if position < len(tensors) and (tensor := tensors[position]) is not None:
                variable = getattr(tensor, "shadow", tensor)  # as in_graph, without a call
                if variable.requires_grad:
                    variables.append(variable)
        return depending_on(result, variables) if variables else result

    return run


def depending_on(result: torch.Tensor, variables: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return a result whose gradient with respect to the variables is 0; integers are unchanged."""
    if not variables or not result.is_floating_point():
        return result
    return _WithZeroGradients.apply(result, *variables)


def has_derivative(result: torch.Tensor) -> bool:
    """Return whether some gradient of a result in the graph may be nonzero."""
    function = result.grad_fn
    while function is not None and function.name() == f"{_WithZeroGradients.__name__}Backward":
        function = function.next_functions[0][0]
    return function is not None or result.grad_fn is None and result.requires_grad


def zeros_for(inputs: Sequence[tuple]) -> list[torch.Tensor]:
    """Return zeros of the given shapes, types and devices, without memory for each element."""
    return [torch.zeros((), dtype=t, device=d).expand(shape) for shape, t, d in inputs]


class _WithZeroGradients(Function):
    """Return the first input; the others have the gradient 0."""

    @staticmethod
    def forward(ctx, result, *variables):
        ctx.variables = [(v.shape, v.dtype, v.device) for v in variables]
        return result.view_as(result)

    @staticmethod
    def backward(ctx, grad):
        return grad, *zeros_for(ctx.variables)
