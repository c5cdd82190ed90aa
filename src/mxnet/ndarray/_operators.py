"""Python's operators on arrays: ``x + y``, ``2 / x``, ``x *= y``, ``x > y``, ``-x``.

They are created from ``_ops/python_operators.py`` and prepared once: between plain arrays, or with
a plain number, an operator calls its kernel directly; everything else uses the general code path.
"""

from __future__ import annotations

import numbers
from math import copysign

import numpy as np
import torch

from .._core.inline import inline
from .._core.scope import state
from .._eager.array import NDArrayBase, finish, is_in_graph, read
from .._eager.call import INPLACE_IN_RECORD, invoke, prepared_caller, repeat
from .._eager.interceptors import active
from .._ops import OPS, type_rules
from .._ops.checks import KERNEL_ERRORS, cause, kernel_error
from .._ops.handles import equivalent
from .._ops.messages import advise_operand
from .._ops.python_operators import ARITHMETIC, COMPARISONS, NDARRAY, UNARY
from ..base import MXNetError
from .indexing import share_memory
from .ndarray import NDArray


class _Constants(dict):
    """Numbers as tensors without axes, with which torch takes half the time it takes with numbers.

    Only for float32, where both give the same bits.
    """

    def __missing__(self, number: float) -> torch.Tensor:
        if len(self) == 1000:
            self.clear()
        with torch.inference_mode(False):  # whatever the caller's mode, it may enter a graph later
            constant = self[number] = torch.tensor(float(number), dtype=torch.float32, device="cpu")
        return constant


_constants = _Constants()


def _is_positive(zero: float) -> bool:
    """Distinguish 0.0 from -0.0, which are the same key of a dict."""
    return copysign(1.0, zero) > 0


def float_function(op):
    """Return the function of torch that implements an operator on all floats, or None."""
    function = equivalent(op).into
    return op.direct if function is None and op.types is type_rules.BOOLS else function


def swap(function):
    """Return a function with its two arguments exchanged; None of None."""
    return function and (lambda x, constant: function(constant, x))


@inline(read, finish)
def scalar_method(op, of_constant, cls):
    """Create a method for a plain number: ``x + 2``, ``2 - x``.

    ``of_constant`` implements the operator for float32 and a number as a tensor, if not None.
    """
    kernel = op.kernel

    def with_number(self, number):
        if active:
            return invoke(op, [self], {"scalar": number}, None, cls)
        a, tape = read(self, state.tape)
        try:
            if of_constant and a.dtype is torch.float32 and (number or _is_positive(number)):
                result = of_constant(a, _constants[number])
            else:
                result = kernel(a, scalar=number)
        except KERNEL_ERRORS as error:
            raise kernel_error(op, [a], {"scalar": number}, error) from cause(error)
        return finish(cls, self._ctx.result, result, tape, (a,), op, {"scalar": number})

    return with_number


@inline(read, finish)
def binary_methods(operators, of_constant=None, cls=NDArray, of_one_type=None):
    """Create the three methods of one operator: ``x + y``, ``y + x`` and ``x += y``.

    ``of_constant`` implements the operator for float32 and a number as a tensor, and
    ``of_one_type`` for two arrays of one type, unless torch's function or the kernel does.
    """
    array_op, scalar_op, reversed_op = (OPS[name] for name in operators)
    array_kernel = of_one_type or array_op.function
    of_constant = of_constant or float_function(array_op)
    with_number = scalar_method(scalar_op, of_constant, cls)
    if reversed_op is scalar_op:
        with_number_before = with_number
    else:
        with_number_before = scalar_method(reversed_op, swap(of_constant), cls)
    general = _general_method(array_op, cls)

    def forward(self, other):
        kind = type(other)
        if kind is float or kind is int:
            return with_number(self, other)
        if active or kind is not cls or self._ctx is not other._ctx:
            return general(self, other, scalar_op)
        tape = state.tape
        a, of_a = read(self, tape)
        b, of_b = read(other, tape)
        if a.dtype is not b.dtype:
            return general(self, other, scalar_op)
        try:
            result = array_kernel(a, b)
        except KERNEL_ERRORS as error:
            failure = repr(error)
        else:
            tape = of_a or of_b
            return finish(cls, self._ctx.result, result, tape, (a, b), array_op, {})
        return repeat(failure, general, self, other, scalar_op)

    def backward(self, other):
        if type(other) is float or type(other) is int:
            return with_number_before(self, other)
        if isinstance(other, cls):  # only if the method is called by its name
            return invoke(array_op, [other, self], {}, cls=cls)
        return general(self, other, reversed_op)

    return forward, backward, _inplace_method(array_op, scalar_op, general, cls)


