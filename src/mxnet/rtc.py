"""CUDA kernels compiled from source text, which is not supported."""

from __future__ import annotations

from .base import MXNetError

__all__ = ["CudaKernel", "CudaModule"]

_TEXT = (
    "mx.rtc: CUDA kernels given as text are not supported. Compute with NDArrays in an "
    "autograd.Function or a CustomOp instead, which runs on every device"
)


class CudaModule:
    """Kernels in one CUDA C source text."""

    def __init__(self, source, options=(), exports=()):
        raise MXNetError(_TEXT)


class CudaKernel:
    """One kernel of a `CudaModule`."""

    def __init__(self, handle, name, is_ndarray, dtypes):
        raise MXNetError(_TEXT)
