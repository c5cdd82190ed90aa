"""Inference of shapes and types of symbols: its arguments, results, warnings and errors."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .._core import dtypes
from .._graph.infer.shapes import GraphShapes
from .._graph.infer.types import GraphTypes
from .._graph.ir.node import Entry, Node, auxiliary, topological
from .._ops.partial_shape import Shape, is_known, read_shape, write_shape
from ..base import MXNetError, SymbolHandle
from ..error import MXNetTypeError
from ..ndarray import NDArray
from ..util import is_np_shape


class SymbolBase:
    """The list of entries that a symbol consists of, and what can be inferred of them."""

    __slots__ = ("_entries", "__weakref__")

    def __init__(self, entries: list[Entry] | SymbolHandle):
        self._entries = entries.entries if type(entries) is SymbolHandle else entries

    def _nodes(self) -> list[Node]:
        return topological(self._entries)

    def _variables(self, states: bool) -> list[Node]:
        return _variables(self._nodes(), states)

    def infer_shape(self, *args, **kwargs):
        """Infer the shapes of arguments, outputs and states; (None, None, None) if unknown."""
        inferred = self._infer(args, kwargs)
        parts = self._parts(inferred.nodes, inferred.shape_of)
        if not all(is_known(shape) for part in parts for shape in part):
            missing = self._missing(inferred.shape_of, is_known, _public_shape)
            warnings.warn(
                "Cannot decide shape for the following arguments (0s in shape means unknown "
                f"dimensions). Consider providing them as input:{missing}",
                stacklevel=2,
            )
            return None, None, None
        return parts

    def infer_shape_partial(self, *args, **kwargs):
        """Infer the shapes as far as possible, with () for unknown ones."""
        inferred = self._infer(args, kwargs)
        parts = self._parts(inferred.nodes, inferred.shape_of)
        return tuple([_public_shape(shape) for shape in part] for part in parts)

    def _shapes_of_inputs(self, arrays: dict[str, NDArray]) -> dict[str, tuple]:
        """Infer the shapes of all variables as far as possible from the arrays of some."""
        types = {name: dtypes.lookup(array.dtype).torch for name, array in arrays.items()}
        known_types = GraphTypes(self._entries, types)
        known_types.fill()
        shapes = {name: read_shape(array.shape, is_np_shape()) for name, array in arrays.items()}
        inferred = GraphShapes(self._entries, shapes, known_types)
        variables = [node for node in inferred.nodes if node.is_variable]
        return {node.name: _public_shape(inferred.shape_of((node, 0))) for node in variables}

    def _infer(self, args, kwargs, types: GraphTypes | None = None) -> GraphShapes:
        with _naming_arguments("infer_shape", args, kwargs):
            types = types or self._types_for_shapes()
        named = _by_name("infer_shape", types.nodes, args, kwargs)
        shapes = {name: _check_shape(name, shape) for name, shape in named.items()}
        with _naming_arguments("infer_shape", args, kwargs):
            return GraphShapes(self._entries, shapes, types)

    def _types_for_shapes(self) -> GraphTypes:
        try:
            types = GraphTypes(self._entries, {})
            types.fill()
        except MXNetError:  # MXNet: contradicting types do not matter for shapes
            return GraphTypes.unknown(self._entries)
        return types

    def infer_type(self, *args, **kwargs):
        """Infer the types of arguments, outputs and states; (None, None, None) if unknown."""
        inferred = self._infer_types(args, kwargs)
        parts = self._parts(inferred.nodes, inferred.type_of)
        if any(dtype is None for part in parts for dtype in part):
            missing = self._missing(inferred.type_of, lambda dtype: dtype is not None, _public_type)
            warnings.warn(
                "Cannot decide type for the following arguments. Consider providing them as "
                f"input:{missing}",
                stacklevel=2,
            )
            return None, None, None
        return tuple([_public_type(dtype) for dtype in part] for part in parts)

    def infer_type_partial(self, *args, **kwargs):
        """Infer the types as far as possible, with None for unknown ones."""
        inferred = self._infer_types(args, kwargs)
        parts = self._parts(inferred.nodes, inferred.type_of)
        return tuple([_public_type(dtype) for dtype in part] for part in parts)

    def _infer_types(self, args, kwargs) -> GraphTypes:
        named = _by_name("infer_type", self._nodes(), args, kwargs)
        types = {k: dtypes.lookup(dtype).torch for k, dtype in named.items() if dtype is not None}
        with _naming_arguments("infer_type", args, kwargs):
            return GraphTypes(self._entries, types)

    def _parts(self, nodes: list[Node], value_of: Callable):
        """Return the shapes or types of arguments, of outputs and of auxiliary states."""
        aux = auxiliary(nodes)
        arguments, states = [], []
        for node in nodes:
            if node.is_variable:
                (states if id(node) in aux else arguments).append(value_of((node, 0)))
        return arguments, [value_of(entry) for entry in self._entries], states

    def _missing(self, value_of, is_known, text) -> str:
        variables = [(node, value_of((node, 0))) for node in self._variables(states=False)]
        return "".join(
            f"\n\t{n.name}: {text(value)}" for n, value in variables if not is_known(value)
        )


def _variables(nodes: list[Node], states: bool) -> list[Node]:
    """Return the auxiliary states of a graph, or its arguments."""
    aux = auxiliary(nodes)
    return [node for node in nodes if node.is_variable and (id(node) in aux) is states]


def _by_name(what: str, nodes: list[Node], args: tuple, kwargs: dict) -> dict:
    """Return the arguments of a call, by position or by name, as a dictionary."""
    if args and kwargs:
        raise ValueError(
            f"Can only specify known arguments of {what} either by position or by name"
        )
    if args:
        names = [node.name for node in _variables(nodes, states=False)]
        if len(args) > len(names):
            raise MXNetError(f"{what}: the symbol has {len(names)} arguments, got {len(args)}")
        return dict(zip(names, args, strict=False))
    variables = {node.name for node in nodes if node.is_variable}
    unknown = [name for name in kwargs if name not in variables]
    if unknown:
        names = [node.name for node in _variables(nodes, states=False)]
        listed = "".join(f"\n\t[{i}]{name}" for i, name in enumerate(names))
        raise MXNetError(
            f"{what}: argument name {unknown[0]} not found.\nCandidate arguments:{listed}"
        )
    return kwargs


def _check_shape(name: str, shape) -> Shape | None:
    if shape is not None and not isinstance(shape, tuple | list):
        raise MXNetTypeError(f"Arguments need to be shapes (tuple), but '{name}' is {type(shape)}.")
    return read_shape(shape, is_np_shape())


def _public_shape(shape: Shape | None):
    return write_shape(shape, is_np_shape())


def _public_type(dtype):
    return None if dtype is None else dtypes.NUMPY_OF[dtype]


@contextmanager
def _naming_arguments(what: str, args: tuple, kwargs: dict) -> Iterator[None]:
    """Add a line for each argument to the error of a failed inference."""
    try:
        yield
    except MXNetError as error:
        listed = {**{f"#{i}": value for i, value in enumerate(args)}, **kwargs}
        lines = "".join(f"\n  {name}: {value}" for name, value in listed.items())
        raise MXNetError(f"{error}\n{what} error. Arguments:{lines}") from None
