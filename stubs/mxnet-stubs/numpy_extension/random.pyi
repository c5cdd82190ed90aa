# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
def seed(seed: Any, ctx: Any = 'all') -> Any:
    """Seed the random generators of all devices, or of one.
"""
def bernoulli(prob: Any = None, logit: Any = None, size: Any = None, dtype: Any = None, ctx: Any = None, out: Any = None) -> Any:
    """Draw 1 with the given probability (or logit), otherwise 0.
"""
def normal_n(loc: Any = 0.0, scale: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from normal distributions, an array of shape ``batch_shape`` for each parameter.
"""
def uniform_n(low: Any = 0.0, high: Any = 1.0, batch_shape: Any = None, dtype: Any = None, ctx: Any = None) -> Any:
    """Draw from uniform distributions, an array of shape ``batch_shape`` for each parameter.
"""
