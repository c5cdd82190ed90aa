"""ImageRecordIter: batches of randomly augmented and normalized images from record files."""

from __future__ import annotations

import logging
from collections import deque

import numpy as np

from .._formats.local import local_path
from ..base import MXNetError
from ..recordio import unpack
from ._augmenter import Augmenter
from ._cpp_random import CppRandom
from ._record_images import CHANNELS, COLORS, RecordImages
from ._record_source import CHUNK, MAGIC_SEED, Indexed
from ._threads import ReadingThreads

# A separate logger: logging.info would disable a later basicConfig of the script.
_log = logging.getLogger(__name__)

_F = np.float32


class Images(RecordImages):
    """Batches of images and labels; an image is decoded when its batch is read."""

    seed = MAGIC_SEED
    chunk = CHUNK
    augmentation = "aug_default"

    def __init__(self, options: dict, kind: str = "float32"):
        super().__init__(options)
        self._dtype = np.dtype(kind)
        self._mean = None
        self._tables = self._channel_tables(_F(options["scale"]), _F(0))
        self._fixed = not options["max_random_contrast"] and not options["max_random_illumination"]
        if options["mean_img"] and kind != "uint8":
            self._mean = self._mean_image(local_path(options["mean_img"]))
        if options["verbose"]:
            _log.info("ImageRecordIter: %s, %d threads", options["path_imgrec"], self._count)

    # ------------------------------------------------------------------------------------ set up

    def _augmenter(self):
        if not self._augments():
            return None
        angles = [int(angle) for angle in self._o["rotate_list"]]
        return Augmenter(self._cv2, self._o, angles)

    def _records(self):
        o = self._o
        if not o["path_imgidx"]:
            return super()._records()
        part, seed = (o["part_index"], o["num_parts"]), o["seed"] if o["shuffle"] else None
        return Indexed(o["path_imgrec"], o["path_imgidx"], *part, o["batch_size"], seed)

    def _label_words(self, words, width):
        return words[1:-1][:width]

    def _iterate_normalized(self):
        image = np.empty(self._shape, _F)
        while records := self._source.chunk():
            for position, record in enumerate(records):
                self._read_image(record, position, image)
                yield image

    def _channel_tables(self, scale, shift):
        """Return the lookup table of the 256 values for each channel."""
        values = np.arange(256, dtype=_F)
        tables = []
        for color in COLORS[: self._shape[0]]:
            mean, deviation = _F(self._o[f"mean_{color}"]), _F(self._o[f"std_{color}"])
            if self._dtype == np.int8:
                rounded = int(np.floor(abs(mean) + 0.5) * np.sign(mean))
                tables.append(np.clip(np.arange(256) - rounded, -128, 127).astype(np.int8))
            else:
                tables.append((values - mean) * (scale / deviation) + shift / deviation)
        return tables

    # --------------------------------------------------------------------------------- one record

    def _read_image(self, record, position, out):
        """Decode, augment and normalize one image into ``out``; return its labels."""
        content, name = record
        try:
            header, encoded = unpack(content)
            labels = self._labels_of(header)
            image = self._decode(encoded)
            random = self._randomness(position)
            if self._augment is not None:
                image = self._augment(image, random)
            if image.shape[:2] != self._shape[1:]:
                raise MXNetError(f"the image has size {image.shape[:2]}, not {self._shape[1:]}")
            self._normalize(image, random, out)
        except (MXNetError, self._cv2.error) as error:
            raise MXNetError(f"{name}: {str(error).strip()}") from error
        return labels

    def _randomness(self, position):
        if self._o["seed_aug"] is not None:
            return CppRandom(position + self._o["seed_aug"] + MAGIC_SEED)
        if self._stream is not None:
            return self._stream
        self._seen += 1
        return CppRandom(MAGIC_SEED * (1 + self._seen))

    def _labels_of(self, header):
        width = self._o["label_width"]
        if self._labels is not None:
            if header.id not in self._labels:
                raise MXNetError(f"fail to find imagelabel for id {header.id}")
            return self._labels[header.id]
        count = max(1, header.flag)
        if count != width:
            raise MXNetError(
                f"the record has {count} label(s), but label_width is {width}; give labels in "
                "path_imglist or set label_width"
            )
        return header.label

    def _decode(self, encoded):
        # MXNet: decodes JPEG without OpenCV here, so the orientation in the header is ignored.
        is_jpeg = encoded[:2] == b"\xff\xd8" and self._shape[0] < 4
        return super()._decode(encoded, self._cv2.IMREAD_IGNORE_ORIENTATION if is_jpeg else 0)

    def _normalize(self, image, random, out):
        o, cv2 = self._o, self._cv2
        mirror = (o["rand_mirror"] and random.coin()) or o["mirror"]
        tables, scale, shift = self._tables, _F(o["scale"]), _F(0)
        if self._dtype != np.uint8:
            drawn = random.uniform(0, 1), random.uniform(0, 1)
            if not self._fixed:
                contrast, light = _F(o["max_random_contrast"]), _F(o["max_random_illumination"])
                scale = (drawn[0] * contrast * _F(2) - contrast + _F(1)) * scale
                shift = (drawn[1] * light * _F(2) - light) * _F(o["scale"])
                tables = self._channel_tables(scale, shift)
        if mirror:
            image = cv2.flip(image, 1)
        planes = cv2.split(image)
        for k, source in enumerate(CHANNELS[self._shape[0]]):
            plane = planes[source]
            if self._dtype == np.uint8:
                out[k] = plane
            elif self._mean is not None:
                self._minus_mean(plane, k, mirror, scale, shift, out[k])
            else:
                cv2.LUT(plane, tables[k], dst=out[k])

    def _minus_mean(self, plane, k, mirrored, scale, shift, out):
        # MXNet: the mean image is mirrored together with the image.
        mean = self._mean[k][:, ::-1] if mirrored else self._mean[k]
        if self._dtype == np.int8:
            rounded = np.floor(np.abs(mean) + 0.5) * np.sign(mean)
            out[:] = np.clip(plane - rounded, -128, 127)
            return
        deviation = _F(self._o[f"std_{COLORS[k]}"])
        np.subtract(plane, mean, out=out, dtype=_F)
        out *= scale / deviation
        out += shift / deviation

    # ----------------------------------------------------------------------------------- batches

    def _load(self, filled):
        """Load the next chunk of records; return whether there is one."""
        records = self._source.chunk()
        order = list(range(len(records)))
        shuffles = self._o["shuffle"] and not self._o["path_imgidx"]
        if shuffles:
            self._order.shuffle(order)
        start = self._o["batch_size"] if shuffles else filled
        self._waiting.extend((records[i], start + i) for i in order)
        return bool(records)

    def _batch(self, chosen, pad):
        size = self._o["batch_size"]
        data = np.empty((size, *self._shape), self._dtype)
        labels = np.zeros((size, self._o["label_width"]), _F)

        def work(i):
            record, position = chosen[i]
            labels[i] = self._read_image(record, position, data[i])

        self._for_each(work, len(chosen))
        data[len(chosen) :] = 0
        # MXNet: this iterator does not return the indices of its samples.
        return data, labels, pad, np.zeros(size, np.uint64)


class Ahead:
    """Prefetches batches in a thread."""

    fresh = True

    def __init__(self, source, count: int):
        self._source, self._count = source, max(1, count)
        self._thread = ReadingThreads(1, "mxnet-read")
        self._pending: deque = deque()
        self._rounded = False  # whether the last batch of an epoch was returned

    def read(self):
        """Return the next batch, or None after the last one."""
        self._thread.check()
        while len(self._pending) < self._count:
            self._pending.append(self._thread.submit(self._source.read))
        batch = self._pending.popleft().result()
        self._rounded = batch is not None and batch[2] > 0 or batch is None and self._rounded
        return batch

    def rewind(self):
        """Start the next epoch."""
        self._thread.check()
        for batch in self._pending:
            batch.cancel()
        for batch in self._pending:
            if not batch.cancelled():
                batch.exception()
        self._pending.clear()
        self._source.rewind(go_on=self._rounded)  # the thread may have reached the end earlier
        self._rounded = False

    def __del__(self):
        if hasattr(self, "_thread"):
            self._thread.shutdown(wait=False, cancel_futures=True)
