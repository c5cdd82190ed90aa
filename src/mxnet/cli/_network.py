"""The network as input of ``mxnet convert``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ndarray as nd, symbol
from ..base import MXNetError
from ..gluon import SymbolBlock
from ..onnx.mx2onnx._source import read_source
from ._model import check_input

if TYPE_CHECKING:
    from .convert import Task


def network_of(task: Task) -> tuple[SymbolBlock, list, tuple[int, ...]]:
    """Return a block for prediction, random inputs for it, and the dynamic axes."""
    names, shapes, types = inputs_of(task)
    source = read_source(task.model.graph, task.model.arrays, shapes, types)
    block = SymbolBlock(source.symbol, [symbol.var(name) for name in names])
    block.collect_params().load_dict(
        source.arrays, ignore_extra=True, cast_dtype=True, dtype_source="saved"
    )
    axes = {
        axis
        for name in names
        for axis, size in enumerate(task.shapes[name])
        if isinstance(size, tuple)
    }
    samples = [
        # torch would infer from a size of 1 that it is always 1.
        nd.random.uniform(shape=[max(n, 2) if i in axes else n for i, n in enumerate(shape)])
        for shape in shapes
    ]
    arrays = [array.astype(kind) for array, kind in zip(samples, types, strict=True)]
    return block, arrays, tuple(sorted(axes))


def inputs_of(task: Task) -> tuple[list[str], list[tuple], list[str]]:
    """Return the names of the inputs with shapes and types, in order."""
    if task.model.graph is None:
        raise MXNetError("there is no graph next to the parameters: give *-symbol.json before them")
    names = task.model.inputs
    for name in (*task.shapes, *task.types):
        check_input(name, names)
    missing = [name for name in names if name not in task.shapes]
    if missing:
        raise MXNetError(
            f"--shape is missing for {', '.join(missing)}; the inputs are {', '.join(names)}"
        )
    shapes = [tuple(s[1] if isinstance(s, tuple) else s for s in task.shapes[n]) for n in names]
    return names, shapes, [task.types.get(name, "float32") for name in names]
