"""``mxnet check`` for model files: operators, versions, and whether they load."""

from __future__ import annotations

import json
import os
from collections import Counter

from .. import contrib, symbol
from .._graph.ir.node_ops import is_operator
from .._text.reprs import count
from ..base import MXNetError
from ..gluon import load as load_model
from ..onnx._package import onnx_package
from ._model import load_arrays
from ._terminal import quantity, size_of

SUFFIXES = ("-symbol.json", ".params", ".mx", ".onnx", ".safetensors", ".states")


def is_model(path: str) -> bool:
    """Return whether a file is a model, by its name."""
    return path.endswith(SUFFIXES)


def check_model(path: str) -> dict:
    """Return a description of a file, as lines, and the problem that prevents loading it."""
    lines, problem = [], ""
    try:
        if path.endswith(".json"):
            _check_graph(path, lines)
        elif path.endswith(".onnx"):
            _check_onnx(path, lines)
        elif path.endswith(".mx"):
            network = load_model(path)
            parameters = len(list(network.collect_params()))
            lines.append(f"a network with {count(parameters, 'array')} of parameters")
        elif path.endswith(".states"):
            lines.append(f"states of an optimizer, {size_of(os.path.getsize(path))}")
        else:
            _check_arrays(path, lines)
    except (MXNetError, OSError, ValueError, ImportError) as error:
        problem = str(error).splitlines()[0]
    return {"path": path, "lines": lines, "problem": problem}


def _check_graph(path: str, lines: list[str]) -> None:
    with open(path, encoding="utf-8") as file:
        try:
            graph = json.load(file)
            kinds = Counter(node["op"] for node in graph["nodes"])
        except (ValueError, KeyError, TypeError) as error:
            reason = "it has no list of nodes" if not isinstance(error, ValueError) else error
            raise MXNetError(f"not a graph of MXNet: {reason}") from error
    attributes = graph.get("attrs") or {}
    version = attributes.get("mxnet_version", [None, 0])[1]
    variables = kinds.pop("null", 0)
    release = f"{version // 10000}.{version // 100 % 100}.{version % 100}" if version else "unknown"
    contents = f"{count(kinds.total(), 'operator')}, {count(variables, 'variable')}"
    lines.append(f"written by MXNet {release}: {contents}")
    for kind, number in kinds.most_common():
        mark = "" if is_operator(kind) else "  (not supported)"
        lines.append(f"{number:5} {kind}{mark}")
    symbol.load(path)


def _check_arrays(path: str, lines: list[str]) -> None:
    arrays = load_arrays(path)
    values = list(arrays.values()) if isinstance(arrays, dict) else list(arrays)
    types = Counter(str(_type_name(array)) for array in values)
    numbers = sum(array.size for array in values)
    kinds = ", ".join(f"{number} of {name}" for name, number in types.most_common())
    size = size_of(os.path.getsize(path))
    arrays_by_type = f"{count(len(values), 'array')} ({kinds or 'none'})"
    lines.append(f"{arrays_by_type}, {quantity(numbers)} numbers, {size}")


def _type_name(array) -> str:
    return getattr(array.dtype, "__name__", array.dtype)


def _check_onnx(path: str, lines: list[str]) -> None:
    onnx = onnx_package()
    try:
        model = onnx.load(path, load_external_data=False)
    except Exception as error:  # protobuf has its own exception types
        raise MXNetError(f"not an ONNX file: {error}") from error
    kinds = Counter(node.op_type for node in model.graph.node)
    opsets = ", ".join(f"{o.domain or 'onnx'} {o.version}" for o in model.opset_import)
    lines.append(f"written by {model.producer_name or 'unknown'}, operators of {opsets}")
    lines += [f"{number:5} {kind}" for kind, number in kinds.most_common()]
    contrib.onnx.import_model(path)
