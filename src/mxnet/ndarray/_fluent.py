"""Functions that are also methods: ``x.exp()`` is ``nd.exp(x)``."""

from __future__ import annotations

from .._ops.methods import METHODS
from . import _dlpack, _shared_handles, functions, op
from .ndarray import NDArray

for _name in METHODS:
    if _name not in vars(NDArray):  # NDArray has faster versions of some
        setattr(NDArray, _name, getattr(op, _name))

NDArray._cast, NDArray._identity = op.cast, op.identity
NDArray.split_v2 = functions.split_v2
NDArray.to_dlpack_for_read = _dlpack.to_dlpack_for_read
NDArray.to_dlpack_for_write = _dlpack.to_dlpack_for_write
NDArray._to_shared_mem = _shared_handles.to_shared_mem
NDArray.__dlpack__ = _dlpack.export_dlpack
NDArray.__dlpack_device__ = _dlpack.dlpack_device
