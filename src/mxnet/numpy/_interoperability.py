"""NumPy's functions on arrays of ``mx.np``: ``numpy.mean(x)`` is ``mx.np.mean(x)``.

NumPy dispatches its functions to arrays of other classes. Functions that ``mx.np`` has are called
there; NumPy computes the others on copies.
"""

from __future__ import annotations

import numpy as onp

from .fallback import by_numpy, to_numpy
from .multiarray import ndarray

# The functions that do not accept arrays of both kinds. NumPy computes all others, on copies.
MX_NUMPY_FUNCTIONS = """
    all any sometrue argmin argmax around round round_ argsort sort append broadcast_arrays
    broadcast_to clip concatenate copy cumsum diag diagonal diagflat dot expand_dims fix flip flipud
    fliplr inner insert max amax mean min amin nonzero ones_like atleast_1d atleast_2d atleast_3d
    prod product ravel repeat reshape roll split array_split hsplit vsplit dsplit squeeze stack std
    sum swapaxes take tensordot tile transpose unique unravel_index diag_indices_from delete var
    vdot vstack column_stack hstack dstack zeros_like linalg.norm linalg.cholesky linalg.inv
    linalg.solve linalg.tensorinv linalg.tensorsolve linalg.pinv linalg.eigvals linalg.eig
    linalg.eigvalsh linalg.eigh shape trace tril meshgrid outer einsum polyval shares_memory
    may_share_memory quantile percentile diff ediff1d resize where full_like bincount empty_like
    nan_to_num isnan isfinite isposinf isneginf isinf pad
""".split()

# NumPy functions that may mix both kinds of arrays, as scikit-learn does.
_MEMORY = frozenset(("may_share_memory", "shares_memory"))

# Functions that return a tuple in NumPy 2, while mx.np returns a list as in 1.9.1.
_GROUPED = frozenset(("broadcast_arrays", "meshgrid", "atleast_1d", "atleast_2d", "atleast_3d"))
_NAMED = frozenset(("eig", "eigh", "qr", "slogdet", "svd"))  # functions that return named tuples


def _as_numpy_groups(func, result):
    """Return several arrays in the container type that NumPy's function returns."""
    if not isinstance(result, list | tuple):
        return result
    if func.__name__ in _NAMED:
        cls = type(func(onp.eye(1)))
        return cls(*result) if hasattr(cls, "_fields") else tuple(result)
    if func.__name__ in _GROUPED and onp.lib.NumpyVersion(onp.__version__) >= "2.0.0":
        return tuple(result)
    return result


def attach(functions: dict, linalg: dict) -> None:
    """Register the functions for NumPy's dispatch, with those of ``numpy.linalg`` separate."""

    def array_ufunc(self, ufunc, method, *inputs, **kwargs):
        """Compute a NumPy ufunc."""
        if method != "__call__":
            return NotImplemented
        if "out" in kwargs:
            (kwargs["out"],) = kwargs["out"]
        function = functions.get(ufunc.__name__)
        return (
            by_numpy(ufunc)(*inputs, **kwargs) if function is None else function(*inputs, **kwargs)
        )

    def array_function(self, func, types, args, kwargs):
        """Compute another NumPy function."""
        in_linalg = func.__module__ == onp.linalg.__name__
        if not all(issubclass(cls, ndarray) for cls in types):
            if func.__name__ in _MEMORY:
                return False
            name = f"linalg.{func.__name__}" if in_linalg else func.__name__
            if name == "broadcast_arrays":  # as matplotlib does for bars; some hold no numbers
                return func(*map(to_numpy, args), **kwargs)
            # MXNet: only the other functions accept arrays of NumPy too.
            if name not in MX_NUMPY_FUNCTIONS:
                return by_numpy(func)(*args, **kwargs)
            if not all(issubclass(cls, ndarray | onp.ndarray) for cls in types):
                return NotImplemented  # another package may know what to do
            raise TypeError(
                f"no implementation found for 'numpy.{name}' on types that implement "
                f"__array_function__: {list(types)}. Its arrays must be of one kind: x.asnumpy() "
                "converts those of mx.np, mx.np.array(x) those of NumPy"
            )
        function = (linalg if in_linalg else functions).get(func.__name__)
        if function is None:
            return by_numpy(func)(*args, **kwargs)
        return _as_numpy_groups(func, function(*args, **kwargs))

    ndarray.__array_ufunc__, ndarray.__array_function__ = array_ufunc, array_function
