"""Forward and backward runs of a lowered graph, for executors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from ..._core.dtypes import NUMPY_OF
from ..._eager.generators import place_of, replaying
from ..._eager.integer_gradients import integer_variable
from ..._ops.zero_gradients import in_graph
from .code import Code
from .lowering import run

# Called by torch.autograd.grad, which imports half a compiler to check its arguments.
_engine = torch.autograd.Variable._execution_engine


def forward(code: Code, tensors: list, training: bool) -> tuple[torch.Tensor, ...]:
    """Compute the outputs and, in training, what a backward pass needs."""
    with torch.set_grad_enabled(training):
        return run(code, tensors)


def variable(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor that shares the memory and has a gradient."""
    return tensor.data.requires_grad_() if tensor.is_floating_point() else integer_variable(tensor)


def backward(results: tuple, head_grads: list, variables: list) -> tuple[torch.Tensor | None, ...]:
    """Compute the gradients of variables from those of the results (None means ones)."""
    heads = [(r, g) for r, g in zip(results, head_grads, strict=True) if r.requires_grad]
    leaves = [v for v in map(in_graph, variables) if v.requires_grad]
    if not heads or not leaves:
        return (None,) * len(variables)
    grads = tuple(torch.ones_like(r) if g is None else g.to(r.dtype) for r, g in heads)
    # keep_graph: an executor may call backward again; create_graph: never.
    gradients = _engine.run_backward(
        tuple(r for r, _ in heads), grads, True, False, tuple(leaves),
        allow_unreachable=True, accumulate_grad=False,
    )  # fmt: skip
    gradients = iter(gradients)
    return tuple(_gradient(gradients, v) if in_graph(v).requires_grad else None for v in variables)


def _gradient(
    gradients: Iterator[torch.Tensor | None], variable: torch.Tensor
) -> torch.Tensor | None:
    gradient = next(gradients)
    return None if gradient is None else gradient.to(variable.dtype)


def or_zeros(gradient: torch.Tensor | None, like: torch.Tensor) -> torch.Tensor:
    """Return a gradient, or zeros if it is None."""
    return torch.zeros_like(like) if gradient is None else gradient


def own_copy(result: torch.Tensor) -> torch.Tensor:
    """Return a contiguous copy outside the graph."""
    return result.detach().clone(memory_format=torch.contiguous_format)


def numpy_type(dtype: torch.dtype):
    """Return the type under its public name."""
    return NUMPY_OF[dtype]


def replayer(generator: torch.Generator, is_random: bool) -> Callable:
    """Return a function that repeats a call with the random numbers drawn from now on."""
    before = place_of(generator) if is_random else None
    return lambda call: replay(call, generator, before)


def replay(call: Callable, generator: torch.Generator, before: Any):
    """Call a function with the random numbers that follow a place, if there is one."""
    if before is None:
        return call()
    with replaying(generator, before):
        return call()
