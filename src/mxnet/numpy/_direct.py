"""Functions whose definition usually amounts to one call of an operator, such as ``np.clip``.

Which attributes the operator gets depends only on the options of the call, not on the arrays. So
they are found once for each set of options, by running the definition on arrays about which nothing
is known, with operators that note their arguments instead of computing anything. Later calls with
these options go directly to the operator. A definition that asks for more (the shape of an array),
or that calls something else for these options, is run at each call.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

import numpy as onp

from .._eager.call import prepared_caller
from .._eager.options import Options
from .._ops import OPS
from .._ops.parsing import freeze, is_list_of_integers, parse_attrs, prepare, sign_zeros, store
from .._ops.registry import Op
from ._namespace import Operators

# Values of options that never change.
_PLAIN = (int, float, str, type(None), type, onp.dtype, onp.generic)
MAX_AXES = 32  # NumPy's limit, and so of options such as the axes of ``x.transpose(1, 0)``


class _Note:
    """A call of an operator."""

    __slots__ = ("op", "arrays", "attrs")

    def __init__(self, op: Op, arrays: tuple, attrs: dict):
        self.op, self.arrays, self.attrs = op, arrays, attrs


class _Notes(Operators):
    """Operators that only note their calls."""

    def operator(self, op: Op, name: str) -> Callable:
        return lambda *arrays, **attrs: _Note(op, arrays, attrs)


def direct_function(op: Op, definition: Callable, general: Callable, cls: type) -> Callable:
    """Return a function that calls an operator directly for options that were prepared.

    ``general`` runs the definition; its first call with a set of options prepares them.
    """
    count = 1 if op.variadic else len(op.inputs)
    # MXNet: functions that are operators themselves, such as np.sum, have the option ``name``.
    ignored = "name" if OPS.get(f"_np_{definition.__name__}") is op else None
    options = Options(_option_names(definition, count), {}, ignored, follow_list=op.variadic)
    notes, blanks = _Notes(cls), tuple(cls.__new__(cls) for _ in op.inputs)
    arrays = (blanks,) if op.variadic else blanks
    types = {tuple, list} if op.variadic else {cls}

    def find_attributes(values: tuple, kwargs: dict) -> Any:
        try:
            note = definition(notes, *arrays, *values, **kwargs)
        except (AttributeError, TypeError):  # it asked for more than the type of an array
            return None
        if type(note) is not _Note or note.op is not op or note.attrs.pop("out", None) is not None:
            return None
        if len(note.arrays) != len(blanks) or not all(map(operator.is_, note.arrays, blanks)):
            return None
        return prepare(op, parse_attrs(op, note.attrs))

    def run_and_prepare(*args: Any, **kwargs: Any) -> Any:
        kwargs.pop(ignored, None)
        result = general(*args, **kwargs)
        if len(args) < count or not types.issuperset(map(type, args[:count])):
            return result  # arrays by name, or numbers
        values = args[count:]
        if all(map(_is_plain, chain(values, kwargs.values()))):
            named = (*kwargs.items(), *zip(options.names, values, strict=False))
            key = sign_zeros(tuple([(name, freeze(value)) for name, value in named]))
            if key not in options.parsed:
                store(options.parsed, key, find_attributes(values, kwargs))
        return result

    return prepared_caller(op, cls, run_and_prepare, options)


def _option_names(definition: Callable, count: int) -> tuple[str, ...]:
    """Return the names of the options by position, each of which may be several values."""
    _, *parameters = inspect.signature(definition).parameters.values()
    names: list[str] = []
    for parameter in parameters[count:]:
        if parameter.kind is parameter.VAR_POSITIONAL:
            names += repeat(parameter.name, MAX_AXES)
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            names.append(parameter.name)
    return tuple(names)


def _is_plain(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN) or is_list_of_integers(value)
