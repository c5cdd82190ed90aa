"""Control flow in graphs: ``sym.contrib.foreach``, ``while_loop`` and ``cond``.

A body is called once, with variables for its inputs. The nodes that it creates are marked with the
name of the subgraph; outer nodes that they use become inputs of the operator.
"""

from __future__ import annotations

from .._graph.bodies.control_flow import FACTORIES
from .._graph.ir.node import Entry, Node, topological
from ..attribute import AttrScope
from ..base import MXNetError
from ..name import NameManager
from ..ndarray._control_flow import flatten, iterations, pair
from ..ndarray._nesting import regroup
from . import _internal
from .symbol import Symbol, var

__all__ = ["cond", "foreach", "while_loop"]

_MARK = "__subgraph_name__"


class UnusedInput(MXNetError, AssertionError):
    """An input that a body does not use; MXNet raises an AssertionError."""


class _Subgraph:
    """The graph created by a body, separated from the outer graph.

    ``sources`` has the origin of the value of each variable: an entry of the outer graph, or one of
    the inputs that the body was called with.
    """

    def __init__(self, name: str):
        count = AttrScope._subgraph_names[name]
        AttrScope._subgraph_names[name] += 1
        self.name = f"{name}{count}"
        self.inputs: dict[Node, int] = {}  # a variable passed to the body -> its index

    def variables(self, symbols: list[Symbol]) -> list[Symbol]:
        """Create the variables for the symbols that are passed to the body."""
        variables = []
        with AttrScope(**{_MARK: self.name}):
            for symbol in symbols:
                node, index = _entry(symbol)
                variables.append(var(f"{node.name}-{index}"))
                self.inputs[variables[-1]._entries[0][0]] = len(self.inputs)
        return variables

    def run(self, function, *args):
        with AttrScope(**{_MARK: self.name}):
            return function(*args)

    def cut(self, outputs: list[Symbol]) -> None:
        """Separate the graph of the given outputs."""
        entries = self._copy_outer_outputs(outputs)
        outside: dict[Entry, Entry] = {}
        copies: dict[Node, Node] = {}
        self.sources: dict[Node, Entry] = {}

        def move(entry: Entry) -> Entry:
            node, index = entry
            if self._is_inside(node):
                if node.is_variable:
                    self.sources[node] = entry
                    return entry
                return copies[node], index
            if entry not in outside:
                stand_in = Node(None, node.output_names()[index], (), {})
                outside[entry] = (stand_in, 0)
                self.sources[stand_in] = entry
            return outside[entry]

        for node in topological(entries):
            if not node.is_variable and self._is_inside(node):
                inputs = tuple(map(move, node.inputs))
                copies[node] = node.copy(inputs)
        self.outputs = [move(entry) for entry in entries]
        self.order = [node for node in topological(self.outputs) if node.is_variable]

    def _is_inside(self, node: Node) -> bool:
        return node.attrs.get(_MARK) == self.name

    def _copy_outer_outputs(self, outputs: list[Symbol]) -> list[Entry]:
        """Return the entries of the outputs, copied where the subgraph does not compute them."""
        owned, used = [], set()
        with AttrScope(**{_MARK: self.name}):
            for symbol in outputs:
                node, _ = _entry(symbol)
                if node.is_variable or not self._is_inside(node) or node in used:
                    symbol = _internal._copy(symbol, name=NameManager.current.get(None, "identity"))
                used.add(symbol._entries[0][0])
                owned.append(symbol._entries[0])
        return owned

    def positions(self) -> list[int | None]:
        """Return the index of the body's input for each variable, None for others."""
        return [self.inputs.get(node) for node in self.order]

    def remaining(self) -> list[Entry]:
        """Return the outer entries that the subgraph uses, other than the body's inputs."""
        return [self.sources[node] for node in self.order if node not in self.inputs]


def _entry(symbol: Symbol) -> Entry:
    if len(symbol._entries) != 1:
        raise MXNetError(
            f"control flow takes symbols with one output, {symbol!r} has {len(symbol._entries)}"
        )
    return symbol._entries[0]


def _operator(
    name: str, inputs: list[Entry], subgraphs: list[_Subgraph], attrs: dict
) -> list[Symbol]:
    """Create the node; return its outputs."""
    bodies = tuple(subgraph.outputs for subgraph in subgraphs)
    texts = {key: str(value) for key, value in attrs.items()}
    texts["num_args"] = str(len(inputs) + len(bodies))
    op = FACTORIES[name](texts, bodies)
    attrs = AttrScope.current.get(None) | texts
    node = Node(op, NameManager.current.get(None, name), tuple(inputs), attrs, bodies)
    return [Symbol([(node, i)]) for i in range(node.num_outputs())]


