"""Executor: a symbol bound to arrays, for forward and backward passes."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Mapping

from . import ndarray
from ._core import dtypes
from ._eager.array import wrap
from ._eager.generators import ReplayScope, generator, position_of
from ._eager.interceptors import watch
from ._graph.infer.open_shapes import close_shapes
from ._graph.infer.storage import output_storage
from ._graph.ir.listing import list_graph
from ._graph.ir.node import topological
from ._graph.lower.footprint import allocated_bytes
from ._graph.passes.training import PlannedRun
from ._graph.rewrite.cse import eliminate_common
from ._graph.rewrite.partition import expand_subgraphs
from ._graph.run.binding import Binding, dense
from ._graph.run.delivery import Delivery, Observer, clear
from ._graph.run.monitoring import Gradient, MonitoredGraph, MonitoredRun, own_copy
from ._graph.run.runner import RecordedRun, Runner, variable
from ._ops.partial_shape import is_known
from ._ops.sparse_tensor import stype_of, to_dense
from .base import (
    MXNetError,
    c_array_buf as c_array_buf,
    c_handle_array as c_handle_array,
    c_str_array as c_str_array,
    check_call as check_call,
    py_str as py_str,
)
from .ndarray import NDArray
from .ndarray.ndarray import zeros_of_any_size

__all__ = ["Executor"]


class Executor:
    """Runs a symbol on its arguments; created by ``Symbol.bind`` and ``Symbol.simple_bind``.

    ``arg_arrays``, ``grad_arrays``, ``aux_arrays`` and ``outputs`` are lists of arrays, which
    remain the same objects; ``arg_dict``, ``grad_dict`` and ``aux_dict`` have them by name.
    """

    def __init__(
        self, symbol, ctx, arguments, gradients, grad_reqs, states, shapes, types, data=()
    ):
        self._symbol = symbol
        self._ctx = ctx
        self._argument_names = symbol.list_arguments()
        self._state_names = symbol.list_auxiliary_states()
        self.arg_arrays = arguments
        self.grad_arrays = gradients
        self.aux_arrays = states
        self._grad_req = grad_reqs
        self._shapes, self._types = shapes, types
        self._entries = close_shapes(symbol._entries, shapes)
        self._fits_any_shape = self._entries is symbol._entries
        self._entries = expand_subgraphs(self._entries)
        if os.environ.get("MXNET_ELIMINATE_COMMON_EXPR", "1") != "0":
            self._entries = eliminate_common(self._entries)
        self._data = set(data)  # names of arguments passed to calls
        self._observers: dict[int, Observer] = {}  # by the identity of the target
        self._outputs: list[NDArray] | None = None
        self._keeps_memory = False  # outputs have fixed memory that other executors share
        self._recorded: PlannedRun | RecordedRun | None = None
        # The random numbers of the last forward pass, if backward must run it again to record it.
        self._replay: ReplayScope | None = None
        self._replays_training = False
        self._monitor: tuple[Callable, bool] | None = None

    def __repr__(self):
        arguments = ", ".join(f"{name} {a.shape}" for name, a in self.arg_dict.items())
        return f"<Executor of {self._symbol!r} on {self._ctx}: {arguments}>"

    # ---------------------------------------------------------------------------- by name

    @property
    def arg_dict(self):
        """The arguments by name."""
        return dict(zip(self._argument_names, self.arg_arrays, strict=True))

    @property
    def grad_dict(self):
        """The gradients by name, or None if there is none."""
        return dict(zip(self._argument_names, self.grad_arrays, strict=True))

    @property
    def aux_dict(self):
        """The auxiliary states by name."""
        return dict(zip(self._state_names, self.aux_arrays, strict=True))

    @property
    def output_dict(self):
        """The outputs by name."""
        return dict(zip(self._symbol.list_outputs(), self.outputs, strict=True))

    @property
    def outputs(self):
        """The outputs of the last forward pass."""
        if self._outputs is None:
            self._outputs = list(map(self._empty, self._symbol._entries, self._output_storage))
        return self._outputs

    @functools.cached_property
    def _output_storage(self) -> list[str]:
        arrays = {**self.arg_dict, **self.aux_dict}
        return output_storage(self._entries, {name: a.stype for name, a in arrays.items()})

    @functools.cached_property
    def _has_sparse_output(self) -> bool:
        return any(stype != "default" for stype in self._output_storage)

    def _empty(self, entry, stype):
        dtype = dtypes.NUMPY_OF[self._types.type_of(entry)]
        shape = self._shapes.shape_of(entry)
        shape = shape if is_known(shape) else (0,)  # until the first forward pass
        if stype != "default":
            return ndarray.sparse.zeros(stype, shape, ctx=self._ctx.result, dtype=dtype)
        zeros = zeros_of_any_size(shape, self._ctx.result, dtype)
        return wrap(zeros._t, zeros._ctx, self._symbol._arrays)

    def copy_params_from(self, arg_params, aux_params=None, allow_extra_params=False):
        """Copy arrays by name into arguments and states."""
        for arrays, present, what in (
            (arg_params, self.arg_dict, "arguments"),
            (aux_params or {}, self.aux_dict, "auxiliary states"),
        ):
            for name, array in arrays.items():
                if name in present:
                    if present[name].shape != array.shape:
                        raise MXNetError(
                            f"parameter '{name}' has shape {array.shape}, "
                            f"the executor expects {present[name].shape}"
                        )
                    present[name][:] = array.astype(present[name].dtype)
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {what}')

    # ------------------------------------------------------------------------------ running

    def forward(self, is_train=False, **kwargs):
        """Compute the outputs; keyword arguments are copied into arguments first."""
        if kwargs:
            self._copy_in(kwargs)
        training = bool(is_train)
        self._recorded = self._replay = None
        if self._wants_gradients and (not training or self._has_sparse_output):
            random = generator(self._ctx)
            self._replay = ReplayScope(random, position_of(random) if self._is_random else None)
            self._replays_training = training
        if self._monitor is not None:
            results = self._forward_monitored(training)
        elif training and self._binding.variables and not self._has_sparse_output:
            self._record(True)
            results = self._recorded.results
        else:
            results = self._runner.compute(self._binding.operands(), training)
        for array, result in zip(self.outputs, results, strict=True):
            if array.stype != "default" and array.stype == stype_of(result):
                array._sparse.assign(result.parts)
            elif self._keeps_memory:
                array._t.copy_(to_dense(result))
            else:
                array._t = to_dense(result)
        return self.outputs

    @functools.cached_property
    def _runner(self) -> Runner:
        """Runs the graph; executors for other shapes share it."""
        runner = Runner(self._entries, self._ctx, self._binding.variables)
        runner.expect({self._binding.positions[name] for name in self._data})
        return runner

    @functools.cached_property
    def _binding(self) -> Binding:
        names = [node.name for node in topological(self._entries) if node.is_variable]
        return Binding(names, {**self.arg_dict, **self.aux_dict}, self.grad_dict, self._grad_req)

    def _copy_in(self, arrays):
        present = self.arg_dict
        for name, array in arrays.items():
            if name not in present:
                raise TypeError(f"Unknown argument {name}; the symbol has {self._argument_names}")
            if not hasattr(array, "shape"):
                raise ValueError(f"forward expects arrays, got {name}={array!r}")
            if tuple(array.shape) != present[name].shape:
                raise ValueError(
                    f"Shape not match! Argument {name}, need: {present[name].shape}, "
                    f"received: {tuple(array.shape)}"
                )
            present[name][:] = array
        if not self._data.issuperset(arrays):
            self._data.update(arrays)
            self._runner.expect({self._binding.positions[name] for name in arrays})

    @functools.cached_property
    def _is_random(self) -> bool:
        return any(n.op is not None and n.op.is_random for n in topological(self._entries))

    @functools.cached_property
    def _wants_gradients(self) -> bool:
        return any(request != "null" for request in self._grad_req.values())

    @functools.cached_property
    def _ends_in_losses(self) -> bool:
        return not any(self._wants_head)

    @functools.cached_property
    def _wants_head(self) -> list[bool]:
        """Return for each output whether ``backward`` needs its head gradient.

        Losses ignore it, and so do outputs that are computed only from losses.
        """
        variables = {name for name, request in self._grad_req.items() if request != "null"}
        reached: set[int] = set()
        for node in topological(self._entries):
            if node.is_variable:
                needs_gradient = node.name in variables
            else:
                needs_gradient = not _is_loss(node) and any(
                    id(n) in reached for n, _ in node.inputs
                )
            if needs_gradient:
                reached.add(id(node))
        return [id(node) in reached for node, _ in self._entries]

    # ------------------------------------------------------------------------- with a monitor

    @functools.cached_property
    def _monitored(self) -> MonitoredGraph:
        return MonitoredGraph(self._entries, self._ctx)

    def _forward_monitored(self, training: bool) -> list:
        run = self._run_monitored(training, recording=training)
        callback, inputs_too = self._monitor
        for value in run.list_values(inputs_too):
            # MXNet: a variable is shown under both names.
            for name in filter(None, (value.variable, value.name)):
                callback(name.encode(), self._copy_result(value.tensor))
        return list(map(own_copy, run.results))  # values of a run may share memory

    def _run_monitored(self, training: bool, recording: bool) -> MonitoredRun:
        inputs = self._binding.dense_tensors()
        variables = []
        if recording:
            names = list(inputs)
            for i in self._binding.variables:
                inputs[names[i]] = variable(inputs[names[i]])
                variables.append(inputs[names[i]])
        run = self._monitored.run(inputs, training, recording)
        if recording:
            self._recorded = run.record(variables, self._show_gradient)
        return run

    def backward(self, out_grads=None, is_train=True):
        """Compute the gradients of the arguments from the gradients of the outputs.

        Outputs of losses need no head gradients. After ``forward(is_train=False)`` the gradients
        are those of inference; ``is_train`` has no effect here.
        """
        if self._wants_gradients:
            watch("backward", "_backward", functools.partial(self._backward, out_grads))

    def _backward(self, out_grads):
        if self._recorded is None and self._replay is None:
            self.forward(is_train=True)
        if self._recorded is None:
            self._record_again()
        run = self._recorded
        heads = self._head_gradients(out_grads, run)
        targets = self._binding.targets
        delivery = Delivery(targets, run.unaliased, heads, self._observers)
        gradients = run.gradients(heads, delivery.announce if self._observers else None)
        delivery.finish(gradients)
        for target in self._binding.cleared:
            clear(target)

    def _observe(self, observers: Mapping[str, Observer]) -> None:
        """Call functions with the gradients of arguments as soon as they are computed."""
        gradients = self.grad_dict
        self._observers = {id(gradients[name]): call for name, call in observers.items()}

    def _show_gradient(self, gradient: Gradient, value):
        if self._grad_req.get(gradient.variable) == "add":
            # MXNet: an operator adds to the gradient of a variable, and monitors see the sum.
            value = value + dense(self.grad_dict[gradient.variable])
        self._monitor[0](gradient.name.encode(), self._copy_result(value))

    def _record(self, training: bool) -> None:
        self._recorded = self._runner.record(self._binding.operands(), training)

    def _record_again(self):
        """Repeat a forward pass with the same random numbers, for its gradients."""
        with self._replay:
            if self._monitor is None:
                self._record(self._replays_training)
            else:
                self._run_monitored(self._replays_training, recording=True)

    def _head_gradients(self, out_grads, run) -> list:
        if isinstance(out_grads, NDArray):
            out_grads = [out_grads]
        elif isinstance(out_grads, dict):
            out_grads = [out_grads.get(name) for name in self._symbol.list_outputs()]
        out_grads = list(out_grads or [])
        if not out_grads and self._ends_in_losses:
            return [None] * len(run.results)
        out_grads += [None] * (len(run.results) - len(out_grads))
        heads = []
        for position, (node, _) in enumerate(self._entries):
            result, gradient = run.results[position], out_grads[position]
            has_gradient = run.has_gradient(position)
            if not has_gradient:
                gradient = None
            if gradient is not None and gradient.shape != tuple(result.shape):
                raise MXNetError(
                    f"operands shape mismatch: the gradient of output '{node.name}' has shape "
                    f"{gradient.shape}, the output {tuple(result.shape)}"
                )
            if gradient is None and has_gradient and self._wants_head[position]:
                raise MXNetError(
                    "Because the last operator is not Loss function, head_gradient is required "
                    f"when calling backward, for output '{node.name}'. If you are attempting to "
                    "minimize the output as an objective, please modify your network and pass it "
                    "through the make_loss symbol."
                )
            heads.append(None if gradient is None else dense(gradient))
        return heads

    # ------------------------------------------------------------------------------- others

    def reshape(self, partial_shaping=False, allow_up_sizing=False, **kwargs):
        """Return an executor for other input shapes that shares the memory of this one."""
        symbol = self._symbol
        types = self._types
        shapes = symbol._infer((), kwargs, types)
        arg_shapes, out_shapes, aux_shapes = symbol._parts(shapes.nodes, shapes.shape_of)
        if any(shape is None or None in shape for shape in (*arg_shapes, *out_shapes, *aux_shapes)):
            raise ValueError("Insufficient argument shapes provided.")
        arguments, gradients = [], []
        for name, shape, old, gradient in zip(
            self._argument_names, arg_shapes, self.arg_arrays, self.grad_arrays, strict=True
        ):
            if old.shape != shape:
                _check_new_shape(name, shape, old, name in kwargs, partial_shaping, allow_up_sizing)
            arguments.append(_resize(old, shape))
            gradients.append(None if gradient is None else _resize(gradient, shape))
        states = [
            _resize(old, shape) for old, shape in zip(self.aux_arrays, aux_shapes, strict=True)
        ]
        other = Executor(
            symbol,
            self._ctx,
            arguments,
            gradients,
            self._grad_req,
            states,
            shapes,
            types,
            self._data,
        )
        if self._fits_any_shape:
            other._entries = self._entries  # the same graph, so it is not lowered again
            other._runner, other._monitored = self._runner, self._monitored
        other._outputs = [_resize(o, s) for o, s in zip(self.outputs, out_shapes, strict=True)]
        other._keeps_memory = self._keeps_memory = True
        other._monitor = self._monitor
        other._observers = self._observers  # of gradients that are the same arrays
        return other

    def set_monitor_callback(self, callback, monitor_all=False):
        """Call ``callback(name, array)`` for the outputs of every operator (and its inputs).

        A backward pass reports the gradients that operators propagate, or 0 if there are none.

        MXNet: the name is passed as bytes.
        """
        self._monitor = (callback, bool(monitor_all))

    def _copy_result(self, result):
        return wrap(own_copy(result), self._ctx.result, self._symbol._arrays)

    def debug_str(self):
        """Return a listing of the graph with its backward pass, and the memory that it needs.

        MXNet: programs that plan memory parse the size in the second-to-last line.
        """
        requests = self._grad_req
        variables = [n for n in self._argument_names if requests.get(n, "null") != "null"]
        size = allocated_bytes(self._symbol._entries, self._shapes, self._types, set(variables))
        listing = list_graph(self._symbol._entries, variables)
        totals = f"Total {size >> 20} MB allocated\nTotal 0 TempSpace resource requested\n"
        return listing + totals

    def get_optimized_symbol(self):
        """Return the symbol that is executed."""
        return type(self._symbol)(self._entries)


def _is_loss(node) -> bool:
    return not node.is_variable and node.op.ignores_head_gradient


def _check_new_shape(name, shape, old, is_given, partial_shaping, allow_up_sizing):
    if not is_given and not partial_shaping:
        raise MXNetError(
            f"Shape of unspecified array arg:{name} changed. This can cause the new executor to "
            "not share parameters with the old one. Please check for error in network. If this is "
            "intended, set partial_shaping=True to suppress this."
        )
    if not allow_up_sizing and math.prod(shape) > old.size:
        raise MXNetError(
            f"New shape of arg:{name} larger than original. First making a big executor and then "
            "down sizing it is more efficient. If you really want to up size, set "
            "allow_up_sizing=True to enable allocation of new arrays."
        )


def _resize(old, shape):
    """Return the array in another shape: the beginning of its memory, if that is large enough."""
    if old.shape == shape:
        return old
    size = math.prod(shape)
    if size > old.size:
        return ndarray.sparse.zeros(old.stype, shape, ctx=old.context, dtype=old.dtype)
    return old.reshape((-1,))[:size].reshape(shape)
