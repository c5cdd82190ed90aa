"""Python's operators on arrays of ``mx.np``: ``x + y``, ``2 / x``, ``x @ y``, ``x > y``, ``~x``.

They are created like those of ``mx.nd``, with operators that follow NumPy's rules.
"""

from __future__ import annotations

from .._ops import OPS
from .._ops.python_operators import ARITHMETIC, BITS, COMPARISONS, NUMPY, NUMPY_UNARY
from ..ndarray._operators import binary_methods, float_function
from .multiarray import F, ndarray


def _attach(name, method):
    method.__name__ = name
    method.__qualname__ = f"ndarray.{name}"
    setattr(ndarray, name, method)


def _attach_all(name, methods):
    for prefix, method in zip(("", "r", "i"), methods, strict=True):
        _attach(f"__{prefix}{name}__", method)


for _name in (*ARITHMETIC, *BITS):
    _of_one_type = float_function(OPS[NUMPY[_name].arrays])
    _attach_all(_name, binary_methods(NUMPY[_name], None, ndarray, _of_one_type))
for _name in COMPARISONS:
    _attach(f"__{_name}__", binary_methods(NUMPY[_name], None, ndarray)[0])
for _name, _operator in NUMPY_UNARY.items():
    setattr(ndarray, f"__{_name}__", getattr(F, _operator))


def _matmul(self, other):
    if not isinstance(other, ndarray):
        return NotImplemented
    return F._npi_matmul(self, other)


def _imatmul(self, other):
    if not isinstance(other, ndarray):
        return NotImplemented
    return F._npi_matmul(self, other, out=self)


def _round(self, n=0):
    return F._npi_around(self, decimals=n)


_attach("__matmul__", _matmul)
_attach("__imatmul__", _imatmul)
_attach("__round__", _round)

for _prefix in ("", "r", "i"):  # names of Python 2, which MXNet still has
    setattr(ndarray, f"__{_prefix}div__", getattr(ndarray, f"__{_prefix}truediv__"))
