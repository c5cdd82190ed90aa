"""Functions of ``mx.sym`` that are not operators by themselves."""

from __future__ import annotations

import numpy as np

from . import _internal
from ._face import apply_binary

__all__ = [
    "arange", "eye", "full", "hypot", "linspace", "maximum", "minimum", "ones", "pow", "power",
    "split_v2", "zeros",
]  # fmt: skip


def zeros(shape, dtype=None, **kwargs):
    """A symbol of zeros."""
    return _internal._zeros(shape=shape, dtype=dtype or np.float32, **kwargs)


def ones(shape, dtype=None, **kwargs):
    """A symbol of ones."""
    return _internal._ones(shape=shape, dtype=dtype or np.float32, **kwargs)


def full(shape, val, dtype=None, **kwargs):
    """A symbol filled with one value."""
    return _internal._full(shape=shape, dtype=dtype or np.float32, value=float(val), **kwargs)


def eye(N, M=0, k=0, dtype=None, **kwargs):
    """A symbol with ones on a diagonal."""
    return _internal._eye(N=N, M=M, k=k, dtype=dtype or np.float32, **kwargs)


def arange(start, stop=None, step=1.0, repeat=1, infer_range=False, name=None, dtype=None):
    """A symbol of numbers at equal steps."""
    return _internal._arange(
        start=start, stop=stop, step=step, repeat=repeat, infer_range=infer_range,
        name=name, dtype=dtype or np.float32,
    )  # fmt: skip


def linspace(start, stop, num, endpoint=True, name=None, dtype=None):
    """A symbol of ``num`` numbers from start to stop."""
    return _internal._linspace(
        start=start, stop=stop, num=num, endpoint=endpoint, name=name, dtype=dtype or np.float32
    )


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Cut a symbol into equal parts, or at the given places."""
    if isinstance(indices_or_sections, int):
        return _internal._split_v2(
            ary, indices=(), axis=axis, squeeze_axis=squeeze_axis, sections=indices_or_sections
        )
    places = (0, *indices_or_sections)
    return _internal._split_v2(ary, indices=places, axis=axis, squeeze_axis=squeeze_axis)


def _binary(between, with_scalar, reversed_scalar, plain, doc):
    def function(left, right):
        if not (hasattr(left, "list_outputs") or hasattr(right, "list_outputs")):
            return plain(left, right)
        return apply_binary(left, right, between, with_scalar, reversed_scalar)

    function.__doc__ = doc
    return function


maximum = _binary(
    "_Maximum", "_MaximumScalar", "_MaximumScalar", max, "The larger of two, element by element."
)
minimum = _binary(
    "_Minimum", "_MinimumScalar", "_MinimumScalar", min, "The smaller of two, element by element."
)
hypot = _binary("_Hypot", "_HypotScalar", "_HypotScalar", np.hypot, "The root of a² + b².")
power = _binary(
    "_Power", "_PowerScalar", "_RPowerScalar", lambda a, b: a**b, "The first to the second power."
)
pow = power
for _function, _name in ((maximum, "maximum"), (minimum, "minimum"), (hypot, "hypot")):
    _function.__name__ = _function.__qualname__ = _name
power.__name__ = power.__qualname__ = "power"
