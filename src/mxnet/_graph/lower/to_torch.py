"""Export of graphs to torch: programs of torch's own operators, independent of this package."""

from __future__ import annotations

import contextlib
import io
import logging
import operator
import warnings
from collections.abc import Callable, Sequence

import torch
from torch import fx
from torch.export import Dim, ExportedProgram

from ..._core.private_torch import assert_condition, pytree
from ...base import MXNetError
from ...context import Context
from ..infer.open_shapes import close_shapes_for, open_nodes
from ..ir.node import Entry, Node, rewrite, topological
from .lowering import ambient_arguments, lower

Parameters = dict[str, tuple[str, torch.Tensor, bool]]  # name -> path, value, whether it is trained


def export_program(
    outputs: list[Entry],
    ctx: Context,
    inputs: Sequence[str],
    parameters: Parameters,
    arguments: tuple,
    nest: Callable,
    open_axes: Sequence[int],
) -> ExportedProgram:
    """Export a graph in inference mode.

    ``arguments`` are tensors, nested as in a call; their sizes along ``open_axes`` may change.
    ``nest`` converts a flat list of results to the form that calls return.
    """
    if pytree is None:
        raise MXNetError(
            f"torch {torch.__version__} has no torch.utils._pytree, without which networks are not "
            "exported: install an older torch"
        )
    example_inputs = dict(zip(inputs, _leaves(arguments), strict=True))
    values = {name: tensor for name, (_, tensor, _) in parameters.items()} | example_inputs
    outputs, created = _with_created(outputs, values, example_inputs, open_axes)
    code, variables = lower(outputs, ctx, training=False)
    order = [variable.name for variable in variables]
    network = _Network(code, order, list(inputs), parameters, created, nest)
    sizes = pytree.tree_map(lambda leaf: _open_sizes(leaf, open_axes), arguments)
    try:
        return _export(network, arguments, (sizes,))
    except Exception as error:  # torch raises many types, with a page of explanations each
        reason = str(error).strip().split("\n")[0]
        refused = _find_refused(code.graph, [values[name] for name in order if name in values])
        if not refused:
            raise MXNetError(f"torch cannot export this network: {reason}") from error
        raise MXNetError(
            f"torch cannot export these operators, because they depend on values: "
            f"{', '.join(refused)}. Convert the part of the network before them."
        ) from error


def module_of(program: ExportedProgram, inputs: Sequence[str]) -> fx.GraphModule:
    """Return a program as a plain module, which can be copied, pickled and trained."""
    bound = program.module(check_guards=False)
    graph = fx.Graph()
    results = graph.graph_copy(bound.graph, {})
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    for placeholder, name in zip(placeholders, inputs, strict=True):
        _assert_sizes(graph, placeholder, name)
    spec = program.call_spec
    is_flat = all(child.is_leaf() for child in spec.in_spec.child(0).children())
    if not is_flat:
        graph.set_codegen(bound.graph._codegen)
        graph.output(results)
        return fx.GraphModule(bound, graph, "Network")
    graph.output(pytree.tree_unflatten(results, spec.out_spec))
    for placeholder, name in zip(placeholders, inputs, strict=True):
        placeholder.name = placeholder.target = name
    return fx.GraphModule(bound, graph, "Network")


def _assert_sizes(graph: fx.Graph, placeholder: fx.Node, name: str) -> None:
    """Make a module reject inputs of sizes that became constants in the export."""
    shape = placeholder.meta["val"].shape
    fixed = {axis: size for axis, size in enumerate(shape) if isinstance(size, int)}
    if not fixed or assert_condition is None:
        return
    expected = ", ".join(str(fixed.get(axis, "any")) for axis in range(len(shape)))
    text = f"{name} must have shape ({expected})"
    last = [node for node in graph.nodes if node.op == "placeholder"][-1]
    with graph.inserting_before(last.next):
        for axis, size in fixed.items():
            actual = graph.call_function(torch.ops.aten.sym_size.int, (placeholder, axis))
            same = graph.call_function(operator.eq, (actual, size))
            graph.call_function(assert_condition, (same, text))


# ------------------------------------------------------------------- the module that torch traces


class _Network(torch.nn.Module):
    """The lowered graph as a module with the parameters of the block, for torch to trace."""

    def __init__(self, code, order, inputs, parameters, created, nest):
        super().__init__()
        self._run, self._order, self._inputs = code.forward, order, inputs
        self._created, self._nest = created, nest
        self._locations = {
            name: _put(self, path, tensor, is_trained)
            for name, (path, tensor, is_trained) in parameters.items()
        }

    def forward(self, *args):
        values = dict(zip(self._inputs, _leaves(args), strict=True))
        created = {name: create(values) for name, create in self._created.items()}
        parameters = {name: getattr(owner, key) for name, (owner, key) in self._locations.items()}
        values |= created | parameters
        return self._nest(list(self._run(*[values[name] for name in self._order])))


def _leaves(arguments) -> list[torch.Tensor]:
    return [leaf for leaf in pytree.tree_leaves(arguments) if leaf is not None]


