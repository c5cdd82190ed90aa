"""Images and labels in the format of MNIST."""

from __future__ import annotations

import logging
from math import prod

import numpy as np

from .._formats.local import reading
from ..base import MXNetError
from ._cpp_random import CppRandom

# A separate logger: logging.info would disable a later basicConfig of the script.
_log = logging.getLogger(__name__)


class Images:
    """All images of a file, or of one part of it, in batches."""

    def __init__(self, options: dict):
        self._size = options["batch_size"]
        part = options["part_index"], options["num_parts"]
        images = _read(options["image"], 3, part)
        labels = _read(options["label"], 1, part)
        if len(images) != len(labels):
            raise MXNetError(
                f"{options['image']!r} has {len(images)} images, {options['label']!r} has "
                f"{len(labels)} labels"
            )
        self._order = np.arange(len(images), dtype=np.uint64)
        if options["shuffle"]:
            self._order = shuffled_order(len(images), options["seed"])
        self._images = images[self._order].astype(np.float32) * np.float32(1 / 256)
        self._images = self._images.reshape(
            len(images), *((-1,) if options["flat"] else (1, *images.shape[1:]))
        )
        self._labels = labels[self._order].astype(np.float32)
        self._at = 0
        if not options["silent"]:
            shape = (self._size, *self._images.shape[1:])
            _log.info(
                "MNISTIter: load %d images, shuffle=%d, shape=%s",
                len(images), options["shuffle"], shape,
            )  # fmt: skip

    def rewind(self):
        """Start the next epoch, in the same order."""
        self._at = 0

    def read(self):
        """Return data, labels, padding and sample numbers, or None after the last full batch."""
        start, end = self._at, self._at + self._size
        if end > len(self._images):
            return None
        self._at = end
        return self._images[start:end], self._labels[start:end], 0, self._order[start:end]


def _read(name: str, ndim: int, part: tuple[int, int]) -> np.ndarray:
    """Read an array of bytes: a number and the shape as big-endian integers, then the values."""
    index, parts = part
    if not 0 <= index < parts:
        raise MXNetError(
            f"part_index must be in 0..{parts - 1} with num_parts={parts}, got {index}"
        )
    with reading(name) as (file, size):
        if size < 4 * (ndim + 1):
            raise MXNetError(f"invalid mnist format: {name!r} is too short")
        header = np.frombuffer(file.read(4 * (ndim + 1)), ">i4")
        shape = tuple(int(n) for n in header[1:])
        if min(shape) < 0 or prod(shape) > size - header.nbytes:
            raise MXNetError(
                f"invalid mnist format: {name!r} says it holds {shape}, it has "
                f"{size - header.nbytes} bytes of values"
            )
        start, end = (int(shape[0] / parts * i) for i in (index, index + 1))
        inner = prod(shape[1:])
        file.seek(start * inner, 1)
        values = np.frombuffer(file.read((end - start) * inner), np.uint8)
    return values.reshape(end - start, *shape[1:])


def shuffled_order(count: int, seed: int) -> np.ndarray:
    """Return the order of C++'s ``std::shuffle`` with ``std::mt19937(seed)``.

    >>> shuffled_order(5, 0).tolist()
    [0, 2, 3, 1, 4]
    """
    return np.array(CppRandom(seed).shuffle(list(range(count))), np.uint64)
