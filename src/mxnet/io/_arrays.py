"""NDArrayIter: batches of in-memory arrays."""

from __future__ import annotations

import warnings

import numpy as np

from ..ndarray import array, concat, slice_axis
from ..ndarray.sparse import CSRNDArray, RowSparseNDArray, csr_matrix
from ._iterator import MODULE, DataBatch, DataDesc, DataIter
from .utils import _has_instance, _init_data, is_h5py

HANDLES = ("pad", "discard", "roll_over")


class NDArrayIter(DataIter):
    """Yields arrays in batches, in order or shuffled.

    ``data`` and ``label`` are an array, a list, or a dictionary of arrays. An incomplete last batch
    is padded from the start (``last_batch_handle="pad"``), dropped (``"discard"``), or moved to the
    next epoch (``"roll_over"``).

    >>> import numpy as np
    >>> for batch in NDArrayIter(np.arange(5), batch_size=2):
    ...     print(batch.data[0].asnumpy(), batch.pad)
    [0. 1.] 0
    [2. 3.] 0
    [4. 0.] 1
    """

    def __init__(
        self, data, label=None, batch_size=1, shuffle=False, last_batch_handle="pad",
        data_name="data", label_name="softmax_label", layout="NCHW",
    ):  # fmt: skip
        super().__init__(batch_size)
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, got {batch_size!r}")
        if last_batch_handle not in HANDLES:
            raise ValueError(
                f"last_batch_handle must be one of {HANDLES}, got {last_batch_handle!r}"
            )
        self.data = _init_data(data, allow_empty=False, default_name=data_name)
        self.label = _init_data(label, allow_empty=True, default_name=label_name)
        if _has_instance(self.data + self.label, CSRNDArray) and last_batch_handle != "discard":
            raise NotImplementedError(
                "NDArrayIter takes CSRNDArrays with last_batch_handle='discard' only"
            )
        self.num_data = _common_length(self.data + self.label)
        self.idx = np.arange(self.num_data)
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.layout = layout
        self.data_list = [source for _, source in self.data + self.label]
        self.num_source = len(self.data_list)
        self.cursor = -batch_size
        # An index of the rows, because rows of files cannot be shuffled in place.
        self._order = np.arange(self.num_data)
        # Samples that roll_over keeps for the next epoch.
        self._cache_data = self._cache_label = None
        self.reset()

    @property
    def provide_data(self):
        """Names, shapes and types of the data of a batch."""
        return self._describe(self.data)

    @property
    def provide_label(self):
        """Names, shapes and types of the labels of a batch."""
        return self._describe(self.label)

    def _describe(self, sources):
        return [
            DataDesc(name, (self.batch_size, *source.shape[1:]), source.dtype, self.layout)
            for name, source in sources
        ]

    # ------------------------------------------------------------------------------ going on

    def hard_reset(self):
        """Return to the first sample, and drop the samples that ``roll_over`` kept."""
        if self.shuffle:
            self._shuffle()
        self.cursor = -self.batch_size
        self._cache_data = self._cache_label = None

    def reset(self):
        """Start the next epoch."""
        cached = self._cache_data, self._cache_label
        remaining = self.num_data - self.cursor  # samples of the last, incomplete batch
        self.hard_reset()
        if cached[0] is not None and 0 < remaining < self.batch_size:
            self._cache_data, self._cache_label = cached
            self.cursor = -self.batch_size - remaining

    def iter_next(self):
        """Move to the next batch; return whether any samples are left."""
        self.cursor = position = self.cursor + self.batch_size
        return position < self.num_data

    def next(self):
        """Return the next batch; raise StopIteration after the last one."""
        if not self.iter_next():
            raise StopIteration
        data, label = self.getdata(), self.getlabel()
        if data[0].shape[0] != self.batch_size:
            if self.last_batch_handle == "roll_over":
                self._cache_data, self._cache_label = data, label
            raise StopIteration
        return DataBatch(data=data, label=label, pad=self.getpad(), index=None)

    def _shuffle(self):
        # MXNet: each epoch shuffles the order of the previous epoch.
        np.random.shuffle(self.idx)
        self._order = self._order[self.idx]
        self.data = self._reorder(self.data)
        self.label = self._reorder(self.label)
        self.data_list = [source for _, source in self.data + self.label]

    def _reorder(self, sources):
        return [(name, _in_order(source, self.idx)) for name, source in sources]

    # ------------------------------------------------------------------------- the current batch

    def getdata(self):
        """Return the data of the batch."""
        return self._batch(self.data, self._cache_data)

    def getlabel(self):
        """Return the labels of the batch."""
        return self._batch(self.label, self._cache_label)

    def getpad(self):
        """Return the number of padding samples at the end of the batch."""
        end = self.cursor + self.batch_size
        if self.last_batch_handle == "pad":
            return max(end - self.num_data, 0)
        if self.last_batch_handle == "roll_over" and -self.batch_size < self.cursor < 0:
            return -self.cursor
        return 0

    def _batch(self, sources, cached):
        if self.cursor >= self.num_data or self.cursor <= -self.batch_size:
            raise AssertionError("the iterator is at no batch; call next, or reset and iter_next")
        start, end = self.cursor, self.cursor + self.batch_size
        if start < 0:
            heads = cached or [None] * len(sources)
            pairs = zip(heads, sources, strict=True)
            return [_concatenate([head, self._rows(source, 0, end)]) for head, (_, source) in pairs]
        return [self._fill(source, start, end) for _, source in sources]

    def _fill(self, source, start, end):
        """Return rows, starting over from the first one if ``pad`` needs more."""
        parts = [self._rows(source, start, min(end, self.num_data))]
        missing = end - self.num_data if self.last_batch_handle == "pad" else 0
        while missing > 0:
            parts.append(self._rows(source, 0, min(missing, self.num_data)))
            missing -= self.num_data
        return _concatenate(parts)

    def _rows(self, source, start, end):
        if isinstance(source, CSRNDArray | RowSparseNDArray):
            return _dense_rows(source, start, end)
        if not is_h5py(source):
            return source[start:end]
        # HDF5 files only return rows in ascending order.
        indices = self._order[start:end]
        rising = np.argsort(indices)
        rows = np.empty((len(indices), *source.shape[1:]), source.dtype)
        rows[rising] = source[indices[rising]]
        return array(rows)


