"""Rules for the element types of an operator's inputs and outputs, for declarations.

Most operators have one type for everything and declare no rule. A pattern describes the types of
the others: inputs, ``>``, outputs; positions with the same letter have the same type, ``.`` is
independent. The last letter applies to all positions that follow. Rules for one family are next to
its operators.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch

from .._core.dtypes import BY_TORCH, promote
from .registry import Op, TypeRule, Types

FLOAT, INDEX = torch.float32, torch.int64


class Contradiction(ValueError):
    """Two different types where there must be one."""

    def __init__(self, expected: torch.dtype, actual: torch.dtype, position: str = ""):
        self.expected, self.actual = expected, actual
        super().__init__(
            f"{position}: expected {BY_TORCH[expected].name}, got {BY_TORCH[actual].name}"
        )


def unify(
    old: torch.dtype | None, new: torch.dtype | None, position: str = ""
) -> torch.dtype | None:
    """Merge two types, either of which may be unknown; raise if they contradict each other."""
    if old is not None and new is not None and old is not new:
        raise Contradiction(old, new, position)
    return new if old is None else old


def pattern(text: str) -> TypeRule:
    """Return the rule that a pattern describes."""
    left, right = text.split(">")

    @functools.cache  # few combinations, many nodes
    def infer(torch_dtypes: tuple, count: int):
        positions = letters(left, count) + letters(right, len(torch_dtypes) - count)
        types: dict[str, torch.dtype | None] = {}
        for i, (letter, dtype) in enumerate(zip(positions, torch_dtypes, strict=True)):
            if letter != ".":
                types[letter] = unify(types.get(letter), dtype, place_text(i, count))
        return [types.get(letter) for letter in positions]

    def rule(inputs, outputs, attrs):
        count = len(inputs)
        types = infer((*inputs, *outputs), count)
        return types[:count], types[count:]

    return rule


def place_text(i: int, inputs: int) -> str:
    return f" at {i}-th input" if i < inputs else f" at {i - inputs}-th output"


def letters(text: str, count: int) -> str:
    return (text + text[-1:] * count)[:count]


SAME = pattern("T>T")
INDEXED = pattern("TI>T")  # data and indices
LIKE_FIRST = pattern("T.>T")  # the second input provides a shape or labels
CHOSEN = pattern("CTT>T")  # a condition and two branches


def with_output_types(
    text: str, *types: Callable[[dict], torch.dtype | None] | torch.dtype | None
) -> TypeRule:
    """Follow a pattern, with fixed types (or those of attributes) for the outputs."""
    follow = pattern(text)

    def rule(inputs, outputs, attrs):
        inputs, outputs = follow(inputs, outputs, attrs)
        for i, dtype in enumerate(types[: len(outputs)]):
            dtype = dtype(attrs) if callable(dtype) else dtype
            outputs[i] = outputs[i] if dtype is None else unify(outputs[i], dtype)
        return inputs, outputs

    return rule


def attr(name: str = "dtype") -> Callable[[dict], torch.dtype | None]:
    """Return a function that reads a type from an attribute."""
    return lambda attrs: attrs[name]


INDICES = with_output_types(".>.", INDEX)
FLOATS = with_output_types(".>.", FLOAT)
BOOLS = with_output_types(".>.", torch.bool)
OF_ATTR = with_output_types(".>.", attr())


def attr_or_input(name: str = "dtype", text: str = "TL>T") -> TypeRule:
    """The type of an attribute, or that of the first input if it is None."""
    alone, follow = with_output_types(".>.", attr(name)), pattern(text)
    return lambda inputs, outputs, attrs: (follow if attrs[name] is None else alone)(
        inputs, outputs, attrs
    )


def random_type(inputs, outputs, attrs):
    """Random numbers: their type does not depend on those of the parameters."""
    return inputs, [unify(dtype, attrs.get("dtype") or FLOAT) for dtype in outputs]


def each(inputs, outputs, attrs):
    """Each output has the type of its input."""
    both = [unify(i, o) for i, o in zip(inputs, outputs, strict=True)]
    return both, both


def as_floats(integers: torch.dtype) -> TypeRule:
    """Integers, and inputs of different types, become a floating-point type."""

    def rule(inputs, outputs, attrs):
        if None in inputs:
            return inputs, outputs
        same = len(set(inputs)) == 1 and inputs[0].is_floating_point
        return inputs, [inputs[0] if same else integers for _ in outputs]

    return rule


def promote_inputs(inputs, outputs, attrs):
    """NumPy's arithmetic: integers and floats mix."""
    if None in inputs:
        return inputs, outputs
    return inputs, [functools.reduce(promote, inputs)]


def quotient(inputs, outputs, attrs):
    """NumPy's division: integers have a float32 quotient."""
    inputs, (dtype,) = promote_inputs(inputs, outputs, attrs)
    if None in inputs or dtype.is_floating_point:
        return inputs, [dtype]
    return inputs, [FLOAT]


def attr_or_default(default: dict[torch.dtype, torch.dtype]) -> TypeRule:
    """The type of an attribute, or the default for the input's type if it is None."""

    def rule(inputs, outputs, attrs):
        dtype = attrs["dtype"] or default.get(inputs[0], inputs[0])
        return inputs, [outputs[0] if dtype is None else unify(outputs[0], dtype)]

    return rule


# -------------------------------------------------------------------- operators without a rule


def _creation(inputs, outputs, attrs):
    dtype = attrs.get("dtype") or FLOAT
    return inputs, [unify(output, dtype) for output in outputs]


def _mixed(inputs, outputs, attrs):
    """Inputs may differ; unknown types, and the output, have the type of the first input."""
    if not outputs:
        return inputs, outputs
    first = unify(inputs[0], outputs[0])
    others = (first if dtype is None else dtype for dtype in inputs[1:])
    return [first, *others], [first, *outputs[1:]]


def _with_scalar(inputs, outputs, attrs):
    """MXNet: integers with a fraction become float64, bool with an integer becomes int64."""
    dtype = inputs[0]
    if dtype is None or dtype.is_floating_point or (attrs["is_int"] and dtype is not torch.bool):
        return SAME(inputs, outputs, attrs)
    return inputs, [unify(outputs[0], INDEX if attrs["is_int"] else torch.float64)]


def rule_of(op: Op) -> TypeRule:
    """Return the rule of an operator: its own, or the default for its kind."""
    if op.types is not None:
        return op.types
    if not op.inputs:
        return _creation
    if "is_int" in op.attrs:
        return _with_scalar
    return _mixed if op.mixed else SAME


def infer_output_types(op: Op, inputs: Types, attrs: dict) -> Types:
    """Return the types of the outputs, as far as those of the inputs determine them."""
    return rule_of(op)(inputs, [None] * op.num_outputs(attrs), attrs)[1]
