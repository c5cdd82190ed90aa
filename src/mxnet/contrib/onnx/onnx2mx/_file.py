"""Reading of ONNX files, and of their inputs and outputs."""

from __future__ import annotations

import os

from ...._formats.local import local_path, reading
from ....base import MXNetError
from ....onnx._package import onnx_package


def read_model(path):
    """Read and check a model; all problems are reported in one error."""
    onnx = onnx_package()
    with reading(path) as (stream, _):
        data = stream.read()
    name = os.fspath(path)
    try:
        model = onnx.load_model_from_string(data)
    except Exception as error:  # protobuf has several implementations with different exceptions
        raise MXNetError(f"{name!r} is not an ONNX model, or damaged: {error}") from None
    if not model.graph.node and not model.graph.output:
        raise MXNetError(f"{name!r} is not an ONNX model: it has no graph")
    folder = os.path.dirname(os.path.realpath(local_path(path)))
    try:
        # This rejects file names outside the model's folder.
        onnx.load_external_data_for_model(model, folder)
    except Exception as error:  # raised by C++ or by the file system
        raise MXNetError(f"arrays of the ONNX model {name!r} cannot be read: {error}") from None
    return model


def opsets_of(model) -> dict[str, int]:
    """Return the version of each set of operators; the usual one is called ''."""
    return {
        "" if opset.domain == "ai.onnx" else opset.domain: opset.version
        for opset in model.opset_import
    }


def describe(graph) -> dict[str, list[tuple]]:
    """Return the metadata of a model, in the form of 1.9.1."""
    stored = {tensor.name for tensor in graph.initializer}
    return {
        "input_tensor_data": [
            (value.name, shape_of(value), value.type.tensor_type.elem_type)
            for value in graph.input
            if value.name not in stored
        ],
        "output_tensor_data": [(value.name, shape_of(value)) for value in graph.output],
    }


def shape_of(value) -> tuple[int, ...]:
    """Return the declared sizes of a value, with 0 for open ones."""
    return tuple(size.dim_value for size in value.type.tensor_type.shape.dim)
