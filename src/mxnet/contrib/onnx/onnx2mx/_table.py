"""The table of readers: a function for each ONNX operator that expresses it in MXNet.

A function gets the node that is read, then its inputs by position: symbols, or, if the parameter is
annotated ``Array``, values that must be known, as NumPy arrays. Keyword-only parameters are the
attributes. It returns a symbol or a list of symbols.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

import numpy as np

FAMILIES = (
    "_elementwise", "_binary", "_reduce", "_shape", "_indexing", "_conv", "_norm", "_matmul",
    "_rnn", "_images", "_boxes", "_random",
)  # fmt: skip
OLDEST_OPSET = 7  # the first whose binary operators broadcast as NumPy does

Array = np.ndarray


@dataclass(frozen=True, slots=True)
class Reading:
    """A function, the inputs it needs as arrays, and the attributes it supports."""

    function: Callable
    arrays: tuple[bool, ...]
    is_variadic: bool
    attributes: frozenset[str]


_TABLE: dict[str, Reading] = {}


def reads(*op_types: str):
    """Declare the decorated function as the reader of the given operators."""

    def declare(function: Callable) -> Callable:
        for op_type in op_types:
            add(op_type, function)
        return function

    return declare


def add(op_type: str, function: Callable) -> None:
    """Add a reader to the table; families call this in a loop."""
    if op_type in _TABLE:
        raise ValueError(f"the reading of {op_type} is declared twice")
    parameters = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    inputs = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
    _TABLE[op_type] = Reading(
        function,
        tuple(p.annotation is Array for p in inputs),
        any(p.kind is p.VAR_POSITIONAL for p in inputs),
        frozenset(p.name for p in parameters if p.kind is p.KEYWORD_ONLY),
    )


def readings() -> dict[str, Reading]:
    """Return the table."""
    for family in FAMILIES:
        import_module(f".{family}", __package__)
    return _TABLE