def _general_method(array_op, cls):
    """Create the method for operands of any type, which ``with_scalar`` combines with a number."""

    def general(self, other, with_scalar, out=None):
        if isinstance(other, cls):
            return invoke(array_op, [self, other], {}, out, cls)
        return invoke(with_scalar, [self], {"scalar": read_number(other)}, out, cls)

    return general


def _inplace_method(array_op, scalar_op, general, cls):
    """Create the method that writes its result to the array: ``x += y``."""
    function = float_function(array_op)
    inplace = function and getattr(torch.Tensor, f"{function.__name__}_")

    def update(self, other):
        tape = state.tape
        if tape is not None and is_in_graph(self):
            raise MXNetError(INPLACE_IN_RECORD)
        mine = self._t
        if tape is None and inplace is not None and mine.dtype.is_floating_point and not active:
            same_place = type(other) is cls and other._ctx is self._ctx
            if same_place and other._t.dtype is mine.dtype:
                try:
                    inplace(mine, other._t)
                    return self
                except KERNEL_ERRORS as error:
                    if not share_memory(mine, other._t):
                        raise kernel_error(array_op, [mine, other._t], {}, error) from cause(error)
                    # y[1:] += y[:-1], which torch rejects, is computed in new memory below
            elif type(other) in (int, float):
                quick = other and mine.dtype is torch.float32
                try:
                    inplace(mine, _constants[other] if quick else other)
                except OverflowError:  # which the general code path explains
                    return general(self, other, scalar_op, self)
                return self
        return general(self, other, scalar_op, self)

    return update


def read_number(value):
    if isinstance(value, numbers.Real | np.generic):
        try:
            return float(value)
        except OverflowError as error:
            raise MXNetError(f"a number is too large: {error}") from None
    otherwise = "an NDArray works with numbers and NDArrays (see mx.nd.array and mx.np.array)"
    if isinstance(value, NDArrayBase):
        otherwise = "arrays of mx.nd and mx.np do not mix: see as_np_ndarray and as_nd_ndarray"
    advice = advise_operand(value, "functions of F", otherwise)
    raise TypeError(f"type {type(value)} not supported; {advice}")


def _attach(name, method):
    method.__name__ = name
    method.__qualname__ = f"NDArray.{name}"
    setattr(NDArray, name, method)


for _name in ARITHMETIC:
    _forward, _backward, _update = binary_methods(NDARRAY[_name])
    _attach(f"__{_name}__", _forward)
    _attach(f"__r{_name}__", _backward)
    _attach(f"__i{_name}__", _update)
for _prefix in ("", "r", "i"):  # Python 2's names, which MXNet still has
    setattr(NDArray, f"__{_prefix}div__", getattr(NDArray, f"__{_prefix}truediv__"))

for _name in COMPARISONS:
    _compare = OPS[NDARRAY[_name].arrays].function
    _attach(f"__{_name}__", binary_methods(NDARRAY[_name], _compare)[0])


def _unary(operator):
    return prepared_caller(OPS[operator], NDArray, lambda self: self._op(operator))


for _name, _operator in UNARY.items():
    _attach(f"__{_name}__", _unary(_operator))