def _put(root: torch.nn.Module, path: str, tensor: torch.Tensor, is_trained: bool):
    """Register a tensor under a name such as ``features.0.weight``; return its module and name."""
    *modules, key = path.split(".")
    owner = root
    for step in modules:
        if not isinstance(getattr(owner, step, None), torch.nn.Module):
            owner.add_module(step, torch.nn.Module())
        owner = getattr(owner, step)
    if is_trained and tensor.is_floating_point():
        owner.register_parameter(key, torch.nn.Parameter(tensor))
    else:
        owner.register_buffer(key, tensor)
    return owner, key


def _open_sizes(leaf, open_axes) -> dict | None:
    if leaf is None:
        return None
    axes = {axis % leaf.ndim for axis in open_axes if -leaf.ndim <= axis < leaf.ndim}
    return dict.fromkeys(axes, Dim.AUTO)


@contextlib.contextmanager
def _suppress_output():
    """Suppress torch's long warnings about what it cannot export; our errors report it."""
    logger = logging.getLogger("torch.fx.experimental.symbolic_shapes")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)


def _export(network, arguments, sizes) -> ExportedProgram:
    with _suppress_output(), torch.no_grad():
        return torch.export.export(network, arguments, dynamic_shapes=sizes, strict=False)


# ------------------------------------------------- operators without inputs, of an open size


def _with_created(
    outputs, values: dict, example_inputs: dict, open_axes
) -> tuple[list[Entry], dict]:
    """Replace nodes whose shapes depend on the inputs, such as initial states, by variables.

    Returns the outputs, and for each such variable a function that creates it from the inputs.
    """
    # Shapes are inferred twice, the open axes one longer the second time: a size that differs
    # must be computed from the inputs.
    waiting = open_nodes(outputs)
    if not waiting:
        return outputs, {}
    longer = {
        name: tensor.new_empty([n + (i in _axes(tensor, open_axes)) for i, n in _sizes(tensor)])
        for name, tensor in example_inputs.items()
    }
    at_size, at_next_size = (
        _infer_attrs(outputs, waiting, values | ones) for ones in (example_inputs, longer)
    )
    created = {
        f"{node.name}_{number}": _creator(
            node, at_size[number], at_next_size[number], example_inputs, open_axes
        )
        for number, node in enumerate(waiting)
    }
    variables = {
        id(node): Node(None, name, (), {}) for name, node in zip(created, waiting, strict=True)
    }
    return rewrite(outputs, lambda node, inputs: variables.get(id(node))), created


def _axes(tensor, open_axes) -> set[int]:
    return set(_open_sizes(tensor, open_axes) or ())


def _sizes(tensor):
    return enumerate(tensor.shape)


def _infer_attrs(outputs, waiting, values) -> list[dict]:
    names = [node.name for node in topological(outputs) if node.is_variable]
    tensors = [values[name] for name in names]
    closed = close_shapes_for(
        outputs + [(node, 0) for node in waiting],
        names,
        [tensor.shape for tensor in tensors],
        [tensor.dtype for tensor in tensors],
    )
    return [node.parsed() for node, _ in closed[len(outputs) :]]


def _creator(node: Node, now: dict, then: dict, example_inputs: dict, open_axes) -> Callable:
    """Return a function that creates an array; sizes that changed are read from the inputs."""
    shape, later = now.get("shape", ()), then.get("shape", ())
    sources: dict[int, tuple[str, int]] = {}
    for position, (size, next_size) in enumerate(zip(shape, later, strict=True)):
        if size != next_size:
            candidates = [
                (name, axis)
                for name, tensor in example_inputs.items()
                for axis in _axes(tensor, open_axes)
                if (tensor.shape[axis], tensor.shape[axis] + 1) == (size, next_size)
            ]
            sources |= {position: candidates[0]} if candidates else {}

    def create(values):
        sizes = [
            values[sources[i][0]].shape[sources[i][1]] if i in sources else size
            for i, size in enumerate(shape)
        ]
        attrs = now | ({"shape": tuple(sizes)} if shape else {})
        ambient = ambient_arguments(node.op, Context("cpu"), training=False)
        return node.op.function(**attrs, **ambient)

    return create


# --------------------------------------------------------------------------------------- refusals


class _OperatorExporter(fx.Interpreter):
    """Run a graph and try to export each of its operators separately."""

    def __init__(self, graph):
        super().__init__(fx.GraphModule(torch.nn.Module(), graph))
        self.refused: list[str] = []

    def run_node(self, n):
        result = super().run_node(n)
        if "op" in n.meta and n.meta["op"].name not in self.refused:
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            try:
                _export(_Call(n.target, args, kwargs), tuple(_leaves(args)), None)
            except Exception:  # torch.export raises many types
                self.refused.append(n.meta["op"].name)
        return result


class _Call(torch.nn.Module):
    def __init__(self, function, args, kwargs):
        super().__init__()
        leaves, self._form = pytree.tree_flatten(args)
        self._function, self._constants = function, kwargs
        self._fixed = [None if isinstance(leaf, torch.Tensor) else (leaf,) for leaf in leaves]

    def forward(self, *tensors):
        waiting = iter(tensors)
        leaves = [next(waiting) if fixed is None else fixed[0] for fixed in self._fixed]
        return self._function(*pytree.tree_unflatten(leaves, self._form), **self._constants)


def _find_refused(graph: fx.Graph, tensors: list) -> list[str]:
    """Return the names of all operators that torch cannot export, in order."""
    exporter = _OperatorExporter(graph)
    with contextlib.suppress(Exception), torch.no_grad():
        exporter.run(*tensors)
    return exporter.refused
