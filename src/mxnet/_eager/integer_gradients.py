"""Gradients of integers: MXNet's graph has every type, torch's graph only floats.

An integer tensor in the graph has an attribute ``shadow``: floats of the same shape inside torch's
graph, which carry the gradient and whose values have no meaning. An operator computes its results
from the integers. Then it runs once more, on floats with the values of the integers and the
gradient of the shadows, and the results are the shadows of the integer results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from .._core.dtypes import widen, widest
from .._core.private_torch import Function
from .._ops.checks import KERNEL_ERRORS
from .._ops.registry import Op
from .._ops.zero_gradients import in_graph

FLOAT = torch.float64  # as exact as any integer has to be


def integer_variable(numbers: torch.Tensor) -> torch.Tensor:
    """Return integers in the same memory that are a variable."""
    variable = numbers.data
    variable.shadow = blank_shadow(numbers).requires_grad_()
    return variable


def blank_shadow(numbers: torch.Tensor) -> torch.Tensor:
    """Return floats for integers, all of them in the memory of one."""
    device = numbers.device
    return torch.empty_strided(
        numbers.shape, (0,) * numbers.ndim, dtype=widest(device), device=device
    )


def is_integer_variable(tensor: torch.Tensor | None) -> bool:
    """Return whether a tensor contains integers that are in the graph."""
    return hasattr(tensor, "shadow")


def with_gradient(values: torch.Tensor, floats: torch.Tensor) -> torch.Tensor:
    """Return the given values with the gradient of floats."""
    if not floats.requires_grad:
        return values
    if values.is_floating_point():
        return _Values.apply([values], floats, False)
    values.shadow = floats
    return values


def convert_like(tensor: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Return a tensor in the graph as it is after writing it into a target, in new memory."""
    graph = in_graph(tensor).to(target.device).expand(target.shape)
    if tensor.is_floating_point() and target.is_floating_point():
        return graph.to(target.dtype)
    return with_gradient(target.clone(), graph)


def move_both(tensor: torch.Tensor, move: Callable) -> torch.Tensor:
    """Apply a function that only moves elements to a tensor and its gradient."""
    result = move(tensor)
    return with_gradient(result, move(tensor.shadow)) if is_integer_variable(tensor) else result


def record_integers(
    op: Op, results: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor | None], attrs: dict
) -> Sequence[torch.Tensor]:
    """Return results of an operator with the gradients from integers among its inputs."""
    if not any(map(is_integer_variable, inputs)):
        return results
    shadows = _shadows(op, inputs, attrs)
    if shadows is None:
        return results
    # MXNet: if a float input has a gradient, integer inputs get none.
    return [
        result if result.requires_grad else with_gradient(result, shadow)
        for result, shadow in zip(results, shadows, strict=True)
    ]


def _shadows(op: Op, inputs: Sequence[torch.Tensor | None], attrs: dict) -> tuple | None:
    if op.mutates or not op.integer_gradient or op.is_random:
        return None
    tensors = [_floats(tensor, op.mixed) for tensor in inputs]
    attrs = {name: _float_type(value) for name, value in attrs.items()}
    if "is_int" in op.attrs and attrs.get("is_int", True) and "scalar" in attrs:
        # MXNet: in gradients of integers, too, a scalar is truncated.
        attrs["scalar"] = int(attrs["scalar"])
    try:
        shadows = op.kernel(*tensors, **attrs)
    except KERNEL_ERRORS:
        return None  # it is not for floats, and so has no gradient
    return shadows if type(shadows) is tuple else (shadows,)


def _floats(tensor: torch.Tensor | None, mixed: bool) -> torch.Tensor | None:
    if tensor is None or tensor.is_floating_point():
        return tensor
    if is_integer_variable(tensor):
        return _Values.apply([widen(tensor)], tensor.shadow, True)
    return tensor if mixed else widen(tensor)


def _float_type(value: Any) -> Any:
    is_integer = type(value) is torch.dtype and not value.is_floating_point
    return FLOAT if is_integer else value


class _Values(Function):
    """Other values with the gradient of some floats."""

    @staticmethod
    def forward(
        ctx: Any, box: list[torch.Tensor], floats: torch.Tensor, are_integers: bool
    ) -> torch.Tensor:
        ctx.kind, ctx.are_integers = floats.dtype, are_integers
        return box[0]  # in a box, because torch would make a view of an input that is returned

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> tuple:
        if ctx.are_integers:  # MXNet: the gradient of integers is computed in integers
            grad = _Values.apply([grad.detach().trunc()], grad, True)
        return None, grad.to(ctx.kind), None
