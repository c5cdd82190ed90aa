"""The source of an export: the arguments of ``export_model`` as a graph, arrays and inputs."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass

from ... import autograd, ndarray as nd, symbol as sym
from ..._core import dtypes
from ..._core.dtypes import DType
from ...base import MXNetError
from ...gluon import Block
from ...ndarray import NDArray
from ...symbol import Symbol
from ._heads import remove_loss_heads

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Source:
    """A graph for prediction, the arrays of its parameters, and shapes and types of its inputs.

    ``unused`` are training inputs with shapes from the user; they stay inputs.
    """

    symbol: Symbol
    arrays: dict[str, NDArray]
    shapes: dict[str, tuple[int, ...]]
    types: dict[str, DType]
    unused: list[str]


def read_source(model, params, in_shapes, in_types) -> Source:
    """Check and complete the arguments of ``export_model``."""
    if isinstance(model, Block):
        model, params, in_shapes, in_types = _of_block(model, params, in_shapes, in_types)
    symbol, arrays = _graph_and_arrays(model, params)
    stripped, dropped = remove_loss_heads(symbol)
    if dropped:
        logger.info("left out, as only training needs it: %s", ", ".join(dropped))
    shapes = _shapes(in_shapes)
    all_names, needed = _inputs(symbol, arrays), set(stripped.list_inputs())
    needed_names = [name for name in all_names if name in needed]
    names = all_names if len(shapes) == len(all_names) else needed_names
    if len(shapes) != len(names):
        raise MXNetError(
            f"in_shapes has {len(shapes)} shapes, but the model has {len(needed_names)} inputs "
            f"that are not in params: {', '.join(needed_names) or 'none'}"
        )
    element_types = _types(in_types, len(names))
    # Unused inputs for which a shape was passed: labels are dropped, others stay inputs.
    unused = [n for n in names if n not in needed_names and not n.endswith("label")]
    names_kept = {*needed_names, *unused}
    rows = [row for row in zip(names, shapes, element_types, strict=True) if row[0] in names_kept]
    return Source(
        stripped,
        arrays,
        {name: shape for name, shape, _ in rows},
        {name: element_type for name, _, element_type in rows},
        unused,
    )


def _of_block(block: Block, params, in_shapes, in_types):
    """Return the graph of a block, its arrays, and the inputs of its first call."""
    if params is not None:
        hint = "; the file is onnx_file_path=" if isinstance(params, str) else ""
        raise MXNetError(f"params must not be given with a Block, which has its own{hint}")
    if in_shapes is not None and block._first_inputs is None:
        shapes = _shapes(in_shapes)
        element_types = _types(in_types, len(shapes))
        with autograd.pause():  # infers the shapes of parameters
            block(*(nd.zeros(s, dtype=k.name) for s, k in zip(shapes, element_types, strict=True)))
    network = block._network()
    if in_shapes is None:
        in_shapes = [array.shape for array in network.inputs.values()]
        in_types = [array.dtype for array in network.inputs.values()]
        if None in in_shapes:
            raise MXNetError(
                f"the inputs of {type(block).__name__} '{block.name}' are not known; call it once, "
                "or give in_shapes"
            )
    return network.graph, network.arrays(), in_shapes, in_types


def _graph_and_arrays(model, params) -> tuple[Symbol, dict[str, NDArray]]:
    if isinstance(model, str | os.PathLike) and isinstance(params, str | os.PathLike):
        for path in (model, params):
            if not os.path.isfile(path):
                raise ValueError(f"Symbol and params files provided are invalid: no file {path!r}")
        return sym.load(model), _plain(_by_name(nd.load(params), params))
    is_arrays = isinstance(params, dict | list | tuple)
    if isinstance(model, Symbol) and is_arrays:
        parts = [params] if isinstance(params, dict) else params
        if not all(isinstance(part, dict) for part in parts):
            raise ValueError("params must be a dict of arrays, or a list of such dicts")
        return model, _plain({name: array for part in parts for name, array in part.items()})
    raise ValueError(
        "Input sym and params should either be files or objects: give two paths, a Symbol and a "
        f"dict of arrays, or a Block; got {type(model).__name__} and {type(params).__name__}"
    )


def _by_name(arrays, path) -> dict[str, NDArray]:
    if isinstance(arrays, dict):
        return arrays
    if not arrays:
        return {}
    raise MXNetError(f"the arrays in {os.fspath(path)!r} have no names")


def _plain(arrays: dict) -> dict[str, NDArray]:
    """Return dense arrays by the names of variables: without ``arg:`` and ``aux:``."""
    return {
        name.removeprefix("arg:").removeprefix("aux:"): _check_parameter(name, array)
        for name, array in arrays.items()
    }


def _check_parameter(name: str, array: NDArray) -> NDArray:
    if not isinstance(array, NDArray):
        raise ValueError(f"params['{name}'] is a {type(array).__name__}, expected an NDArray")
    if dtypes.lookup(array.dtype).name == "bfloat16":
        raise MXNetError(f"'{name}' is of bfloat16, which NumPy does not have; cast it to float32")
    return array if array.stype == "default" else array.tostype("default")


def _inputs(symbol: Symbol, arrays: dict) -> list[str]:
    return [name for name in symbol.list_inputs() if name not in arrays]


def _shapes(in_shapes) -> list[tuple[int, ...]]:
    expected = "in_shapes must be a list with a shape for each input, such as [(1, 3, 224, 224)]"
    if in_shapes is None or isinstance(in_shapes, str):
        raise MXNetError(f"{expected}, got {in_shapes!r}")
    try:
        return [tuple(int(n) for n in shape) for shape in in_shapes]
    except (TypeError, ValueError):
        raise MXNetError(f"{expected}, got {in_shapes!r}") from None


def _types(in_types, count: int) -> list[DType]:
    if isinstance(in_types, str) or not isinstance(in_types, Sequence):
        in_types = [in_types] * count
    if len(in_types) != count:
        raise MXNetError(
            f"The lengths of in_types and in_shapes must equal, got {len(in_types)} and {count}"
        )
    return [
        dtypes.lookup("float32" if element_type is None else element_type)
        for element_type in in_types
    ]
