"""Comparison of results: equal, almost equal, and messages about differences."""

from __future__ import annotations

import numpy as np

from ._tolerance import get_etol, get_tols

__all__ = [
    "almost_equal", "assert_allclose", "assert_almost_equal", "assert_almost_equal_ignore_nan",
    "assert_almost_equal_with_err", "assert_exception", "checkShapes", "compare_ndarray_tuple",
    "locationError", "same", "same_array",
]  # fmt: skip

_TINY = 1e-20  # keeps the error finite if the tolerance is 0


def _values(array) -> np.ndarray:
    """Return an NDArray, NumPy array, list or number as a NumPy array."""
    values = array.asnumpy() if hasattr(array, "asnumpy") else np.asarray(array)
    if values.dtype.names:  # bfloat16, which NumPy cannot compute with
        return array.astype("float32").asnumpy()
    if values.dtype == object:
        raise TypeError(
            f"cannot compare {type(array).__name__} {array!r}: it is not an array of numbers"
        )
    return values


def same(a, b):
    """Return whether two arrays have the same shape and values.

    >>> same(np.array([1, 2]), np.array([1, 2]))
    True
    """
    return np.array_equal(_values(a), _values(b))


def same_array(array1, array2):
    """Return whether two NDArrays share memory."""
    array1[:] += 1
    if not same(array1, array2):
        array1[:] -= 1
        return False
    array1[:] -= 1
    return same(array1, array2)


def almost_equal(a, b, rtol=None, atol=None, equal_nan=False, use_broadcast=True):
    """Return whether two arrays are equal within a tolerance, by default that of their types."""
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _values(a), _values(b)
    if not use_broadcast:
        checkShapes(a, b)
    return bool(np.all(_is_close(a, b, rtol, atol, equal_nan)))


def _is_close(a, b, rtol, atol, equal_nan):
    if a.dtype.kind in "iub" and b.dtype.kind in "iub" and not rtol and not atol:
        return np.equal(*np.broadcast_arrays(a, b))  # exactly, also beyond the precision of floats
    return np.isclose(a, b, rtol, atol, equal_nan)


def assert_almost_equal(
    a, b, rtol=None, atol=None, names=("a", "b"), equal_nan=False, use_broadcast=True,
    mismatches=(10, 10),
):  # fmt: skip
    """Raise AssertionError unless two arrays are equal within a tolerance.

    Parameters
    ----------
    a, b : NDArray, numpy.ndarray or number
        The values to compare: ``abs(a - b) <= atol + rtol * abs(b)`` must hold.
    rtol, atol : float, dict of dtype to float, or None
        The tolerances; None means those of the less precise type of the two.
    names : tuple of str
        The names of the two in the message.
    equal_nan : bool
        Whether NaN equals NaN.
    use_broadcast : bool
        Whether the shapes may differ if one can be broadcast to the other.
    mismatches : tuple of int
        The maximum number of largest errors to print, and to examine.
    """
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _values(a), _values(b)
    if not use_broadcast:
        checkShapes(a, b)
    close = _is_close(a, b, rtol, atol, equal_nan)
    if not np.all(close):
        raise AssertionError(_explain(a, b, close, rtol, atol, names, min(mismatches)))


def assert_almost_equal_with_err(
    a, b, rtol=None, atol=None, etol=None, names=("a", "b"), equal_nan=False, mismatches=(10, 10)
):
    """Raise AssertionError if more than the fraction ``etol`` of the elements differs."""
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _values(a), _values(b)
    close = _is_close(a, b, rtol, atol, equal_nan)
    if np.mean(~np.asarray(close)) > get_etol(etol):
        raise AssertionError(_explain(a, b, close, rtol, atol, names, min(mismatches)))


def assert_almost_equal_ignore_nan(a, b, rtol=None, atol=None, names=("a", "b")):
    """Raise AssertionError unless two arrays are almost equal where neither is NaN."""
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = np.copy(_values(a)), np.copy(_values(b))
    either = np.isnan(a) | np.isnan(b)
    a[either] = b[either] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_allclose(a, b, rtol=1e-07, atol=0, equal_nan=True):
    """Raise AssertionError unless two arrays are equal within strict tolerances."""
    assert_almost_equal(a, b, rtol, atol, equal_nan=equal_nan)


def _explain(a, b, close, rtol, atol, names, count) -> str:
    """Print the positions of the largest errors; return the message that names the largest."""
    first, second = np.broadcast_arrays(a, b)
    error = np.where(close, -1.0, _errors(first, second, rtol, atol))
    order = np.argsort(-np.where(np.isnan(error), np.inf, error), axis=None, kind="stable")
    worst = [tuple(int(i) for i in np.unravel_index(n, error.shape)) for n in order[:count]]
    text = f"Error {error[worst[0]]:f} exceeds tolerance rtol={rtol:e}, atol={atol:e}"
    if error.ndim:
        print(f"\n*** Maximum errors for vector of size {a.size}:  rtol={rtol}, atol={atol}\n")
        for rank, index in enumerate(worst, 1):
            if not close[index]:
                where = locationError(first, second, index, names)
                print(f"{rank:3d}: Error {error[index]:f}  {where}")
        text += f" (mismatch {100 * np.mean(~close):f}%).\n"
        text += locationError(first, second, worst[0], names, maxError=True)
    else:
        text += ".\n"
    with np.printoptions(threshold=4, suppress=True):
        return np.testing.build_err_msg([a, b], err_msg=text)


def _errors(a, b, rtol, atol) -> np.ndarray:
    """Return the error of each element as a multiple of the tolerance."""
    with np.errstate(all="ignore"):
        a, b = a.astype(np.float64), b.astype(np.float64)
        return np.abs(a - b) / (atol + rtol * np.abs(b) + _TINY)


def locationError(a, b, index, names, maxError=False):
    """Describe the position of an error and the values there.

    >>> locationError(np.array([1.0, 2.0]), np.array([1.0, 3.0]), (1,), ("a", "b"))
    'Location of error: (1,), a=2.00000000, b=3.00000000'
    """
    which = "maximum error" if maxError else "error"
    values = f"{names[0]}={a[index]:.8f}, {names[1]}={b[index]:.8f}"
    return f"Location of {which}: {index}, {values}"


def checkShapes(a, b):
    """Raise AssertionError unless two arrays have the same shape."""
    if a.shape != b.shape:
        text = f"a.shape = {a.shape} and b.shape = {b.shape} are not equal"
        raise AssertionError(np.testing.build_err_msg([a, b], err_msg=text))


def compare_ndarray_tuple(t1, t2, rtol=None, atol=None):
    """Raise AssertionError unless two nested tuples contain almost equal arrays."""
    if t1 is None or t2 is None:
        return
    if not isinstance(t1, tuple):
        assert_almost_equal(t1, t2, rtol=rtol, atol=atol)
        return
    if len(t1) != len(t2):
        raise AssertionError(f"tuples of {len(t1)} and {len(t2)} arrays")
    for first, second in zip(t1, t2, strict=True):
        compare_ndarray_tuple(first, second, rtol, atol)


def assert_exception(f, exception_type, *args, **kwargs):
    """Raise AssertionError unless calling ``f`` raises the given type of exception."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{getattr(f, '__name__', f)} did not raise {exception_type}")
