"""Files of arrays: parameters of MXNet, safetensors, torch, whole models."""

from __future__ import annotations

import functools
import io
import pathlib
import tempfile

import numpy as np
import torch

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn

from ..mutations import json_, zipped
from ..registry import target

LARGEST_READ = 1 << 22  # elements: making a sparse array dense is not reading a file
GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "files"


def saved(write, ending: str = "") -> bytes:
    """Return what a function writes to the path that it is given."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"file{ending}"
        write(str(path))
        return path.read_bytes()


def read_all(arrays) -> None:
    """Touch every element of what was read."""
    for array in arrays.values() if isinstance(arrays, dict) else arrays:
        if array.size <= LARGEST_READ:  # a sparse array may have any shape
            array.asnumpy()
            array.tostype("default").asnumpy()


@functools.cache
def network():
    """Return a small network with most kinds of layers of vision."""
    mx.random.seed(1)
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(2, 3, in_channels=1), nn.BatchNorm(in_channels=2), nn.Flatten())
        net.add(nn.Dense(3, in_units=32, activation="relu"), nn.Dense(2, in_units=3))
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 1, 6, 6)))
    return net


def _params() -> list[bytes]:
    dense = {name: nd.array(np.arange(6).reshape(2, 3), dtype=name) for name in (
        "float32", "float64", "float16", "uint8", "int8", "int32", "int64",
    )}  # fmt: skip
    sparse = {
        "rows": nd.sparse.row_sparse_array(([[1.0, 2.0]], [3]), shape=(5, 2)),
        "csr": nd.sparse.csr_matrix(([1.0, 2.0], [0, 2], [0, 1, 2]), shape=(2, 4)),
    }
    arrays = [dense, sparse, list(dense.values())[:2], nd.empty((2, 0)), {"scalar": nd.ones(1)}]
    return [
        *(saved(lambda path, a=a: nd.save(path, a)) for a in arrays),
        saved(network().save_parameters),
        *(p.read_bytes() for p in sorted(GOLDEN.rglob("*.params")) if p.stat().st_size < 4000),
    ]


@target("params", "mx.nd.load_frombuffer", _params, weight=16)
def params(data, folder):
    read_all(nd.load_frombuffer(data) or [])


@target("params-file", "mx.nd.load", _params, weight=4)
def params_file(data, folder):
    read_all(nd.load(folder.put("x.params", data)))


# MXNet's own: names that are missing or too many are an AssertionError, shapes that do not fit too.
@target(
    "load-parameters",
    "Block.load_parameters",
    lambda: [saved(network().save_parameters)],
    raises=(AssertionError, ValueError),
)
def load_parameters(data, folder):
    network().load_parameters(folder.put("x.params", data))


def _safetensors() -> list[bytes]:
    arrays = {"a": nd.ones((2, 3)), "b": nd.ones(4, dtype="int64"), "c": nd.empty((2, 0))}
    return [saved(lambda path: nd.save(path, arrays), ".safetensors")]


def safetensors_header(data, rng):
    """Change the JSON in front, and say its new length."""
    length = int.from_bytes(data[:8], "little")
    header = json_(data[8 : 8 + length], rng)
    return len(header).to_bytes(8, "little") + header + data[8 + length :]


@target("safetensors", "mx.nd.load of *.safetensors", _safetensors, [safetensors_header], weight=8)
def safetensors(data, folder):
    read_all(nd.load(folder.put("x.safetensors", data)))


def _model_files() -> list[bytes]:
    return [saved(network().save, ".mx")]


@target("model-mx", "gluon.load", _model_files, [zipped(json_), zipped(json_)], weight=2)
def model_file(data, folder):
    gluon.load(folder.put("x.mx", data))(nd.ones((1, 1, 6, 6)))


@functools.cache
def _dense():
    return nn.Dense(3, in_units=2)


def _state_dicts() -> list[bytes]:
    states = {"weight": torch.ones(3, 2), "bias": torch.zeros(3)}
    stream = io.BytesIO()
    torch.save(states, stream)
    return [stream.getvalue()]


@target("torch-pt", "Block.load_torch", _state_dicts, [zipped()], weight=4)
def state_dict(data, folder):
    _dense().load_torch(folder.put("x.pt", data))
