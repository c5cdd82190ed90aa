"""Functions with which kernels reject bad input, so that all messages have the same form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import torch

from .._core import dtypes
from .._core.declined import Declined as Declined  # re-exported for kernels
from ..error import MXNetError, MXNetIndexError, MXNetValueError
from .attrs import shorten
from .messages import (
    brackets as brackets,  # re-exported for kernels
    explain,
)
from .registry import Op

# Exceptions of torch, Python or a check in a kernel that cannot process its input.
KERNEL_ERRORS = (
    RuntimeError, ValueError, TypeError, IndexError, ArithmeticError, AssertionError, MemoryError,
)  # fmt: skip


class KernelError(MXNetError):
    """Raised by a kernel; the call path adds the operator, its inputs and its attributes.

    ``refusal`` is the type of error that users get.
    """

    refusal: type[MXNetError] = MXNetError


class KernelValueError(KernelError, ValueError):
    """Raised by a kernel where 1.9.1 raises ValueError."""

    refusal = MXNetValueError


class KernelIndexError(KernelError, IndexError):
    """Raised by a kernel where 1.9.1 raises IndexError."""

    refusal = MXNetIndexError


class ValuesNeeded(KernelError):
    """Raised on the ``meta`` device by a kernel whose output shapes depend on values.

    ``shapes`` are the output shapes as far as they are known, with None for unknown parts.
    """

    def __init__(self, what: str, *shapes: tuple[int | None, ...]):
        super().__init__(f"{what} is not known before the values are")
        self.shapes = shapes


def require_values(tensor: torch.Tensor, what: str, *shapes: tuple[int | None, ...]) -> None:
    """Raise an error if a tensor is on ``meta``; ``shapes`` are the partly known output shapes."""
    if tensor.is_meta:
        raise ValuesNeeded(what, *shapes)


def check(condition: bool, message: str) -> None:
    """Reject the input with ``message`` (actual, expected) unless the condition holds.

    For constant texts: a message with values is formatted only if needed: ``if ...: fail(...)``.
    """
    if not condition:
        raise KernelError(message)


def check_value(condition: bool, message: str) -> None:
    """Reject a value with a message, as a ValueError, unless the condition holds."""
    if not condition:
        raise KernelValueError(message)


def fail(message: str) -> NoReturn:
    """Reject the input; the message is not formatted on hot paths that do not fail."""
    raise KernelError(message)


def axis_in_range(axis: int, ndim: int) -> int:
    """Return the axis as a nonnegative number.

    >>> axis_in_range(-1, 3)
    2
    """
    if not -ndim <= axis < ndim:
        fail(f"axis {axis} exceeds the input dimension of {ndim}")
    return axis % ndim


def require_floats(data: torch.Tensor) -> None:
    """Reject integers."""
    if not data.is_floating_point():
        name = dtypes.BY_TORCH[data.dtype].name
        fail(f"This operation only support floating point types, not {name}")


def describe(tensor: torch.Tensor) -> str:
    """Describe the shape and type of a tensor for a message.

    >>> describe(torch.zeros(2, 3))
    '(2, 3) float32'
    """
    return f"{tuple(tensor.shape)} {dtypes.BY_TORCH[tensor.dtype].name}"


def kernel_error(
    op: Op,
    inputs: Sequence[torch.Tensor | None],
    attrs: dict,
    error: Exception,
    sources: Sequence[str] = (),
) -> Exception:
    """Convert a kernel's exception to an MXNetError that names operator, inputs and attributes.

    ``sources`` are the names that the inputs have in a graph.
    """
    if isinstance(error, MXNetError) and not isinstance(error, KernelError):
        return error
    names = op.input_names(len(inputs))
    if len(sources) == len(names):
        pairs = zip(names, sources, strict=True)
        names = tuple(f"{name} ('{source}')" for name, source in pairs)
    named = zip(names, inputs, strict=True)
    inputs_text = ", ".join(
        f"{name} {describe(tensor)}" for name, tensor in named if tensor is not None
    )
    shapes = [tuple(tensor.shape) for tensor in inputs if tensor is not None]
    message = f"Error in operator {op.name}: {reason_of(error, op, shapes, attrs)}"
    message += f"\n  inputs: {inputs_text}" if inputs_text else ""
    message += attributes_line(op, attrs)
    return (error.refusal if isinstance(error, KernelError) else MXNetError)(message)


def reason_of(error: Exception, op: Op, shapes: list[tuple], attrs: dict) -> str:
    """Return why a kernel rejected inputs of these shapes."""
    reason = shorten(str(error).strip().split("\nException raised from")[0])
    return explain(op, shapes, attrs, reason)


def attributes_line(op: Op, attrs: dict) -> str:
    """Return the line of a message that lists the attributes that are not the defaults."""
    listed = ", ".join(
        f"{k}={v!r}"
        for k, v in attrs.items()
        if k not in op.ambient and (k not in op.attrs or v != op.attrs[k].default)
    )
    return f"\n  attributes: {listed}" if listed else ""


def cause(error: Exception) -> BaseException | None:
    """Return the cause to chain to the error created by ``kernel_error``.

    It is None if a check or torch rejected the input. For a bug in a kernel it is the kernel's own
    error, and for an MXNetError that is passed on, its cause.
    """
    if isinstance(error, KernelError):
        return None
    if isinstance(error, MXNetError):
        return error.__cause__
    return None if isinstance(error, RuntimeError) else error
