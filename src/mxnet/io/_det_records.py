"""ImageDetRecordIter: pictures of record files with boxes, changed together, batch by batch."""

from __future__ import annotations

import logging
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from .. import ndarray as nd
from .._formats.local import local_path
from ..base import MXNetError
from ..recordio import _opencv, unpack
from ._cpp_random import CppRandom
from ._det_augmenter import DetAugmenter
from ._image_records import CHANNELS, COLOURS
from ._record_source import ShuffledStream, Stream

# Of its own: logging.info would make the basicConfig that a script calls later do nothing.
_log = logging.getLogger(__name__)

_F = np.float32
MAGIC_SEED = 233
CHUNK = 8 << 20  # bytes
HEAD = 4  # numbers before the label: channels, height, width, length of the label


class Sample(NamedTuple):
    """A picture of the wanted size, in bytes, its label and its number."""

    picture: np.ndarray
    label: np.ndarray
    number: int


class BoxedPictures:
    """Batches of pictures and of boxes, as long as the longest label of all needs it."""

    fresh = True  # the arrays belong to whoever gets them

    def __init__(self, options: dict):
        self._o = options
        self._shape = options["data_shape"]
        if len(self._shape) != 3 or self._shape[0] not in CHANNELS:
            raise MXNetError(
                f"Invalid output shape {self._shape}: wanted (channels, height, width) with 1, 3 "
                "or 4 channels"
            )
        if not options["path_imgrec"]:
            raise MXNetError("must specify path_imgrec, the file of records")
        self._cv2 = _opencv()
        self._augment = self._augmenter()
        self._labels = self._label_map()
        self._pad_width = self._width_of_labels()
        self._source = self._records()
        # MXNet: leaves one processor to others.
        count = min(options["preprocess_threads"], max(1, (os.cpu_count() or 1) - 1))
        # One thread draws from one stream; of several each picture has a stream of its own.
        self._stream = CppRandom(MAGIC_SEED) if count == 1 else None
        self._seen = 0
        self._threads = ThreadPoolExecutor(count, "mxnet-decode") if count > 1 else None
        self._order = CppRandom(MAGIC_SEED + options["seed"])
        self._waiting: deque = deque()
        self._rounded = self._ended = False
        self._last = None
        self._mean, self._tables = None, self._channel_tables()
        if options["mean_img"]:
            self._mean = self._mean_picture(local_path(options["mean_img"]))
        if options["verbose"]:
            _log.info(
                "ImageDetRecordIter: %s, %d threads, label padding width: %d",
                options["path_imgrec"], count, self._pad_width,
            )  # fmt: skip

    # ------------------------------------------------------------------------------------ set up

    def _augmenter(self):
        names = [name for name in self._o["aug_seq"].split(",") if name]
        if names not in ([], ["det_aug_default"]):
            raise MXNetError(f"aug_seq {self._o['aug_seq']!r} is not known; use 'det_aug_default'")
        augmenter = DetAugmenter(self._cv2, self._o)  # which checks its parameters
        return augmenter if names else None

    def _records(self):
        o = self._o
        where, megabytes = (o["part_index"], o["num_parts"]), o["shuffle_chunk_size"]
        if not megabytes:
            return Stream(o["path_imgrec"], *where, CHUNK)
        source = Stream(o["path_imgrec"], *where, megabytes << 17)
        sections = -int(-source.total * 1.1 // (o["num_parts"] * (megabytes << 20)))
        if sections <= 1:
            return source
        return ShuffledStream(source, *where, sections, o["shuffle_chunk_seed"])

    def _label_map(self):
        """Read the labels of a list file: number, labels, name."""
        path, width = self._o["path_imglist"], self._o["label_width"]
        if not path:
            return None
        found = {}
        try:
            with open(local_path(path), encoding="utf-8") as lines:
                rows = [(i, line.split()) for i, line in enumerate(lines, 1) if line.strip()]
        except OSError as error:
            raise MXNetError(f"cannot open {path!r}: {error.strerror}") from error
        for line, words in rows:
            try:
                labels = [
                    float(word) for word in (words[1 : width + 1] if width > 0 else words[1:-1])
                ]
                if not labels or len(labels) < width:
                    raise ValueError("too few words")
                found[int(words[0])] = np.array(labels, _F)
            except ValueError as error:
                count = width if width > 0 else "one or more"
                raise MXNetError(
                    f"Bad ImageList format: {path!r}, line {line}: wanted a number, {count} "
                    f"label(s) and a file name, got {' '.join(words)!r}"
                ) from error
        return found

    def _width_of_labels(self):
        """Return how long labels are at most, or as long as the user wants them."""
        if self._labels is not None:
            widths = map(len, self._labels.values())
        else:
            widths = (len(self._label_of(*record)) for record in self._all_records())
        widest, wanted = max(widths, default=0), self._o["label_pad_width"]
        if 0 < wanted < widest:
            raise MXNetError(f"label_pad_width: {wanted} smaller than estimated width: {widest}")
        return max(widest, wanted)

    def _all_records(self):
        source = Stream(self._o["path_imgrec"], self._o["part_index"], self._o["num_parts"], CHUNK)
        while records := source.chunk():
            yield from records

    def _channel_tables(self):
        """Return for each channel what each of the 256 values becomes."""
        o, channels = self._o, COLOURS[: self._shape[0]]
        values = np.arange(256, dtype=_F)
        # MXNet: means are subtracted if one of them is positive, and a deviation counts if it is.
        subtracts = any(o[f"mean_{colour}"] > 0 for colour in COLOURS)
        tables = []
        for colour in channels:
            table = values - _F(o[f"mean_{colour}"]) if subtracts else values
            deviation = _F(o[f"std_{colour}"])
            tables.append((table / deviation if deviation > 0 else table) * _F(o["scale"]))
        self._subtracts = subtracts
        return tables

    def _mean_picture(self, path):
        """Read the mean picture; compute and store it where there is none."""
        if os.path.exists(path):
            loaded = nd.load(path)
            arrays = list(loaded.values()) if isinstance(loaded, dict) else loaded
            if len(arrays) != 1 or arrays[0].shape != self._shape:
                raise MXNetError(
                    f"{path!r} must hold one array of shape {self._shape}, the mean picture, got "
                    f"{[array.shape for array in arrays]}"
                )
            return arrays[0].asnumpy()
        total, count, picture = np.zeros(self._shape, _F), 0, np.empty(self._shape, _F)
        while self._waiting or self._load():
            self._normalize(self._made(self._waiting.popleft()).picture, picture)
            total += picture
            count += 1
        if not count:
            raise MXNetError(f"{self._o['path_imgrec']!r} has no records: there is no mean picture")
        mean = total * _F(1 / count)
        nd.save(path, {"mean_img": nd.array(mean)})
        self._source.rewind()
        return mean

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

    def _made(self, waiting):
        """Decode and change one picture, unless that is done."""
        if isinstance(waiting, Sample):
            return waiting
        (content, name), random = waiting
        label = self._label_of(content, name)
        try:
            header, encoded = unpack(content)
            image = self._decoded(encoded)
            if self._augment is not None:
                image, label = self._augment(image, label, random)
            return Sample(self._canvas(image), _with_sizes(image, label), header.id)
        except (MXNetError, self._cv2.error) as error:
            raise MXNetError(f"{name}: {str(error).strip()}") from error

    def _decoded(self, encoded):
        cv2, channels = self._cv2, self._shape[0]
        flag = {1: cv2.IMREAD_GRAYSCALE, 3: cv2.IMREAD_COLOR, 4: cv2.IMREAD_UNCHANGED}[channels]
        image = cv2.imdecode(np.frombuffer(encoded, np.uint8), flag) if encoded else None
        if image is None:
            raise MXNetError("Decoding failed. Invalid image file.")
        found = image.shape[2] if image.ndim == 3 else 1
        if found != channels:
            raise MXNetError(f"Expected {channels} channels, got {found}")
        return image

    def _canvas(self, image):
        """Return the picture, its channels first, with zeros to the right and below."""
        (channels, *size), (height, width) = self._shape, image.shape[:2]
        if height > size[0] or width > size[1]:
            raise MXNetError(f"the picture has size {(height, width)}, more than {tuple(size)}")
        canvas = np.zeros(self._shape, np.uint8)
        planes = self._cv2.split(image)
        for k, source in enumerate(CHANNELS[channels]):
            canvas[k, :height, :width] = planes[source]
        return canvas

    def _normalize(self, picture, out):
        for k, plane in enumerate(picture):
            if self._mean is None or self._subtracts:
                self._cv2.LUT(plane, self._tables[k], dst=out[k])
                continue
            deviation = _F(self._o[f"std_{COLOURS[k]}"])
            np.subtract(plane, self._mean[k], out=out[k], dtype=_F)
            if deviation > 0:
                out[k] /= deviation
            out[k] *= _F(self._o["scale"])

    # ----------------------------------------------------------------------------------- batches

    def rewind(self, go_on=True):
        """Begin the next round; after a rounded batch that is where it ended, if ``go_on``."""
        goes_on = go_on and self._rounded
        self._ended = self._rounded = False
        if not goes_on:
            self._waiting.clear()
            self._source.rewind()

    def _load(self):
        """Take the next chunk of records; tell whether there is one."""
        waiting = []
        for record in self._source.chunk():
            self._seen += 1
            random = self._stream or CppRandom(MAGIC_SEED * (1 + self._seen))
            one = record, random
            # MXNet: all of a chunk is made, in its order, before the chunk is shuffled.
            waiting.append(self._made(one) if self._stream else one)
        if self._o["shuffle"]:
            self._order.shuffle(waiting)
        self._waiting.extend(waiting)
        return bool(waiting)

    def read(self):
        """Return data, labels, padding and sample numbers; None after the last batch."""
        if self._ended:
            return None
        size, pad, chosen = self._o["batch_size"], 0, []
        while len(chosen) < size:
            if self._waiting or self._load():
                chosen.append(self._waiting.popleft())
                continue
            self._ended = True
            if not chosen:
                return None
            if pad:
                raise MXNetError("number of input must be bigger than batch size")
            pad = size - len(chosen)
            if not self._o["round_batch"]:
                break
            self._rounded = True
            self._source.rewind()
        return self._batch(chosen, pad)

    def _batch(self, chosen, pad):
        size, width = self._o["batch_size"], HEAD + self._pad_width
        data, labels = np.zeros((size, *self._shape), _F), np.zeros((size, width), _F)
        numbers = np.zeros(size, np.uint64)
        if len(chosen) < size and self._last is not None:
            # MXNet: what is not filled is that of the batch before.
            data[:], labels[:], numbers[:] = self._last

        def work(i):
            sample = self._made(chosen[i])
            self._normalize(sample.picture, data[i])
            labels[i] = self._o["label_pad_value"]
            labels[i, : len(sample.label)] = sample.label
            numbers[i] = sample.number

        run = map if self._threads is None else self._threads.map
        deque(run(work, range(len(chosen))), maxlen=0)
        if not self._o["round_batch"]:
            self._last = data.copy(), labels.copy(), numbers.copy()
        return data, labels, pad, numbers


def _with_sizes(image, label):
    """Return a label with the size of its picture and its own length in front."""
    channels = image.shape[2] if image.ndim == 3 else 1
    return np.array([channels, *image.shape[:2], len(label), *label], _F)
