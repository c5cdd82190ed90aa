"""Reading of graphs node by node: known values are computed, others become symbols."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .... import ndarray as nd, symbol as sym
from ....base import MXNetError
from ....ndarray import NDArray
from ....onnx._package import onnx_package
from ....onnx._problems import Problems, Unsupported
from ._node import Node, Value
from ._table import Array, readings

MOST_COMPUTED = 1 << 22  # elements of a constant that is folded
# Elements of all such constants: a small file may contain many that are each allowed.
MOST_COMPUTED_IN_ALL = 1 << 24
# Exceptions for inputs and attributes that are missing or wrong.
DAMAGE = (MXNetError, TypeError, ValueError, IndexError, KeyError, AttributeError, ArithmeticError)
# Number of elements of the results; other operators have about as many as their inputs.
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


@dataclass(slots=True)
class GraphReader:
    """Reads a graph node by node."""

    opset: int
    arguments: dict[str, NDArray] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    problems: Problems = field(default_factory=lambda: Problems("import from ONNX"))
    computed: int = 0  # elements folded so far

    def variable(self, value: Value) -> Value:
        """Ensure that a value is a symbol: a known array becomes a parameter."""
        if value.symbol is None:
            array = value.array if value.array.ndim else value.array.reshape(1)
            name = value.name
            while name in self.arguments:
                name = f"{name}_"
            self.arguments[name] = nd.array(array, dtype=array.dtype.name)
            value.symbol = sym.var(name, shape=array.shape, dtype=array.dtype.name)
        return value

    def add(self, proto) -> None:
        """Read a node; if that is impossible, record why."""
        inputs = [self.values[name] if name else None for name in proto.input]
        outputs = [name for name in proto.output if name]
        name = proto.name or (outputs[0] if outputs else proto.op_type)
        node = Node(
            opset=self.opset,
            variable=self.variable,
            op_type=proto.op_type,
            name=name,
            inputs=inputs,
            attributes=_attributes(proto),
            outputs=list(proto.output),
        )
        try:
            results = self._fold_constant(proto, node) or self._read(proto, node)
        except Unsupported as reason:
            self.problems.add(proto.op_type, name, str(reason))
            results = [Value(output, sym.var(output)) for output in proto.output]
        for output, result in zip(proto.output, results, strict=False):
            inferred = self.values.get(output)  # by shape inference
            if inferred is not None and result.array is None:
                result.shape = result.shape or inferred.shape
                result.dtype = result.dtype or inferred.dtype
            result.name = output
            self.values[output] = result

    def _read(self, proto, node: Node) -> list[Value]:
        table = readings()
        if proto.domain not in ("", "ai.onnx") or node.op_type not in table:
            raise Unsupported("")
        reading = table[node.op_type]
        unknown = sorted(set(node.attributes) - reading.attributes)
        if unknown:
            raise Unsupported(f"it has the attributes {', '.join(unknown)}")
        if len(node.inputs) > len(reading.arrays) and not reading.is_variadic:
            raise Unsupported(f"it has {len(node.inputs)} inputs")
        arguments = [self._argument(value, i, reading) for i, value in enumerate(node.inputs)]
        try:
            results = reading.function(node, *arguments, **node.attributes)
        except DAMAGE as error:
            raise Unsupported(f"it cannot be read: {error}") from error
        symbols = list(results) if isinstance(results, list | tuple) else [results]
        return [s if isinstance(s, Value) else Value("", s) for s in symbols]

    def _argument(self, value: Value | None, index: int, reading):
        if value is None:
            return None
        if index < len(reading.arrays) and reading.arrays[index]:
            if value.array is None:
                raise Unsupported(f"its input '{value.name}' is not a constant")
            return value.array
        return self.variable(value).symbol

    def _fold_constant(self, proto, node: Node) -> list[Value] | None:
        """Compute a node whose inputs are all known, with ONNX's reference implementation."""
        if node.op_type in ("Shape", "Size") and None not in (node.inputs[0].shape or (None,)):
            shape = node.inputs[0].shape if node.inputs[0].array is None else node.shape()
            if node.op_type == "Size":
                return [Value("", array=np.asarray(np.prod(shape), np.int64))]
            bounds = slice(node.attributes.get("start"), node.attributes.get("end"))
            return [Value("", array=np.asarray(shape[bounds], np.int64))]
        inputs = [value for value in node.inputs if value is not None]
        is_known = all(value.array is not None for value in inputs)
        has_body = any(a.HasField("g") for a in proto.attribute)
        if not is_known or has_body or node.op_type in NEVER_COMPUTED:
            return None
        arrays = [value.array for value in inputs]
        try:
            size = max(sum(a.size for a in arrays), _growth(node.op_type, arrays))
            if size > MOST_COMPUTED or self.computed + size > MOST_COMPUTED_IN_ALL:
                return None
            evaluator = onnx_package("onnx.reference").ReferenceEvaluator(
                proto, opsets={"": self.opset}
            )
            outputs = evaluator.run(None, {value.name: value.array for value in inputs})
        except Exception as error:  # whatever an implementation in Python raises
            raise Unsupported(f"it cannot be computed: {error}") from error
        results = [Value("", array=np.asarray(array)) for array in outputs]
        self.computed += sum(result.array.size for result in results)
        return results


def _growth(op_type: str, arrays: list[Array]) -> float:
    return GROWING[op_type](*arrays) if op_type in GROWING else 0


def _attributes(proto) -> dict:
    helper = onnx_package().helper
    attributes = {}
    for attribute in proto.attribute:
        try:
            value = helper.get_attribute_value(attribute)
        except ValueError as error:
            raise MXNetError(f"node '{proto.name}' is damaged: {error}") from None
        attributes[attribute.name] = value.decode() if isinstance(value, bytes) else value
    return attributes
