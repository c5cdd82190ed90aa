"""The operators on arrays of ``mx.np``."""

from __future__ import annotations

import numbers
from collections.abc import Callable

import numpy as onp

from .._core import dtypes
from .._eager.array import NDArrayBase, wrap
from .._eager.call import KERNEL_ERRORS, invoke, prepared_caller
from .._eager.functions import bind, nd_function, with_operator_metadata
from .._eager.interceptors import active
from .._ops import OPS
from .._ops.messages import advise_operand
from .._ops.parsing import parse_attrs
from .._ops.registry import Op
from ..context import Context, current_context, torch_device
from ..ndarray import NDArray
from ..ndarray._operators import float_function, scalar_method, swap
from ..util import refuse_ufunc_options
from ._direct import direct_function
from ._namespace import Operators, short_name, ufunc_signature

NUMBERS = (numbers.Number, onp.bool_)
PLAIN_NUMBERS = (int, float)


class ArrayOperators(Operators):
    """The operators on arrays: they accept and return only arrays of ``mx.np``."""

    def operator(self, op: Op, name: str) -> Callable:
        cls = self.ndarray

        def general(*args, **kwargs):
            arrays, attrs, out = bind(op, args, kwargs, cls)
            for array in arrays:
                if array is not None and not isinstance(array, cls):
                    raise legacy_array(op, name)
            return invoke(op, arrays, attrs, out, cls)

        function = prepared_caller(op, cls, general)
        return with_operator_metadata(function, op, short_name(name), __package__)

    def create(self, name: str, dtype, ctx, **attrs):
        if not active:
            home = current_context() if ctx is None else Context(ctx)
            device, torch_dtype = torch_device(home), dtypes.torch_of(dtype)
            try:
                tensor = OPS[name].kernel(**attrs, dtype=torch_dtype, device=device)
            except KERNEL_ERRORS:
                pass  # the general call raises a descriptive error
            else:
                return wrap(tensor, home, self.ndarray)
        return super().create(name, dtype, ctx, **attrs)

    def direct(self, op: Op, definition: Callable, general: Callable) -> Callable:
        return direct_function(op, definition, general, self.ndarray)

    def unary(self, operator: str, name: str, plain: Callable | None) -> Callable:
        op, cls = OPS[operator], self.ndarray

        def general(x, out=None, **options):
            refuse_ufunc_options(name, options)
            if isinstance(x, cls):
                return invoke(op, [x], {}, out, cls)
            if isinstance(x, NUMBERS) and plain is not None:
                return plain(x)
            raise unsupported_operand(op, name, x)

        function = with_operator_metadata(prepared_caller(op, cls, general), op, name, __package__)
        function.__signature__ = ufunc_signature("x")
        return function

    def binary(
        self, operators: tuple[str, str, str], name: str, plain: Callable | None
    ) -> Callable:
        cls = self.ndarray
        between, with_scalar, reversed_scalar = (OPS[operator] for operator in operators)
        of_constant = float_function(between)
        number_right = scalar_method(with_scalar, of_constant, cls)
        number_left = scalar_method(reversed_scalar, swap(of_constant), cls)

        def general(x1, x2, out=None, **options):
            if out is None and not options:  # the fast path of Python's operators
                if type(x1) is cls and type(x2) in PLAIN_NUMBERS:
                    return number_right(x1, x2)
                if type(x2) is cls and type(x1) in PLAIN_NUMBERS:
                    return number_left(x2, x1)
            refuse_ufunc_options(name, options)
            is_left, is_right = isinstance(x1, cls), isinstance(x2, cls)
            if is_left and is_right:
                return invoke(between, [x1, x2], {}, out, cls)
            if is_left and isinstance(x2, NUMBERS):
                return invoke(with_scalar, [x1], {"scalar": float(x2)}, out, cls)
            if is_right and isinstance(x1, NUMBERS):
                return invoke(reversed_scalar, [x2], {"scalar": float(x1)}, out, cls)
            if not is_left and not is_right and isinstance(x1, NUMBERS) and isinstance(x2, NUMBERS):
                return plain(x1, x2)
            odd = x1 if not is_left and not isinstance(x1, NUMBERS) else x2
            raise unsupported_operand(between, name, odd)

        parse_attrs(between, {})  # the fast path needs parsed attributes
        function = with_operator_metadata(
            prepared_caller(between, cls, general), between, name, __package__
        )
        function.__signature__ = ufunc_signature("x1", "x2")
        return function


class Callers(dict):
    """Functions of ``mx.nd`` adapted to arrays of ``mx.np``, by operator."""

    def __init__(self, cls: type[NDArray]):
        super().__init__()
        self.cls = cls

    def __missing__(self, op: Op):
        self[op] = nd_function(op, op.name, __package__, self.cls)
        return self[op]


def unsupported_operand(op: Op, name: str, value) -> TypeError:
    """Return the error for an operand that is neither an array of ``mx.np`` nor a number."""
    if isinstance(value, NDArrayBase):
        return legacy_array(op, name)
    advice = advise_operand(value, f"F.np.{name}", "give numbers and mx.np arrays")
    return TypeError(f"{name}: type {type(value)} not supported; {advice}")


def legacy_array(op: Op, name: str) -> TypeError:
    """Return the error for an array of ``mx.nd`` where one of ``mx.np`` is expected."""
    return TypeError(
        f"Operator `{op.name}` registered in backend is known as `{short_name(name)}` in Python. "
        "This is a numpy operator which can only accept MXNet numpy ndarrays, while received a "
        "legacy ndarray. Switch NumPy's arrays on with npx.set_np(), or convert the array with "
        "as_np_ndarray()."
    )


def flat(F, a):
    """Return an array with one axis: itself, or a flattened copy."""
    # A traced array may have other axes in later calls.
    is_vector = isinstance(a, NDArrayBase) and a._has_tensor and a.ndim == 1
    return a if is_vector else F._np_reshape(a, newshape=(-1,))
