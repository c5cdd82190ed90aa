"""Networks as graphs with parameters, the contents of files: ``export`` and others."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from .. import ndarray as nd, symbol
from .._core import dtypes
from .._formats.local import together
from ..base import MXNetError
from ..ndarray import NDArray
from ..ndarray._nesting import map_nested
from ..symbol import Symbol
from ..util import as_active
from ._graph import flatten
from ._open_sizes import open_sizes
from ._parameter import Parameter
from ._tracing import TracedArray, trace


@dataclass(frozen=True, slots=True)
class InputDescription:
    """Shape and element type of an input, or None if unknown."""

    shape: tuple[int, ...] | None = None
    dtype: str | None = None


def describe_arguments(value):
    """Describe the arguments of a call with their nesting; False if a graph cannot accept them."""
    if value is None:
        return None
    if isinstance(value, list | tuple):
        inner = [describe_arguments(item) for item in value]
        return False if False in inner else inner
    if isinstance(value, NDArray) and not isinstance(value, TracedArray):
        return InputDescription(value.shape, dtypes.lookup(value.dtype).name)
    return False


@dataclass(frozen=True, slots=True)
class Network:
    """A graph, the roles of its variables, and the nesting of arguments and results."""

    graph: Symbol
    inputs: dict[str, InputDescription]
    parameters: dict[str, Parameter]
    in_format: list | int
    out_format: list | int

    def arrays(self) -> dict[str, NDArray]:
        """Return the values of the parameters by their names in MXNet's files."""
        states = set(self.graph.list_auxiliary_states())
        used = set(self.graph.list_inputs())
        return {
            f"{'aux' if name in states else 'arg'}:{name}": parameter._reduce()
            for name, parameter in self.parameters.items()
            if name in used
        }

    def export(self, path, epoch: int, remove_amp_cast: bool) -> tuple[str, str]:
        """Write MXNet's two files; return their names."""
        files = f"{path}-symbol.json", f"{path}-{epoch:04d}.params"
        arrays = self.arrays()
        with together():
            self.graph.save(files[0], remove_amp_cast=remove_amp_cast)
            nd.save(files[1], arrays)
        return files


def named_inputs(block) -> tuple[list, dict[str, InputDescription]]:
    """Return variables for the arguments of a block's first call, and their descriptions."""
    first = block._first_inputs or [InputDescription()]
    flat = leaves_of(first)
    names = ["data"] if len(flat) == 1 else [f"data{i}" for i in range(len(flat))]
    waiting = iter(names)
    variables = map_nested(first, InputDescription, lambda _: as_active(symbol.var(next(waiting))))
    return variables, dict(zip(names, flat, strict=True))


def leaves_of(value) -> list:
    """Return the leaves of nested lists, without None."""
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves_of(item)]
    return [] if value is None else [value]


def trace_network(block) -> Network:
    """Trace the graph of a block by running its ``forward`` on arrays without values."""
    variables, inputs = named_inputs(block)
    graph, trace_, out_format = _trace_block(block, variables, inputs)
    if trace_.shape_was_read:
        shaped = [description.shape is not None for description in inputs.values()]
        first = leaves_of(variables)[shaped.index(True) if any(shaped) else 0]._entries[0]
        name = f"{type(block).__name__} '{block.name}'"
        again = functools.partial(_trace_block, block, variables)
        open_sizes(name, graph, trace_, inputs, first, lambda longer: again(longer)[:2])
    parameters = {**trace_.parameters, **trace_.constants}
    return Network(graph, inputs, parameters, flatten(variables, "input")[1], out_format)


def _trace_block(block, variables: list, inputs: dict[str, InputDescription]):
    """Return the graph of a block for the given inputs, the trace, and the nesting of outputs."""
    outputs, trace_ = trace(block, variables, _shapes_and_types(inputs))
    flat, out_format = flatten(outputs, "output")
    if not flat or any(output is None for output in flat):
        raise MXNetError(
            f"{type(block).__name__} '{block.name}' returns None, which is not a graph"
        )
    graph = symbol.Group(flat, create_fn=type(flat[0])) if len(flat) > 1 else flat[0]
    return graph, trace_, out_format


def _shapes_and_types(inputs: dict[str, InputDescription]) -> dict:
    return {name: (description.shape, description.dtype) for name, description in inputs.items()}
