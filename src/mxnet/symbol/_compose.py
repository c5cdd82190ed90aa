"""Calls of operators on symbols: arguments become inputs and attributes of a node."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .._core import dtypes
from .._eager.array import NDArrayBase
from .._eager.functions import SYMBOL_OPTIONS, name_positions
from .._graph.ir.compose import compose
from .._graph.ir.node import Entry, Node
from .._ops.registry import Op
from ..attribute import AttrScope
from ..base import MXNetError, _Null
from ..error import AssertedTypeError
from ..name import NameManager
from .symbol import Symbol

# Called with every new node and the class of its symbol; they may change the node's inputs.
node_rewriters: list[Callable[[Node, type[Symbol]], None]] = []


def apply_op(op: Op, hint: str, args: tuple, kwargs: dict, cls: type[Symbol] | None = None):
    """Create the symbol of an operator applied to symbols; missing inputs become variables.

    Its class is the given one, or otherwise the class of the first symbol.
    """
    cls = cls or _class_of(args, kwargs)
    names = [name for name in op.inputs if name not in op.aux or not op.aux_by_name]
    if len(args) > len(names) and not op.variadic:
        args = name_positions(op, len(names), args, kwargs, SYMBOL_OPTIONS)
    name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
    kwargs.pop("out", None)  # MXNet: ignored, because a symbol has no memory
    if op.variadic:
        inputs, attributes = _variadic_arguments(op, args, kwargs)
    else:
        inputs, attributes = _bind_arguments(op, dict(zip(names, args, strict=False)), kwargs)
    name = NameManager.current.get(name, hint)
    texts = {
        key: text_of(op.attrs[key].normalize(value) if key in op.attrs else value)
        for key, value in attributes.items()
        if value is not _Null
    }
    scope_attrs = {key: str(value) for key, value in AttrScope.current.get(attr).items()}
    node = compose(op, name, inputs, {**scope_attrs, **texts})
    for rewrite in node_rewriters:
        rewrite(node, cls)
    entries = [(node, i) for i in range(node.num_outputs())]
    if cls._splits and len(entries) > 1:
        return [cls([entry]) for entry in entries]
    return cls(entries)


def _class_of(args: tuple, kwargs: dict) -> type[Symbol]:
    """Return the class of the first symbol: results of mx.np symbols are mx.np symbols."""
    first = args[0] if args else next(iter(kwargs.values()), None)
    if isinstance(first, list | tuple) and first:
        first = first[0]
    return type(first) if isinstance(first, Symbol) else Symbol


def _variadic_arguments(op: Op, args: tuple, kwargs: dict) -> tuple[list | dict, dict]:
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    named = {key: kwargs.pop(key) for key in list(kwargs) if isinstance(kwargs[key], Symbol)}
    if args and named:
        raise TypeError(f"{op.name}() takes its input symbols by position or by name, not by both")
    if named:
        return {key: single(op, key, symbol) for key, symbol in named.items()}, kwargs
    return [single(op, f"arg{i}", symbol) for i, symbol in enumerate(args)], kwargs


def _bind_arguments(op: Op, inputs: dict, kwargs: dict) -> tuple[dict, dict]:
    for key in op.inputs:
        if key in kwargs:
            inputs[key] = kwargs.pop(key)
    unknown = [k for k, v in kwargs.items() if isinstance(v, Symbol) and k not in op.attrs]
    for key in unknown:
        if op.inputs:
            raise MXNetError(
                f"operator {op.name}: Keyword argument name {key} not found. Candidate arguments: "
                f"{', '.join(op.inputs)}"
            )
        del kwargs[key]  # MXNet: an operator without inputs accepts and ignores symbols
    named_inputs = {
        key: single(op, key, value) for key, value in inputs.items() if value is not None
    }
    return named_inputs, kwargs


def _describe(value) -> str:
    if isinstance(value, NDArrayBase):
        return f"an NDArray of shape {value.shape}: use the function of mx.nd, or mx.sym.var(name)"
    if isinstance(value, np.ndarray):
        return (
            f"a NumPy array of shape {value.shape}: in a block, self.params.get_constant(name, "
            "value) makes a constant that hybrid_forward gets by its name"
        )
    return f"{value!r}, a {type(value).__name__}"


def single(op: Op, name: str, value) -> Entry:
    """Return the single entry of an input."""
    if not isinstance(value, Symbol):
        raise AssertedTypeError(
            f"Argument {name} of {op.name} must be Symbol instances, but got {_describe(value)}"
        )
    if len(value._entries) != 1:
        raise MXNetError(
            f"operator {op.name} got the symbol {value!r} with {len(value._entries)} outputs as "
            f"{name}; choose one with []"
        )
    return value._entries[0]


def text_of(value) -> str:
    """Format an attribute as in files.

    >>> text_of((np.int64(3), 1)), text_of([2, 0.5]), text_of(np.float32)
    ('(3, 1)', '[2, 0.5]', 'float32')
    """
    if isinstance(value, str | np.generic):
        return str(value)
    if isinstance(value, tuple | list):
        inner = ", ".join(map(_item_text, value))
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, type | np.dtype) or type(value).__module__ == "torch":
        return dtypes.lookup(value).name
    return str(value)


def _item_text(item) -> str:
    return repr(item) if isinstance(item, str) else text_of(item)
