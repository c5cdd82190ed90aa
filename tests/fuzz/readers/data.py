"""Data sets: records and their indices, images, lists, MNIST, CIFAR, CSV, LibSVM, word vectors."""

from __future__ import annotations

import functools
import gzip
import io
import pathlib
import struct
import tarfile
import zipfile

import cv2
import numpy as np

import mxnet as mx
from mxnet import gluon, recordio

from ..mutations import gzipped, text, zipped
from ..registry import target
from .arrays import saved

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"
RECORDS = GOLDEN / "records"
IMAGES = GOLDEN / "images"


ENCODED = ".webp .tiff .gif .avif .jp2 .hdr .ppm .pam .ras .pfm".split()


def _images() -> list[bytes]:
    return [path.read_bytes() for path in sorted(IMAGES.iterdir())] + [*map(_encode, ENCODED)]


def _encode(ending: str) -> bytes:
    kind = np.float32 if ending in (".hdr", ".pfm") else np.uint8
    image = np.arange(64 * 48 * 3).reshape(64, 48, 3).astype(kind)
    return cv2.imencode(ending, image)[1].tobytes()


@functools.cache
def _picture_record(label=1.0) -> bytes:
    def write(path):
        records = recordio.MXRecordIO(path, "w")
        image = (IMAGES / "colour.jpg").read_bytes()
        for number in range(3):
            records.write(recordio.pack(recordio.IRHeader(0, label, number, 0), image))
        records.close()

    return saved(write, ".rec")


@functools.cache
def _plain_record() -> bytes:
    def write(path):
        records = recordio.MXRecordIO(path, "w")
        for content in (b"one", b"", b"x" * 40 + struct.pack("<I", 0xCED7230A) * 2):
            records.write(content)
        records.close()

    return saved(write, ".rec")


@target(
    "recordio",
    "recordio.MXRecordIO",
    lambda: [_plain_record(), _picture_record()],
    weight=16,
)
def record_file(data, folder):
    records = recordio.MXRecordIO(folder.put("x.rec", data), "r")
    try:
        while records.read() is not None:
            pass
    finally:
        records.close()


@functools.cache
def _indexed_record() -> bytes:
    return (GOLDEN / "files" / "records.rec").read_bytes()


def _index() -> list[bytes]:
    return [(GOLDEN / "files" / "records.idx").read_bytes(), b"0\t0\n"]


@target("record-index", "recordio.MXIndexedRecordIO", _index, [text, text], weight=8)
def record_index(data, folder):
    index, path = folder.put("x.idx", data), folder.put("x.rec", _indexed_record())
    records = recordio.MXIndexedRecordIO(index, path, "r")
    try:
        for key in records.keys:
            records.read_idx(key)
    finally:
        records.close()


@target("record-dataset", "gluon.data.RecordFileDataset", _index, [text, text], weight=4)
def record_dataset(data, folder):
    folder.put("x.idx", data)
    samples = gluon.data.RecordFileDataset(folder.put("x.rec", _indexed_record()))
    for i in range(len(samples)):
        samples[i]


@target("image", "mx.image.imdecode", _images, weight=8)
def image(data, folder):
    mx.image.imdecode(data, flag=1).asnumpy()


@target(
    "image-record",
    "recordio.unpack, unpack_img",
    lambda: [_picture_record(), _picture_record((1.0, 2.0))],
    weight=4,
)
def image_record(data, folder):
    records = recordio.MXRecordIO(folder.put("x.rec", data), "r")
    try:
        while (record := records.read()) is not None:
            recordio.unpack_img(record)
    finally:
        records.close()


@target("image-record-iter", "mx.io.ImageRecordIter", lambda: [_picture_record()], weight=1)
def image_record_iterator(data, folder):
    batches = mx.io.ImageRecordIter(
        path_imgrec=folder.put("x.rec", data), data_shape=(3, 8, 8), batch_size=1,
        preprocess_threads=1, prefetch_buffer=1,
    )  # fmt: skip
    for batch in batches:
        batch.data[0].asnumpy()


@target(
    "image-det-record-iter",
    "mx.io.ImageDetRecordIter",
    lambda: [(RECORDS / "objects.rec").read_bytes()],
    weight=1,
)
def image_det_record_iterator(data, folder):
    batches = mx.io.ImageDetRecordIter(
        path_imgrec=folder.put("x.rec", data), data_shape=(3, 8, 8), batch_size=1,
        preprocess_threads=1, verbose=False,
    )  # fmt: skip
    for batch in batches:
        batch.data[0].asnumpy()


LIST = b"0\t1.0\tcolour.jpg\n1\t2.0\tgrey.png\n2\t0\talpha.png\n"


@functools.cache
def _list_seeds() -> list[bytes]:
    return [LIST, b"0\t1\t2\tcolour.jpg\n"]


@target(
    "image-record-list",
    "mx.io.ImageRecordIter with path_imglist",
    _list_seeds,
    [text, text],
    weight=1,
)
def image_record_list(data, folder):
    mx.io.ImageRecordIter(
        path_imgrec=folder.put("x.rec", _picture_record()), data_shape=(3, 8, 8), batch_size=1,
        preprocess_threads=1, path_imglist=folder.put("x.lst", data),
    ).next()  # fmt: skip


