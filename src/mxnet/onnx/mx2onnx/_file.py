"""ONNX models as protocol buffers and as files."""

from __future__ import annotations

import os

import numpy as np

from ... import __version__
from ..._formats.local import local_path, replacing
from ...base import MXNetError
from .._package import onnx_package
from ._convert import Converted
from ._graph import Graph, Step, Tensor

MOST_BYTES = 2**31 - 2**20  # of a protocol buffer, less some room for the graph
LARGE = 1024  # bytes: arrays from this size on go to the file of a large model
ALIGNED = 4096


def model_of(converted: Converted, opset: int):
    """Return the model of ``onnx``, its arrays included."""
    onnx = onnx_package()
    helper = onnx.helper
    graph = helper.make_graph(
        [_node(helper, step) for step in converted.graph.steps],
        "mxnet_converted_model",
        [_described(helper, *row) for row in converted.inputs],
        [_described(helper, *row) for row in converted.outputs],
        [onnx.numpy_helper.from_array(a, n) for n, a in converted.graph.constants.items()],
    )
    return helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", opset)],
        ir_version=helper.find_min_ir_version_for([helper.make_opsetid("", opset)]),
        producer_name="Regluon",
        producer_version=__version__,
    )


def _node(helper, step: Step):
    attrs = {
        key: _type_number(helper, value) if isinstance(value, np.dtype) else value
        for key, value in step.attrs.items()
    }
    return helper.make_node(step.kind, step.inputs, step.outputs, name=step.outputs[0], **attrs)


def _type_number(helper, dtype: np.dtype) -> int:
    return helper.np_dtype_to_tensor_dtype(dtype)


def _described(helper, tensor: Tensor, opening):
    return helper.make_tensor_value_info(
        tensor.name, _type_number(helper, tensor.dtype), list(opening)
    )


def check_size(graph: Graph, large_model: bool) -> None:
    """Refuse what is too large for one file."""
    total = sum(array.nbytes for array in graph.constants.values())
    if total > MOST_BYTES and not large_model:
        raise MXNetError(
            f"the parameters take {total / 1e9:.1f} GB, and an ONNX file holds at most 2 GB; with "
            "large_model=True they go to a second file"
        )


def write_model(model, path, large_model: bool) -> None:
    """Write a model, whole or not at all; its arrays go to ``path.data`` if it is large."""
    if large_model:
        _move_arrays(model, path)
    with replacing(path) as file:
        file.write(model.SerializeToString())


def _move_arrays(model, path) -> None:
    """Write large arrays to a file beside the model's, and let the model tell where they are."""
    onnx = onnx_package()
    target = f"{local_path(path)}.data"
    with replacing(target) as file:
        for tensor in model.graph.initializer:
            raw = tensor.raw_data
            if len(raw) < LARGE:
                continue
            file.write(b"\0" * (-file.tell() % ALIGNED))
            place = {
                "location": os.path.basename(target),
                "offset": file.tell(),
                "length": len(raw),
            }
            file.write(raw)
            tensor.ClearField("raw_data")
            tensor.data_location = onnx.TensorProto.EXTERNAL
            for key, value in place.items():
                tensor.external_data.add(key=key, value=str(value))
