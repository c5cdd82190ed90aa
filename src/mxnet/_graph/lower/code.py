"""Straight-line Python for a ``torch.fx.Graph``, generated faster than by a GraphModule."""

from __future__ import annotations

import math
import operator
import weakref
from collections.abc import Callable
from types import NoneType
from typing import Any

from torch import fx

from ..._ops.registry import Op

FILE = "<graph>"  # the file name in tracebacks


# Receives a function that a graph calls, and the operator that it computes, if it is one.
Wrapper = Callable[[Callable, Op | None], Callable]

# The functions that run graphs -> the functions that each calls and their operators, by name.
Calls = dict[str, tuple[Callable, Op | None]]
_calls_of: weakref.WeakKeyDictionary[Callable, Calls] = weakref.WeakKeyDictionary()
_wrap: Wrapper | None = None


def instrument(wrap: Wrapper | None) -> None:
    """Make all graphs, including later ones, call ``wrap(function, op)`` instead of ``function``.

    None restores the functions.
    """
    global _wrap
    _wrap = wrap
    for forward in list(_calls_of):
        _wrap_calls(forward)


def _wrap_calls(forward: Callable) -> None:
    for name, (function, op) in _calls_of[forward].items():
        forward.__globals__[name] = function if _wrap is None else _wrap(function, op)


class Code:
    """A graph of calls, and ``forward``, the function that runs it.

    Every call has a line. A value is deleted on the line of its last use, so that its memory can be
    reused for the next result.
    """

    def __init__(self, graph: fx.Graph):
        self.graph = graph
        self._named: dict[str, Any] = {}  # the globals of ``forward``
        self._names: dict[int, str] = {}
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        self._calls = [node for node in graph.nodes if node.op == "call_function"]
        done = _last_uses(self._calls, graph.output_node())
        lines = [f"def forward({', '.join(node.name for node in placeholders)}):"]
        lines += [self._line(node, done.get(node, [])) for node in self._calls]
        lines.append(f"    return {self._text(graph.output_node().args[0])}")
        self.code = "\n".join(lines)
        exec(compile(self.code, FILE, "exec"), self._named)
        # Popped, as its globals would form a reference cycle.
        self.forward: Callable = self._named.pop("forward")
        _calls_of[self.forward] = {
            self._names[id(call.target)]: (call.target, call.meta.get("op"))
            for call in self._calls
            if not _is_index(call)
        }
        if _wrap is not None:
            _wrap_calls(self.forward)

    def call_of(self, line: int) -> fx.Node | None:
        """Return the call in a line, counted from 1."""
        # Line 1 is the signature.
        return self._calls[line - 2] if 2 <= line < len(self._calls) + 2 else None

    def _line(self, node: fx.Node, done: list[fx.Node]) -> str:
        freed = f"; del {', '.join(other.name for other in done)}" if done else ""
        result = f"{node.name} = " if node.users else ""
        return f"    {result}{self._call(node)}{freed}"

    def _call(self, node: fx.Node) -> str:
        if _is_index(node):
            value, index = node.args
            return f"{self._text(value)}[{self._text(index)}]"
        arguments = [self._text(value) for value in node.args]
        arguments += [f"{name}={self._text(value)}" for name, value in node.kwargs.items()]
        return f"{self._name(node.target)}({', '.join(arguments)})"

    def _text(self, value) -> str:
        """Format an argument: a value of the graph, a literal, or the name of a global."""
        if isinstance(value, fx.Node):
            return value.name
        if type(value) in (bool, int, str, NoneType):
            return repr(value)
        if type(value) is float and math.isfinite(value):
            return repr(value)
        if type(value) is tuple:
            return f"({''.join(f'{self._text(part)}, ' for part in value)})"
        if isinstance(value, list):
            return f"[{', '.join(map(self._text, value))}]"
        if isinstance(value, dict):
            return f"{{{', '.join(f'{k!r}: {self._text(v)}' for k, v in value.items())}}}"
        if isinstance(value, slice):
            parts = (value.start, value.stop, value.step)
            return f"slice({', '.join(map(self._text, parts))})"
        return self._name(value)

    def _name(self, value) -> str:
        name = self._names.get(id(value))
        if name is None:
            name = self._names[id(value)] = f"__{len(self._names)}"
            self._named[name] = value
        return name


def _is_index(call: fx.Node) -> bool:
    """Return whether a call is written as ``value[index]``, without the name of its function."""
    return call.target is operator.getitem and not call.kwargs


def _last_uses(calls: list[fx.Node], output: fx.Node) -> dict[fx.Node, list[fx.Node]]:
    """Return the values of which each call is the last user."""
    later = set(output.all_input_nodes)
    last: dict[fx.Node, list[fx.Node]] = {}
    for call in reversed(calls):
        for value in call.all_input_nodes:
            if value not in later:
                later.add(value)
                last.setdefault(call, []).append(value)
    return last