@target("image-list", "vision.ImageListDataset", _list_seeds, [text, text], weight=4)
def image_list(data, folder):
    samples = gluon.data.vision.ImageListDataset(str(IMAGES), folder.put("x.lst", data))
    for i in range(min(len(samples), 4)):
        samples[i]


# MXNet's own: StopIteration where no sample is left, ValueError for a line that is no entry,
# FileNotFoundError for an image that is not there.
@target(
    "image-iter",
    "mx.image.ImageIter with path_imglist",
    _list_seeds,
    [text, text],
    raises=(ValueError, FileNotFoundError, StopIteration),
    weight=2,
)
def image_iterator(data, folder):
    mx.image.ImageIter(
        1, (3, 4, 4), path_imglist=folder.put("x.lst", data), path_root=str(IMAGES)
    ).next()


# --------------------------------------------------------------------------------------- data sets

LABELS = struct.pack(">ii", 0x801, 3) + bytes([1, 2, 3])


def _idx() -> list[bytes]:
    return [struct.pack(">iiii", 0x803, 3, 4, 5) + bytes(range(60))]


def _pack_idx() -> list[bytes]:
    return [gzip.compress(data, mtime=0) for data in _idx()] + _idx()


@target("mnist-iter", "mx.io.MNISTIter", _idx, weight=4)
def mnist_iterator(data, folder):
    image, label = folder.put("images", data), folder.put("labels", LABELS)
    mx.io.MNISTIter(image=image, label=label, batch_size=1, silent=True).next()


@target("mnist", "vision.MNIST", _pack_idx, [gzipped], weight=4)
def mnist(data, folder):
    folder.put("t10k-images-idx3-ubyte.gz", data)
    folder.put("t10k-labels-idx1-ubyte.gz", LABELS)
    gluon.data.vision.MNIST(root=folder.path, train=False)[0]


def _cifar() -> list[bytes]:
    return [bytes([3]) + bytes(3072), (bytes([9]) + b"\x7f" * 3072) * 2]


@target("cifar", "vision.CIFAR10", _cifar, weight=4)
def cifar(data, folder):
    folder.put("test_batch.bin", data)
    gluon.data.vision.CIFAR10(root=folder.path, train=False)[0]


def _cifar_archives() -> list[bytes]:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        entry = tarfile.TarInfo("cifar-10-batches-bin/test_batch.bin")
        entry.size = 3073
        archive.addfile(entry, io.BytesIO(bytes(3073)))
    return [stream.getvalue()]


@target(
    "cifar-archive", "vision.CIFAR10 of *.tar.gz", _cifar_archives, [gzipped, gzipped], weight=4
)
def cifar_archive(data, folder):
    member = pathlib.Path(folder.path, "test_batch.bin")
    member.unlink(missing_ok=True)
    folder.put("cifar-10-binary.tar.gz", data)
    gluon.data.vision.CIFAR10(root=folder.path, train=False)[0]


def _text_archives() -> list[bytes]:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("wikitext-2/wiki.test.tokens", " a b <unk>\n = c = \n" * 20)
    return [stream.getvalue()]


@target(
    "wikitext-archive",
    "contrib.data.text.WikiText2",
    _text_archives,
    [zipped(text, compression=zipfile.ZIP_DEFLATED)],
    weight=2,
)
def text_archive(data, folder):
    pathlib.Path(folder.path, "wiki.test.tokens").unlink(missing_ok=True)
    folder.put("wikitext-2-v1.zip", data)
    gluon.contrib.data.text.WikiText2(root=folder.path, segment="test", seq_len=5)


@target(
    "csv", "mx.io.CSVIter", lambda: [b"1,2,3\n4,5,6\n", b"1.5,-2e3,nan\n"], [text, text], weight=4
)
def csv(data, folder):
    for batch in mx.io.CSVIter(data_csv=folder.put("x.csv", data), data_shape=(3,), batch_size=1):
        batch.data[0].asnumpy()


@target(
    "libsvm",
    "mx.io.LibSVMIter",
    lambda: [b"1 0:1.5 3:2\n0 1:1\n", b"1 0:0\n"],
    [text, text],
    weight=4,
)
def libsvm(data, folder):
    path = folder.put("x.libsvm", data)
    for batch in mx.io.LibSVMIter(data_libsvm=path, data_shape=(4,), batch_size=1):
        batch.data[0].asnumpy()


# MXNet's own: AssertionError for a line without numbers, or with more than the one before it;
# ValueError for a file without any vector.
@target(
    "text-embedding",
    "text.embedding.CustomEmbedding",
    lambda: [b"sun 1 2\nmoon 3 4\n", b"2 3\nword 1 2 3\n<unk> 0 0 0\n"],
    [text, text],
    raises=(AssertionError, ValueError),
)
def embedding(data, folder):
    vectors = mx.contrib.text.embedding.CustomEmbedding(folder.put("x.txt", data))
    vectors.get_vecs_by_tokens("sun").asnumpy()
