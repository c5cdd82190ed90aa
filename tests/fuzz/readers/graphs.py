"""Files and texts of graphs: symbol JSON, ONNX, the structure of blocks, printed networks."""

from __future__ import annotations

import functools
import pathlib
import tempfile
from math import prod

import mxnet as mx
from mxnet import nd
from mxnet.gluon import SymbolBlock, nn

from ..mutations import json_, protobuf, text
from ..registry import target
from .arrays import LARGEST_READ, network, saved

GOLDEN = pathlib.Path(__file__).parents[2] / "golden"


@functools.cache
def _symbols() -> list[bytes]:
    data = mx.sym.var("data", shape=(2, 3))
    other = mx.sym.var("other", shape=(2, 3), dtype="float32")
    graphs = [
        mx.sym.FullyConnected(data, num_hidden=4, name="fc"),
        mx.sym.SoftmaxOutput(mx.sym.LeakyReLU(data), name="softmax"),
        mx.sym.Flatten(mx.sym.Pooling(mx.sym.var("x", shape=(1, 1, 4, 4)), kernel=(2, 2))),
        mx.sym.Group([mx.sym.SliceChannel(data, num_outputs=3)[1], mx.sym.exp(other)]),
        mx.sym.reshape(mx.sym.transpose(data + other, axes=(1, 0)), shape=(-1, 2)),
        mx.sym.take(mx.sym.Embedding(data, input_dim=4, output_dim=2), mx.sym.zeros((2,))),
        mx.sym.sum(mx.sym.dot(data, other, transpose_b=True), axis=(0, 1)),
        mx.sym.Concat(data, other, dim=0) * 2,
        mx.sym.contrib.foreach(lambda x, s: (x + s[0], [x]), data, [mx.sym.zeros((3,))])[0],
        _recurrent(),
        network()._network().graph,
    ]
    old = sorted((GOLDEN / "files").rglob("*.json"))
    return [g.tojson().encode() for g in graphs] + [
        path.read_bytes() for path in old if path.stat().st_size < 6000
    ]


def _recurrent():
    rows = mx.sym.var("data", shape=(2, 1, 3))
    parameters, state = mx.sym.var("p", shape=(72,)), mx.sym.var("s", shape=(1, 1, 3))
    return mx.sym.RNN(rows, parameters, state, state_size=3, num_layers=1, mode="gru")


def flatten(results) -> list:
    """Return the arrays of what a block returns."""
    if isinstance(results, list | tuple):
        return [array for result in results for array in flatten(result)]
    return [results]


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@target("symbol-json", "mx.sym.load_json", _symbols, [json_, json_, text], weight=8)
def symbol_json(data, folder):
    symbol = mx.sym.load_json(_decode(data))
    symbol.tojson()
    symbol.infer_shape_partial()
    symbol.infer_type_partial()
    symbol.list_outputs()


def _elements(symbol, shapes) -> int:
    """Return how many elements all results have, as far as shapes are inferred."""
    arguments, outputs, states = symbol.get_internals().infer_shape_partial(**shapes)
    return sum(prod(shape) for shape in (*arguments, *outputs, *states) if shape)


@target("symbol-file", "mx.sym.load", _symbols, [json_], weight=2)
def symbol_file(data, folder):
    mx.sym.load(folder.put("x.json", data)).list_arguments()


# MXNet's own: ValueError for two arguments of one name.
@target(
    "symbol-run",
    "Symbol.simple_bind, Executor.forward",
    _symbols,
    [json_, json_, text],
    raises=(ValueError,),
    weight=2,
)
def symbol_run(data, folder):
    symbol = mx.sym.load_json(_decode(data))
    shapes = {"data": (1, 1, 6, 6)} if b"conv0" in data else {}
    if _elements(symbol, shapes) > LARGEST_READ:
        return  # a network is a program: it may ask for any amount of memory
    executor = symbol.simple_bind(mx.cpu(), **shapes)
    for output in executor.forward(is_train=True):
        output.asnumpy()


# MXNet's own: AssertionError for a parameter of a sparse storage type.
@target(
    "symbol-block",
    "SymbolBlock.imports",
    lambda: [network()._network().graph.tojson().encode()],
    [json_],
    raises=(AssertionError,),
    weight=2,
)
def imports(data, folder):
    block = SymbolBlock.imports(folder.put("x.json", data), ["data"])
    block.initialize()
    for output in flatten(block(nd.ones((1, 1, 6, 6)))):
        output.asnumpy()


def _onnx() -> list[bytes]:
    """Return the network above, and graphs whose import computes, slices and loops."""
    data = mx.sym.var("data")
    other = [
        mx.sym.Pooling(mx.sym.Deconvolution(data, kernel=(2, 2), num_filter=2), kernel=(2, 2)),
        mx.sym.concat(mx.sym.slice_axis(data, axis=3, begin=1, end=3), data, dim=3).reshape(
            (1, -1)
        ),
        mx.sym.softmax(mx.sym.expand_dims(mx.sym.mean(data, axis=(2, 3)), axis=0) * 2 - 1),
        mx.sym.Embedding(mx.sym.clip(data, 0, 3), input_dim=4, output_dim=3, name="embedding"),
        mx.sym.LayerNorm(mx.sym.transpose(mx.sym.tile(data, (2, 1)), (0, 2, 3, 1)), name="norm"),
    ]
    network_graph = network()._network()
    models = [(network_graph.graph, network_graph.arrays())]
    for graph in other:
        shapes, _, _ = graph.infer_shape(data=(1, 1, 6, 6))
        names = zip(graph.list_arguments(), shapes, strict=True)
        models.append((graph, {name: nd.ones(shape) for name, shape in names if name != "data"}))
    return [_export(graph, arrays) for graph, arrays in models]


def _export(graph, arrays) -> bytes:
    def export(path):
        mx.onnx.export_model(graph, arrays, [(1, 1, 6, 6)], onnx_file_path=path)

    return saved(export, ".onnx")


def _onnx_model(data: bytes):
    import onnx  # noqa: PLC0415

    return onnx.load_model_from_string(data)


@target("onnx", "mx.contrib.onnx.import_to_gluon", _onnx, [protobuf(_onnx_model)] * 3, weight=1)
def onnx_model(data, folder):
    path = folder.put("x.onnx", data)
    mx.contrib.onnx.import_to_gluon(path, mx.cpu())


# ---------------------------------------------------------------------------------------- networks


def _structure() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        network().save(f"{folder}/net")
        return [pathlib.Path(folder, "net-model.json").read_bytes()]


@functools.cache
def _stored_parameters() -> bytes:
    return saved(network().save_parameters)


# MXNet's own: load_parameters raises AssertionError for names that are not in the network.
@target("block-structure", "Block.load", _structure, [json_, json_], raises=(AssertionError,))
def block_structure(data, folder):
    folder.put("net-model.json", data)
    folder.put("net-model.params", _stored_parameters())
    network().load(f"{folder.path}/net")


@target("from-repr", "nn.from_repr", lambda: [repr(network()).encode()], [text] * 4)
def printed_network(data, folder):
    nn.from_repr(_decode(data))
