"""``mx.test_utils``: helpers for tests of programs that use arrays, symbols and blocks."""

import logging
import os
import sys
import time

import numpy as np
import numpy.random as rnd
import numpy.testing as npt

from .._core.lazy import lazy_attributes as _lazy_attributes
from ..context import Context, current_context
from ..ndarray import array
from ..runtime import Features
from ..symbol import Symbol
from ..util import get_cuda_compute_capability, getenv, setenv, use_np
from . import (
    _arrays,
    _compare,
    _consistency,
    _downloads,
    _environment,
    _sparse,
    _statistics,
    _symbolic,
    _tolerance,
)
from ._arrays import *  # noqa: F403
from ._compare import *  # noqa: F403
from ._consistency import *  # noqa: F403
from ._downloads import *  # noqa: F403
from ._environment import *  # noqa: F403
from ._sparse import *  # noqa: F403
from ._statistics import *  # noqa: F403
from ._symbolic import *  # noqa: F403
from ._tolerance import *  # noqa: F403

mx = sys.modules[__package__.partition(".")[0]]

__all__ = [
    "Context", "Features", "Symbol", "array", "current_context", "get_cuda_compute_capability",
    "getenv", "setenv", "use_np",
    # MXNet: ``from mxnet.test_utils import *`` imports these modules too, and tests rely on it.
    "logging", "mx", "np", "npt", "os", "rnd", "sys", "time",
    *_arrays.__all__, *_compare.__all__, *_consistency.__all__, *_downloads.__all__,
    *_environment.__all__, *_sparse.__all__, *_statistics.__all__, *_symbolic.__all__,
    *_tolerance.__all__,
]  # fmt: skip


__getattr__ = _lazy_attributes(__name__, {"np_symbol": "mxnet.symbol.numpy"})
