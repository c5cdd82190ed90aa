"""Batches without samples: where it gives the same, all rows of a batch are taken at once.

Datasets are known by the function that makes their samples, so that a subclass may change it.
"""

from __future__ import annotations

import numpy as np

from ... import ndarray as nd
from ..nn import HybridSequential, Sequential
from .dataset import (
    ArrayDataset,
    _DownloadedDataset,
    _LazyTransformDataset,
    _SampledDataset,
    _TransformFirstClosure,
)
from .vision import transforms


def batch_at_once(dataset, indices):
    """Return what stacking the samples would give, None where they have to be made one by one."""
    take = _WAYS.get(getattr(type(dataset), "__getitem__", None))
    if take is None:
        return None
    rows = np.asarray(indices)
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or not rows.size:
        return None
    if rows.min() < 0 or rows.max() >= len(dataset):
        return None  # the sample itself tells what that means
    return take(dataset, rows)


def _from_arrays(dataset, rows):
    parts = [_rows_of(array, rows) for array in dataset._data]
    if any(part is None for part in parts):
        return None
    return parts[0] if len(parts) == 1 else parts


def _rows_of(array, rows):
    if type(array) is np.ndarray:
        values = array[rows]
        return nd.array(values, dtype=values.dtype)
    if type(array) is nd.NDArray:
        return nd.take(array, nd.array(rows, ctx=array.context, dtype=np.int64))
    return None


def _from_chosen(dataset, rows):
    return batch_at_once(dataset._dataset, np.asarray(dataset._indices)[rows])


def _from_files(dataset, rows):
    if dataset._transform is not None:
        return None
    parts = [_rows_of(dataset._data, rows), _rows_of(dataset._label, rows)]
    return None if any(part is None for part in parts) else parts


def _from_transformed(dataset, rows):
    """Transform all samples in one call, where that gives the same as one by one."""
    source, function = dataset._data, dataset._fn
    first = type(function) is _TransformFirstClosure
    block = function._fn if first else function
    if not _row_by_row(block) or not _gives_arrays(source):
        return None
    parts = batch_at_once(source, rows)
    if type(parts) is list:
        return [block(parts[0]), *parts[1:]] if first else None
    return None if parts is None else block(parts)


def _row_by_row(block):
    """Tell whether a transform does with each image of a batch what it does with one."""
    if type(block) in _CHAINS:
        known = all(map(_row_by_row, block._children.values()))
    else:
        known = type(block) in _ROW_BY_ROW
    return known and not (block._forward_hooks or block._forward_pre_hooks)


def _gives_arrays(dataset):
    """Tell whether (first parts of) samples are images, as arrays and not as NumPy has them."""
    while type(dataset) is _SampledDataset:
        dataset = dataset._dataset
    if type(dataset) is _LazyTransformDataset:
        return True
    array = dataset._data[0] if type(dataset) is ArrayDataset else dataset._data
    return isinstance(array, nd.NDArray) and array.ndim == 4


_CHAINS = (transforms.Compose, Sequential, HybridSequential)
_ROW_BY_ROW = (transforms.Cast, transforms.Normalize, transforms.ToTensor)
_WAYS = {
    _LazyTransformDataset.__getitem__: _from_transformed,
    ArrayDataset.__getitem__: _from_arrays,
    _DownloadedDataset.__getitem__: _from_files,
    _SampledDataset.__getitem__: _from_chosen,
}
