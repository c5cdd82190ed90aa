"""Bytes of optimizer states: pickles that can hold nothing but arrays, optimizers and plain data.

Reading looks names up in a fixed set of classes. It imports nothing and calls nothing else, so a
file from elsewhere cannot run code.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from importlib import import_module

import numpy as np

from ..error import MXNetError
from ..lr_scheduler import LRScheduler
from ..ndarray.ndarray import PLAIN as ARRAYS
from .base import Optimizer

_PLAIN = (OrderedDict, bytearray, complex, frozenset, set, np.dtype, np.ndarray)
# NumPy builds its arrays and numbers with these two, under the names of several versions.
_NUMPY = {np.ndarray(()).__reduce__()[0], np.float64(0).__reduce__()[0]}
_NUMPY_HOMES = ("numpy.core.multiarray", "numpy._core.multiarray")


def dumps(states) -> bytes:
    """Return states as bytes."""
    return pickle.dumps(states)


def loads(data: bytes):
    """Return the states that ``dumps``, here or in MXNet, made bytes of."""
    try:
        return _Reader(io.BytesIO(data)).load()
    except MXNetError:
        raise
    except Exception as error:  # damaged bytes make pickle raise nearly anything
        raise MXNetError(f"these are not optimizer states: {error}") from error


class _Reader(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) == ("mxnet.numpy", "ndarray"):
            import_module(module)  # loaded where it is needed
        known = _known()
        if (module, name) not in known:
            raise MXNetError(
                f"the optimizer states name {module}.{name}, which is no array, optimizer or "
                "learning rate scheduler that is known here. Define or import the class before "
                "loading, if you trust the file."
            )
        return known[module, name]


def _known() -> dict:
    classes = [*_PLAIN, *ARRAYS, *_family(Optimizer), *_family(LRScheduler)]
    known = {(kind.__module__, kind.__qualname__): kind for kind in classes}
    functions = {function.__name__: function for function in _NUMPY}
    known |= {(home, name): f for home in _NUMPY_HOMES for name, f in functions.items()}
    return known


def _family(kind: type) -> list[type]:
    """Return a class and all that are derived from it."""
    return [kind, *(cls for derived in kind.__subclasses__() for cls in _family(derived))]
