"""ONNX models as protocol buffers and as files."""

from __future__ import annotations

import contextlib
import os

import numpy as np

from ... import __version__
from ..._formats.local import local_path, replacing, together
from ...base import MXNetError
from .._package import onnx_package
from ._convert import Converted
from ._graph import Step, Tensor

MOST_BYTES = 2**31 - 2**20  # limit of a protocol buffer, minus some space for the graph
LARGE = 1024  # bytes: larger arrays are written last and may go to a separate file
ALIGNED = 4096  # bytes: the page size, so that readers can map arrays in the second file


def write_model(
    converted: Converted, opset: int, path, run_shape_inference: bool, large_model: bool
) -> None:
    """Write a model atomically; if it is large, arrays go to ``path.data``."""
    arrays = converted.graph.constants
    total = sum(array.nbytes for array in arrays.values())
    if total > MOST_BYTES and not large_model:
        raise MXNetError(
            f"the parameters take {total / 1e9:.1f} GB, and an ONNX file holds at most 2 GB; with "
            "large_model=True they go to a second file"
        )
    onnx = onnx_package()
    large = {name: array for name, array in arrays.items() if array.nbytes >= LARGE}
    model = _model_without(onnx, converted, opset, large)
    onnx.checker.check_model(model)
    if run_shape_inference:
        model = onnx.shape_inference.infer_shapes(model)
    del model.graph.input[len(converted.inputs) :]
    with together():
        with _second_file(path) if large_model else contextlib.nullcontext() as file:
            for name, array in large.items():
                _add_array(onnx, model.graph, name, array, file)
        with replacing(path) as stream:
            stream.write(model.SerializeToString())


def _model_without(onnx, converted: Converted, opset: int, large: dict[str, np.ndarray]):
    """Return a model in which large arrays are inputs, to check it without time and memory."""
    helper = onnx.helper
    small = {n: a for n, a in converted.graph.constants.items() if n not in large}
    graph = helper.make_graph(
        [_node(helper, step) for step in converted.graph.steps],
        "mxnet_converted_model",
        [
            *(_value_info(helper, *row) for row in converted.inputs),
            *(
                helper.make_tensor_value_info(n, _type_number(helper, a.dtype), a.shape)
                for n, a in large.items()
            ),
        ],
        [_value_info(helper, *row) for row in converted.outputs],
        [onnx.numpy_helper.from_array(array, name) for name, array in small.items()],
    )
    opsets = [helper.make_opsetid("", opset)]
    return helper.make_model(
        graph,
        opset_imports=opsets,
        ir_version=helper.find_min_ir_version_for(opsets),
        producer_name="Regluon",
        producer_version=__version__,
    )


def _node(helper, step: Step):
    attrs = {
        key: _type_number(helper, value) if isinstance(value, np.dtype) else value
        for key, value in step.attrs.items()
    }
    return helper.make_node(step.op_type, step.inputs, step.outputs, name=step.outputs[0], **attrs)


def _type_number(helper, dtype: np.dtype) -> int:
    return helper.np_dtype_to_tensor_dtype(dtype)


def _value_info(helper, tensor: Tensor, opening):
    return helper.make_tensor_value_info(
        tensor.name, _type_number(helper, tensor.dtype), list(opening)
    )


# -------------------------------------------------------------------------------------- arrays


@contextlib.contextmanager
def _second_file(path):
    """Open the file for arrays, and return it with its name in the model."""
    target = f"{local_path(path)}.data"
    with replacing(target) as stream:
        yield stream, os.path.basename(target)


def _add_array(onnx, graph, name: str, array: np.ndarray, file) -> None:
    """Store an array in the model or in its second file."""
    tensor = graph.initializer.add(name=name, dims=array.shape)
    tensor.data_type = _type_number(onnx.helper, array.dtype)
    raw = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    if file is None:
        tensor.raw_data = raw
        return
    stream, location = file
    stream.write(b"\0" * (-stream.tell() % ALIGNED))
    entries = {"location": location, "offset": stream.tell(), "length": len(raw)}
    stream.write(raw)
    tensor.data_location = onnx.TensorProto.EXTERNAL
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=str(value))
