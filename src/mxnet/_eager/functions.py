"""Creation of the public functions (``mx.nd.exp``) from the operator table."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._ops.attrs import is_given
from .._ops.messages import advise_operand
from .._ops.parsing import cache_attrs, parse_attrs
from .._ops.registry import Op
from ..base import MXNetError, _Null
from ..error import AssertedTypeError
from .array import NDArrayBase
from .call import invoke, prepared_caller, targets_of


def nd_function(op: Op, name: str, module: str, cls: type[NDArrayBase]) -> Callable:
    """Create the function that runs an operator on NDArrays."""

    def general(*args: Any, **kwargs: Any) -> Any:
        if kwargs and (inputs := _inputs_by_position(op, args, kwargs)):
            return caller(*inputs, **kwargs)
        callers = getattr(type(args[0]), "_callers", None) if args else None
        if callers is not None and callers.cls is not cls:  # arrays of mx.np have fast paths too
            return callers[op](*args, **kwargs)
        arrays, attrs, out = bind(op, args, kwargs, cls)
        return invoke(op, arrays, attrs, out, _class_of(arrays, cls))

    caller = prepared_caller(op, cls, general)
    return with_operator_metadata(caller, op, name, module)


def _inputs_by_position(op: Op, args: tuple, kwargs: dict) -> tuple | None:
    """Return all inputs if some are named, as in ``relu(data=x)``; remove those from ``kwargs``."""
    if op.variadic:
        return None
    named = []
    for name in op.inputs[len(args) :]:
        if name not in kwargs:
            break
        named.append(kwargs.pop(name))
    return (*args, *named) if named else None


def _class_of(arrays: list, cls: type[NDArrayBase]) -> type[NDArrayBase]:
    """Return the class of the results: results of mx.np arrays are mx.np arrays."""
    callers = getattr(arrays[0], "_callers", None) if arrays else None
    return cls if callers is None else callers.cls


# ---------------------------------------------------------------------------- sorting arguments


# MXNet: what may follow inputs and attributes by position, on arrays and on symbols.
ARRAY_OPTIONS = ("out", "name")
SYMBOL_OPTIONS = ("name", "attr", "out")


def bind(op: Op, args: tuple, kwargs: dict, cls: type[NDArrayBase]) -> tuple[list, dict, object]:
    """Separate the arguments of a call into arrays (of ``cls``), parsed attributes and ``out``."""
    if len(args) > len(op.inputs) and not op.variadic:
        args = name_positions(op, len(op.inputs), args, kwargs, ARRAY_OPTIONS)
    kwargs.pop("name", None)
    with_out = kwargs.copy()
    out = kwargs.pop("out", None)
    if out is not None:
        targets_of(op, out)  # refuses what is no array before anything is computed
    arrays = (_bind_variadic if op.variadic else _bind_fixed)(op, args, kwargs, cls)
    attrs = parse_attrs(op, kwargs)
    if "out" in with_out and out is None and len(with_out) == len(kwargs) + 1:
        cache_attrs(op, with_out, attrs)  # mx.np passes None
    return arrays, attrs, out


def name_positions(op: Op, count: int, args: tuple, kwargs: dict, options: tuple) -> tuple:
    """Name the positional arguments after the first ``count``, the inputs; return the inputs."""
    names, values = (*op.attrs, *options), args[count:]
    if len(values) > len(names):
        raise TypeError(
            f"{op.name}() takes at most {count + len(names)} positional arguments, got {len(args)}"
        )
    for name, value in zip(names, values, strict=False):
        if is_given(kwargs.get(name, _Null)):
            raise TypeError(f"{op.name}() got multiple values for argument '{name}'")
        kwargs[name] = value
    return args[:count]


def _is_number(value: Any, number: int) -> bool:
    try:
        return int(value) == number
    except (TypeError, ValueError, OverflowError):
        return False


def _bind_variadic(op: Op, args: tuple, kwargs: dict, cls: type[NDArrayBase]) -> list:
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    count = kwargs.pop("num_args", None) if "num_args" not in op.attrs else None
    if count is not None and is_given(count) and not _is_number(count, len(args)):
        raise MXNetError(
            f"Operator {op.name} expects num_args={count} inputs, but got {len(args)} instead."
        )
    if not args:
        raise MXNetError(f"Operator {op.name} expects at least 1 input, but got 0 instead.")
    for name, array in zip(op.input_names(len(args)), args, strict=True):
        _require_array(op, name, array, cls)
    return list(args)


def _bind_fixed(op: Op, args: tuple, kwargs: dict, cls: type[NDArrayBase]) -> list:
    arrays = [*args, *[None] * (len(op.inputs) - len(args))]
    for position, name in enumerate(op.inputs):
        if name in kwargs:
            arrays[position] = kwargs.pop(name)
        if arrays[position] is not None:
            _require_array(op, name, arrays[position], cls)
    if any(array is None for array in arrays[: op.required]):
        count = sum(array is not None for array in arrays)
        needed, more = op.inputs[: op.required], op.inputs[op.required :]
        missing = [name for name, array in zip(needed, arrays, strict=False) if array is None]
        has_none = any(array is None for array in args[: op.required])
        hint = " None was passed: does what computed it return a result?" if has_none else ""
        if unknown := [name for name in kwargs if name not in op.attrs]:
            hint = f" It has no input '{unknown[0]}'."
        verb = "is" if len(missing) == 1 else "are"
        raise MXNetError(
            f"Operator {op.name} expects {op.required} inputs ({', '.join(needed)}"
            f"{' and perhaps ' if more else ''}{', '.join(more)}), but got {count} instead: "
            f"{', '.join(missing)} {verb} missing.{hint}"
        )
    while arrays and arrays[-1] is None:
        arrays.pop()
    return arrays


def _require_array(op: Op, name: str, value: Any, cls: type[NDArrayBase]) -> None:
    if not isinstance(value, NDArrayBase):
        namespace = "mx.np" if hasattr(cls, "_callers") else "mx.nd"
        otherwise = f"make an array of it with {namespace}.array"
        if isinstance(value, list | tuple) and any(isinstance(v, NDArrayBase) for v in value):
            otherwise = "pass the arrays of a list one by one, or join them by concat or stack"
        raise AssertedTypeError(
            f"Argument {name} must have NDArray type, but got {value!r} in operator {op.name}; "
            f"{advise_operand(value, f'F.{op.name}', otherwise)}"
        )


# --------------------------------------------------------------------------------- documentation


def with_operator_metadata(function: Any, op: Op, name: str, module: str) -> Any:
    """Set the name, docstring and signature of an operator on a function."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    kind = "Symbol" if module.startswith("mxnet.symbol") else "NDArray"
    function.__doc__ = documentation(op, kind)
    function.__signature__ = signature(op, kind)
    function.operator = op
    return function


