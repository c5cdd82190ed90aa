"""Binding of symbols to given arrays, or to arrays created from the input shapes."""

from __future__ import annotations

import logging
import warnings
from dataclasses import dataclass

from .. import ndarray as nd
from .._core import dtypes
from .._eager.backward import GRAD_REQS
from .._formats.stored_array import STORAGE_CODES
from .._graph.infer.types import GraphTypes
from .._graph.ir.node import Node, topological
from .._ops.partial_shape import is_known, text
from .._text.spelling import did_you_mean
from ..base import MXNetError
from ..context import Context, current_context, torch_device
from ..error import MXNetValueError
from ..executor import Executor
from ..ndarray import NDArray
from ..ndarray.ndarray import zeros_of_any_size


def bind(symbol, ctx, args, args_grad, grad_req, aux_states, group2ctx=None) -> Executor:
    """Create an executor for given arrays, in lists or by name."""
    ctx = Context(ctx)
    names, state_names = symbol.list_arguments(), symbol.list_auxiliary_states()
    _reject_duplicates(names)
    arguments = _arrays("args", names, args, required=True)
    states = _arrays("aux_states", state_names, aux_states, required=bool(state_names))
    gradients = _arrays("args_grad", names, args_grad, required=False)
    arrays_by_name = dict(zip([*names, *state_names], [*arguments, *states], strict=True))
    _check_contexts(arrays_by_name, ctx, group2ctx)
    torch_dtypes = {name: dtypes.lookup(a.dtype).torch for name, a in arrays_by_name.items()}
    types = GraphTypes(symbol._entries, torch_dtypes)
    types.fill()
    shapes = symbol._infer((), {name: a.shape for name, a in arrays_by_name.items()}, types)
    requests = {
        name: request if gradient is not None else "null"
        for (name, request), gradient in zip(
            _requests(grad_req, names).items(), gradients, strict=True
        )
    }
    return Executor(symbol, ctx, arguments, gradients, requests, states, shapes, types)


def _reject_duplicates(names):
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise MXNetValueError(
            f"Find duplicated argument name {twice}; give variables different names"
        )


def _arrays(what, names, values, required) -> list:
    if values is None:
        if required:
            raise MXNetValueError(f"{what} is missing; the symbol expects {', '.join(names)}")
        return [None] * len(names)
    if isinstance(values, dict):
        missing = [name for name in names if name not in values]
        if required and missing:
            raise ValueError(
                f"key `{missing[0]}` is missing in `{what}`; missing are {', '.join(missing)}, "
                f"present are {', '.join(map(str, values)) or 'none'}"
            )
        arrays = [values.get(name) for name in names]
    else:
        arrays = list(values)
        if len(arrays) != len(names):
            raise ValueError(
                f"Length of {what} does not match the number of arguments: got {len(arrays)} for "
                f"{', '.join(names)}"
            )
    for name, array in zip(names, arrays, strict=True):
        if not isinstance(array, NDArray) and (required or array is not None):
            raise TypeError(
                f"Only accept list of NDArrays or dict of str to NDArray, in {what} '{name}' is "
                f"{array!r}"
            )
    return arrays


def _check_contexts(arrays, ctx, group2ctx):
    contexts = [ctx, *(group2ctx or {}).values()]
    if len({torch_device(c) for c in contexts}) > 1:
        raise MXNetError(
            f"group2ctx over different devices is not supported: {', '.join(map(str, contexts))}"
        )
    for name, array in arrays.items():
        if array.context not in contexts:
            raise MXNetError(
                f"'{name}': Input array is in {array.context} while binding with ctx={ctx}. All "
                f"arguments must be in global context ({ctx}) unless group2ctx is specified for "
                "cross-device graph."
            )


def _requests(grad_req, names) -> dict[str, str]:
    if isinstance(grad_req, str):
        requests = dict.fromkeys(names, grad_req)
    elif isinstance(grad_req, dict):
        requests = {name: grad_req.get(name, "null") for name in names}
    else:
        # MXNet: if the list is too short, the remaining arguments have no gradient.
        requests = {**dict.fromkeys(names, "null"), **dict(zip(names, grad_req, strict=False))}
    for name, req in requests.items():
        if req not in GRAD_REQS:
            raise MXNetValueError(
                f"grad_req must be one of {', '.join(GRAD_REQS)}, got {req!r} for '{name}'"
            )
    return requests


# ------------------------------------------------------------------------------------ simple_bind


def simple_bind(
    symbol, ctx, grad_req, type_dict, stype_dict, shapes, group2ctx=None, shared_arg_names=None,
    shared_exec=None, shared_buffer=None,
) -> Executor:  # fmt: skip
    """Create an executor with zero arrays, whose shapes are inferred from the inputs.

    Arguments in ``shared_arg_names`` and states are shared with ``shared_exec``; others use the
    arrays of the dictionary ``shared_buffer`` if these are large enough.
    """
    ctx = current_context() if ctx is None else Context(ctx)
    names, state_names = symbol.list_arguments(), symbol.list_auxiliary_states()
    _reject_duplicates(names)
    nodes = {node.name: node for node in topological(symbol._entries) if node.is_variable}
    _check_contexts({}, ctx, group2ctx)
    storage = {name: _storage(node, (stype_dict or {}).get(name)) for name, node in nodes.items()}
    sparse_gradients = _with_sparse_gradients(symbol, storage)
    inferred_shapes, types = _infer(symbol, nodes, shapes, type_dict or {})
    arguments, _, states = symbol._parts(inferred_shapes.nodes, inferred_shapes.shape_of)
    shared = set(shared_arg_names or ()) if shared_exec is not None else set()
    buffered = set(names) - set(shared_arg_names or ()) if shared_buffer is not None else set()
    allocator = _ArrayAllocator(nodes, types, ctx, group2ctx or {}, shared, buffered, shared_buffer)
    reqs = _requests(grad_req, names)
    described = list(zip(names, arguments, strict=True))
    shared_arrays = shared_exec.arg_dict if shared else {}
    argument_arrays = [allocator.array(n, s, shared_arrays, n, storage[n]) for n, s in described]
    shared_arrays = shared_exec.grad_dict if shared else {}
    gradients = [
        None
        if reqs[n] == "null"
        else allocator.gradient(n, s, shared_arrays, n in sparse_gradients)
        for n, s in described
    ]
    shared_arrays = {} if shared_exec is None else shared_exec.aux_dict
    state_arrays = [
        shared_arrays[n]
        if n in shared_arrays and shared_arrays[n].shape == s
        else allocator.zeros(n, s, "default")
        for n, s in zip(state_names, states, strict=True)
    ]
    data = [name for name in names if name in shapes]
    return Executor(
        symbol, ctx, argument_arrays, gradients, reqs, state_arrays, inferred_shapes, types, data
    )


