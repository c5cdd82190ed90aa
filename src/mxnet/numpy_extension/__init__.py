"""``mx.npx``: neural network operators and other extensions of NumPy, for ``mx.np`` arrays."""

from typing import Any

from .._text.spelling import did_you_mean
from ..base import check_call, classproperty, with_metaclass
from ..context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from ..ndarray import waitall
from ..numpy import _namespace
from ..numpy.multiarray import F as _F
from ..util import get_cuda_compute_capability, is_np_array, is_np_shape, reset_np, set_np
from . import _functions, image, random, utils
from .utils import load, save

_FAMILIES = (_functions,)  # files with definitions
_FUNCTIONS = _namespace.npx.functions(_F, __name__)

globals().update(_FUNCTIONS)

__all__ = [
    "Context", "check_call", "classproperty", "cpu", "cpu_pinned", "current_context",
    "get_cuda_compute_capability", "gpu",
    "gpu_memory_info", "image", "is_np_array", "is_np_shape", "load", "num_gpus", "random",
    "reset_np", "save", "set_np", "utils", "waitall", "with_metaclass",
    *_FUNCTIONS,
]  # fmt: skip


def __getattr__(name) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if hint := did_you_mean(name, __all__):
        raise AttributeError(f"mx.npx.{name} is not supported.{hint}")
    raise AttributeError(f"mx.npx.{name} is not supported; use mx.nd")
