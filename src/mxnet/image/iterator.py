"""``ImageIter``: batches of images from record files, lists of files, or lists in memory."""

from __future__ import annotations

import errno
import os
import random
import struct

import numpy as np

from .. import io, ndarray as nd, recordio
from .._formats.local import reading
from .._formats.text import read_lines
from ..error import MXNetError, refuse_stop_iteration
from .augmenters import CreateAugmenter
from .reading import imdecode

_LAST_BATCH = ("pad", "discard", "roll_over")


class ImageIter(io.DataIter):
    """Reads and augments images, in batches of (number, channels, height, width).

    Parameters
    ----------
    batch_size : int
    data_shape : tuple of int
        Channels (3), height and width of the images, after augmentation.
    label_width : int
        Number of values in the label of an image.
    path_imgrec : str, optional
        A record file, as written by ``im2rec``.
    path_imglist : str, optional
        A list of files: each line has a number, the label and a file name, separated by tabs.
    path_root : str, optional
        The folder to which the names in a list are relative.
    path_imgidx : str, optional
        The index of the record file, needed for shuffling and parts.
    shuffle : bool
        Whether each epoch has a different order.
    part_index, num_parts : int
        The part to read, and the number of equal parts of the data.
    aug_list : list of Augmenter, optional
        The augmenters; by default those of ``CreateAugmenter`` with ``**kwargs``.
    imglist : list, optional
        The list itself: labels and a file name for each image.
    data_name, label_name : str
    dtype : str
        The type of the labels.
    last_batch_handle : {"pad", "discard", "roll_over"}
        Whether to fill the last batch with images from the start, drop it, or keep it for the next
        epoch.
    **kwargs
        Arguments of ``CreateAugmenter``.
    """

    def __init__(
        self, batch_size, data_shape, label_width=1, path_imgrec=None, path_imglist=None,
        path_root=None, path_imgidx=None, shuffle=False, part_index=0, num_parts=1, aug_list=None,
        imglist=None, data_name="data", label_name="softmax_label", dtype="float32",
        last_batch_handle="pad", **kwargs,
    ):  # fmt: skip
        super().__init__()
        if not (path_imgrec or path_imglist or isinstance(imglist, list)):
            raise AssertionError("ImageIter needs path_imgrec, path_imglist or imglist")
        if dtype not in ("int32", "float32", "int64", "float64"):
            raise AssertionError(f"{dtype} label not supported")
        if last_batch_handle not in _LAST_BATCH:
            raise ValueError(
                f"last_batch_handle must be one of {_LAST_BATCH}, got {last_batch_handle!r}"
            )
        self.batch_size = batch_size
        self.imgrec, self.imgidx = _records(path_imgrec, path_imgidx)
        self.imglist, keys = _read_list(path_imglist, imglist, dtype)
        self.path_root = path_root
        self.check_data_shape(data_shape)
        self.provide_data = [(data_name, (batch_size, *data_shape))]
        labels = (batch_size, label_width) if label_width > 1 else (batch_size,)
        self.provide_label = [(label_name, labels)]
        self.data_shape = data_shape
        self.label_width = label_width
        self.shuffle = shuffle
        # MXNet: the index determines which records are read, the list only provides labels.
        self.seq = self.imgidx if self.imgrec is not None else keys
        self._take_part(part_index, num_parts, path_imgrec)
        self.auglist = CreateAugmenter(data_shape, **kwargs) if aug_list is None else aug_list
        self.cur = 0
        self._allow_read = True
        self.last_batch_handle = last_batch_handle
        self.num_image = len(self.seq) if self.seq is not None else None
        self._cache_data = self._cache_label = self._cache_idx = None
        self._at = None
        self.reset()

    def _take_part(self, index, parts, path_imgrec):
        if self.seq is None and (parts > 1 or self.shuffle):
            raise AssertionError(
                f"shuffling and parts of {path_imgrec} need its index: give path_imgidx"
            )
        if parts > 1:
            if not 0 <= index < parts:
                raise AssertionError(f"part_index must be from 0 to {parts - 1}, got {index}")
            size = len(self.seq) // parts
            self.seq = self.seq[index * size : (index + 1) * size]

    # ------------------------------------------------------------------------------- the order

    def reset(self):
        """Start the next epoch."""
        if self.seq is not None and self.shuffle:
            random.shuffle(self.seq)
        if self._cache_data is None:
            self._rewind()
        self._allow_read = True

    def hard_reset(self):
        """Restart, and discard the samples that ``roll_over`` kept."""
        if self.seq is not None and self.shuffle:
            random.shuffle(self.seq)
        self._forget()
        self._rewind()
        self._allow_read = True

    def _forget(self):
        self._cache_data = self._cache_label = self._cache_idx = None

    def _rewind(self):
        if self.imgrec is not None:
            self.imgrec.reset()
        self.cur = 0

    def next_sample(self):
        """Return the label and the contents of the next image; raise StopIteration at the end."""
        if not self._allow_read:
            raise StopIteration
        if self.seq is None:
            return self._next_record()
        if self.cur >= len(self.seq):
            self._wrap()
            raise StopIteration
        self._at = self.seq[self.cur]
        self.cur += 1
        if self.imgrec is None:
            label, name = self.imglist[self._at]
            return label, self.read_image(name)
        label, content = self._unpack(self.imgrec.read_idx(self._at))
        return (label if self.imglist is None else self._label_from_list()), content

    def _next_record(self):
        """Return the same as ``next_sample``, from a file without an index."""
        self._at = self.cur
        content = self.imgrec.read()
        if content is None:
            self._wrap()
            raise StopIteration
        self.cur += 1
        return self._unpack(content)

    def _wrap(self):
        if self.last_batch_handle != "discard":
            self._rewind()

    def _unpack(self, record):
        try:
            header, content = recordio.unpack(record)
        except (MXNetError, ValueError, struct.error) as error:
            raise MXNetError(f"{self._where()} is not a packed image: {error}") from error
        return header.label, content

    def _label_from_list(self):
        if self._at not in self.imglist:
            raise KeyError(f"{self._where()} is not in the list of labels")
        return self.imglist[self._at][0]

    def _where(self):
        """Return the name of the last image read, for errors."""
        if self.imgrec is None:
            return str(self.imglist[self._at][1])
        return f"record {self._at} of {self.imgrec.uri}"

    # ----------------------------------------------------------------------------- the batches

    def next(self):
        """Return the next batch."""
        data, label, count = self._cache_data, self._cache_label, self._cache_idx
        rolled_over = data is not None
        if not rolled_over:
            data, label, count = *self._empty(), 0
        self._forget()
        fresh = self.batch_size - count
        count = self._batchify(data, label, count)
        pad = self.batch_size - count
        if pad:
            self._finish_epoch(data, label, count, rolled_over)
        return io.DataBatch([data], [label], pad=fresh if rolled_over else pad)

    def _empty(self):
        """Return the arrays of a batch."""
        return nd.zeros(self.provide_data[0][1]), nd.zeros(self.provide_label[0][1])

    def _finish_epoch(self, data, label, count, rolled_over):
        """Handle an incomplete batch by ``last_batch_handle``."""
        if self.last_batch_handle == "discard":
            raise StopIteration
        if self.last_batch_handle == "roll_over" and not rolled_over:
            self._cache_data, self._cache_label, self._cache_idx = data, label, count
            self._allow_read = False
            raise StopIteration
        while count < self.batch_size:
            count = self._batchify(data, label, count)
        if self.last_batch_handle == "pad":
            self._allow_read = False

    def _batchify(self, batch_data, batch_label, start=0):
        """Fill arrays with samples from ``start`` on; return the end position."""
        position = start
        while position < self.batch_size and (sample := self._next_or_none()) is not None:
            with self._refuse_stop_iteration():
                self._put(batch_data, batch_label, position, *sample)
            position += 1
        if position == 0:
            raise StopIteration
        return position

    def _next_or_none(self):
        """Return the same as ``next_sample``, or None at the end."""
        try:
            return self.next_sample()
        except StopIteration:
            return None

    def _refuse_stop_iteration(self):
        return refuse_stop_iteration(lambda: f"{self._where()}: decoding or an augmenter")

    def _put(self, batch_data, batch_label, position, label, content):
        image = self.imdecode(content)
        self.check_valid_image(image)
        self._put_image(batch_data, position, self.augmentation_transform(image))
        numbers = np.ravel(label.asnumpy() if isinstance(label, nd.NDArray) else label)
        if numbers.size not in (1, self.label_width):
            raise ValueError(
                f"{self._where()}: the label has {numbers.size} numbers, label_width is "
                f"{self.label_width}"
            )
        batch_label[position] = numbers if self.label_width > 1 else float(numbers[0])

    def _put_image(self, batch_data, position, image):
        image = self.postprocess_data(image)
        if image.shape[1:] != tuple(self.data_shape[1:]):
            raise ValueError(
                f"{self._where()}: the augmenters make an image of shape {image.shape}, "
                f"expected {tuple(self.data_shape)}"
            )
        batch_data[position] = image

    # ------------------------------------------------------------ what subclasses may override

    def check_data_shape(self, data_shape):
        """Reject a shape that is not the shape of color images."""
        if len(data_shape) != 3:
            raise ValueError(
                f"data_shape should have length 3, with dimensions CxHxW, got {data_shape}"
            )
        if data_shape[0] != 3:
            raise ValueError(
                f"This iterator expects inputs to have 3 channels, got data_shape {data_shape}"
            )

    def check_valid_image(self, data):
        """Reject a list of images whose first entry is not an image."""
        if len(data[0].shape) == 0:
            raise RuntimeError("Data shape is wrong")

    def imdecode(self, s):
        """Decode the contents of the last image read."""
        try:
            return imdecode(s)
        except MXNetError as error:
            raise MXNetError(f"Broken image filename: {self._where()}, {error}") from error

    def read_image(self, fname):
        """Return the contents of a file in ``path_root``."""
        path = os.path.join(self.path_root or "", fname)
        _check_exists(path)
        with reading(path) as (file, _):
            return file.read()

    def augmentation_transform(self, data):
        """Apply the augmenters to an image."""
        for augmenter in self.auglist:
            data = augmenter(data)
        return data

    def postprocess_data(self, datum):
        """Move the channels of an image to the first axis."""
        return nd.transpose(datum, axes=(2, 0, 1))


