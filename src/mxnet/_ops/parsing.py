"""Parse an operator's attributes from a call or a file, and report bad ones."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from .._text.spelling import did_you_mean
from ..base import MXNetError
from .attrs import BadValue, is_given, is_hidden, shorten
from .registry import Op, Parsed
from .storage_rules import DENSE, storage_from_dense

# Options that are computed with or stored, so that the sign of 0 matters.
_OPERANDS = frozenset(
    """
    a_max a_min constant_value fill_value max min nan neginf off_value on_value posinf scalar
    to_begin_scalar to_end_scalar val value x y
    """.split()
)
_NUMBERS = int, float, np.generic  # a tuple, because a union would be created at each call
_INTEGERS = {int}
_MAX_CACHED = 256  # sets of options per function: learning rates would make it unbounded


def parse_attrs(op: Op, values: dict) -> dict:
    """Parse and check attributes, and add defaults for the rest.

    The result is cached and shared by all calls with equal values.

    >>> from mxnet._ops import OPS
    >>> parse_attrs(OPS["expand_dims"], {"axis": "1"})
    {'axis': 1}
    """
    key = _key(values)
    if key is None:
        return _parse(op, values)
    if (entry := op.parsed.get(key)) is not None:
        return entry[0]
    attrs = _parse(op, values)
    cache_attrs(op, values, attrs)
    return attrs


def sign_zeros(key: tuple) -> tuple:
    """Return a key of the cache in which zeros are text, because 0.0 and -0.0 are equal.

    >>> sign_zeros((("a_min", -0.0), ("a_max", 1), ("axis", 0)))
    (('a_min', '-0.0'), ('a_max', 1), ('axis', 0))
    """
    # Without a function for the condition, because a call of it takes longer than all else.
    for name, value in key:
        if name in _OPERANDS and isinstance(value, _NUMBERS) and not value:
            break
    else:
        return key
    return tuple(
        [
            (n, repr(v)) if n in _OPERANDS and isinstance(v, _NUMBERS) and not v else (n, v)
            for n, v in key
        ]
    )


def freeze(value: Any) -> Any:
    """Return a list of integers in a form that can be a key, and anything else unchanged.

    >>> freeze([1, 2]) == freeze((1, 2)), freeze([1, 2]) == freeze([1, 2])
    (False, True)
    """
    return (list, *value) if is_list_of_integers(value) else value


def is_list_of_integers(value: Any) -> bool:
    """Return whether a value is a list of integers, which is read at each call."""
    return type(value) is list and {*map(type, value)} <= _INTEGERS


def _key(values: dict) -> tuple | None:
    """Return the key of values in a cache, or None if they cannot be one."""
    key = sign_zeros(tuple([(name, freeze(value)) for name, value in values.items()]))
    try:
        hash(key)
    except TypeError:  # a list of other things
        return None
    return key


def cache_attrs(op: Op, values: dict, attrs: dict) -> None:
    """Cache parsed attributes, and the kernel for them, for the next call with equal values.

    Sparse results are excluded: the fast paths, which read the cache, create dense arrays.
    """
    key = _key(values)
    if key is not None and (entry := prepare(op, attrs)) is not None:
        store(op.parsed, key, entry)


def prepare(op: Op, attrs: dict) -> Parsed | None:
    """Return parsed attributes with the kernel for them, or None if the result is sparse."""
    if storage_from_dense(op, attrs) != DENSE:
        return None
    return attrs, None if op.specialize is None else op.specialize(attrs)


def store(cache: dict[tuple, Any], key: tuple, entry: Any) -> None:
    """Store what belongs to a set of options, in a cache of bounded size."""
    if len(cache) >= _MAX_CACHED:
        cache.clear()
    cache[key] = entry


def _parse(op: Op, values: dict) -> dict:
    parsed = {}
    for name, text in values.items():
        if not is_given(text):
            continue
        attr = op.attrs.get(name)
        if attr is None:
            if is_hidden(name):
                continue
            _refuse(op, name)
            continue
        try:
            parsed[name] = attr.parse(text)
        except BadValue as reason:
            raise reason.refusal(f"{reason}, in operator {_call_text(op, values)}") from None
    for attr in op.attrs.values():
        if attr.name in parsed:
            continue
        if attr.required:
            raise MXNetError(
                f"Required parameter {attr.name} of {attr.kind.text} is not presented, "
                f"in operator {_call_text(op, values)}"
            )
        parsed[attr.name] = attr.default
    return parsed


def _call_text(op: Op, values: dict) -> str:
    shown = "".join(f', {k}="{shorten(v)}"' for k, v in values.items() if is_given(v))
    return f'{op.name}(name=""{shown})'


# NumPy's functions, such as np.mean, call the method of an array with NumPy's arguments.
_NUMPY_HINT = "For a function of NumPy, convert the array with asnumpy()."


def _refuse(op: Op, name: str) -> None:
    if not op.attrs:
        # MXNet: an operator without attributes accepts and ignores all of them.
        warnings.warn(f"{op.name} has no attribute '{name}', it is ignored", stacklevel=6)
        return
    possible = [f"{input_} : NDArray" for input_ in op.inputs]
    possible += [f"{attr.name} : {attr.describe()}" for attr in op.attrs.values()]
    listing, known = "\n".join(possible), [*op.inputs, *op.attrs]
    raise MXNetError(
        f"Cannot find argument '{name}' in operator {op.name}, Possible Arguments:\n{listing}"
        f"\n{_NUMPY_HINT if name == 'dtype' else did_you_mean(name, known).strip()}".rstrip()
    )
