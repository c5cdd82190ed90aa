"""Gluon's data loaders for modules."""

from __future__ import annotations

from .. import ndarray as nd
from ..io import DataDesc, DataIter

__all__ = ["DataDesc", "DataIter", "DataLoaderIter"]


class DataLoaderIter(DataIter):
    """A data iterator over the pairs (data, label) of a :class:`~mxnet.gluon.data.DataLoader`.

    A batch that is too small is padded with zeros; ``pad`` is the number of these rows.

    >>> import mxnet as mx
    >>> pairs = mx.gluon.data.ArrayDataset(mx.nd.ones((5, 3)), mx.nd.zeros(5))
    >>> iterator = DataLoaderIter(mx.gluon.data.DataLoader(pairs, batch_size=2))
    >>> [batch.pad for batch in iterator]
    [0, 0, 1]
    """

    def __init__(self, loader, data_name="data", label_name="softmax_label", dtype="float32"):
        super().__init__()
        self._loader, self.dtype = loader, dtype
        data, label = next(iter(loader))
        self.batch_size = data.shape[0]
        self.provide_data = [DataDesc(data_name, data.shape, dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, dtype)]
        self.reset()

    def reset(self):
        """Restart the iterator."""
        self._batches, self._current = iter(self._loader), None

    def iter_next(self):
        """Move to the next batch; return whether there is one."""
        self._current = next(self._batches, None)
        return self._current is not None

    def _pad_batch(self, array):
        array = array.astype(self.dtype)
        if not self.getpad():
            return [array]
        missing = nd.zeros((self.getpad(), *array.shape[1:]), ctx=array.context, dtype=self.dtype)
        return [nd.concat(array, missing, dim=0)]

    def getdata(self):
        """Return the data of the current batch."""
        return self._pad_batch(self._current[0])

    def getlabel(self):
        """Return the labels of the current batch."""
        return self._pad_batch(self._current[1])

    def getpad(self):
        """Return the number of padding rows in the current batch."""
        return self.batch_size - self._current[0].shape[0]

    def getindex(self):
        """Return None: a loader does not report which samples it used."""
        return None
