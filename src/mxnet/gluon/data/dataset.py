"""Datasets: objects with a length whose samples are accessed by index."""

from __future__ import annotations

import inspect
import os

from ... import ndarray, recordio
from ..._text.reprs import count, samples_text, short
from ..._text.spelling import ConstructorSignature, check_arguments
from ...base import MXNetError
from ...util import as_active, is_np_array
from . import sampler as _sampler

__all__ = ["ArrayDataset", "Dataset", "RecordFileDataset", "SimpleDataset"]


class Dataset:
    """The base class of datasets: define ``__getitem__`` and ``__len__``."""

    def __getitem__(self, idx):
        raise NotImplementedError(f"{type(self).__name__} does not define __getitem__")

    def __len__(self):
        raise NotImplementedError(f"{type(self).__name__} does not define __len__")

    def __repr__(self):
        return samples_text(self)

    def filter(self, fn):
        """Return the samples for which a function is true."""
        return _SampledDataset(self, _sampler.FilterSampler(fn, self))

    def shard(self, num_shards, index):
        """Return one of several contiguous parts of nearly equal length."""
        if not 0 <= index < num_shards:
            raise AssertionError(f"Shard index of out bound: {index} out of {num_shards}")
        size, more = divmod(len(self), num_shards)
        start = size * index + min(index, more)
        return _SampledDataset(self, _sampler.SequentialSampler(size + (index < more), start))

    def take(self, count):
        """Return the first samples, or all for None."""
        limit = len(self) if count is None else min(count, len(self))
        return _SampledDataset(self, _sampler.SequentialSampler(limit))

    def sample(self, sampler):
        """Return the samples selected by a sampler."""
        if not isinstance(sampler, _sampler.Sampler):
            raise TypeError(
                f"Invalid sampler type: {type(sampler)}. Expected gluon.data.Sampler instead."
            )
        return _SampledDataset(self, sampler)

    def transform(self, fn, lazy=True):
        """Return a dataset of ``fn(*sample)``, computed on access or in advance."""
        transformed = _LazyTransformDataset(self, fn)
        if lazy:
            return transformed
        return SimpleDataset([transformed[i] for i in range(len(transformed))])

    def transform_first(self, fn, lazy=True):
        """Return a dataset with a function applied to the first part of each sample."""
        return self.transform(_TransformFirstClosure(fn), lazy)


class _Wrapper(Dataset):
    """A dataset with the length of the one it wraps."""

    def __init__(self, data):
        self._data = data

    def __len__(self):
        return len(self._data)


class SimpleDataset(_Wrapper):
    """A list, or any object with a length and indexing, as a dataset."""

    def __getitem__(self, idx):
        return self._data[idx]


class ArrayDataset(Dataset):
    """Several arrays of equal length: sample ``i`` has element ``i`` of each.

    >>> ArrayDataset([1, 2, 3], "abc")[1]
    (2, 'b')
    """

    def __init__(self, *args):
        if not args:
            raise AssertionError("Needs at least 1 arrays")
        for i, array in enumerate(args):
            if not hasattr(array, "__len__"):
                raise TypeError(f"array[{i}] must be an array or a list, got {array!r}")
        self._length = len(args[0])
        self._data = []
        for i, array in enumerate(args):
            if len(array) != self._length:
                raise AssertionError(
                    f"All arrays must have the same length; array[0] has length {self._length} "
                    f"while array[{i}] has {len(array)}."
                )
            # MXNet: elements of a 1-d array are NumPy numbers.
            if isinstance(array, ndarray.NDArray) and len(array.shape) == 1:
                array = array.asnumpy()
            elif hasattr(array, "iloc"):
                # pandas looks up labels, which are not positions after a split or a shuffle.
                array = array.to_numpy()
            self._data.append(array)

    def __getitem__(self, idx):
        if len(self._data) == 1:
            return self._data[0][idx]
        return tuple([array[idx] for array in self._data])  # faster than a generator

    def __len__(self):
        return self._length


