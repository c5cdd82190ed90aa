"""A row is an operator with inputs and attributes; its export must compute what it computes."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field

import numpy as np
import onnx
import onnxruntime

import mxnet as mx
from mxnet import nd, sym
from mxnet._graph.ir.node import active_inputs
from mxnet._ops import OPS
from mxnet._ops.parsing import parse_attrs
from mxnet.symbol._compose import apply_op, text_of

OPTIONS = onnxruntime.SessionOptions()
OPTIONS.intra_op_num_threads = 1
OPTIONS.log_severity_level = 3


@dataclass(frozen=True, slots=True)
class Row:
    """An operator, its inputs as arrays, its attributes, and what is particular about it."""

    op: str
    inputs: list[np.ndarray]
    attrs: dict = field(default_factory=dict)
    opset: int | None = None
    parameters: tuple[str, ...] = ()  # inputs whose values are in the model: x0, x1, ...
    outputs: int | None = None  # how many of them are looked at
    is_random: bool = False  # only shapes and types are compared
    tolerance: float = 1e-5

    @property
    def id(self) -> str:
        shapes = "-".join("x".join(map(str, x.shape)) + x.dtype.kind for x in self.inputs)
        attrs = ",".join(f"{key}={value}" for key, value in self.attrs.items())
        return f"{self.op}({shapes};{attrs})".replace(" ", "")


def symbol_of(row: Row):
    """Return the operator applied to variables, and their values by name."""
    names = [f"x{i}" for i in range(len(row.inputs))]
    op, variables = OPS[row.op], tuple(map(sym.var, names))
    if op.variadic:
        result = apply_op(op, row.op.lower(), variables, dict(row.attrs))
    else:
        texts = {key: text_of(value) for key, value in row.attrs.items()}
        input_names = active_inputs(op, parse_attrs(op, texts))
        by_name = dict(zip(input_names, variables, strict=True))
        result = apply_op(op, row.op.lower(), (), {**row.attrs, **by_name})
    result = result if row.outputs is None else result[: row.outputs]
    return result, dict(zip(names, row.inputs, strict=True))


def run_symbol(symbol, values: dict) -> list[np.ndarray]:
    """Compute the outputs of a symbol when predicting."""
    arrays = {name: nd.array(value, dtype=value.dtype) for name, value in values.items()}
    executor = symbol.bind(mx.cpu(), arrays, grad_req="null", aux_states=arrays)
    return [output.asnumpy() for output in executor.forward(is_train=False)]


def export(model, params, values: dict, **options):
    """Export with these inputs; return the model."""
    names = [
        n for n in (model.list_inputs() if hasattr(model, "list_inputs") else values) if n in values
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = mx.onnx.export_model(
            model,
            params,
            [values[name].shape for name in names],
            [values[name].dtype for name in names],
            f"{folder}/model.onnx",
            **options,
        )
        return onnx.load(path)


def run_model(model, values: dict) -> list[np.ndarray]:
    """Compute the outputs of a model with ONNX Runtime."""
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), OPTIONS, providers=["CPUExecutionProvider"]
    )
    names = {argument.name for argument in session.get_inputs()}
    return session.run(None, {name: value for name, value in values.items() if name in names})


def assert_same(ours, theirs, tolerance=1e-5, is_random=False):
    """Compare lists of arrays: types, shapes, values."""
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape, (a.dtype, a.shape, b.dtype, b.shape)
        if not is_random:
            bound = 4e-3 if a.dtype == np.float16 else tolerance
            np.testing.assert_allclose(b, a, rtol=bound, atol=bound)
