"""Python's operators on arrays: ``x + y``, ``2 / x``, ``x *= y``, ``x > y``, ``-x``.

They are made from the tables below and prepared once: between plain arrays, or with a plain number,
an operator calls its kernel directly; everything else takes the general road of dispatch.
"""

from __future__ import annotations

import numbers

import numpy as np
import torch

from .._array import _new, place_without_gradient
from .._dispatch import INPLACE_IN_RECORD, direct_kernel, invoke
from .._ops import OPS
from .._ops.checks import KERNEL_ERRORS, kernel_error
from .._scope import state
from ..base import MXNetError
from .ndarray import NDArray


def binary_methods(
    array_name, scalar_name, reversed_name, inplace, differentiable=True, cls=NDArray
):
    """Make the three methods of one operator: ``x + y``, ``y + x`` and ``x += y``."""
    array_op, scalar_op, reversed_op = OPS[array_name], OPS[scalar_name], OPS[reversed_name]
    array_kernel, scalar_kernel = direct_kernel(array_op), scalar_op.kernel

    def forward(self, other):
        kind = type(other)
        if kind is cls and self._ctx is other._ctx:
            tape = state.tape
            if tape is None:
                a, b = self._plain, other._plain
                if a is None:
                    a = self._t
                if b is None:
                    b = other._t
            else:
                try:
                    a, b = self._graph, other._graph
                except AttributeError:  # they have to be put there
                    a, b = self._g, other._g
                if a is None:
                    a = self._plain
                    if b is None:
                        tape = None  # nothing to differentiate
                if b is None:
                    b = other._plain
            if a.dtype is not b.dtype:
                return general(self, other, scalar_op)
            try:
                result = array_kernel(a, b)
            except KERNEL_ERRORS as error:
                raise kernel_error(array_op, [a, b], {}, error) from error
        elif kind is float or kind is int:
            tape = state.tape
            try:
                a, b = self._plain if tape is None else self._graph, None
            except AttributeError:  # it has to be put there
                a, b = self._g, None
            if a is None:
                tape, a = None, self._t
            try:
                result = scalar_kernel(a, scalar=other)
            except KERNEL_ERRORS as error:
                raise kernel_error(scalar_op, [a], {"scalar": other}, error) from error
        else:
            return general(self, other, scalar_op)
        array = _new(cls)
        array._ctx = self._ctx.result
        if tape is None:
            array._plain = result
            array._graph = None
        elif differentiable:
            array._plain = None
            array._graph = result
            array._tape = tape
        else:
            place_without_gradient(array, result, (a, b), tape)
        return array

    def general(self, other, with_scalar, out=None):
        if isinstance(other, cls):
            return invoke(array_op, [self, other], {}, out, cls)
        return invoke(with_scalar, [self], {"scalar": _number(other)}, out, cls)

    def backward(self, other):
        return general(self, other, reversed_op)

    def update(self, other):
        tape = state.tape
        if tape is not None and self._g is not None:
            raise MXNetError(INPLACE_IN_RECORD)
        floating = self._t.dtype.is_floating_point
        if tape is None and floating and inplace is not None:
            same_place = type(other) is cls and other._ctx is self._ctx
            if same_place and other._t.dtype is self._t.dtype:
                try:
                    inplace(self._t, other._t)
                except KERNEL_ERRORS as error:
                    tensors = [self._t, other._t]
                    raise kernel_error(array_op, tensors, {}, error) from error
                return self
            if type(other) in (int, float):
                inplace(self._t, other)
                return self
        return general(self, other, scalar_op, self)

    return forward, backward, update


def _number(value):
    if isinstance(value, numbers.Real | np.generic):
        return float(value)
    raise TypeError(
        f"type {type(value)} not supported; an NDArray works with numbers and NDArrays "
        "(see mx.nd.array)"
    )


# Python's name: operator between arrays, with a scalar, with a scalar on the left, torch in place
OPERATORS = {
    "add": ("broadcast_add", "_plus_scalar", "_plus_scalar", torch.Tensor.add_),
    "sub": ("broadcast_sub", "_minus_scalar", "_rminus_scalar", torch.Tensor.sub_),
    "mul": ("broadcast_mul", "_mul_scalar", "_mul_scalar", torch.Tensor.mul_),
    "truediv": ("broadcast_div", "_div_scalar", "_rdiv_scalar", torch.Tensor.div_),
    "mod": ("broadcast_mod", "_mod_scalar", "_rmod_scalar", None),
    "pow": ("broadcast_power", "_power_scalar", "_rpower_scalar", None),
}
COMPARISONS = {
    "eq": ("broadcast_equal", "_equal_scalar"),
    "ne": ("broadcast_not_equal", "_not_equal_scalar"),
    "gt": ("broadcast_greater", "_greater_scalar"),
    "ge": ("broadcast_greater_equal", "_greater_equal_scalar"),
    "lt": ("broadcast_lesser", "_lesser_scalar"),
    "le": ("broadcast_lesser_equal", "_lesser_equal_scalar"),
}


def _attach(name, method):
    method.__name__ = name
    method.__qualname__ = f"NDArray.{name}"
    setattr(NDArray, name, method)


for _name, (_array, _scalar, _reversed, _inplace) in OPERATORS.items():
    _forward, _backward, _update = binary_methods(_array, _scalar, _reversed, _inplace)
    _attach(f"__{_name}__", _forward)
    _attach(f"__r{_name}__", _backward)
    _attach(f"__i{_name}__", _update)
for _prefix in ("", "r", "i"):  # Python 2's names, which MXNet still has
    setattr(NDArray, f"__{_prefix}div__", getattr(NDArray, f"__{_prefix}truediv__"))

for _name, (_array, _scalar) in COMPARISONS.items():
    _attach(f"__{_name}__", binary_methods(_array, _scalar, _scalar, None, False)[0])

for _name, _operator in {"__neg__": "negative", "__abs__": "abs"}.items():
    _attach(_name, lambda self, _operator=_operator: self._op(_operator))