def _refuse_unfit_transform(function, sample, error: TypeError) -> None:
    """Raise an error with advice if a function cannot take the parts of a sample as arguments."""
    try:
        inspect.signature(function).bind(*sample)
    except TypeError:
        raise TypeError(
            f"transform calls {short(function)} with the {len(sample)} parts of a sample, which it "
            f"does not accept ({error}); transform_first(function) is for the first part alone"
        ) from error
    except ValueError:  # a builtin without a signature
        return


class _LazyTransformDataset(_Wrapper):
    """Samples of another dataset, transformed by a function."""

    def __init__(self, data, fn):
        inner = fn._fn if isinstance(fn, _TransformFirstClosure) else fn
        if not callable(inner):
            raise TypeError(
                f"a transform is a function, got {short(inner)}; transforms.Compose makes one of a "
                "list of transforms"
            )
        super().__init__(data)
        self._fn = fn

    def __repr__(self):
        if isinstance(self._fn, _TransformFirstClosure):
            return f"{self._data!r}.transform_first({short(self._fn._fn)})"
        return f"{self._data!r}.transform({short(self._fn)})"

    def __getitem__(self, idx):
        sample = self._data[idx]
        if not isinstance(sample, tuple):
            return self._fn(sample)
        try:
            return self._fn(*sample)
        except TypeError as error:
            _refuse_unfit_transform(self._fn, sample, error)
            raise


class _SampledDataset(Dataset):
    """Samples of another dataset, selected by a sampler."""

    def __init__(self, dataset, sampler):
        self._dataset = dataset
        self._sampler = sampler
        self._indices = list(sampler)

    def __repr__(self):
        return f"{count(len(self), 'sample')} of {self._dataset!r}"

    def __len__(self):
        return len(self._indices)

    def __getitem__(self, idx):
        return self._dataset[self._indices[idx]]


class _TransformFirstClosure:
    """Applies a function to the first of its arguments."""

    def __init__(self, fn):
        self._fn = fn

    def __call__(self, x, *args):
        return (self._fn(x), *args) if args else self._fn(x)


class RecordFileDataset(Dataset):
    """The records of a RecordIO file, as bytes, in the order of its index file.

    The index file has the name of the file with the ending ``.idx``.
    """

    def __init__(self, filename):
        self.filename = filename
        self.idx_file = os.path.splitext(filename)[0] + ".idx"
        if not os.path.exists(filename):
            raise MXNetError(f"cannot open {filename!r}: No such file or directory")
        if not os.path.exists(self.idx_file):
            raise MXNetError(
                f"{filename!r} needs its index {self.idx_file!r}, which is not there; "
                f"'python -m mxnet rec2idx {filename}' makes it"
            )
        self._record = recordio.MXIndexedRecordIO(self.idx_file, filename, "r")

    def __getitem__(self, idx):
        return self._record._read_at(self._record.keys[idx])

    def __len__(self):
        return len(self._record.keys)


class _DownloadedDataset(Dataset):
    """Images and labels that ``_get_data`` reads from a folder into ``_data`` and ``_label``."""

    __signature__ = ConstructorSignature()

    def __new__(cls, *args, **kwargs):
        if args or kwargs:
            check_arguments(cls, args, kwargs)
        return super().__new__(cls)

    def __init__(self, root, transform):
        self._root = os.path.expanduser(root)
        self._transform = transform
        self._data = None
        self._label = None
        self._get_data()

    def __getitem__(self, idx):
        sample = self._data[idx], self._label[idx]
        return sample if self._transform is None else self._transform(*sample)

    def __len__(self):
        return len(self._label)

    def _get_data(self):
        raise NotImplementedError(f"{type(self).__name__} does not define _get_data")

    def _set_data(self, images, labels):
        """Set the samples from NumPy arrays."""
        self._data = as_active(ndarray.array(images, dtype=images.dtype))
        # MXNet: labels stay NumPy's, unless arrays of mx.np are on.
        active = is_np_array()
        self._label = as_active(ndarray.array(labels, dtype=labels.dtype)) if active else labels
