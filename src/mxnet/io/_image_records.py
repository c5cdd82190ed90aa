"""ImageRecordIter: pictures of record files, changed at random and normalized, batch by batch."""

from __future__ import annotations

import logging
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from .. import ndarray as nd
from .._formats.local import local_path
from ..base import MXNetError
from ..recordio import _opencv, unpack
from ._augmenter import Augmenter
from ._cpp_random import CppRandom
from ._record_source import MAGIC_SEED, Indexed, ShuffledStream, Stream

# Of its own: logging.info would make the basicConfig that a script calls later do nothing.
_log = logging.getLogger(__name__)

_F = np.float32
COLOURS = "rgba"
CHANNELS = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}  # from OpenCV's order


class Pictures:
    """Batches of pictures and labels.

    A chunk of records is decoded as far as a batch needs it; what is left over waits for the next.
    """

    fresh = True  # the arrays belong to whoever gets them

    def __init__(self, options: dict, kind: str = "float32"):
        self._o = options
        self._dtype = np.dtype(kind)
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
        self._source = self._records()
        self._random = CppRandom(MAGIC_SEED + options["seed"])  # of the order in a chunk
        count = min(options["preprocess_threads"], os.cpu_count() or 1)
        # One stream of random numbers, as MXNet has one for each thread; several threads would
        # take from it in any order, so that there each picture has a stream of its own.
        self._stream = CppRandom(MAGIC_SEED) if count == 1 else None
        self._seen = 0
        self._threads = ThreadPoolExecutor(count, "mxnet-decode") if count > 1 else None
        self._waiting: deque = deque()
        self._rounded = self._ended = False
        self._mean = None
        self._tables = self._channel_tables(_F(options["scale"]), _F(0))
        self._fixed = not options["max_random_contrast"] and not options["max_random_illumination"]
        if options["mean_img"] and kind != "uint8":
            self._mean = self._mean_picture(local_path(options["mean_img"]))
        if options["verbose"]:
            _log.info("ImageRecordIter: %s, %d threads", options["path_imgrec"], count)

    # ------------------------------------------------------------------------------------ set up

    def _augmenter(self):
        names = [name for name in self._o["aug_seq"].split(",") if name]
        if names not in ([], ["aug_default"]):
            raise MXNetError(f"aug_seq {self._o['aug_seq']!r} is not known; use 'aug_default'")
        angles = [int(angle) for angle in self._o["rotate_list"]]
        return Augmenter(self._cv2, self._o, angles) if names else None

    def _records(self):
        o = self._o
        where = o["path_imgrec"], o["part_index"], o["num_parts"]
        if o["path_imgidx"]:
            seed = o["seed"] if o["shuffle"] else None
            return Indexed(where[0], o["path_imgidx"], *where[1:], o["batch_size"], seed)
        megabytes = o["shuffle_chunk_size"]
        if not megabytes:
            return Stream(*where)
        source = Stream(*where, megabytes << 17)
        sections = -int(-source.total * 1.1 // (o["num_parts"] * (megabytes << 20)))
        if sections <= 1:
            return source
        return ShuffledStream(source, *where[1:], sections, o["shuffle_chunk_seed"])

    def _label_map(self):
        """Read the labels of a list file: number, labels, name."""
        path = self._o["path_imglist"]
        if not path:
            return None
        width, found = self._o["label_width"], {}
        try:
            with open(local_path(path), encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    words = line.split()
                    if not words:
                        continue
                    try:
                        labels = [float(word) for word in words[1 : 1 + width]]
                        if len(labels) < width or len(words) < 2 + width:
                            raise ValueError("too few words")
                        found[int(words[0])] = np.array(labels, _F)
                    except ValueError as error:
                        raise MXNetError(
                            f"Bad ImageList format: {path!r}, line {number}: wanted a number, "
                            f"{width} label(s) and a file name, got {line.strip()!r}"
                        ) from error
        except OSError as error:
            raise MXNetError(f"cannot open {path!r}: {error.strerror}") from error
        return found

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
        total, count = np.zeros(self._shape, _F), 0
        picture = np.empty(self._shape, _F)
        while records := self._source.chunk():
            for place, record in enumerate(records):
                self._picture(record, place, picture)
                total += picture
                count += 1
        if not count:
            raise MXNetError(f"{self._o['path_imgrec']!r} has no records: there is no mean picture")
        mean = total * _F(1 / count)
        nd.save(path, {"mean_img": nd.array(mean)})
        self._source.rewind()
        return mean

    def _channel_tables(self, scale, shift):
        """Return for each channel what each of the 256 values becomes."""
        values = np.arange(256, dtype=_F)
        tables = []
        for colour in COLOURS[: self._shape[0]]:
            mean, deviation = _F(self._o[f"mean_{colour}"]), _F(self._o[f"std_{colour}"])
            if self._dtype == np.int8:
                rounded = int(np.floor(abs(mean) + 0.5) * np.sign(mean))
                tables.append(np.clip(np.arange(256) - rounded, -128, 127).astype(np.int8))
            else:
                tables.append((values - mean) * (scale / deviation) + shift / deviation)
        return tables

    # --------------------------------------------------------------------------------- one record

    def _picture(self, record, place, out):
        """Decode, change and normalize one picture into ``out``; return its labels."""
        content, name = record
        try:
            header, encoded = unpack(content)
            labels = self._labels_of(header)
            image = self._decoded(encoded)
            random = self._randomness(place)
            if self._augment is not None:
                image = self._augment(image, random)
            if image.shape[:2] != self._shape[1:]:
                raise MXNetError(f"the picture has size {image.shape[:2]}, not {self._shape[1:]}")
            self._normalize(image, random, out)
        except (MXNetError, self._cv2.error) as error:
            raise MXNetError(f"{name}: {str(error).strip()}") from error
        return labels

    def _randomness(self, place):
        if self._o["seed_aug"] is not None:
            return CppRandom(place + self._o["seed_aug"] + MAGIC_SEED)
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

    def _decoded(self, encoded):
        cv2, channels = self._cv2, self._shape[0]
        buffer = np.frombuffer(encoded, np.uint8)
        flag = {1: cv2.IMREAD_GRAYSCALE, 3: cv2.IMREAD_COLOR, 4: cv2.IMREAD_UNCHANGED}[channels]
        if encoded[:2] == b"\xff\xd8" and channels < 4:
            flag |= cv2.IMREAD_IGNORE_ORIENTATION  # MXNet: decodes JPEG without OpenCV here
        image = cv2.imdecode(buffer, flag) if buffer.size else None
        if image is None:
            raise MXNetError("Decoding failed. Invalid image file.")
        found = image.shape[2] if image.ndim == 3 else 1
        if found != channels:
            raise MXNetError(f"Expected {channels} channels, got {found}")
        return image

    def _normalize(self, image, random, out):
        o, cv2 = self._o, self._cv2
        mirrored = (o["rand_mirror"] and random.coin()) or o["mirror"]
        tables, scale, shift = self._tables, _F(o["scale"]), _F(0)
        if self._dtype != np.uint8:
            drawn = random.uniform(0, 1), random.uniform(0, 1)
            if not self._fixed:
                contrast, light = _F(o["max_random_contrast"]), _F(o["max_random_illumination"])
                scale = (drawn[0] * contrast * _F(2) - contrast + _F(1)) * scale
                shift = (drawn[1] * light * _F(2) - light) * _F(o["scale"])
                tables = self._channel_tables(scale, shift)
        if mirrored:
            image = cv2.flip(image, 1)
        planes = cv2.split(image)
        for k, source in enumerate(CHANNELS[self._shape[0]]):
            plane = planes[source]
            if self._dtype == np.uint8:
                out[k] = plane
            elif self._mean is not None:
                self._minus_mean(plane, k, mirrored, scale, shift, out[k])
            else:
                cv2.LUT(plane, tables[k], dst=out[k])

    def _minus_mean(self, plane, k, mirrored, scale, shift, out):
        # MXNet: the mean picture is mirrored together with the picture.
        mean = self._mean[k][:, ::-1] if mirrored else self._mean[k]
        if self._dtype == np.int8:
            rounded = np.floor(np.abs(mean) + 0.5) * np.sign(mean)
            out[:] = np.clip(plane - rounded, -128, 127)
            return
        deviation = _F(self._o[f"std_{COLOURS[k]}"])
        np.subtract(plane, mean, out=out, dtype=_F)
        out *= scale / deviation
        out += shift / deviation

    # ----------------------------------------------------------------------------------- batches

    def rewind(self, go_on=True):
        """Begin the next round; after a rounded batch that is where it ended, if ``go_on``."""
        goes_on = go_on and self._rounded
        self._ended = self._rounded = False
        if not goes_on:
            self._waiting.clear()
            self._source.rewind()

    def _load(self, filled):
        """Take the next chunk of records; tell whether there is one."""
        records = self._source.chunk()
        order = list(range(len(records)))
        shuffles = self._o["shuffle"] and not self._o["path_imgidx"]
        if shuffles:
            self._random.shuffle(order)
        start = self._o["batch_size"] if shuffles else filled
        self._waiting.extend((records[i], start + i) for i in order)
        return bool(records)

    def read(self):
        """Return data, labels, padding and sample numbers; None after the last batch."""
        if self._ended:
            return None
        size, pad, chosen = self._o["batch_size"], 0, []
        while len(chosen) < size:
            if not self._waiting and not self._load(len(chosen)):
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
            elif self._waiting:
                chosen.append(self._waiting.popleft())
        return self._batch(chosen, pad)

    def _batch(self, chosen, pad):
        size = self._o["batch_size"]
        data = np.empty((size, *self._shape), self._dtype)
        labels = np.zeros((size, self._o["label_width"]), _F)

        def work(i):
            record, place = chosen[i]
            labels[i] = self._picture(record, place, data[i])

        run = map if self._threads is None else self._threads.map
        deque(run(work, range(len(chosen))), maxlen=0)
        data[len(chosen) :] = 0
        # MXNet: this iterator does not tell the numbers of its samples.
        return data, labels, pad, np.zeros(size, np.uint64)


class Ahead:
    """Lets a thread read batches ahead of their use."""

    fresh = True

    def __init__(self, source, count: int):
        self._source, self._count = source, max(1, count)
        self._thread = ThreadPoolExecutor(1, "mxnet-read")
        self._coming: deque = deque()
        self._rounded = False  # whether the last batch of a round was given out

    def read(self):
        """Return the next batch, None after the last one."""
        while len(self._coming) < self._count:
            self._coming.append(self._thread.submit(self._source.read))
        batch = self._coming.popleft().result()
        self._rounded = batch is not None and batch[2] > 0 or batch is None and self._rounded
        return batch

    def rewind(self):
        """Begin the next round."""
        for batch in self._coming:
            batch.cancel()
        for batch in self._coming:
            if not batch.cancelled():
                batch.exception()
        self._coming.clear()
        self._source.rewind(go_on=self._rounded)  # the thread may have come to the end earlier
        self._rounded = False

    def __del__(self):
        if hasattr(self, "_thread"):
            self._thread.shutdown(wait=False, cancel_futures=True)
