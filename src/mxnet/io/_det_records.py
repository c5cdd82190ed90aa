"""ImageDetRecordIter: batches of augmented images with boxes from record files."""

from __future__ import annotations

import logging
from typing import NamedTuple

import numpy as np

from .._formats.local import local_path
from ..base import MXNetError
from ..recordio import unpack
from ._cpp_random import CppRandom
from ._det_augmenter import DetAugmenter
from ._record_images import CHANNELS, COLORS, RecordImages
from ._record_source import Stream

# A separate logger: logging.info would disable a later basicConfig of the script.
_log = logging.getLogger(__name__)

_F = np.float32
HEAD = 4  # numbers before the label: channels, height, width, length of the label


class Sample(NamedTuple):
    """An image of the target size in bytes, its label and its number."""

    image: np.ndarray
    label: np.ndarray
    number: int


class BoxedImages(RecordImages):
    """Batches of images and boxes, padded to the longest label."""

    seed = 233
    chunk = 8 << 20
    augmentation = "det_aug_default"
    processors_for_others = 1  # MXNet: one processor is left free

    def __init__(self, options: dict):
        super().__init__(options)
        self._pad_width = self._width_of_labels()
        self._last = None
        self._mean, self._tables = None, self._channel_tables()
        if options["mean_img"]:
            self._mean = self._mean_image(local_path(options["mean_img"]))
        if options["verbose"]:
            _log.info(
                "ImageDetRecordIter: %s, %d threads, label padding width: %d",
                options["path_imgrec"], self._count, self._pad_width,
            )  # fmt: skip

    # ------------------------------------------------------------------------------------ set up

    def _augmenter(self):
        augments = self._augments()
        augmenter = DetAugmenter(self._cv2, self._o)  # the constructor checks its parameters
        return augmenter if augments else None

    def _label_words(self, words, width):
        return words[1 : width + 1] if width > 0 else words[1:-1]

    def _width_of_labels(self):
        """Return the maximum length of labels, or the length that the user set."""
        if self._labels is not None:
            widths = map(len, self._labels.values())
        else:
            widths = (len(self._label_of(*record)) for record in self._all_records())
        widest, requested = max(widths, default=0), self._o["label_pad_width"]
        if 0 < requested < widest:
            raise MXNetError(f"label_pad_width: {requested} smaller than estimated width: {widest}")
        return max(widest, requested)

    def _all_records(self):
        o = self._o
        source = Stream(o["path_imgrec"], o["part_index"], o["num_parts"], self.chunk)
        while records := source.chunk():
            yield from records

    def _channel_tables(self):
        """Return the lookup table of the 256 values for each channel."""
        o, channels = self._o, COLORS[: self._shape[0]]
        values = np.arange(256, dtype=_F)
        # MXNet: means are subtracted if one of them is positive; a deviation is used if it is
        # positive.
        subtracts = any(o[f"mean_{color}"] > 0 for color in COLORS)
        tables = []
        for color in channels:
            table = values - _F(o[f"mean_{color}"]) if subtracts else values
            deviation = _F(o[f"std_{color}"])
            tables.append((table / deviation if deviation > 0 else table) * _F(o["scale"]))
        self._subtracts = subtracts
        return tables

    def _iterate_normalized(self):
        image = np.empty(self._shape, _F)
        while self._waiting or self._load():
            self._normalize(self._augment_record(self._waiting.popleft()).image, image)
            yield image

    # --------------------------------------------------------------------------------- one record

    def _label_of(self, content, name):
        header, _ = unpack(content)
        width = self._o["label_width"]
        if self._labels is not None:
            if header.id not in self._labels:
                raise MXNetError(f"{name}: fail to find imagelabel for id {header.id}")
            return self._labels[header.id]
        if not header.flag:
            raise MXNetError(f"{name}: Not enough label packed in img_list or rec file.")
        if 0 < width != header.flag:
            raise MXNetError(
                f"{name}: rec file provide {header.flag}-dimensional label but label_width is set "
                f"to {width}"
            )
        return header.label

    def _augment_record(self, waiting):
        """Decode and augment one image, unless that is already done."""
        if isinstance(waiting, Sample):
            return waiting
        (content, name), random = waiting
        label = self._label_of(content, name)
        try:
            header, encoded = unpack(content)
            image = self._decode(encoded)
            if self._augment is not None:
                image, label = self._augment(image, label, random)
            return Sample(self._canvas(image), _with_sizes(image, label), header.id)
        except (MXNetError, self._cv2.error) as error:
            raise MXNetError(f"{name}: {str(error).strip()}") from error

    def _canvas(self, image):
        """Return the image with channels first and zeros to the right and below."""
        (channels, *size), (height, width) = self._shape, image.shape[:2]
        if height > size[0] or width > size[1]:
            raise MXNetError(f"the image has size {(height, width)}, more than {tuple(size)}")
        canvas = np.zeros(self._shape, np.uint8)
        planes = self._cv2.split(image)
        for k, source in enumerate(CHANNELS[channels]):
            canvas[k, :height, :width] = planes[source]
        return canvas

    def _normalize(self, image, out):
        for k, plane in enumerate(image):
            if self._mean is None or self._subtracts:
                self._cv2.LUT(plane, self._tables[k], dst=out[k])
                continue
            deviation = _F(self._o[f"std_{COLORS[k]}"])
            np.subtract(plane, self._mean[k], out=out[k], dtype=_F)
            if deviation > 0:
                out[k] /= deviation
            out[k] *= _F(self._o["scale"])

    # ----------------------------------------------------------------------------------- batches

    def _load(self, filled=0):
        """Load the next chunk of records; return whether there is one."""
        waiting = []
        for record in self._source.chunk():
            self._seen += 1
            random = self._stream or CppRandom(self.seed * (1 + self._seen))
            one = record, random
            # MXNet: all images of a chunk are created in order before the chunk is shuffled.
            waiting.append(self._augment_record(one) if self._stream else one)
        if self._o["shuffle"]:
            self._order.shuffle(waiting)
        self._waiting.extend(waiting)
        return bool(waiting)

    def _batch(self, chosen, pad):
        size, width = self._o["batch_size"], HEAD + self._pad_width
        data, labels = np.zeros((size, *self._shape), _F), np.zeros((size, width), _F)
        numbers = np.zeros(size, np.uint64)
        if len(chosen) < size and self._last is not None:
            # MXNet: unfilled rows keep the values of the previous batch.
            data[:], labels[:], numbers[:] = self._last

        def work(i):
            sample = self._augment_record(chosen[i])
            self._normalize(sample.image, data[i])
            labels[i] = self._o["label_pad_value"]
            labels[i, : len(sample.label)] = sample.label
            numbers[i] = sample.number

        self._for_each(work, len(chosen))
        if not self._o["round_batch"]:
            self._last = data.copy(), labels.copy(), numbers.copy()
        return data, labels, pad, numbers


def _with_sizes(image, label):
    """Prepend the size of its image and its own length to a label."""
    channels = image.shape[2] if image.ndim == 3 else 1
    return np.array([channels, *image.shape[:2], len(label), *label], _F)