@dataclass(frozen=True, slots=True)
class _ArrayAllocator:
    """Allocates the arrays of an executor, or reuses those shared with others."""

    nodes: dict[str, Node]
    types: GraphTypes
    ctx: Context
    group_ctxs: dict[str, Context]
    shared: set[str]  # arguments that share memory with the other executor
    buffered: set[str]  # arguments that are in the shared buffer
    buffer: dict[str, NDArray] | None

    def zeros(self, name, shape, stype):
        node = self.nodes[name]
        ctx = self.group_ctxs.get(node.attrs.get("__ctx_group__"), self.ctx)
        dtype = dtypes.NUMPY_OF[self.types.type_of((node, 0))]
        if stype != "default":
            return nd.sparse.zeros(stype, shape, ctx=ctx, dtype=dtype)
        return zeros_of_any_size(shape, ctx, dtype)

    def array(self, name, shape, shared_arrays, label, stype):
        if name in self.shared and shared_arrays[name] is not None:
            return _same_shape(name, shape, shared_arrays[name])
        fresh = self.zeros(name, shape, stype)
        if stype == "default" and name in self.buffered:
            return _take_from_buffer(fresh, self.buffer, label)
        return fresh

    def gradient(self, name, shape, shared_arrays, is_sparse):
        stype = "row_sparse" if is_sparse else "default"
        return self.array(name, shape, shared_arrays, f"grad of {name}", stype)


_STORAGE_TYPES = {str(code): stype for stype, code in STORAGE_CODES.items()}


def _storage(node, stype) -> str:
    """Return the storage type of a variable's array."""
    return stype or _STORAGE_TYPES.get(node.attrs.get("__storage_type__", "0"), "default")


def _with_sparse_gradients(symbol, storage) -> set[str]:
    """Return the variables whose users all compute gradients for some rows only."""
    touches: dict[str, bool] = {}
    for node in topological(symbol._entries):
        for position, (source, _) in enumerate(node.inputs):
            if source.is_variable:
                touches_rows = _touches_rows(node, position, storage)
                touches[source.name] = touches_rows and touches.get(source.name, True)
    return {name for name, touches_rows in touches.items() if touches_rows}


def _touches_rows(node, position: int, storage) -> bool:
    if position != 1 or node.op.has_row_gradient is None:
        return False
    first = node.inputs[0][0]
    stype = storage[first.name] if first.is_variable else "default"
    return node.op.has_row_gradient(node.parsed(), stype)


def _infer(symbol, nodes, shapes, type_dict):
    """Return the shapes and types of the graph."""
    for name in shapes:
        if name not in nodes:
            hint = did_you_mean(name, nodes)
            warnings.warn(f"simple_bind: the symbol has no input '{name}'.{hint}", stacklevel=4)
    shapes = {name: shape for name, shape in shapes.items() if name in nodes}
    listing = "".join(f"\n{name}: {shape}" for name, shape in shapes.items())
    start = f"simple_bind error. Arguments:{listing}"
    try:
        types = GraphTypes(
            symbol._entries,
            {k: dtypes.lookup(v).torch for k, v in type_dict.items() if v is not None},
        )
        types.fill()
        inferred = symbol._infer((), shapes, types)
    except MXNetError as error:
        raise MXNetError(f"{start}\n{error}") from None
    unknown = [
        f"{node.name}: {text(inferred.shape_of((node, 0)))}"
        for node in nodes.values()
        if not is_known(inferred.shape_of((node, 0)))
    ]
    if unknown:
        raise MXNetError(
            f"{start}\nInferShape pass cannot decide shapes for the following arguments (-1 means "
            f"unknown dimensions). Please consider providing them as inputs:\n{', '.join(unknown)}"
        )
    return inferred, types


def _same_shape(name, shape, array):
    if array.shape != shape:
        raise MXNetError(
            f"simple_bind error: '{name}' needs shape {shape}, in shared_exec it has {array.shape}"
        )
    return array


def _take_from_buffer(fresh, buffer, label):
    """Return a part of the buffer's array; a missing or too small array is replaced."""
    old = buffer.get(label)
    if old is not None and old.dtype == fresh.dtype and old.context == fresh.context:
        if old.size >= fresh.size:
            return old.reshape((-1,))[: fresh.size].reshape(fresh.shape)
        logging.warning(
            "Bucketing: data %s has a shape %s, which is larger than already allocated shape %s. "
            "Need to re-allocate. Consider putting default bucket key to be the bucket taking the "
            "largest input for better memory sharing.", label, fresh.shape, old.shape,
        )  # fmt: skip
    buffer[label] = fresh
    return fresh
