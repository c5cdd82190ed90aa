"""Functions that are methods too: ``x.exp()`` is ``nd.exp(x)``."""

from __future__ import annotations

from . import _dlpack, functions, op
from .ndarray import NDArray

OPERATORS = """
    abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort
    broadcast_axes cbrt ceil clip cos cosh degrees depth_to_space diag exp expm1 fix flip floor
    log log10 log1p log2 log_softmax max mean min nanprod nansum norm one_hot ones_like pad pick
    prod radians rcbrt reciprocal relu repeat reshape_like rint round rsqrt shape_array sigmoid
    sign sin sinh size_array slice slice_axis slice_like softmax softmin sort space_to_depth
    split sqrt square sum swapaxes take tan tanh tile topk transpose trunc zeros_like
""".split()

for _name in OPERATORS:
    setattr(NDArray, _name, getattr(op, _name))

NDArray._cast = op.cast
NDArray.split_v2 = functions.split_v2
NDArray.to_dlpack_for_read = _dlpack.to_dlpack_for_read
NDArray.to_dlpack_for_write = _dlpack.to_dlpack_for_write
NDArray.__dlpack__ = _dlpack.export_dlpack
NDArray.__dlpack_device__ = _dlpack.dlpack_device
