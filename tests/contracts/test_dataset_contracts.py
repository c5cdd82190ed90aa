"""Every public dataset keeps to the contract."""

from __future__ import annotations

import inspect
import struct

import cv2
import numpy as np
import pytest

from mxnet import nd, recordio
from mxnet.gluon import contrib, data
from mxnet.gluon.data import vision

from .check_dataset import CHECKS

PICTURES = np.arange(3 * 28 * 28, dtype=np.uint32).astype(np.uint8).reshape(3, 28, 28)


def mnist(kind):
    def make(folder):
        for name, array in (("images-idx3", PICTURES), ("labels-idx1", PICTURES[:, 0, 0])):
            head = struct.pack(f">{1 + array.ndim}I", 0x800 + array.ndim, *array.shape)
            (folder / f"train-{name}-ubyte").write_bytes(head + array.tobytes())
        return kind(root=str(folder))

    return make


def cifar(kind, names, labels):
    def make(folder):
        for name in names:
            np.zeros((2, labels + 3072), np.uint8).tofile(folder / name)
        return kind(root=str(folder))

    return make


def encode_image():
    return cv2.imencode(".png", PICTURES[0])[1].tobytes()


def records(kind):
    def make(folder):
        writer = recordio.MXIndexedRecordIO(folder / "a.idx", folder / "a.rec", "w")
        for i in range(3):
            writer.write_idx(i, recordio.pack((0, float(i), i, 0), encode_image()))
        writer.close()
        return kind(str(folder / "a.rec"))

    return make


def in_folders(folder):
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "1.png").write_bytes(encode_image())
    return vision.ImageFolderDataset(str(folder))


def in_a_list(folder):
    (folder / "1.png").write_bytes(encode_image())
    return vision.ImageListDataset(str(folder), [[0, "1.png"], [[1, 2], "1.png"]])


def text(kind):
    def make(folder):
        (folder / "wiki.train.tokens").write_text("a b c d\n e f g h\n")
        return kind(root=str(folder), seq_len=3)

    return make


MAKERS = {
    data.ArrayDataset: lambda _: data.ArrayDataset(nd.ones((3, 2)), np.arange(3), list("abc")),
    data.SimpleDataset: lambda _: data.SimpleDataset([1, 2, 3]),
    data.RecordFileDataset: records(data.RecordFileDataset),
    vision.CIFAR10: cifar(vision.CIFAR10, [f"data_batch_{i}.bin" for i in range(1, 6)], 1),
    vision.CIFAR100: cifar(vision.CIFAR100, ["train.bin"], 2),
    vision.Digits: lambda _: vision.Digits(train=False).take(4),
    vision.FashionMNIST: mnist(vision.FashionMNIST),
    vision.ImageFolderDataset: in_folders,
    vision.ImageListDataset: in_a_list,
    vision.ImageRecordDataset: records(vision.ImageRecordDataset),
    vision.MNIST: mnist(vision.MNIST),
    contrib.data.text.WikiText103: text(contrib.data.text.WikiText103),
    contrib.data.text.WikiText2: text(contrib.data.text.WikiText2),
}


def test_every_dataset_is_here():
    homes = (data, vision, contrib.data.text)
    classes = {
        value
        for home in homes
        for name, value in vars(home).items()
        if inspect.isclass(value) and issubclass(value, data.Dataset) and name[0] != "_"
    }
    assert classes - {data.Dataset} == set(MAKERS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", MAKERS, ids=lambda kind: kind.__name__)
def test_contract(kind, check, tmp_path):
    check(MAKERS[kind](tmp_path))
