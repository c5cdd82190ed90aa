"""Functions of ``mx.nd`` that use more than one operator: creation, arithmetic, axes."""

from __future__ import annotations

import numbers
import operator
import warnings

import numpy as np

from .._core import dtypes
from .._eager.array import NDArrayBase
from .._ops.python_operators import NDARRAY
from ..error import AssertedTypeError, MXNetAssertionError
from . import _internal, op
from .ndarray import NDArray, array

# ----------------------------------------------------------------------------------------- creation


def arange(
    start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype=np.float32
) -> NDArray:
    """Create ``start, start + step, ...`` up to but excluding ``stop``, each ``repeat`` times.

    Without ``stop``, the range goes from 0 to ``start``. ``infer_range`` is deprecated and has no
    effect.

    >>> arange(2, 6, repeat=2)
    <BLANKLINE>
    [2. 2. 3. 3. 4. 4. 5. 5.]
    <NDArray 8 @cpu(0)>
    """
    if infer_range is not None:
        warnings.warn("infer_range is deprecated; leave it out", DeprecationWarning, stacklevel=2)
    return _internal._arange(
        start=start, stop=stop, step=step, repeat=repeat, **_array_options(ctx, dtype)
    )


def linspace(start, stop, num, endpoint=True, ctx=None, dtype=np.float32) -> NDArray:
    """Create ``num`` evenly spaced numbers from ``start`` to ``stop``.

    >>> linspace(0, 1, 5)
    <BLANKLINE>
    [0.   0.25 0.5  0.75 1.  ]
    <NDArray 5 @cpu(0)>
    """
    return _internal._linspace(
        start=start, stop=stop, num=num, endpoint=endpoint, **_array_options(ctx, dtype)
    )


def eye(N, M=0, k=0, ctx=None, dtype=None, **kwargs) -> NDArray:
    """Create a matrix of ``N`` rows and ``M`` (or ``N``) columns with ones on the diagonal ``k``.

    >>> eye(2, 3, k=1)
    <BLANKLINE>
    [[0. 1. 0.]
     [0. 0. 1.]]
    <NDArray 2x3 @cpu(0)>
    """
    dtype = np.float32 if dtype is None else dtype
    return _internal._eye(N=N, M=M, k=k, **_array_options(ctx, dtype), **kwargs)


def _array_options(ctx, dtype) -> dict:
    """Return the context and type attributes of an operator without inputs."""
    # MXNet: None means NumPy's default here, float64.
    name = dtypes.lookup(dtype).name
    return {"dtype": name} if ctx is None else {"ctx": str(ctx), "dtype": name}


# --------------------------------------------------------------- arithmetic of arrays and numbers


_PLAIN_NUMBERS = (int, float)  # found without the slow check of an abstract class


def _binary(name, array_op, scalar_op, reversed_op, python):
    """Create a function of two operands, each of which is an array or a number."""
    of_arrays = getattr(op, array_op)
    of_scalar, of_reversed = getattr(_internal, scalar_op), getattr(_internal, reversed_op)

    def function(lhs, rhs):
        if isinstance(lhs, NDArrayBase):
            if isinstance(rhs, NDArrayBase):
                return of_arrays(lhs, rhs)
            return of_scalar(lhs, scalar=_number(name, rhs))
        if isinstance(rhs, NDArrayBase):
            return of_reversed(rhs, scalar=_number(name, lhs))
        return python(_number(name, lhs), _number(name, rhs))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"Return {name.replace('_', ' ')} of arrays or numbers, element by element; "
        "shapes are broadcast."
    )
    return function


def _number(name, value):
    if type(value) in _PLAIN_NUMBERS or isinstance(value, numbers.Real | np.bool_):
        return value
    raise AssertedTypeError(
        f"{name}: type {type(value)} not supported; give numbers and NDArrays (see mx.nd.array)"
    )


def _truth(function):
    """MXNet: a comparison of two numbers returns 1 or 0."""
    return lambda a, b: int(function(a, b))


def _larger(a, b):
    return a if a > b else b


def _smaller(a, b):
    return a if a < b else b


# function -> name of Python's operator
ARITHMETIC = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "modulo": "mod",
}  # fmt: skip
COMPARISON = {
    "equal": "eq", "not_equal": "ne",
    "greater": "gt", "greater_equal": "ge", "lesser": "lt", "lesser_equal": "le",
}  # fmt: skip
# function -> the same for two numbers
SYMMETRIC = {
    "maximum": _larger,
    "minimum": _smaller,
    "logical_and": _truth(lambda a, b: bool(a) and bool(b)),
    "logical_or": _truth(lambda a, b: bool(a) or bool(b)),
    "logical_xor": _truth(lambda a, b: bool(a) != bool(b)),
}
for _name, _python in ARITHMETIC.items():
    globals()[_name] = _binary(_name, *NDARRAY[_python], getattr(operator, _python))
