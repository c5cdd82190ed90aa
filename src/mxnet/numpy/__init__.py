"""``mx.np``: arrays that follow NumPy's rules.

Every function is defined once for both arrays and symbols (``_namespace.py``), in files by family.
This module provides the array versions, ``mx.sym.np`` the symbol versions.
"""

from typing import Any

from .._text.foreign_names import NUMPY as _FOREIGN_NAMES
from .._text.spelling import did_you_mean
from . import (
    _choosing,
    _constants,
    _creation,
    _elementwise,
    _internal,
    _interoperability,
    _joining,
    _methods,
    _namespace,
    _products,
    _reduce,
    _reexports,
    _shape,
    fallback,
    linalg,
    multiarray,
    random,
)
from ._constants import *  # noqa: F403
from .multiarray import F as _F, array, ndarray

_LOADED_FOR_EFFECT = (_internal,)
_FAMILIES = (  # files with definitions
    _choosing, _creation, _elementwise, _joining, _products, _reduce, _shape,
)  # fmt: skip
_FUNCTIONS = {**fallback.FUNCTIONS, **_namespace.np.functions(_F, __name__)}

globals().update(_FUNCTIONS)
_methods.attach(ndarray, _F, __name__)
_interoperability.attach(_FUNCTIONS, vars(linalg))
globals().update(_reexports.install(__name__, _FUNCTIONS))

__all__ = [
    "array",
    "fallback",
    "linalg",
    "multiarray",
    "ndarray",
    "random",
    *_constants.__all__,
    *_FUNCTIONS,
]


def __getattr__(name) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if hint := _FOREIGN_NAMES.get(name) or did_you_mean(name, __all__).strip():
        raise AttributeError(f"mx.np.{name} is not supported. {hint}")
    raise AttributeError(f"mx.np.{name} is not supported; use mx.nd, or NumPy with asnumpy()")
