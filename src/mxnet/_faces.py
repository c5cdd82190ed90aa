"""Building the functions that users call (``mx.nd.exp``) from the operator table."""

from __future__ import annotations

import inspect

from ._array import NDArrayBase
from ._dispatch import fast_caller, invoke
from ._ops.attrs import BadValue, is_given
from ._ops.registry import Op
from .base import MXNetError, _Null

_CACHE_LIMIT = 4096
_parsed: dict = {}


def parse_attrs(op: Op, given: dict) -> dict:
    """Read and check attributes; repeated calls with the same values cost one look-up."""
    try:
        key = (op.name, *given.items())
        known = _parsed.get(key)
        if known is not None:
            return known
    except TypeError:  # a list among the values
        return _parse(op, given)
    if len(_parsed) > _CACHE_LIMIT:
        _parsed.clear()
    known = _parsed[key] = _parse(op, given)
    return known


def _parse(op: Op, given: dict) -> dict:
    parsed = {}
    for name, value in given.items():
        if not is_given(value):
            continue
        attr = op.attrs.get(name)
        if attr is None:
            if name.startswith("__") and name.endswith("__"):
                continue  # attributes of symbol files that only concern the graph
            raise MXNetError(_unknown_argument(op, name))
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
    shown = "".join(f', {k}="{v}"' for k, v in given.items() if is_given(v))
    return f'{op.name}(name=""{shown})'


def _unknown_argument(op: Op, name: str) -> str:
    possible = [f"{input_} : NDArray" for input_ in op.inputs]
    possible += [f"{attr.name} : {attr.describe()}" for attr in op.attrs.values()]
    listing = "\n".join(possible) or "(none)"
    return f"Cannot find argument '{name}' in operator {op.name}, Possible Arguments:\n{listing}"


def bind(op: Op, args: tuple, kwargs: dict) -> tuple[list, dict]:
    """Sort the arguments of a call into arrays and parsed attributes."""
    arrays = _bind_variadic(op, args, kwargs) if op.variadic else _bind_fixed(op, args, kwargs)
    return arrays, parse_attrs(op, kwargs)


def _bind_variadic(op: Op, args: tuple, kwargs: dict) -> list:
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    count = kwargs.pop("num_args", None) if "num_args" not in op.attrs else None
    if count is not None and is_given(count) and int(count) != len(args):
        raise MXNetError(f"Operator {op.name} expects num_args={count} inputs, but got {len(args)} instead.")
    for position, array in enumerate(args):
        _want_array(op, f"{op.inputs[0]}{position}", array)
    if not args:
        raise MXNetError(f"Operator {op.name} expects at least 1 input, but got 0 instead.")
    return list(args)


def _bind_fixed(op: Op, args: tuple, kwargs: dict) -> list:
    count = len(op.inputs)
    arrays = list(args[:count])
    arrays += [None] * (count - len(arrays))
    for attr, value in zip(op.attrs, args[count:], strict=False):
        if attr in kwargs and is_given(kwargs[attr]):
            raise TypeError(f"{op.name}() got multiple values for argument '{attr}'")
        kwargs[attr] = value
    if len(args) > count + len(op.attrs):
        raise TypeError(
            f"{op.name}() takes at most {count + len(op.attrs)} positional arguments, got {len(args)}"
        )
    for position, name in enumerate(op.inputs):
        if name in kwargs:
            arrays[position] = kwargs.pop(name)
        if arrays[position] is not None:
            _want_array(op, name, arrays[position])
    given = sum(array is not None for array in arrays)
    if any(array is None for array in arrays[: op.required]):
        raise MXNetError(
            f"Operator {op.name} expects {op.required} inputs ({', '.join(op.inputs)}), but got {given} instead."
        )
    while arrays and arrays[-1] is None:
        arrays.pop()
    return arrays


def _want_array(op: Op, name: str, value) -> None:
    if not isinstance(value, NDArrayBase):
        raise TypeError(
            f"Argument {name} must have NDArray type, but got {value!r} in operator {op.name}; "
            "make an array of it with mx.nd.array"
        )


def nd_function(op: Op, name: str, module: str, cls: type[NDArrayBase]):
    """Make the function that runs an operator on NDArrays."""

    def general(*args, out=None, **kwargs):
        kwargs.pop("name", None)
        arrays, attrs = bind(op, args, kwargs)
        return invoke(op, arrays, attrs, out, cls)

    function = fast_caller(op, cls, general, parse_attrs)
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = f"{op.doc}\n\n{_parameter_doc(op)}"
    function.__signature__ = signature(op)
    return function


def signature(op: Op) -> inspect.Signature:
    """Return the signature users see: arrays, attributes, ``out`` and ``name``."""
    both, only = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    if op.variadic:
        parameters = [inspect.Parameter(op.inputs[0], inspect.Parameter.VAR_POSITIONAL)]
    else:
        parameters = [inspect.Parameter(name, both, default=None) for name in op.inputs]
    place = only if op.variadic else both
    parameters += [inspect.Parameter(name, place, default=_Null) for name in op.attrs]
    taken = {parameter.name for parameter in parameters}
    for extra in ("out", "name"):
        if extra not in taken:
            parameters.append(inspect.Parameter(extra, place, default=None))
    parameters.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _parameter_doc(op: Op) -> str:
    lines = ["Parameters", "----------"]
    suffix = "NDArray..." if op.variadic else "NDArray"
    lines += [f"{name} : {suffix}" for name in op.inputs]
    lines += [f"{attr.name} : {attr.describe()}" for attr in op.attrs.values()]
    lines += ["out : NDArray, optional", "    Where to write the result."]
    return "\n".join(lines)