for _name, _python in COMPARISON.items():
    globals()[_name] = _binary(_name, *NDARRAY[_python], _truth(getattr(operator, _python)))
for _name, _of_numbers in SYMMETRIC.items():
    _scalar = f"_{_name}_scalar"
    globals()[_name] = _binary(_name, f"broadcast_{_name}", _scalar, _scalar, _of_numbers)
true_divide = globals()["divide"]
_power = _binary("power", *NDARRAY["pow"], operator.pow)


def power(base, exp):
    """Raise a base to the power of an exponent, elementwise and with broadcasting."""
    return _power(base, exp)


# --------------------------------------------------------------------------- joining, cutting, axes


def concatenate(arrays, axis=0, always_copy=True) -> NDArray:
    """Concatenate arrays along an existing axis.

    Unless ``always_copy`` is set, a single array is returned itself.
    """
    arrays = list(arrays) if isinstance(arrays, list | tuple) else arrays
    if not isinstance(arrays, list) or not arrays:
        raise MXNetAssertionError(
            f"concatenate takes a list of at least one NDArray, got {arrays!r}"
        )
    if len(arrays) == 1 and not always_copy:
        return arrays[0]
    return op.concat(*arrays, dim=axis)


def moveaxis(tensor, source, destination) -> NDArray:
    """Move axes to other positions; the remaining axes keep their order.

    >>> moveaxis(op.zeros_like(arange(24).reshape((2, 3, 4))), 0, -1).shape
    (3, 4, 2)
    """
    ndim = tensor.ndim
    source = _axes("Source", source, ndim)
    destination = _axes("Destination", destination, ndim)
    if len(source) != len(destination):
        raise ValueError(
            "`source` and `destination` arguments must have the same number of elements"
        )
    order = [axis for axis in range(ndim) if axis not in source]
    for position, axis in sorted(zip(destination, source, strict=True)):
        order.insert(position, axis)
    return op.transpose(tensor, axes=order)


def _axes(what, axes, ndim) -> list[int]:
    axes = [axes] if isinstance(axes, numbers.Integral) else list(axes)
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise ValueError(f"{what} should verify 0 <= axis < tensor.ndim ({ndim}). Got {axis}")
    result = [int(axis) % ndim for axis in axes]
    if len(set(result)) != len(result):
        raise ValueError(f"repeated axis in {axes}")
    return result


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Split an array along an axis, into parts of equal size or at the given indices.

    Several parts are returned as a list, a single part as an array.

    >>> [part.shape for part in split_v2(arange(10), (3, 7))]
    [(3,), (4,), (3,)]
    """
    size = ary.shape[axis]
    if isinstance(indices_or_sections, numbers.Integral):
        sections, indices = int(indices_or_sections), ()
        if sections <= 0 or size % sections:
            raise ValueError(
                f"array split does not result in an equal division: {size} into {sections} parts"
            )
    elif isinstance(indices_or_sections, tuple):
        sections, indices = 0, (0, *indices_or_sections)
    else:
        raise ValueError(
            f"indices_or_sections must either int or tuple of ints, got {indices_or_sections!r}"
        )
    return _internal._split_v2(
        ary, indices=indices, axis=axis, squeeze_axis=squeeze_axis, sections=sections
    )


def histogram(a, bins=10, range=None):
    """Count the elements in each bin; return the counts and the bin edges.

    ``bins`` is the number of bins, or an array with their edges.
    """
    if isinstance(bins, NDArrayBase):
        return _internal._histogram(a, bins)
    if not isinstance(bins, numbers.Integral):
        raise ValueError(f"bins argument should be either an integer or an NDArray, got {bins!r}")
    if range is not None:
        return _internal._histogram(a, bin_cnt=bins, range=range)
    # MXNet: without a range, counts and bounds are computed by NumPy, as float32.
    counts, bounds = np.histogram(a.asnumpy(), bins=bins)
    return array(counts), array(bounds)


def onehot_encode(indices, out) -> NDArray:
    """Write 1 into each row of a matrix at its index, and 0 elsewhere."""
    return _internal._onehot_encode(indices, out, out=out)


__all__ = [
    "arange",
    "concatenate",
    "eye",
    "histogram",
    "linspace",
    "moveaxis",
    "onehot_encode",
    "power",
    "split_v2",
    "true_divide",
    *ARITHMETIC,
    *COMPARISON,
    *SYMMETRIC,
]
