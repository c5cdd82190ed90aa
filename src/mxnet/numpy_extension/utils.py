"""Saving and loading of ``mx.np`` arrays."""

from __future__ import annotations

from ..ndarray import load as _load_nd, save as _save_nd
from ..numpy import ndarray
from ..util import is_np_shape

__all__ = ["load", "save"]


def save(file, arr):
    """Save an array, a list of arrays, or a dict of names to arrays, with NumPy's shape rules.

    >>> from mxnet import np, npx
    >>> npx.set_np()
    >>> npx.save("two.params", {"a": np.array(3.0), "b": np.ones((2, 3))})
    >>> {name: array.shape for name, array in npx.load("two.params").items()}
    {'a': (), 'b': (2, 3)}
    >>> npx.reset_np()
    """
    if not is_np_shape():
        raise ValueError(
            "Cannot save `mxnet.numpy.ndarray` in legacy mode: switch NumPy's shapes on with "
            "npx.set_np()"
        )
    if type(arr) is not ndarray and not isinstance(arr, dict | list):
        raise ValueError(
            "data needs to either be a ndarray, dict of (str, ndarray) pairs or a list of "
            f"ndarrays, got {type(arr).__name__}"
        )
    arrays = arr.values() if isinstance(arr, dict) else arr if isinstance(arr, list) else [arr]
    for array in arrays:
        if not isinstance(array, ndarray):
            raise TypeError(f"save takes arrays of mx.np, got {type(array).__name__}")
    _save_nd(file, arr)


def load(file):
    """Load a file written by ``save``: as a dict if the arrays have names, otherwise as a list."""
    if not is_np_shape():
        raise ValueError(
            "Cannot load `mxnet.numpy.ndarray` in legacy mode: switch NumPy's shapes on with "
            "npx.set_np()"
        )
    loaded = _load_nd(file)
    if isinstance(loaded, dict):
        return {name: array.as_np_ndarray() for name, array in loaded.items()}
    return [array.as_np_ndarray() for array in loaded]
