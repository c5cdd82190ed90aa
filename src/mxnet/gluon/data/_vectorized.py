"""Batches without samples: if the result is the same, all rows of a batch are taken at once.

Datasets are recognized by the function that creates their samples, so that a subclass may override
it. ``_transformed.py`` adds datasets with image transforms when these are loaded.
"""

from __future__ import annotations

import numpy as np

from ... import ndarray as nd
from ...ndarray.ndarray import PLAIN
from .dataset import ArrayDataset, _DownloadedDataset, _SampledDataset


def vectorized_batch(dataset, indices):
    """Return the stacked samples, or None if they have to be created one by one."""
    take = STRATEGIES.get(getattr(type(dataset), "__getitem__", None))
    if take is None:
        return None
    rows = np.asarray(indices)
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or not rows.size:
        return None
    if rows.min() < 0 or rows.max() >= len(dataset):
        return None  # reading the sample raises the error
    return take(dataset, rows)


def lookup_table_batch(dataset, indices):
    """Return images converted by a table lookup and the other parts of their samples, or None.

    See ``_transformed.convert_by_table``.
    """
    convert = TABLES.get(type(dataset))
    return None if convert is None else convert(dataset, indices)


def _take_from_arrays(dataset, rows):
    parts = [_take_rows(array, rows) for array in dataset._data]
    if any(part is None for part in parts):
        return None
    return parts[0] if len(parts) == 1 else parts


def _take_rows(array, rows):
    if type(array) is np.ndarray:
        values = array[rows]
        return nd.array(values, dtype=values.dtype)
    if type(array) in PLAIN:
        return nd.take(array, nd.array(rows, ctx=array.context, dtype=np.int64))
    return None


def _take_from_sampled(dataset, rows):
    return vectorized_batch(dataset._dataset, np.asarray(dataset._indices)[rows])


def _take_from_downloaded(dataset, rows):
    if dataset._transform is not None:
        return None
    parts = [_take_rows(dataset._data, rows), _take_rows(dataset._label, rows)]
    return None if any(part is None for part in parts) else parts


TABLES = {}  # class of a dataset -> function that creates its batches with a lookup table
STRATEGIES = {
    ArrayDataset.__getitem__: _take_from_arrays,
    _DownloadedDataset.__getitem__: _take_from_downloaded,
    _SampledDataset.__getitem__: _take_from_sampled,
}
