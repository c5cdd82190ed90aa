"""Networks as graphs with their parameters, which is what files hold: ``export`` and others."""

from __future__ import annotations

import ast
import math
import warnings
from dataclasses import dataclass, replace

from .. import _dtype, symbol
from .. import ndarray as nd
from .._graph.node import Node, topological
from .._ops import OPS
from ..base import MXNetError
from ..ndarray import NDArray
from ..symbol import Symbol
from ._graph import flatten
from ._tracing import TracedArray, mapped, trace
from .parameter import Constant, Parameter


@dataclass(frozen=True, slots=True)
class Described:
    """Shape and element type of an input, None as far as they are not known."""

    shape: tuple[int, ...] | None = None
    dtype: str | None = None


def described(value):
    """Describe the arguments of a call, nested as they are; False if no graph could take them."""
    if value is None:
        return None
    if isinstance(value, list | tuple):
        inner = [described(item) for item in value]
        return False if False in inner else inner
    if isinstance(value, NDArray) and not isinstance(value, TracedArray):
        return Described(value.shape, _dtype.lookup(value.dtype).name)
    return False


@dataclass(frozen=True, slots=True)
class Network:
    """A graph, what its variables stand for, and how calls and results are nested."""

    graph: Symbol
    inputs: dict[str, Described]
    parameters: dict[str, Parameter]
    in_format: list | int
    out_format: list | int

    def arrays(self) -> dict[str, NDArray]:
        """Return the values of the parameters by the names that files of MXNet give them."""
        states = set(self.graph.list_auxiliary_states())
        used = set(self.graph.list_inputs())
        return {
            f"{'aux' if name in states else 'arg'}:{name}": parameter._reduce()
            for name, parameter in self.parameters.items()
            if name in used
        }

    def export(self, path, epoch: int, remove_amp_cast: bool) -> tuple[str, str]:
        """Write the two files of MXNet; return their names."""
        files = f"{path}-symbol.json", f"{path}-{epoch:04d}.params"
        arrays = self.arrays()
        self.graph.save(files[0], remove_amp_cast=remove_amp_cast)
        nd.save(files[1], arrays)
        return files


def named_inputs(block) -> tuple[list, dict[str, Described]]:
    """Return variables for the arguments of a block's first call, and what is known of them."""
    first = block._first_inputs or [Described()]
    flat = known_inputs(first)
    names = ["data"] if len(flat) == 1 else [f"data{i}" for i in range(len(flat))]
    waiting = iter(names)
    variables = mapped(first, Described, lambda _: symbol.var(next(waiting)))
    return variables, dict(zip(names, flat, strict=True))


def known_inputs(value) -> list:
    """Return what nested lists hold, without None."""
    if isinstance(value, list):
        return [leaf for item in value for leaf in known_inputs(item)]
    return [] if value is None else [value]


def traced_network(block) -> Network:
    """Find out the graph of a block by running its ``forward`` on arrays without values."""
    variables, inputs = named_inputs(block)
    outputs, made = trace(block, variables, _known(inputs))
    flat, out_format = flatten(outputs, "output")
    if not flat or any(output is None for output in flat):
        raise MXNetError(f"{type(block).__name__} '{block.name}' returns None, which is no graph")
    graph = symbol.Group(flat) if len(flat) > 1 else flat[0]
    if made.shape_was_read:
        _open_batch(block, graph, made, variables, inputs)
    parameters = {**made.parameters, **made.constants}
    return Network(graph, inputs, parameters, flatten(variables, "input")[1], out_format)


def _known(inputs: dict[str, Described]) -> dict:
    return {name: (given.shape, given.dtype) for name, given in inputs.items()}


# ------------------------------------------------------------------- sizes that forward has read


