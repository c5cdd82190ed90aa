"""Reading an operator's attributes from a call or a file, and saying what is wrong with them."""

from __future__ import annotations

import warnings

from .._text.spelling import did_you_mean
from ..base import MXNetError
from .attrs import BadValue, is_given, shortened
from .registry import Op
from .storage_rules import DENSE, storage_from_dense

_MOST_REMEMBERED = 256  # sets of attributes an operator remembers: learning rates have no end


def parse_attrs(op: Op, given: dict) -> dict:
    """Read and check attributes, and add the defaults of those that are not given.

    The result is shared by all calls with equal values, so that repeated ones cost a look-up.

    >>> from mxnet._ops import OPS
    >>> parse_attrs(OPS["expand_dims"], {"axis": "1"})
    {'axis': 1}
    """
    try:
        known = op.parsed.get(tuple(given.items()))
    except TypeError:  # a list among the values
        return _parse(op, given)
    if known is None:
        known = _parse(op, given)
        remember_attrs(op, given, known)
    return known


def remember_attrs(op: Op, given: dict, parsed: dict) -> None:
    """Keep what was read, for the next call with the same values.

    Not where the result is sparse: the fast paths, which ask for what is kept, make dense arrays.
    """
    if storage_from_dense(op, parsed) != DENSE:
        return
    try:
        key = tuple(given.items())
        hash(key)
    except TypeError:
        return
    if len(op.parsed) >= _MOST_REMEMBERED:
        op.parsed.clear()
    op.parsed[key] = parsed


def _parse(op: Op, given: dict) -> dict:
    parsed = {}
    for name, value in given.items():
        if not is_given(value):
            continue
        attr = op.attrs.get(name)
        if attr is None:
            if name.startswith("__") and name.endswith("__"):
                continue  # attributes of symbol files that only concern the graph
            _refuse(op, name)
            continue
        try:
            parsed[name] = attr.parse(value)
        except BadValue as reason:
            raise MXNetError(f"{reason}, in operator {_call_text(op, given)}") from None
    for attr in op.attrs.values():
        if attr.name in parsed:
            continue
        if attr.required:
            raise MXNetError(
                f"Required parameter {attr.name} of {attr.kind.text} is not presented, "
                f"in operator {_call_text(op, given)}"
            )
        parsed[attr.name] = attr.default
    return parsed


def _call_text(op: Op, given: dict) -> str:
    shown = "".join(f', {k}="{shortened(v)}"' for k, v in given.items() if is_given(v))
    return f'{op.name}(name=""{shown})'


def _refuse(op: Op, name: str) -> None:
    if not op.attrs:
        # MXNet: an operator that has no attributes takes all of them, and uses none.
        warnings.warn(f"{op.name} has no attribute '{name}', it is ignored", stacklevel=6)
        return
    possible = [f"{input_} : NDArray" for input_ in op.inputs]
    possible += [f"{attr.name} : {attr.describe()}" for attr in op.attrs.values()]
    listing = "\n".join(possible)
    raise MXNetError(
        f"Cannot find argument '{name}' in operator {op.name}, Possible Arguments:\n{listing}"
        f"\n{did_you_mean(name, [*op.inputs, *op.attrs]).strip()}".rstrip()
    )
