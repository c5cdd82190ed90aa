"""Datasets and models that tests download."""

from __future__ import annotations

import bz2
import gzip
import os
import pickle
import shutil
import struct
import sys
import zipfile

import numpy as np

from ..gluon.utils import _get_repo_file_url, download as fetch

__all__ = [
    "download", "download_model", "get_bz2_data", "get_cifar10", "get_mnist",
    "get_mnist_iterator", "get_mnist_pkl", "get_mnist_ubyte", "get_zip_data",
]  # fmt: skip

mx = sys.modules[__package__.partition(".")[0]]  # mx.io is imported on first use

# With the SHA-1 sums in mx.gluon.data.vision.MNIST, for downloads.
_MNIST = {
    "train_data": ("train-images-idx3-ubyte.gz", "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d"),
    "train_label": ("train-labels-idx1-ubyte.gz", "2a80914081dc54586dbdf242f9805a6b8d2a15fc"),
    "test_data": ("t10k-images-idx3-ubyte.gz", "c3a25af1f52dad7f726cce8cacb138654b760d48"),
    "test_label": ("t10k-labels-idx1-ubyte.gz", "763e7fa3757d93b0cdec073cef058b2004252c17"),
}
_MNIST_NAMESPACE = "gluon/dataset/mnist"
_DATA = "data"  # relative to the current folder


def download(url, fname=None, dirname=None, overwrite=False, retries=5):
    """Download a file unless it exists; return its name.

    Parameters
    ----------
    url : str
    fname : str, optional
        The file name, by default that of the URL.
    dirname : str, optional
        The folder, by default the current one.
    overwrite : bool
        Whether to download an existing file again.
    retries : int
    """
    path = url.split("/")[-1] if fname is None else fname
    if dirname is not None:
        os.makedirs(dirname, exist_ok=True)
        path = os.path.join(dirname, path)
    fetch(url, path=path, overwrite=overwrite, retries=retries)
    return path


def download_model(model_name, dst_dir="./", meta_info=None):
    """Download the symbol and the parameters of a model; return its name and epoch.

    Parameters
    ----------
    model_name : str
    dst_dir : str
        The target folder.
    meta_info : dict of dict
        The URLs of models: ``{name: {"symbol": url, "params": url}}``.
    """
    if not meta_info or model_name not in meta_info:
        raise ValueError(
            f"meta_info must give the urls of {model_name!r}: "
            "{name: {'symbol': url, 'params': url}}"
        )
    prefix = os.path.join(dst_dir, model_name)
    for part, ending in (("symbol", "-symbol.json"), ("params", "-0000.params")):
        download(meta_info[model_name][part], fname=prefix + ending)
    return prefix, 0


def get_zip_data(data_dir, url, data_origin_name):
    """Download a zip archive into a folder and unpack it there."""
    archive = download(url, fname=data_origin_name, dirname=data_dir)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(data_dir)


def get_bz2_data(data_dir, data_name, url, data_origin_name):
    """Download a bz2 file into a folder and unpack it there as ``data_name``."""
    target = os.path.join(data_dir, data_name)
    if os.path.exists(target):
        return
    packed = download(url, fname=data_origin_name, dirname=data_dir)
    with bz2.open(packed) as source, open(target, "wb") as plain:
        shutil.copyfileobj(source, plain)
    os.remove(packed)


# ------------------------------------------------------------------------------------------- MNIST


def get_mnist():
    """Return the MNIST data: images (N, 1, 28, 28) from 0 to 1, and labels, as a dict."""
    data = {}
    for name, file in _MNIST.items():
        with gzip.open(_mnist_file(*file)) as stream:
            data[name] = _read_idx(stream.read())
    for name in ("train_data", "test_data"):
        data[name] = data[name].reshape(-1, 1, 28, 28).astype(np.float32) / 255
    for name in ("train_label", "test_label"):
        data[name] = data[name].astype(np.int8)
    return data


def _mnist_file(name, sha1):
    path = os.path.join(_DATA, name)
    if os.path.exists(path):  # MXNet: also another data set in the same format
        return path
    return fetch(_get_repo_file_url(_MNIST_NAMESPACE, name), path=path, sha1_hash=sha1)


def _read_idx(raw: bytes) -> np.ndarray:
    """Read the IDX format: zeros, type, number of dimensions, their sizes, bytes."""
    ndim = raw[3]
    shape = struct.unpack_from(f">{ndim}I", raw, 4)
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * ndim).reshape(shape)


def get_mnist_ubyte():
    """Download the MNIST data and unpack it into the folder ``data``."""
    for file, sha1 in _MNIST.values():
        target = os.path.join(_DATA, file.removesuffix(".gz"))
        if not os.path.exists(target):
            with gzip.open(_mnist_file(file, sha1)) as source, open(target, "wb") as plain:
                shutil.copyfileobj(source, plain)


def get_mnist_pkl():
    """Write the MNIST data to ``data/mnist.pkl.gz``: train, validation and test set."""
    target = os.path.join(_DATA, "mnist.pkl.gz")
    if os.path.exists(target):
        return
    data = get_mnist()
    train, test = (
        (data[f"{part}_data"].reshape(-1, 784), data[f"{part}_label"].astype(np.int64))
        for part in ("train", "test")
    )
    sets = ((train[0][:50000], train[1][:50000]), (train[0][50000:], train[1][50000:]), test)
    with gzip.open(target, "wb") as file:
        pickle.dump(sets, file)


def get_mnist_iterator(batch_size, input_shape, num_parts=1, part_index=0):
    """Return iterators over the training and the test images of MNIST.

    Parameters
    ----------
    batch_size : int
    input_shape : tuple of int
        ``(784,)`` for flat images, ``(1, 28, 28)`` otherwise.
    num_parts, part_index : int
        The number of parts of the training set, and the index of the part to use.
    """
    get_mnist_ubyte()
    flat = len(input_shape) != 3

    def iterator(part, **options):
        return mx.io.MNISTIter(
            image=os.path.join(_DATA, f"{part}-images-idx3-ubyte"),
            label=os.path.join(_DATA, f"{part}-labels-idx1-ubyte"),
            batch_size=batch_size,
            flat=flat,
            num_parts=num_parts,
            part_index=part_index,
            **options,
        )

    return iterator("train", shuffle=True), iterator("t10k")


def get_cifar10():
    """Download CIFAR-10 as record files and unpack it into the folder ``data/cifar``."""
    if not os.path.exists(os.path.join(_DATA, "cifar", "train.rec")):
        # MXNet: http. Only https ensures that the file is the requested one.
        get_zip_data(_DATA, "https://data.mxnet.io/mxnet/data/cifar10.zip", "cifar10.zip")