class Hint:
    """An annotation that help() shows verbatim, without importing the names in it."""

    __slots__ = ("text",)

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


hint = functools.cache(Hint)  # there are few different ones


@functools.cache  # many operators have the same ones
def _parameter(name: str, passing: Any, annotation: str | None = None) -> inspect.Parameter:
    """Return a parameter; those that can be passed by name are None by default."""
    empty = inspect.Parameter.empty
    can_be_named = passing not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return inspect.Parameter(
        name,
        passing,
        default=None if can_be_named else empty,
        annotation=empty if annotation is None else hint(annotation),
    )


@functools.cache  # operators have many names
def signature(op: Op, kind: str) -> inspect.Signature:
    """Return the public signature: arrays or symbols, attributes, options such as ``out``.

    Required attributes have the marker ``_Null``, because arrays before them may be optional.
    """
    both, only = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    optional = f"{kind} | None"
    if op.variadic:
        parameters = [_parameter(op.inputs[0], inspect.Parameter.VAR_POSITIONAL, kind)]
    else:
        parameters = [_parameter(name, both, optional) for name in op.inputs]
    passing = only if op.variadic else both
    parameters += [
        inspect.Parameter(
            name, passing, default=attr.display_default, annotation=hint(attr.annotation)
        )
        for name, attr in op.attrs.items()
    ]
    kinds = {"out": optional, "name": "str | None", "attr": "dict[str, str] | None"}
    parameters += [
        _parameter(option, passing, kinds[option])
        for option in (SYMBOL_OPTIONS if kind == "Symbol" else ARRAY_OPTIONS)
    ]
    parameters.append(_parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    one = kind if op.outputs == 1 else f"list[{kind}]"
    result = f"{kind} | list[{kind}]" if callable(op.outputs) else one
    result = kind if kind == "Symbol" else result
    return inspect.Signature(parameters, return_annotation=hint(result))


@functools.cache
def documentation(op: Op, kind: str) -> str:
    """Return the docstring of an operator's functions: its description and its parameters."""
    suffix = f"{kind}..." if op.variadic else kind
    lines = [op.doc, "", "Parameters", "----------"]
    lines += [f"{name} : {suffix}" for name in op.inputs]
    lines += [f"{attr.name} : {attr.describe()}" for attr in op.attrs.values()]
    if kind == "NDArray":
        lines += ["out : NDArray, optional", "    Where to write the result."]
    lines += ["name : str, optional", "    The name of the result in a graph."]
    if kind == "Symbol":
        lines += ["attr : dict of str, optional", "    Further attributes of the node."]
    return "\n".join(lines)
