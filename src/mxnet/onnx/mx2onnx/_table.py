"""The table of conversions: a function for each MXNet operator that expresses it in ONNX.

A function gets the graph under construction, then the operator's inputs by position. Keyword-only
parameters are attributes of the operator, except ``out`` and ``outs``: descriptions of the first
output, and of all outputs. It returns the name of the result, or a tuple of names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from ..._ops import OPS
from ._heads import PREDICTIONS

FAMILIES = (
    "_elementwise", "_binary", "_reduce", "_shape", "_slicing", "_joining", "_creation", "_nn",
    "_conv", "_pooling", "_norm", "_softmax", "_sequence", "_indexing", "_ordering", "_matmul",
    "_attention", "_rnn", "_random", "_resizing", "_boxes", "_detection", "_regions",
)  # fmt: skip
OLDEST_OPSET, DEFAULT_OPSET = 13, 18


@dataclass(frozen=True, slots=True)
class Converter:
    """A conversion, the attributes it needs, and the first opset that supports it.

    Functions with ``**attrs`` get all attributes, and neither ``out`` nor ``outs``.
    """

    function: Callable
    wants: frozenset[str] | None
    opset: int

    def __call__(self, graph, inputs, attrs: dict, outs):
        if self.wants is None:
            return self.function(graph, *inputs, **attrs)
        available = {**attrs, "out": outs[0] if outs else None, "outs": outs}
        arguments = {name: available[name] for name in self.wants if name in available}
        return self.function(graph, *inputs, **arguments)


_TABLE: dict[str, Converter] = {}


def converts(*names: str, opset: int = OLDEST_OPSET):
    """Declare the decorated function as the conversion of the operators with the given names."""

    def declare(function: Callable) -> Callable:
        for name in names:
            add(name, function, opset)
        return function

    return declare


def add(name: str, function: Callable, opset: int = OLDEST_OPSET) -> None:
    """Add a conversion to the table; families call this in a loop."""
    if name in _TABLE:
        raise ValueError(f"the conversion of {name} is declared twice")
    parameters = inspect.signature(function).parameters.values()
    wants = frozenset(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        wants = None
    _TABLE[name] = Converter(function, wants, opset)


def converters() -> dict[str, Converter]:
    """Return the table by the declared names of operators."""
    for family in FAMILIES:
        import_module(f".{family}", __package__)
    return _TABLE


def get_operator_support(opset_version=None):
    """Return the names of the operators that can be exported, with all their aliases.

    There are none for an ``opset_version`` below 13. An operator in the list is not necessarily
    supported with every combination of its attributes.
    """
    if opset_version is not None and opset_version < OLDEST_OPSET:
        return []
    table = converters()
    supported = {name for name, row in table.items() if row.opset <= (opset_version or row.opset)}
    supported |= PREDICTIONS.keys()
    return ["null", *sorted(name for name, op in OPS.items() if op.name in supported)]
