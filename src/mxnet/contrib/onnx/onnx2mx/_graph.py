"""Graphs of ONNX as symbols: values that are known are computed, the others become nodes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from .... import ndarray as nd
from .... import symbol as sym
from ...._dtype import BY_NAME
from ...._ops import OPS
from ....base import MXNetError
from ....context import cpu
from ....gluon import SymbolBlock
from ....ndarray import NDArray
from ....onnx._package import onnx_package
from ....symbol import Symbol
from ....symbol._compose import apply_op
from ._table import OLDEST_OPSET, Array, Unsupported, readings

MOST_COMPUTED = 1 << 22  # elements of a value that is computed beforehand
# What comes of inputs and attributes that are missing, or of the wrong kind or number.
DAMAGE = (MXNetError, TypeError, ValueError, IndexError, KeyError, AttributeError, ArithmeticError)
# How many elements these make of their inputs; those of others are not many more than come in.
GROWING = {
    "ConstantOfShape": lambda shape: np.prod(np.abs(shape), dtype=float),
    "Expand": lambda data, shape: data.size * np.prod(np.abs(shape), dtype=float),
    "Tile": lambda data, repeats: data.size * np.prod(np.abs(repeats), dtype=float),
    "Range": lambda start, end, step: abs((end - start) / step),
}
NEVER_COMPUTED = (
    "RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Multinomial",
    "Bernoulli", "Dropout", "Pad", "OneHot", "Resize", "Upsample",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Network:
    """A symbol with its arrays; ``inputs`` are the names of the data."""

    symbol: Symbol
    arguments: dict[str, NDArray]
    states: dict[str, NDArray]
    inputs: list[str]


@dataclass(slots=True)
class Value:
    """A result: a symbol, or an array that is known. ``shape`` has None for open sizes."""

    name: str
    symbol: Symbol | None = None
    array: Array | None = None
    shape: tuple[int | None, ...] | None = None
    dtype: np.dtype | None = None


@dataclass(slots=True)
class Node:
    """The node that is being read: what readings ask about beside their inputs."""

    graph: GraphReader
    kind: str
    name: str
    inputs: list[Value | None]
    attributes: dict
    outputs: list[str]

    @property
    def opset(self) -> int:
        return self.graph.opset

    def shape(self, place: int = 0) -> tuple[int | None, ...]:
        """Return the shape of an input as far as it is known."""
        value = self.inputs[place]
        if value.array is not None:
            return value.array.shape
        if value.shape is None:
            raise Unsupported(f"the number of axes of '{value.name}' is not known")
        return value.shape

    def known_shape(self, place: int = 0) -> tuple[int, ...]:
        """Return the shape of an input, which must not be open."""
        shape = self.shape(place)
        if None in shape:
            raise Unsupported(f"the shape of '{self.inputs[place].name}' is open: {shape}")
        return shape

    def ndim(self, place: int = 0) -> int:
        return len(self.shape(place))

    def dtype(self, place: int = 0) -> np.dtype:
        value = self.inputs[place]
        known = value.array.dtype if value.array is not None else value.dtype
        return np.dtype(np.float32) if known is None else known

    def scalar(self, place: int) -> float | None:
        """Return an input that is one known number without axes, else None."""
        value = self.inputs[place]
        if value is None or value.array is None or value.array.ndim:
            return None
        return value.array.item()

    def step(self, op: str, *inputs: Symbol, **attrs) -> Symbol:
        """Apply an operator of MXNet."""
        return apply_op(OPS[op], op.lower().lstrip("_"), inputs, attrs)

    def last(self, op: str, *inputs: Symbol, **attrs) -> Symbol:
        """Apply the operator whose outputs are those of the node: it gets the node's name."""
        return apply_op(OPS[op], op.lower(), inputs, {**attrs, "name": self.name})

    def numbers(self, data: Symbol, place: int = 0) -> Symbol:
        """Return an input as numbers: what ONNX calls bool may be either here."""
        return self.truths(data) if self.dtype(place) == np.bool_ else data

    def truths(self, data: Symbol) -> Symbol:
        """Return truth values of any type as 0 and 1 of float32."""
        return self.step("Cast", data, dtype="float32")

    def type_name(self, number: int) -> str:
        """Return MXNet's name of an element type."""
        dtype = np.dtype(onnx_package().helper.tensor_dtype_to_np_dtype(number))
        if dtype.name not in BY_NAME:
            raise Unsupported(f"its type {dtype.name} is not known")
        return dtype.name

    def padded(
        self, data: Symbol, near: list[int], far: list[int], mode: str, value: float, is_last=False
    ) -> Symbol:
        """Add elements before and behind each axis."""
        apply = self.last if is_last else self.step
        if min(*near, *far) < 0 or mode not in ("constant", "edge", "reflect"):
            raise Unsupported(f"its mode is {mode}, or it takes elements off")
        widths = [n for pair in zip(near, far, strict=True) for n in pair]
        fill = {"constant_value": value} if mode == "constant" else {}
        if len(near) in (4, 5) and not any(widths[:4]):
            return apply("Pad", data, mode=mode, pad_width=tuple(widths), **fill)
        pairs = tuple(zip(near, far, strict=True))
        return apply("_npi_pad", data, mode=mode, pad_width=pairs, **fill)

    def parameter(self, array: Array, name: str) -> Symbol:
        """Return a variable for an array that a reading computed."""
        return self.graph.variable(Value(f"{self.name}_{name}", array=array)).symbol