def _open_batch(block, graph: Symbol, made, variables, inputs) -> None:
    """Leave the batch size open where ``forward`` wrote it into the graph.

    A second trace with one sample more tells which numbers depend on it.
    """
    sizes = [given.shape[0] for given in inputs.values() if given.shape]
    if not sizes:
        return
    larger = {name: _with_a_sample_more(given, sizes[0]) for name, given in inputs.items()}
    try:
        outputs, other = trace(block, variables, _known(larger))
    except MXNetError as error:
        return _warn_of_fixed(block, sizes[0], str(error))
    flat = flatten(outputs, "output")[0]
    ours = topological(graph._entries)
    theirs = topological([entry for output in flat for entry in output._entries])
    if [node.op for node in ours] != [node.op for node in theirs]:
        return _warn_of_fixed(block, sizes[0], "with another batch it has other operators")
    batched = known_inputs(variables)[
        [given.shape is not None for given in inputs.values()].index(True)
    ]
    for node, twin in zip(ours, theirs, strict=True):
        if not (
            _same_or_rows(node, twin, made, other, batched._entries[0])
            if node.is_variable
            else _same_or_opened(node, twin, made, other)
        ):
            return _warn_of_fixed(block, sizes[0], f"the node '{node.name}' depends on it")


def _with_a_sample_more(given: Described, batch: int) -> Described:
    if not given.shape or given.shape[0] != batch:
        return given
    return replace(given, shape=(batch + 1, *given.shape[1:]))


def _warn_of_fixed(block, batch: int, why: str) -> None:
    warnings.warn(
        f"the graph of {type(block).__name__} '{block.name}' is for a batch size of {batch} only, "
        f"because forward reads a shape: {why}",
        stacklevel=6,
    )


def _same_or_rows(node: Node, twin: Node, made, other, batched) -> bool:
    """Tell whether a variable is the same in both traces, or could be made so.

    ``nd.zeros((x.shape[0], 5))`` becomes one row that is repeated as often as the input has rows.
    """
    constant = made.constants.get(node.name)
    if constant is None or constant.shape == other.constants[twin.name].shape:
        return True
    ours, theirs = constant.value.asnumpy(), other.constants[twin.name].value.asnumpy()
    if ours.shape[1:] != theirs.shape[1:] or not (
        (ours[:1] == ours).all() and (ours[:1] == theirs).all()
    ):
        return False
    row = made.constants[node.name] = Constant(node.name, constant.value[:1])
    row.initialize()
    node.op, node.name = OPS["broadcast_like"], f"{node.name}_rows"
    node.inputs, node.attrs = (row.var()._entries[0], batched), {}
    for side in ("lhs_axes", "rhs_axes"):
        node.set_attr(side, "(0,)")
    return True


def _same_or_opened(node: Node, twin: Node, made, other) -> bool:
    """Tell whether an operator is the same in both traces, or could be made so."""
    if node.attrs == twin.attrs:
        return True
    if node.op.name != "Reshape" or node.attrs.get("reverse") != twin.attrs.get("reverse"):
        return False
    sources = (trace.shape_of(Symbol([n.inputs[0]])) for trace, n in ((made, node), (other, twin)))
    shapes = (ast.literal_eval(n.attrs["shape"]) for n in (node, twin))
    opened = _opened(*sources, *shapes)
    if opened is not None:
        node.set_attr("shape", str(opened))
    return opened is not None


def _opened(source, larger_source, shape, larger_shape):
    """Return a shape for ``Reshape`` that does for both sizes of the batch, None without one.

    >>> _opened((2, 3, 4), (3, 3, 4), (2, 12), (3, 12)), _opened((2, 3), (3, 3), (6, -1), (9, -1))
    ((0, 12), (-3, -1))
    """
    if min(shape) < -1:  # codes that say more than a size
        return None
    result, place = list(shape), 0
    for i, sizes in enumerate(zip(shape, larger_shape, strict=True)):
        for count, code in CODES.items() if sizes[0] != sizes[1] else ():
            if sizes == tuple(_size(s, place, count) for s in (source, larger_source)):
                result[i] = code
                place += count - 1
                break
        place += 1
    left = [i for i, n in enumerate(result) if n > 0 and n != larger_shape[i]]
    if len(left) == 1 and -1 not in result:
        result[left[0]] = -1
        left = []
    return None if left else tuple(result)


CODES = {1: 0, 2: -3}  # MXNet: what Reshape calls an axis that stays, and two that are joined


def _size(shape, place: int, count: int) -> int:
    """Return how many elements some axes have together, 0 where there are none."""
    axes = shape[place : place + count]
    return math.prod(axes) if len(axes) == count else 0
