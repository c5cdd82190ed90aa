"""Executor: a symbol bound to arrays, ready to run forward and backward."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable

from . import _dtype
from . import ndarray as nd
from ._array import wrap
from ._graph import running
from ._graph.lowering import lower
from ._graph.node import topological
from .base import MXNetError
from .context import Context, current_context
from .ndarray import NDArray

__all__ = ["Executor"]

GRAD_REQS = ("write", "add", "null")


class Executor:
    """Runs a symbol on its arguments; made by ``Symbol.bind`` and ``Symbol.simple_bind``."""

    def __init__(self, symbol, ctx, arguments, gradients, grad_reqs, states):
        self._symbol = symbol
        self._ctx = ctx
        self._argument_names = symbol.list_arguments()
        self._state_names = symbol.list_auxiliary_states()
        self.arg_arrays = arguments
        self.grad_arrays = gradients
        self.aux_arrays = states
        self._grad_req = grad_reqs
        self.outputs: list[NDArray] = []
        self._modules: dict[bool, tuple] = {}
        self._recorded: tuple | None = None
        self._monitor: tuple[Callable, bool] | None = None

    # ---------------------------------------------------------------------------- by name

    @property
    def arg_dict(self):
        """The arguments by name."""
        return dict(zip(self._argument_names, self.arg_arrays, strict=True))

    @property
    def grad_dict(self):
        """The gradients by name, None where there is none."""
        return dict(zip(self._argument_names, self.grad_arrays, strict=True))

    @property
    def aux_dict(self):
        """The auxiliary states by name."""
        return dict(zip(self._state_names, self.aux_arrays, strict=True))

    @property
    def output_dict(self):
        """The outputs of the last forward pass by name."""
        return dict(zip(self._symbol.list_outputs(), self.outputs, strict=True))

    def copy_params_from(self, arg_params, aux_params=None, allow_extra_params=False):
        """Copy arrays by name into arguments and states."""
        for given, present, what in (
            (arg_params, self.arg_dict, "arguments"),
            (aux_params or {}, self.aux_dict, "auxiliary states"),
        ):
            for name, array in given.items():
                if name in present:
                    if present[name].shape != array.shape:
                        raise MXNetError(
                            f"parameter '{name}' has shape {array.shape}, "
                            f"the executor wants {present[name].shape}"
                        )
                    array.astype(present[name].dtype).copyto(present[name])
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {what}')

    # ------------------------------------------------------------------------------ running

    def forward(self, is_train=False, **kwargs):
        """Compute the outputs; keyword arguments are copied into arguments first."""
        present = self.arg_dict
        for name, array in kwargs.items():
            if name not in present:
                raise TypeError(f"Unknown argument {name}; the symbol has {self._argument_names}")
            if tuple(array.shape) != present[name].shape:
                raise ValueError(
                    f"Shape of unnamed array {name} does not match: "
                    f"expected {present[name].shape}, got {tuple(array.shape)}"
                )
            present[name][:] = array
        module, variables = self._lowered(bool(is_train))
        tensors, leaves = self._tensors(variables, bool(is_train))
        results = running.forward(module, tensors, bool(is_train))
        self._recorded = (results, leaves) if is_train else None
        self.outputs = [self._output(result, tensors) for result in results]
        if self._monitor is not None:
            self._tell_monitor(bool(is_train))
        return self.outputs

    def _output(self, result, inputs) -> NDArray:
        return wrap(running.own_copy(result, inputs), self._ctx.result, NDArray)

    def _lowered(self, training: bool):
        if training not in self._modules:
            self._modules[training] = lower(self._symbol._entries, self._ctx, training)
        return self._modules[training]

    def _tensors(self, variables, training):
        """Return the tensors of all variables, and those that get a gradient by name."""
        arrays = {**self.arg_dict, **self.aux_dict}
        leaves = {}
        for name, req in self._grad_req.items():
            if training and req != "null" and running.is_differentiable(arrays[name]._t):
                leaves[name] = running.variable(arrays[name]._t)
        return [leaves.get(v.name, arrays[v.name]._t) for v in variables], leaves

    def backward(self, out_grads=None, is_train=True):
        """Compute the gradients of the arguments from those of the outputs (1 where not given)."""
        if self._recorded is None:
            raise MXNetError("call forward(is_train=True) before backward")
        results, leaves = self._recorded
        given = [out_grads] if isinstance(out_grads, NDArray) else list(out_grads or [])
        if given and len(given) != len(results):
            raise MXNetError(f"{len(results)} outputs need as many gradients, got {len(given)}")
        heads = [array._t for array in given] or [None] * len(results)
        names = list(leaves)
        found = running.backward(results, heads, [leaves[name] for name in names])
        for name, gradient in zip(names, found, strict=True):
            self._receive(name, gradient)

    def _receive(self, name, gradient):
        target = self.grad_dict[name]
        if target is None:
            return
        if self._grad_req[name] == "write":
            target._t.zero_() if gradient is None else target._t.copy_(gradient)
        elif gradient is not None:
            target._t.add_(gradient)

    # ------------------------------------------------------------------------------- others

    def reshape(self, partial_shaping=False, allow_up_sizing=False, **kwargs):
        """Return an executor for inputs of other shapes that shares what keeps its shape."""
        symbol = self._symbol
        shapes, _, states = symbol.infer_shape(**kwargs)
        if shapes is None:
            raise ValueError("Insufficient argument shapes provided.")
        arguments, gradients = [], []
        for name, shape, old, gradient in zip(
            self._argument_names, shapes, self.arg_arrays, self.grad_arrays, strict=True
        ):
            if old.shape == shape:
                arguments.append(old)
                gradients.append(gradient)
                continue
            if not partial_shaping and name not in kwargs:
                raise AssertionError(
                    f"Shape of unspecified array arg:{name} changed. This can cause the new "
                    "executor to not share parameters with the old one. Please check for error in "
                    "network. If this is intended, set partial_shaping=True to suppress this."
                )
            if not allow_up_sizing and _size(shape) > old.size:
                raise AssertionError(
                    f"New shape of arg:{name} larger than original. First making a big executor "
                    "and then down sizing it is more efficient. If you really want to up size, "
                    "set allow_up_sizing=True to enable allocation of new arrays."
                )
            arguments.append(nd.zeros(shape, ctx=self._ctx, dtype=old.dtype))
            fresh = nd.zeros(shape, ctx=self._ctx, dtype=old.dtype)
            gradients.append(None if gradient is None else fresh)
        kept = [
            old if old.shape == shape else nd.zeros(shape, ctx=self._ctx, dtype=old.dtype)
            for old, shape in zip(self.aux_arrays, states, strict=True)
        ]
        fresh = Executor(symbol, self._ctx, arguments, gradients, self._grad_req, kept)
        fresh._modules = self._modules  # the graph is the same, there is nothing to lower anew
        return fresh

    def set_monitor_callback(self, callback, monitor_all=False):
        """Call ``callback(name, array)`` for the outputs (and inputs) of every operator."""
        self._monitor = (callback, monitor_all)

    def _tell_monitor(self, training):
        callback, everything = self._monitor
        inside = self._symbol.get_internals()
        names = inside.list_outputs()
        keep = [
            i for i, (node, _) in enumerate(inside._entries) if everything or not node.is_variable
        ]
        module, variables = lower([inside._entries[i] for i in keep], self._ctx, training)
        tensors, _ = self._tensors(variables, False)
        results = running.forward(module, tensors, False)
        for i, result in zip(keep, results, strict=True):
            callback(names[i], wrap(result.clone(), self._ctx.result, NDArray))

    def debug_str(self):
        """Return a listing of the graph."""
        return self._symbol.debug_str()

    def get_optimized_symbol(self):
        """Return the symbol that is run."""
        return self._symbol


def _size(shape) -> int:
    total = 1
    for n in shape:
        total *= n
    return total


# --------------------------------------------------------------------------------------- binding


def bind(symbol, ctx, args, args_grad, grad_req, aux_states) -> Executor:
    """Make an executor of arrays given as lists or by name."""
    ctx = current_context() if ctx is None else Context(ctx)
    names, state_names = symbol.list_arguments(), symbol.list_auxiliary_states()
    _refuse_twins(names)
    arguments = _arrays("args", names, args, required=True)
    states = _arrays("aux_states", state_names, aux_states, required=bool(state_names))
    gradients = _arrays("args_grad", names, args_grad, required=False)
    reqs = _requests(grad_req, names)
    reqs = {
        n: r if g is not None else "null" for (n, r), g in zip(reqs.items(), gradients, strict=True)
    }
    return Executor(symbol, ctx, arguments, gradients, reqs, states)


def _refuse_twins(names):
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"Find duplicated argument name {twice}; give variables different names")


def _arrays(what, names, given, required) -> list:
    if given is None:
        given = {}
        if required:
            raise MXNetError(f"{what} is missing; the symbol wants {', '.join(names)}")
    if isinstance(given, dict):
        missing = [name for name in names if name not in given]
        if required and missing:
            raise ValueError(f"key `{missing[0]}` is missing in `{what}`")
        return [given.get(name) for name in names]
    given = list(given)
    if len(given) != len(names):
        raise ValueError(f"Length of {what} does not match the number of arguments ({len(names)})")
    return given


def _requests(grad_req, names) -> dict[str, str]:
    if isinstance(grad_req, str):
        requests = dict.fromkeys(names, grad_req)
    elif isinstance(grad_req, dict):
        requests = {name: grad_req.get(name, "null") for name in names}
    else:
        requests = dict(zip(names, grad_req, strict=True))
    for name, req in requests.items():
        if req not in GRAD_REQS:
            raise ValueError(f"grad_req of '{name}' must be one of {GRAD_REQS}, got {req!r}")
    return requests


def simple_bind(
    symbol,
    ctx,
    grad_req,
    type_dict,
    shapes,
    group2ctx=None,
    shared_arg_names=None,
    shared_exec=None,
    shared_buffer=None,
) -> Executor:
    """Make an executor with zeros of the shapes that follow from the inputs'.

    Arguments in ``shared_arg_names`` and states are those of ``shared_exec``; others lie in the
    arrays of ``shared_buffer``, a dictionary, as far as these are large enough.
    """
    ctx = current_context() if ctx is None else Context(ctx)
    names = symbol.list_arguments()
    _refuse_twins(names)
    types = {k: _dtype.lookup(v).torch for k, v in (type_dict or {}).items() if v is not None}
    for name in shapes:
        if name not in symbol.list_inputs():
            warnings.warn(f"simple_bind: the symbol has no input '{name}'", stacklevel=3)
    known = symbol._infer((), {k: v for k, v in shapes.items()}, types)
    arguments, _, states = symbol._listed(known.of)
    missing = [n for n, s in zip(names, arguments, strict=True) if not s or 0 in s]
    if missing:
        raise MXNetError(
            f"simple_bind error: the shapes of {', '.join(missing)} cannot be told from "
            f"{', '.join(f'{k}={v}' for k, v in shapes.items()) or 'no shapes'}; give them"
        )
    nodes = {node.name: node for node in topological(symbol._entries) if node.is_variable}
    shared = set(shared_arg_names or ()) if shared_exec is not None else set()
    buffered = set(names) - set(shared_arg_names or names) if shared_buffer is not None else set()

    def zeros(name, shape):
        group = (group2ctx or {}).get(nodes[name].attrs.get("__ctx_group__"), ctx)
        return nd.zeros(shape, ctx=group, dtype=_dtype.NUMPY_OF[known.type_of((nodes[name], 0))])

    def array(name, shape, others, label):
        if name in shared and others[name] is not None:
            return _same_shape(name, shape, others[name])
        fresh = zeros(name, shape)
        return _buffered(fresh, shared_buffer, label) if name in buffered else fresh

    reqs = _requests(grad_req, names)
    before = shared_exec.arg_dict if shared else {}
    made = [array(n, s, before, n) for n, s in zip(names, arguments, strict=True)]
    before = shared_exec.grad_dict if shared else {}
    gradients = [
        None if reqs[n] == "null" else array(n, s, before, f"grad of {n}")
        for n, s in zip(names, arguments, strict=True)
    ]
    before = {} if shared_exec is None else shared_exec.aux_dict
    kept = [
        before[n] if n in before and before[n].shape == s else zeros(n, s)
        for n, s in zip(symbol.list_auxiliary_states(), states, strict=True)
    ]
    return Executor(symbol, ctx, made, gradients, reqs, kept)


def _same_shape(name, shape, array):
    if array.shape != shape:
        raise MXNetError(
            f"simple_bind error: '{name}' needs shape {shape}, in shared_exec it has {array.shape}"
        )
    return array


def _buffered(fresh, buffer, label):
    """Return a part of the buffer's array; an array that it has not, or too small, is put there."""
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
