"""The operators that implement ``mx.np``, by name without ``_npi_``; programs rarely need them.

>>> from mxnet import np
>>> np._internal.add_scalar(np.array([1.0]), scalar=2.0)
array([3.])
"""

from ._namespace import internal_operators as _internal_operators
from .multiarray import F as _F

__getattr__ = _internal_operators(__name__, _F, "custom")