def foreach(body, data, init_states, name="foreach"):
    """Run ``body(slice, states)`` on each slice of the data along its first axis.

    The body returns an output and new states, which are passed to the next iteration; the outputs
    are stacked.
    """
    slices, data_format = flatten(data, Symbol, "foreach data")
    states, state_format = flatten(init_states, Symbol, "foreach init_states")
    graph = _Subgraph(name)
    variables = graph.variables([*slices, *states])
    args, _ = regroup(variables[: len(slices)], data_format)
    more, _ = regroup(variables[len(slices) :], state_format)
    out, new_states = pair(graph.run(body, args, more), "foreach", "states")
    results, out_format = flatten(out, Symbol, "foreach output")
    new_states, new_format = flatten(new_states, Symbol, "foreach states")
    if new_format != state_format:
        raise MXNetError("foreach: The input and output loop_vars have different format")
    graph.cut([*results, *new_states])
    positions = graph.positions()
    for number in range(len(variables)):
        if number not in positions:
            kind = "data" if number < len(slices) else "state"
            raise UnusedInput(f"foreach: the {kind} arrays have to be used in the loop body")
    where = [positions.index(number) for number in range(len(variables))]
    rest = [i for i, position in enumerate(positions) if position is None]
    inputs = [_entry(symbol) for symbol in (*slices, *states)] + graph.remaining()
    outputs = _operator(
        "_foreach", inputs, [graph],
        {
            "num_outputs": len(graph.outputs), "num_out_data": len(results),
            "in_data_locs": where[: len(slices)], "in_state_locs": where[len(slices) :],
            "remain_locs": rest,
        },
    )  # fmt: skip
    outs, _ = regroup(outputs[: len(results)], out_format)
    return outs, regroup(outputs[len(results) :], new_format)[0]


def while_loop(cond, func, loop_vars, max_iterations=None, name="while_loop"):
    """Run ``func(*loop_vars)`` while ``cond(*loop_vars)`` holds, at most ``max_iterations`` times.

    The function returns an output and new loop variables; the outputs are stacked and padded with
    zeros.
    """
    most = iterations(max_iterations)
    loop, fmt = flatten(loop_vars, Symbol, "while_loop loop_vars")
    if not loop:
        raise ValueError("loop_vars should contain at least one element")
    condition, function = _Subgraph(f"{name}_cond"), _Subgraph(f"{name}_func")

    def call_body(graph, body):
        args, _ = regroup(graph.variables(loop), fmt)
        return graph.run(body, *((args,) if isinstance(args, Symbol) else args))

    holds = call_body(condition, cond)
    if not isinstance(holds, Symbol):
        raise ValueError(f"Return of cond must be a Symbol, got {holds!r}")
    condition.cut([holds])
    out, new_vars = pair(call_body(function, func), "while_loop", "loop variables")
    results, out_format = flatten(out, Symbol, "while_loop output")
    new_vars, _ = flatten(new_vars, Symbol, "while_loop loop_vars")
    if len(new_vars) != len(loop):
        raise ValueError("The number of loop_vars should be consistent during the loop")
    function.cut([*results, *new_vars])
    positions = function.positions()
    if any(number not in positions for number in range(len(loop))):
        raise UnusedInput("while_loop: all loop_vars have to be used in func")
    sources: dict[int | Entry, Entry] = {}
    entries = [_entry(symbol) for symbol in loop]
    where = [_positions(graph, entries, sources) for graph in (condition, function)]
    outputs = _operator(
        "_while_loop", list(sources.values()), [condition, function],
        {
            "num_outputs": len(function.outputs), "num_out_data": len(results),
            "max_iterations": most, "cond_input_locs": where[0],
            "func_input_locs": where[1],
            "func_var_locs": [positions.index(number) for number in range(len(loop))],
        },
    )  # fmt: skip
    outs = regroup(outputs[: len(results)], out_format)[0]
    return outs, regroup(outputs[len(results) :], fmt)[0]


def _positions(graph: _Subgraph, loop: list[Entry], sources: dict[int | Entry, Entry]) -> list[int]:
    """Return the position of each variable among the sources; missing sources are added.

    A loop variable (identified by its number) is never merged with an outer input, because it
    changes.
    """
    positions = []
    for node, number in zip(graph.order, graph.positions(), strict=True):
        entry = graph.sources[node] if number is None else loop[number]
        key = entry if number is None else number
        sources.setdefault(key, entry)
        positions.append(list(sources).index(key))
    return positions


def cond(pred, then_func, else_func, name="cond"):
    """Return ``then_func()`` if ``pred`` holds, otherwise ``else_func()``."""
    graphs, formats, flats = [], [], []
    for part, function in (("pred", lambda: pred), ("then", then_func), ("else", else_func)):
        graph = _Subgraph(f"{name}_{part}")
        flat, fmt = flatten(graph.run(function), Symbol, f"cond {part}")
        graph.cut(flat)
        graphs.append(graph)
        formats.append(fmt)
        flats.append(flat)
    if len(flats[1]) != len(flats[2]):
        raise ValueError("Number of outputs differs between then-branch and else-branch")
    sources: dict[int | Entry, Entry] = {}
    where = [_positions(graph, [], sources) for graph in graphs]
    outputs = _operator(
        "_cond", list(sources.values()), graphs,
        {
            "num_outputs": len(flats[1]), "cond_input_locs": where[0],
            "then_input_locs": where[1], "else_input_locs": where[2],
        },
    )  # fmt: skip
    return regroup(outputs, formats[1])[0]
