"""Data iterators under MXNet's module path."""

from __future__ import annotations

from ..base import c_str_array as c_str_array, check_call as check_call, py_str as py_str
from ..ndarray import NDArray as NDArray, array as array
from ..ndarray.sparse import CSRNDArray as CSRNDArray
from ._arrays import NDArrayIter
from ._files import (
    CSVIter,
    ImageDetRecordIter,
    ImageRecordInt8Iter,
    ImageRecordIter,
    ImageRecordIter_v1,
    ImageRecordUInt8Iter,
    ImageRecordUInt8Iter_v1,
    LibSVMIter,
    MNISTIter,
    MXDataIter,
)
from ._iterator import DataBatch, DataDesc, DataIter
from ._wrappers import PrefetchingIter, ResizeIter
from .utils import (
    _has_instance as _has_instance,
    _init_data as _init_data,
    _slice_along_batch_axis as _slice_along_batch_axis,
)

__all__ = [
    "CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageDetRecordIter", "ImageRecordInt8Iter",
    "ImageRecordIter", "ImageRecordIter_v1", "ImageRecordUInt8Iter", "ImageRecordUInt8Iter_v1",
    "LibSVMIter", "MNISTIter", "MXDataIter", "NDArrayIter", "PrefetchingIter", "ResizeIter",
]  # fmt: skip
