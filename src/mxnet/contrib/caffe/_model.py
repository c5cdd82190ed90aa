"""Conversion of the files of a Caffe network to a symbol and its parameters."""

from __future__ import annotations

import os

from ... import ndarray as nd, symbol as sym
from ...base import MXNetError
from ...gluon import SymbolBlock
from ...symbol import Symbol
from . import _detection, _layers, _windows  # imported to fill the table of conversions
from ._blobs import read_array, read_blobs
from ._builder import CONVERSIONS, Builder, Layer
from ._prototxt import Message, parse

_TABLES = (_detection, _layers, _windows)
INPUTS = {
    "Input", "Data", "ImageData", "HDF5Data", "MemoryData", "DummyData", "WindowData",
    "AnnotatedData", "Python",
}  # fmt: skip
LEFT_OUT = {"Accuracy", "Silence", "DetectionEvaluate", "HDF5Output"}
# Names of types in the old format -> the new format.
OLD_TYPES = {
    "ABSVAL": "AbsVal", "BNLL": "BNLL", "ELTWISE": "Eltwise", "HDF5_DATA": "HDF5Data", "LRN": "LRN",
    "MVN": "MVN", "RELU": "ReLU", "TANH": "TanH", "SOFTMAX_LOSS": "SoftmaxWithLoss",
    "ARGMAX": "ArgMax", "PRELU": "PReLU",
}  # fmt: skip


def read_text(path) -> Message:
    """Read a ``.prototxt``."""
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file.read(), repr(os.fspath(path)))
    except OSError as error:
        raise MXNetError(f"cannot read {os.fspath(path)!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MXNetError(
            f"{os.fspath(path)!r} is not a text file: pass the .prototxt first"
        ) from error


def import_model(prototxt, caffemodel=None):
    """Load symbol, arguments and auxiliary states of a Caffe network.

    Parameters
    ----------
    prototxt : str
        The description of the network, in the new or old format, for prediction or training.
    caffemodel : str
        Its parameters; without them the dictionaries are empty.
    """
    net = Builder(read_blobs(caffemodel) if caffemodel else {})
    outputs = _add_layers(net, read_text(prototxt), os.fspath(prototxt))
    symbol = outputs[0] if len(outputs) == 1 else sym.Group(outputs)
    names = set(symbol.list_inputs())
    arguments, states = (
        {name: nd.array(array) for name, array in arrays.items() if name in names}
        for arrays in (net.arguments, net.states)
    )
    return symbol, arguments, states


def import_to_gluon(prototxt, caffemodel, ctx=None):
    """Load a Caffe network as a block."""
    symbol, arguments, states = import_model(prototxt, caffemodel)
    arrays = {**arguments, **states}
    inputs = [sym.var(name) for name in symbol.list_inputs() if name not in arrays]
    block = SymbolBlock(symbol, inputs)
    block.collect_params().load_dict(arrays, ctx, cast_dtype=True, dtype_source="saved")
    return block


def read_mean(path):
    """Load the mean image of a ``.binaryproto``, of shape (channels, height, width)."""
    array = read_array(path)
    return nd.array(array[0] if array.ndim == 4 and len(array) == 1 else array)


def _layers_of(message: Message) -> list[Layer]:
    """Return the layers in the order of the file, without those used only in training."""
    layers = []
    for part in message["layer"] + message["layers"]:
        phases = [rule.get("phase") for rule in part["include"]]
        hidden = [rule.get("phase") for rule in part["exclude"]]
        if "TEST" in hidden or (phases and not {"TEST", 1, None} & set(phases)):
            continue
        layer_type = str(part.get("type", ""))
        if part in message["layers"]:
            words = layer_type.split("_")
            layer_type = OLD_TYPES.get(layer_type) or "".join(word.title() for word in words)
        layers.append(Layer(part.get("name", ""), layer_type, part["bottom"], part["top"], part))
    return layers


def _add_layers(net: Builder, message: Message, path: str) -> list[Symbol]:
    """Add all layers to the graph; return the tops that no layer uses."""
    layers = _layers_of(message)
    unknown = sorted({row.type for row in layers} - CONVERSIONS.keys() - INPUTS - LEFT_OUT)
    if unknown:
        raise MXNetError(f"{path!r} has layers that are not supported: {', '.join(unknown)}")
    for row in layers:
        for name in row.bottoms:
            net.uses[name] = net.uses.get(name, 0) + (row.type not in LEFT_OUT)
    _add_inputs(net, message)
    open_tops: dict[str, None] = {}
    for row in layers:
        if row.type in INPUTS:
            _add_input_layer(net, row)
            continue
        if row.type in LEFT_OUT:
            continue
        for name in row.bottoms:
            open_tops.pop(name, None)
        results = CONVERSIONS[row.type](net, row, *_bottoms(net, row, path))
        results = results if isinstance(results, list) else [results]
        for name, result in zip(row.tops or [row.name], results, strict=False):
            net.tops[name], net.makers[name] = result, row
            open_tops[name] = None
    if not open_tops:
        raise MXNetError(f"{path!r} has no layers")
    return [net.tops[name] for name in open_tops]


def _bottoms(net: Builder, layer: Layer, path: str) -> list[Symbol]:
    """Return the inputs of a layer, without labels from a data layer."""
    missing = [name for name in layer.bottoms if name not in net.tops]
    if missing:
        raise MXNetError(f"{path!r}: no layer makes {missing[0]!r}, which {layer.name!r} reads")
    is_loss = "Loss" in layer.type
    names = layer.bottoms[:1] if is_loss or layer.type == "Softmax" else layer.bottoms
    # MXNet's operators create a variable for the label, with the name that its modules expect.
    return [net.tops[name] for name in names]


def _add_inputs(net: Builder, message: Message) -> None:
    """Add the inputs that older files declare outside layers."""
    shapes = [tuple(shape["dim"]) for shape in message["input_shape"]]
    sizes = message["input_dim"]
    shapes = shapes or [tuple(sizes[i : i + 4]) for i in range(0, len(sizes), 4)]
    for i, name in enumerate(message["input"]):
        _add_input(net, name, shapes[i] if i < len(shapes) else None)


def _add_input_layer(net: Builder, layer: Layer) -> None:
    shapes = [tuple(shape["dim"]) for shape in layer.options("input_param")["shape"]]
    for i, name in enumerate(layer.tops):
        shape = shapes[min(i, len(shapes) - 1)] if shapes else _shape_of_data(layer, i)
        _add_input(net, name, shape)


def _shape_of_data(layer: Layer, index: int) -> tuple[int, ...] | None:
    """Return the shape of the input of a data layer, as far as the file specifies it."""
    crop = layer.options("transform_param").get("crop_size")
    batches = [part.get("batch_size") for part in map(layer.options, ("data_param",
               "image_data_param")) if "batch_size" in part]  # fmt: skip
    return (batches[0], 3, crop, crop) if crop and batches and index == 0 else None


def _add_input(net: Builder, name: str, shape) -> None:
    net.tops[name] = sym.var(name, shape=shape) if shape else sym.var(name)
    if shape:
        net.shapes[name] = shape