def _records(path, index):
    """Open a record file; return it and the keys of its index."""
    if not path:
        return None, None
    if not index:
        return recordio.MXRecordIO(path, "r"), None
    records = recordio.MXIndexedRecordIO(index, path, "r")
    return records, list(records.keys)


def _read_list(path, items, dtype):
    """Return the labels and names in a list, by key, and the keys in order."""
    if path:
        entries = dict(_entries(path))
    elif isinstance(items, list):
        entries = {str(number): _entry(item) for number, item in enumerate(items, 1)}
    else:
        return None, None
    listed = {key: (nd.array(label, dtype=dtype), name) for key, (label, name) in entries.items()}
    return listed, list(listed)


def _check_exists(path):
    """MXNet: a missing list or image raises FileNotFoundError."""
    if not os.path.exists(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def _entries(path):
    _check_exists(path)
    for number, line in read_lines(path):
        parts = line.strip().split("\t")
        try:
            yield int(parts[0]), ([float(value) for value in parts[1:-1]], parts[-1])
        except ValueError as error:
            raise ValueError(
                f"{path}, line {number}: expected a number, labels and a file's name with tabs "
                f"between, got {line.strip()!r}: {error}"
            ) from None


def _entry(item):
    *labels, name = item
    if len(labels) == 1 and isinstance(labels[0], list | tuple | np.ndarray):
        labels = labels[0]
    return labels, name
