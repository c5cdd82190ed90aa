"""A mode in which calls of torch on the ``meta`` device are looked up in a table."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import torch
from torch.overrides import TorchFunctionMode

from ...._core import declined
from ...._core.declined import Declined

_BY_NAME: dict[str, Callable] = {}


class TorchShapes(TorchFunctionMode):
    """A context in which calls of torch on the ``meta`` device are looked up in the table."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        rule = _find_rule(func.__name__)
        if rule is None:
            return self.run_torch(func, args, kwargs)
        try:
            return rule(*args, **kwargs)
        except Declined:
            return self.run_torch(func, args, kwargs)
        except (TypeError, ValueError, IndexError) as error:
            result = self.run_torch(func, args, kwargs)  # raises the error of an invalid call
            declined.report(f"shape rule of torch.{func.__name__}", error)
            return result

    def run_torch(self, func: Callable, args: tuple, kwargs: dict):
        """Let torch infer the result."""
        return func(*args, **kwargs)


@functools.cache
def _find_rule(name: str) -> Callable | None:
    """Return the rule of a function, also for its form that works in place or takes ``out``."""
    if name in _BY_NAME:
        return functools.partial(_infer, _BY_NAME[name])
    if name.removesuffix("_") in _BY_NAME:
        return functools.partial(_infer_in_place, _BY_NAME[name.removesuffix("_")])
    return None


def _infer(rule: Callable, *args, out: torch.Tensor | None = None, **kwargs):
    result = rule(*args, **kwargs)
    return result if out is None else out.resize_(result.shape)


def _infer_in_place(rule: Callable, data: torch.Tensor, *args, **kwargs) -> torch.Tensor:
    if rule(data, *args, **kwargs).shape != data.shape:
        raise Declined("the result does not fit in place")
    return data


def rule_for(*names: str):
    """Register the rule that infers the results of the torch functions with the given names."""

    def register(rule: Callable) -> Callable:
        _BY_NAME.update(dict.fromkeys(names, rule))
        return rule

    return register


def empty(shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    return torch.empty(shape, dtype=dtype, device="meta")


def like(tensor: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    return empty(tensor.shape, dtype or tensor.dtype)


def same_type(dtype: torch.dtype) -> torch.dtype:
    return dtype


def truth_type(dtype: torch.dtype) -> torch.dtype:
    return torch.bool


def fraction_type(dtype: torch.dtype) -> torch.dtype:
    """Return the type of fractional results, also for integers: torch's default float."""
    return dtype if dtype.is_floating_point or dtype.is_complex else torch.get_default_dtype()


def require_meta(*arrays) -> None:
    """Leave calls without an array on ``meta``, such as those on constants, to torch."""
    if not any(isinstance(array, torch.Tensor) and array.is_meta for array in arrays):
        raise Declined("has values")


def axis_of(axis: int, ndim: int) -> int:
    """Return an axis as a nonnegative number."""
    if not -max(ndim, 1) <= axis < max(ndim, 1):
        raise Declined("no such axis")
    return axis % max(ndim, 1)


def replace_axis(shape: Sequence[int], axis: int, *sizes: int) -> tuple[int, ...]:
    """Return a shape in which an axis is replaced by other sizes."""
    axis = axis_of(axis, len(shape))
    return (*shape[:axis], *sizes, *shape[axis + 1 :])


def broadcast(*shapes: Sequence[int]) -> tuple[int, ...]:
    """Return the shape to which all given shapes broadcast."""
    ndim = max(map(len, shapes))
    sizes = [{1}] * ndim
    for shape in shapes:
        for position, size in enumerate(shape, ndim - len(shape)):
            sizes[position] = sizes[position] | {size}
    if any(len(choices - {1}) > 1 for choices in sizes):
        raise Declined("cannot be broadcast")
    return tuple(min(choices - {1}, default=1) for choices in sizes)


def common_shape(*arrays) -> tuple[int, ...]:
    """Return the shape to which arrays broadcast; numbers among them are ignored."""
    return broadcast(*(array.shape for array in arrays if isinstance(array, torch.Tensor)))
