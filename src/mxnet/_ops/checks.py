"""How kernels refuse bad input, so that every message has the same form."""

from __future__ import annotations

from ..base import MXNetError


class KernelError(MXNetError):
    """Raised by a kernel; dispatch adds the operator, its inputs and its attributes."""


def check(condition: bool, message: str) -> None:
    """Refuse the input with ``message`` (what came, what was wanted) unless the condition holds."""
    if not condition:
        raise KernelError(message)


def fail(message: str) -> None:
    """Refuse the input; saves hot paths from building a message that is not needed."""
    raise KernelError(message)


def axis_in_range(axis: int, ndim: int) -> int:
    """Return the axis counted from 0.

    >>> axis_in_range(-1, 3)
    2
    """
    if not -ndim <= axis < ndim:
        fail(f"axis {axis} exceeds the input dimension of {ndim}")
    return axis % ndim


def want_floats(data) -> None:
    """Refuse integers."""
    if not data.is_floating_point():
        name = str(data.dtype).removeprefix("torch.")
        fail(f"This operation only support floating point types, not {name}")
