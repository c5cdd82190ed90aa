"""ONNX graphs as symbols and blocks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .... import symbol as sym
from ...._core.dtypes import BY_NAME
from ....base import MXNetError
from ....context import cpu
from ....gluon import SymbolBlock
from ....ndarray import NDArray
from ....onnx._package import onnx_package
from ....symbol import Symbol
from ._node import Value
from ._reader import GraphReader
from ._table import OLDEST_OPSET

BODIES = (5, 10)  # AttributeProto.GRAPH and GRAPHS


@dataclass(frozen=True, slots=True)
class Network:
    """A symbol with its arrays; ``inputs`` are the names of the data."""

    symbol: Symbol
    arguments: dict[str, NDArray]
    states: dict[str, NDArray]
    inputs: list[str]


def read_graph(graph, opsets: dict[str, int]) -> Network:
    """Read a graph; raise one error for all unsupported operators."""
    onnx = onnx_package()
    opset = opsets.get("", 1)
    if opset < OLDEST_OPSET:
        raise MXNetError(f"the model is of opset {opset}; opsets from {OLDEST_OPSET} on are read")
    _check_names(graph)
    _open_negative_sizes(graph)
    reader = GraphReader(opset)
    for tensor in graph.initializer:
        try:
            array = onnx.numpy_helper.to_array(tensor)
        except Exception as error:  # a damaged file causes many kinds of exceptions
            raise MXNetError(f"the array '{tensor.name}' is damaged: {error}") from None
        reader.values[tensor.name] = Value(tensor.name, array=array)
    inputs = []
    for value in graph.input:
        if value.name not in reader.values:
            reader.values[value.name] = _input(onnx, value)
            inputs.append(value.name)
    defined = set(reader.values)
    for value in _infer(onnx, graph, {**opsets, "": opset}):
        reader.values.setdefault(value.name, value)
    for proto in graph.node:
        missing = [name for name in proto.input if name and name not in defined]
        if missing:
            raise MXNetError(
                f"node '{proto.name or proto.op_type}' uses '{missing[0]}', which nothing before "
                "it makes: it is missing, or the graph has a cycle"
            )
        reader.add(proto)
        defined.update(proto.output)
    reader.problems.check()
    if not graph.output:
        raise MXNetError("the ONNX model has no outputs")
    outputs = [_output(onnx, reader, value) for value in graph.output]
    symbol = outputs[0] if len(outputs) == 1 else sym.Group(outputs)
    return _network(symbol, reader, inputs)


def _check_names(graph) -> None:
    """Reject names that are not text, which damaged files have."""
    parts = (*graph.node, *graph.initializer, *graph.input, *graph.output)
    texts = [part.name for part in parts]
    for node in graph.node:
        texts += [node.op_type, *node.input, *node.output, *(a.name for a in node.attribute)]
    for text in texts:
        if not isinstance(text, str):
            raise MXNetError(f"the ONNX model is damaged: {text!r} is no name")


def _open_negative_sizes(graph) -> None:
    """Make negative sizes, which some exporters write for unknown ones, unknown.

    ONNX's shape inference trusts them, and crashes the process if a Slice uses one.
    """
    for value in (*graph.input, *graph.output, *graph.value_info):
        for size in value.type.tensor_type.shape.dim:
            if size.dim_value < 0:
                size.ClearField("dim_value")
    for tensor in graph.initializer:
        if any(size < 0 for size in tensor.dims):
            raise MXNetError(f"the array '{tensor.name}' is damaged: its shape is {tensor.dims}")
    for node in graph.node:
        for attribute in node.attribute:
            for body in (attribute.g, *attribute.graphs) if attribute.type in BODIES else ():
                _open_negative_sizes(body)


def _type_of(onnx, value) -> np.dtype:
    number = value.type.tensor_type.elem_type
    try:
        return np.dtype(onnx.helper.tensor_dtype_to_np_dtype(number))
    except KeyError:
        raise MXNetError(
            f"'{value.name}' has the type {number}, which ONNX does not know"
        ) from None


def _shape_and_type(onnx, value) -> tuple[tuple | None, np.dtype | None]:
    tensor = value.type.tensor_type
    if not tensor.elem_type:
        return None, None
    shape = None
    if tensor.HasField("shape"):
        shape = tuple(d.dim_value if d.HasField("dim_value") else None for d in tensor.shape.dim)
    return shape, _type_of(onnx, value)


def _input(onnx, value) -> Value:
    if not value.type.HasField("tensor_type"):
        raise MXNetError(f"the input '{value.name}' is no tensor")
    shape, dtype = _shape_and_type(onnx, value)
    if dtype is None or dtype.name not in BY_NAME:
        raise MXNetError(f"the input '{value.name}' is of type {dtype}, which is not supported")
    stored = None if shape is None else tuple(n or 0 for n in shape)
    variable = sym.var(value.name, shape=stored or None, dtype=dtype.name)
    return Value(value.name, variable, shape=shape, dtype=dtype)


def _infer(onnx, graph, opsets: dict[str, int]) -> list[Value]:
    """Return the shapes and types of results that ONNX infers."""
    ids = [onnx.helper.make_opsetid(*row) for row in opsets.items()]
    model = onnx.helper.make_model(graph, opset_imports=ids)
    try:
        graph = onnx.shape_inference.infer_shapes(model, data_prop=True).graph
    except Exception as error:  # raised by C++; the shapes are then missing
        raise MXNetError(f"the shapes of the ONNX model do not fit: {error}") from None
    values = []
    for value in (*graph.value_info, *graph.output):
        shape, dtype = _shape_and_type(onnx, value)
        values.append(Value(value.name, shape=shape, dtype=dtype))
    return values


def _output(onnx, reader: GraphReader, info) -> Symbol:
    if info.name not in reader.values or (
        reader.values[info.name].symbol is None and reader.values[info.name].array is None
    ):
        raise MXNetError(f"the output '{info.name}' is made by no node")
    value = reader.variable(reader.values[info.name])
    is_truth = info.type.tensor_type.elem_type == onnx.TensorProto.BOOL
    return sym.cast(value.symbol, dtype="bool") if is_truth else value.symbol


def _network(symbol: Symbol, reader: GraphReader, inputs: list[str]) -> Network:
    states = set(symbol.list_auxiliary_states())
    used = set(symbol.list_inputs())
    arrays = {name: array for name, array in reader.arguments.items() if name in used}
    return Network(
        symbol,
        {name: array for name, array in arrays.items() if name not in states},
        {name: array for name, array in arrays.items() if name in states},
        [name for name in inputs if name in used],
    )


def block_of(network: Network, ctx) -> SymbolBlock:
    """Return a block that runs the network on one or several contexts."""
    contexts = ctx if isinstance(ctx, list | tuple) else [ctx or cpu()]
    block = SymbolBlock(network.symbol, [sym.var(name) for name in network.inputs])
    arrays = {**network.arguments, **network.states}
    for name, parameter in block.collect_params().items():
        if name not in arrays:
            raise MXNetError(
                f"the ONNX model uses '{name}', which is not an input and has no value"
            )
        try:
            parameter._load_init(arrays[name], list(contexts))
        except AssertionError as error:  # a wrong shape or type
            raise MXNetError(f"the ONNX model is damaged: {error}") from error
    return block
