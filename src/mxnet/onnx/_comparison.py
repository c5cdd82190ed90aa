"""Verification of an export: the network and its ONNX file agree on random inputs."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from .. import ndarray as nd
from ..base import MXNetError
from ..context import cpu
from ._package import onnxruntime_package
from .mx2onnx._source import Source, read_source

# Tolerance, relative to the largest number in the output.
TOLERANCES = {np.dtype(np.float16): 2e-2, np.dtype(np.float64): 1e-7}
DEFAULT_TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of an output: at most ``largest``, for values up to ``scale``."""

    output: str
    largest: float
    scale: float
    is_equal: bool


def compare_model(
    sym, params=None, in_shapes=None, in_types=np.float32, onnx_file_path="model.onnx", seed=0
):
    """Run a network and its ONNX file on the same inputs; return the differences.

    The inputs are random. Parameters are those of ``export_model``. The file is run with
    ``onnxruntime``.

    >>> import mxnet as mx
    >>> net = mx.gluon.nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> path = mx.onnx.export_model(net, in_shapes=[(1, 3)], onnx_file_path="dense.onnx")
    >>> [difference.is_equal for difference in mx.onnx.compare_model(net, onnx_file_path=path)]
    [True]
    """
    source = read_source(sym, params, in_shapes, in_types)
    inputs = random_inputs(source, np.random.default_rng(seed))
    names, theirs = _run_file(onnx_file_path, inputs)
    ours = _run_network(source, inputs)
    if len(ours) != len(theirs):
        raise MXNetError(
            f"{os.fspath(onnx_file_path)!r} has {len(theirs)} outputs, the network {len(ours)}"
        )
    return [_difference(*row) for row in zip(names, ours, theirs, strict=True)]


def random_inputs(source: Source, random: np.random.Generator) -> dict[str, np.ndarray]:
    """Create valid inputs of the network: indices of an embedding are within its table."""
    counts = _table_sizes(source)
    inputs = {}
    for name, shape in source.shapes.items():
        dtype = np.dtype(source.types[name].numpy)
        if name in counts or dtype.kind != "f":
            inputs[name] = random.integers(0, counts.get(name, 2), shape).astype(dtype)
        else:
            inputs[name] = random.uniform(0, 1, shape).astype(dtype)
    return inputs


def _table_sizes(source: Source) -> dict[str, int]:
    """Return, for inputs that are indices, the size of their table."""
    return {
        node.inputs[0][0].name: node.parsed()["input_dim"]
        for node in source.symbol._nodes()
        if node.op is not None and node.op.name == "Embedding" and node.inputs[0][0].is_variable
    }


def _run_network(source: Source, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
    arrays = {name: nd.array(value, dtype=value.dtype) for name, value in inputs.items()}
    available = {**{name: a.as_in_context(cpu()) for name, a in source.arrays.items()}, **arrays}
    used = source.symbol.list_inputs()
    values = {name: available[name] for name in used}
    executor = source.symbol.bind(cpu(), values, grad_req="null", aux_states=values)
    return [output.asnumpy() for output in executor.forward(is_train=False)]


def _run_file(path, inputs: dict[str, np.ndarray]) -> tuple[list[str], list[np.ndarray]]:
    runtime = onnxruntime_package()
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    try:
        session = runtime.InferenceSession(
            os.fspath(path), options, providers=["CPUExecutionProvider"]
        )
        names_of_inputs = {argument.name for argument in session.get_inputs()}
        names = [output.name for output in session.get_outputs()]
        return names, session.run(names, {n: v for n, v in inputs.items() if n in names_of_inputs})
    except Exception as error:  # ONNX Runtime raises many types
        raise MXNetError(f"ONNX Runtime does not run {os.fspath(path)!r}: {error}") from error


def _difference(name: str, ours: np.ndarray, theirs: np.ndarray) -> Difference:
    if ours.shape != theirs.shape:
        raise MXNetError(
            f"output '{name}' has the shape {theirs.shape} in the file, {ours.shape} in the network"
        )
    tolerance = TOLERANCES.get(ours.dtype, DEFAULT_TOLERANCE)
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    apart = np.where(same, 0, np.abs(a - b))
    largest = float(apart.max(initial=0))
    scale = float(np.abs(a[np.isfinite(a)]).max(initial=0))
    return Difference(name, largest, scale, largest <= tolerance * max(scale, 1e-3))