@dataclass(slots=True)
class GraphReader:
    """Reads a graph node by node."""

    opset: int
    arguments: dict[str, NDArray] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    problems: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def variable(self, value: Value) -> Value:
        """Make sure that a value is a symbol: a known array becomes a parameter."""
        if value.symbol is None:
            array = value.array if value.array.ndim else value.array.reshape(1)
            name = value.name
            while name in self.arguments:
                name = f"{name}_"
            self.arguments[name] = nd.array(array, dtype=_stored_type(array.dtype))
            value.symbol = sym.var(name, shape=array.shape, dtype=_stored_type(array.dtype))
        return value

    def add(self, proto) -> None:
        """Read a node; where that is impossible, note why."""
        inputs = [self.values[name] if name else None for name in proto.input]
        outputs = [name for name in proto.output if name]
        name = proto.name or (outputs[0] if outputs else proto.op_type)
        node = Node(self, proto.op_type, name, inputs, _attributes(proto), list(proto.output))
        try:
            results = self._computed(proto, node) or self._read(proto, node)
        except Unsupported as reason:
            self.problems[proto.op_type, str(reason)].append(name)
            results = [Value(output, sym.var(output)) for output in proto.output]
        for output, result in zip(proto.output, results, strict=False):
            known = self.values.get(output)  # what shape inference told
            if known is not None and result.array is None:
                result.shape, result.dtype = (
                    result.shape or known.shape,
                    result.dtype or known.dtype,
                )
            result.name = output
            self.values[output] = result

    def _read(self, proto, node: Node) -> list[Value]:
        table = readings()
        if proto.domain not in ("", "ai.onnx") or node.kind not in table:
            raise Unsupported("")
        reading = table[node.kind]
        unknown = sorted(set(node.attributes) - reading.attributes)
        if unknown:
            raise Unsupported(f"it has the attributes {', '.join(unknown)}")
        if len(node.inputs) > len(reading.arrays) and not reading.is_variadic:
            raise Unsupported(f"it has {len(node.inputs)} inputs")
        arguments = [self._argument(value, i, reading) for i, value in enumerate(node.inputs)]
        try:
            found = reading.function(node, *arguments, **node.attributes)
        except DAMAGE as error:
            raise Unsupported(f"it cannot be read: {error}") from error
        symbols = list(found) if isinstance(found, list | tuple) else [found]
        return [s if isinstance(s, Value) else Value("", s) for s in symbols]

    def _argument(self, value: Value | None, place: int, reading):
        if value is None:
            return None
        if place < len(reading.arrays) and reading.arrays[place]:
            if value.array is None:
                raise Unsupported(f"its input '{value.name}' is not known beforehand")
            return value.array
        return self.variable(value).symbol

    def _computed(self, proto, node: Node) -> list[Value] | None:
        """Compute a node whose inputs are all known, with ONNX's own implementation."""
        if node.kind in ("Shape", "Size") and None not in (node.inputs[0].shape or (None,)):
            shape = node.inputs[0].shape if node.inputs[0].array is None else node.shape()
            if node.kind == "Size":
                return [Value("", array=np.asarray(np.prod(shape), np.int64))]
            bounds = slice(node.attributes.get("start"), node.attributes.get("end"))
            return [Value("", array=np.asarray(shape[bounds], np.int64))]
        inputs = [value for value in node.inputs if value is not None]
        is_known = all(value.array is not None for value in inputs)
        has_body = any(a.HasField("g") for a in proto.attribute)
        if not is_known or has_body or node.kind in NEVER_COMPUTED:
            return None
        arrays = [value.array for value in inputs]
        try:
            if max(sum(a.size for a in arrays), _grown(node.kind, arrays)) > MOST_COMPUTED:
                return None
            evaluator = onnx_package("onnx.reference").ReferenceEvaluator(
                proto, opsets={"": self.opset}
            )
            found = evaluator.run(None, {value.name: value.array for value in inputs})
        except Exception as error:  # whatever an implementation in Python raises
            raise Unsupported(f"it cannot be computed: {error}") from error
        return [Value("", array=np.asarray(array)) for array in found]

    def check(self) -> None:
        """Raise one error that lists all nodes that could not be read."""
        if not self.problems:
            return
        lines = [
            f"  {kind} ({', '.join(map(repr, nodes))}){': ' if reason else ''}{reason}"
            for (kind, reason), nodes in self.problems.items()
        ]
        kinds = sorted({kind for kind, _ in self.problems})
        raise MXNetError(
            f"cannot import from ONNX, unsupported are {len(kinds)} operators "
            f"({', '.join(kinds)}):\n" + "\n".join(lines)
        )