def _in_order(source, order):
    """Return the rows of an array in another order; files on disk are not changed."""
    if is_h5py(source):
        return source
    if isinstance(source, RowSparseNDArray):
        source = source.tostype("default")
    return _sparse_rows(source, order) if isinstance(source, CSRNDArray) else source[order]


def _sparse_rows(source, order):
    values, columns, begins = (
        part.asnumpy() for part in (source.data, source.indices, source.indptr)
    )
    lengths = np.diff(begins)[order]
    ends = lengths.cumsum()
    positions = np.repeat(begins[:-1][order] - (ends - lengths), lengths) + np.arange(len(values))
    parts = values[positions], columns[positions], np.concatenate([[0], ends])
    return csr_matrix(parts, source.shape, source.context, source.dtype)


def _dense_rows(source, start, end):
    """Return some rows of a sparse array. MXNet: batches are dense."""
    if isinstance(source, CSRNDArray):
        return source[start:end].tostype("default")
    return slice_axis(source, axis=0, begin=start, end=end)


def _concatenate(parts):
    return parts[0] if len(parts) == 1 else concat(*parts, dim=0)


def _common_length(sources) -> int:
    """Return the number of samples of the first array; extra samples of others are not used."""
    (first, source), *rest = sources
    count = source.shape[0]
    for name, source in rest:
        if source.shape[0] < count:
            raise ValueError(
                f"'{name}' has {source.shape[0]} samples, '{first}' has {count}; all data and "
                "labels of an iterator need as many as the first"
            )
        if source.shape[0] > count:
            warnings.warn(
                f"'{name}' has {source.shape[0]} samples, '{first}' has {count}; the others are "
                "not used",
                stacklevel=4,
            )
    return count


NDArrayIter.__module__ = MODULE
