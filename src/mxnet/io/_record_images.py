"""The base class of readers of images in record files: files, labels, decoding, epochs."""

from __future__ import annotations

import os
from collections import deque

import numpy as np

from .. import ndarray as nd
from .._formats.text import read_lines
from .._images.decoding import decode_image, opencv_package
from .._ops.messages import describe_bad_image
from ..base import MXNetError
from ._cpp_random import CppRandom
from ._record_source import ShuffledStream, Stream
from ._threads import ReadingThreads

COLORS = "rgba"
CHANNELS = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}  # from OpenCV's order


class RecordImages:
    """Batches of images, from chunks of records; the rest of a chunk is used in the next batch.

    A reader adds ``_load(filled)``, which loads the next chunk and returns whether there is one,
    ``_batch(chosen, pad)``, ``_label_words`` and ``_normalized``.
    """

    fresh = True  # whether each batch has new arrays
    seed: int  # base of the random numbers, as in 1.9.1
    chunk: int  # bytes of records read at once
    augmentation: str  # the only supported value of aug_seq
    processors_for_others = 0

    def __init__(self, options: dict):
        self._o = options
        self._shape = options["data_shape"]
        if len(self._shape) != 3 or self._shape[0] not in CHANNELS:
            raise MXNetError(
                f"Invalid output shape {self._shape}: expected (channels, height, width) with 1, 3 "
                "or 4 channels"
            )
        if not options["path_imgrec"]:
            raise MXNetError("must specify path_imgrec, the file of records")
        self._cv2 = opencv_package()
        self._augment = self._augmenter()
        self._labels = self._label_map()
        self._source = self._records()
        self._order = CppRandom(self.seed + options["seed"])  # shuffles the records of a chunk
        available = max(1, (os.cpu_count() or 1) - self.processors_for_others)
        self._count = min(options["preprocess_threads"], available)
        # One stream of random numbers, as in each thread of MXNet. Several threads would draw from
        # it in any order, so with threads each image has its own stream.
        self._stream = CppRandom(self.seed) if self._count == 1 else None
        self._seen = 0
        self._threads = ReadingThreads(self._count, "mxnet-decode") if self._count > 1 else None
        self._waiting: deque = deque()
        self._rounded = self._ended = False

    # ------------------------------------------------------------------------------------ set up

    def _augments(self) -> bool:
        """Return whether images are randomly changed."""
        names = [name for name in self._o["aug_seq"].split(",") if name]
        if names not in ([], [self.augmentation]):
            raise MXNetError(
                f"aug_seq {self._o['aug_seq']!r} is not known; use {self.augmentation!r}"
            )
        return bool(names)

    def _records(self):
        o = self._o
        part, megabytes = (o["part_index"], o["num_parts"]), o["shuffle_chunk_size"]
        if not megabytes:
            return Stream(o["path_imgrec"], *part, self.chunk)
        source = Stream(o["path_imgrec"], *part, megabytes << 17)
        sections = -int(-source.total * 1.1 // (o["num_parts"] * (megabytes << 20)))
        if sections <= 1:
            return source
        return ShuffledStream(source, *part, sections, o["shuffle_chunk_seed"])

    def _label_map(self):
        """Read the labels of a list file: number, labels, name."""
        path, width, labels_by_id = self._o["path_imglist"], self._o["label_width"], {}
        if not path:
            return None
        for line, text in read_lines(path):
            words = text.split()
            if not words:
                continue
            try:
                labels = [float(word) for word in self._label_words(words, width)]
                if not labels or len(labels) < width:
                    raise ValueError("too few words")
                labels_by_id[int(words[0])] = np.array(labels, np.float32)
            except ValueError as error:
                raise MXNetError(
                    f"Bad ImageList format: {path!r}, line {line}: expected a number, "
                    f"{width if width > 0 else 'one or more'} label(s) and a file name, got "
                    f"{' '.join(words)!r}"
                ) from error
        return labels_by_id

    def _mean_image(self, path):
        """Read the mean image; compute and store it if it is missing."""
        if os.path.exists(path):
            loaded = nd.load(path)
            arrays = list(loaded.values()) if isinstance(loaded, dict) else loaded
            if len(arrays) != 1 or arrays[0].shape != self._shape:
                raise MXNetError(
                    f"{path!r} must hold one array of shape {self._shape}, the mean image, got "
                    f"{[array.shape for array in arrays]}"
                )
            return arrays[0].asnumpy()
        total, count = np.zeros(self._shape, np.float32), 0
        for image in self._iterate_normalized():
            total += image
            count += 1
        if not count:
            raise MXNetError(f"{self._o['path_imgrec']!r} has no records: there is no mean image")
        mean = total * np.float32(1 / count)
        nd.save(path, {"mean_img": nd.array(mean)})
        self._source.rewind()
        return mean

    def _decode(self, encoded, more_flags=0):
        cv2, channels = self._cv2, self._shape[0]
        flag = {1: cv2.IMREAD_GRAYSCALE, 3: cv2.IMREAD_COLOR, 4: cv2.IMREAD_UNCHANGED}[channels]
        flag |= more_flags
        image = decode_image(cv2.imdecode, np.frombuffer(encoded, np.uint8), flag)
        if image is None:
            raise MXNetError(describe_bad_image(bytes(encoded[:8])))
        count = image.shape[2] if image.ndim == 3 else 1
        if count != channels:
            raise MXNetError(f"Expected {channels} channels, got {count}")
        return image

    # ----------------------------------------------------------------------------------- batches

    def rewind(self, go_on=True):
        """Start the next epoch; if ``go_on``, at the position where a rounded batch ended."""
        goes_on = go_on and self._rounded
        self._ended = self._rounded = False
        if not goes_on:
            self._waiting.clear()
            self._source.rewind()

    def read(self):
        """Return data, labels, padding and sample numbers, or None after the last batch."""
        if self._ended:
            return None
        size, pad, chosen = self._o["batch_size"], 0, []
        while len(chosen) < size:
            if self._waiting or self._load(len(chosen)):
                chosen.append(self._waiting.popleft())
                continue
            self._ended = True
            if not chosen:
                return None
            if pad:
                raise MXNetError("number of input images must be bigger than the batch size")
            pad = size - len(chosen)
            if not self._o["round_batch"]:
                break
            self._rounded = True
            self._source.rewind()
        return self._batch(chosen, pad)

    def _for_each(self, work, count):
        """Call ``work`` with each number below ``count``, in several threads if available."""
        run = map if self._threads is None else self._threads.map
        deque(run(work, range(count)), maxlen=0)