def _grown(kind: str, arrays: list[Array]) -> float:
    return GROWING[kind](*arrays) if kind in GROWING else 0


def _attributes(proto) -> dict:
    helper = onnx_package().helper
    found = {}
    for attribute in proto.attribute:
        try:
            value = helper.get_attribute_value(attribute)
        except ValueError as error:
            raise MXNetError(f"node '{proto.name}' is damaged: {error}") from None
        found[attribute.name] = value.decode() if isinstance(value, bytes) else value
    return found


def _stored_type(dtype: np.dtype) -> str:
    """Return the type in which a parameter is kept."""
    return np.dtype(dtype).name


# -------------------------------------------------------------------------------------- graphs


def read_graph(graph, opsets: dict[str, int]) -> Network:
    """Read a graph; raise one error for all that is wrong with its operators."""
    onnx = onnx_package()
    opset = opsets.get("", 1)
    if opset < OLDEST_OPSET:
        raise MXNetError(f"the model is of opset {opset}; opsets from {OLDEST_OPSET} on are read")
    _check_names(graph)
    reader = GraphReader(opset)
    for tensor in graph.initializer:
        try:
            array = onnx.numpy_helper.to_array(tensor)
        except Exception as error:  # several kinds, for all that a damaged file can say
            raise MXNetError(f"the array '{tensor.name}' is damaged: {error}") from None
        reader.values[tensor.name] = Value(tensor.name, array=array)
    inputs = []
    for given in graph.input:
        if given.name not in reader.values:
            reader.values[given.name] = _input(onnx, given)
            inputs.append(given.name)
    known = set(reader.values)
    for value in _inferred(onnx, graph, {**opsets, "": opset}):
        reader.values.setdefault(value.name, value)
    for proto in graph.node:
        missing = [name for name in proto.input if name and name not in known]
        if missing:
            raise MXNetError(
                f"node '{proto.name or proto.op_type}' uses '{missing[0]}', which nothing before "
                "it makes: it is missing, or the graph has a cycle"
            )
        reader.add(proto)
        known.update(proto.output)
    reader.check()
    outputs = [_output(onnx, reader, given) for given in graph.output]
    symbol = outputs[0] if len(outputs) == 1 else sym.Group(outputs)
    return _network(symbol, reader, inputs)


def _check_names(graph) -> None:
    """Refuse names that are no text, which damaged files have."""
    parts = (*graph.node, *graph.initializer, *graph.input, *graph.output)
    texts = [part.name for part in parts]
    for node in graph.node:
        texts += [node.op_type, *node.input, *node.output, *(a.name for a in node.attribute)]
    for text in texts:
        if not isinstance(text, str):
            raise MXNetError(f"the ONNX model is damaged: {text!r} is no name")


def _type_of(onnx, value) -> np.dtype:
    return np.dtype(onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type))


def _described(onnx, value) -> tuple[tuple | None, np.dtype | None]:
    tensor = value.type.tensor_type
    if not tensor.elem_type:
        return None, None
    shape = None
    if tensor.HasField("shape"):
        shape = tuple(d.dim_value if d.HasField("dim_value") else None for d in tensor.shape.dim)
    return shape, _type_of(onnx, value)


def _input(onnx, given) -> Value:
    if not given.type.HasField("tensor_type"):
        raise MXNetError(f"the input '{given.name}' is no tensor")
    shape, dtype = _described(onnx, given)
    stored = None if shape is None else tuple(n or 0 for n in shape)
    variable = sym.var(given.name, shape=stored or None, dtype=_stored_type(dtype))
    return Value(given.name, variable, shape=shape, dtype=dtype)


def _inferred(onnx, graph, opsets: dict[str, int]) -> list[Value]:
    """Return what ONNX can tell of shapes and types of results."""
    ids = [onnx.helper.make_opsetid(*row) for row in opsets.items()]
    model = onnx.helper.make_model(graph, opset_imports=ids)
    try:
        graph = onnx.shape_inference.infer_shapes(model, data_prop=True).graph
    except Exception as error:  # of C++; what the shapes are told by is then missing
        raise MXNetError(f"the shapes of the ONNX model do not fit: {error}") from None
    values = []
    for value in (*graph.value_info, *graph.output):
        shape, dtype = _described(onnx, value)
        values.append(Value(value.name, shape=shape, dtype=dtype))
    return values


def _output(onnx, reader: GraphReader, given) -> Symbol:
    if given.name not in reader.values or (
        reader.values[given.name].symbol is None and reader.values[given.name].array is None
    ):
        raise MXNetError(f"the output '{given.name}' is made by no node")
    value = reader.variable(reader.values[given.name])
    is_truth = given.type.tensor_type.elem_type == onnx.TensorProto.BOOL
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
    """Return a block that runs the network on a context, or on several."""
    contexts = ctx if isinstance(ctx, list | tuple) else [ctx or cpu()]
    block = SymbolBlock(network.symbol, [sym.var(name) for name in network.inputs])
    arrays = {**network.arguments, **network.states}
    for name, parameter in block.collect_params().items():
        parameter._load_init(arrays[name], list(contexts))
    return block
