"""Single-file models: ``net.save("model.mx")`` and ``gluon.load("model.mx")``.

The file is a zip archive of ``symbol.json`` and ``model.params``, as written by ``export``, and
``model.json``: the inputs, the nesting of arguments and results, and the structural names of the
parameters. It contains only data; loading runs no code.
"""

from __future__ import annotations

import json
import os

from .. import ndarray as nd, symbol
from .._core.dtypes import BY_NAME
from .._formats.bundle import read_bundle, write_bundle
from .._formats.params import StoredArray, to_bytes
from ..base import MXNetError
from ..util import is_np_shape
from ._export import InputDescription, Network
from ._parameter_dict import load_all

DESCRIPTION, GRAPH, PARAMETERS = "model.json", "symbol.json", "model.params"
MEMBERS = (DESCRIPTION, GRAPH, PARAMETERS)
VERSION = 1


def is_model_file(path) -> bool:
    """Distinguish a name such as ``net.mx`` from the file name prefix of 1.9.1."""
    return os.fspath(path).endswith(".mx")


def save_model(block, path) -> None:
    """Write graph and parameters of a block to one file."""
    network = block._network()
    description = {
        "format": "mxnet model",
        "version": VERSION,
        "inputs": [
            {"name": name, "shape": array.shape and list(array.shape), "dtype": array.dtype}
            for name, array in network.inputs.items()
        ],
        "in_format": network.in_format,
        "out_format": network.out_format,
        "places": {key: p.name for key, p in block._collect_params_with_prefix().items()},
    }
    arrays = network.arrays()
    stored = [StoredArray(array._t, device=(1, 0)) for array in arrays.values()]
    members = {
        DESCRIPTION: json.dumps(description, indent=1).encode(),
        GRAPH: network.graph.tojson().encode(),
        PARAMETERS: to_bytes(stored, list(arrays), version=3 if is_np_shape() else 2),
    }
    write_bundle(path, members)


def read_model(path):
    """Read a file; return its description, its graph and its arrays by name."""
    if os.fspath(path).endswith((".params", ".json")):
        raise MXNetError(
            f"a model file, as net.save('model.mx') writes it, is needed, got {path!r}: parameters "
            "are read by net.load_parameters, a graph by gluon.SymbolBlock.imports"
        )
    members = read_bundle(path, MEMBERS)
    source = repr(os.fspath(path))
    description = _read_description(members[DESCRIPTION], source)
    try:
        graph = symbol.load_json(members[GRAPH].decode())
        arrays = nd.load_frombuffer(members[PARAMETERS]) or {}
    except (MXNetError, ValueError) as error:
        raise MXNetError(f"{source}: {error}") from error
    if not isinstance(arrays, dict) or not all(n[:4] in ("arg:", "aux:") for n in arrays):
        raise MXNetError(f"{source}: its parameters have no names such as 'arg:weight'")
    return description, graph, {name[4:]: array for name, array in arrays.items()}


def load_parameters(block, path) -> None:
    """Load the parameters of a file into a block with the structure of the saved one."""
    description, _, arrays = read_model(path)
    ours, theirs = block._collect_params_with_prefix(), description["places"]
    for key in ours:
        if key not in theirs:
            raise MXNetError(f"parameter '{key}' is missing in {os.fspath(path)!r}")
    for key in theirs:
        if key not in ours:
            raise MXNetError(
                f"parameter '{key}' in {os.fspath(path)!r} is not one of this network's"
            )
    # Parameters that the graph does not use are not in the file and keep their values.
    stored = {ours[key]: arrays[name] for key, name in theirs.items() if name in arrays}
    load_all(stored, None, False, "current")


def network_of(path) -> tuple[Network, dict]:
    """Read a file; return the network with uninitialized parameters, and their arrays."""
    description, graph, arrays = read_model(path)
    inputs = {
        entry["name"]: InputDescription(entry["shape"] and tuple(entry["shape"]), entry["dtype"])
        for entry in description["inputs"]
    }
    source = repr(os.fspath(path))
    variables = set(graph.list_inputs())
    for name in variables - set(arrays) - set(inputs):
        raise MXNetError(
            f"{source}: the graph expects '{name}', which is neither an input nor a parameter"
        )
    for name in set(arrays) - variables:
        raise MXNetError(f"{source}: '{name}' is not in the graph")
    shapes = {name: array.shape for name, array in arrays.items()}
    shapes |= {name: entry.shape for name, entry in inputs.items() if entry.shape}
    try:
        graph.infer_shape_partial(**shapes)
    except MXNetError as error:
        raise MXNetError(f"{source}: graph and parameters do not fit: {error}") from error
    formats = description["in_format"], description["out_format"]
    if _leaves(formats[1]) != len(graph):
        raise MXNetError(
            f"{source}: {DESCRIPTION} does not say how {len(graph)} outputs are nested"
        )
    return Network(graph, inputs, {}, *formats), arrays


# ---------------------------------------------------------------------------- checking a stranger


def _read_description(content: bytes, source: str) -> dict:
    """Read the description; reject one in another format than that of ``save_model``."""
    try:
        description = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise MXNetError(f"{source}: {DESCRIPTION} is not valid JSON: {error}") from error
    version = description.get("version") if isinstance(description, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise MXNetError(
            f"{source} is of version {version}; this release reads up to {VERSION}: update regluon"
        )
    sound = (
        version == VERSION
        and isinstance(description.get("inputs"), list)
        and all(map(_is_input, description["inputs"]))
        and all(_is_format(description.get(key)) for key in ("in_format", "out_format"))
        and isinstance(description.get("places"), dict)
        and all(isinstance(name, str) for name in description["places"].values())
    )
    if not sound:
        raise MXNetError(f"{source}: {DESCRIPTION} is not the description of a model")
    return description


def _is_input(entry) -> bool:
    if not isinstance(entry, dict) or not entry.keys() >= {"name", "shape", "dtype"}:
        return False
    name, shape, dtype = entry["name"], entry["shape"], entry["dtype"]
    if not isinstance(name, str):
        return False
    return (dtype is None or isinstance(dtype, str) and dtype in BY_NAME) and (
        shape is None or isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)
    )


def _is_format(value, depth: int = 0) -> bool:
    if isinstance(value, list):
        return depth < 50 and all(_is_format(item, depth + 1) for item in value)
    return type(value) is int and -1 <= value < 10_000


def _leaves(form) -> int:
    """Return the number of arrays in a nesting."""
    return sum(map(_leaves, form)) if isinstance(form, list) else max(form, 1)
