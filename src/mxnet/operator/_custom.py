"""Execution of user-defined Python operators, on arrays and as nodes of graphs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import import_module

import numpy as np
import torch

from .._core import dtypes
from .._core.private_torch import Function
from .._core.scope import scope
from .._eager.array import wrap
from .._eager.interceptors import watch
from .._graph.ir.node_ops import FACTORIES, special_op
from .._ops.attrs import is_hidden
from .._ops.partial_shape import is_known
from ..base import MXNetError
from ..context import torch_device
from ..ndarray import NDArray, zeros

NUMPY_NAME = "_npi_Custom"  # the operator for arrays of mx.np


class Failure(MXNetError):
    """Raised when a user's operator has raised an error."""


def call_user_code(what: str, function: Callable, *args, **kwargs):
    """Call a function of a user's operator; convert its exceptions to MXNetError."""
    try:
        return function(*args, **kwargs)
    except MXNetError:
        raise
    except Exception as error:  # of the user's operator
        message = f"Error in {what}: {type(error).__name__}: {error}"
        raise _failure_like(type(error))(message) from error


def _failure_like(kind: type[Exception]) -> type[Failure]:
    """Return an MXNetError that is also an instance of the error type raised by the user's code."""
    try:
        return type(kind.__name__, (Failure, kind), {})
    except TypeError:  # the layouts of the two classes conflict
        return Failure


def create_operator(op_type: str, prop, ctx, shapes: list, types: list):
    """Create the operator of a description, with the name under which it was created."""
    what = f"{op_type}.create_operator"
    operator = call_user_code(what, prop.create_operator, ctx, shapes, types)
    operator._op_type = op_type
    return operator


def run_forward(
    operator, is_train: bool, inputs: list, specs: list, states: list, ctx, cls: type[NDArray]
) -> list:
    """Return the outputs of an operator, as arrays of a class.

    ``specs`` are shapes and types and, if some are sparse, storage types.
    """
    outputs = [_zeros(shape, dtype, ctx, cls, *stype) for shape, dtype, *stype in specs]
    req = ["write"] * len(outputs)
    run = functools.partial(
        call_user_code, f"{type(operator).__name__}.forward", operator.forward,
        is_train=is_train, req=req, in_data=inputs, out_data=outputs, aux=states,
    )  # fmt: skip
    with ctx:  # MXNet: the device of arrays that the user's code creates
        watch("custom", _type_name(operator), run)
    return outputs


def run_backward(
    operator,
    out_grads: list,
    inputs: list,
    outputs: list,
    states: list,
    needs_gradients,
    stypes=None,
) -> list:
    """Return the gradients of the inputs, with the given storage types.

    MXNet: operators may skip an input whose ``req`` is "null", because it needs no gradient.
    """
    gradients = [
        _zeros(x.shape, x.dtype, x.context, dense_class(x), stype)
        for x, stype in zip(inputs, stypes or ["default"] * len(inputs), strict=True)
    ]
    req = ["write" if is_needed else "null" for is_needed in needs_gradients]
    run = functools.partial(
        call_user_code, f"{type(operator).__name__}.backward", operator.backward,
        req=req, out_grad=out_grads, in_data=inputs, out_data=outputs, in_grad=gradients,
        aux=states,
    )  # fmt: skip
    with outputs[0].context:
        watch("custom", f"_backward_{_type_name(operator)}", run)
    return gradients


def _type_name(operator) -> str:
    """Return the name under which an operator was created, or that of its class."""
    return getattr(operator, "_op_type", None) or type(operator).__name__


def dense_class(array: NDArray) -> type[NDArray]:
    """Return the class of the results that an operator computes from an array."""
    return type(array) if array.stype == "default" else NDArray


def _zeros(shape: tuple, dtype, ctx, cls: type[NDArray], stype="default") -> NDArray:
    if stype != "default":
        return zeros(shape, ctx, dtype, stype)
    tensor = torch.zeros(shape, dtype=dtypes.lookup(dtype).torch, device=torch_device(ctx))
    return wrap(tensor, ctx, cls)


# -------------------------------------------------------------------------------- in graphs


class Kernel:
    """The properties of a user's operator and its arguments that a graph needs.

    ``cls`` is the class of the arrays that the operator gets.
    """

    def __init__(self, op_type: str, prop, cls: type[NDArray]):
        self._op_type, self._prop, self._cls = op_type, prop, cls
        self.inputs = list(prop.list_arguments())
        self.states = list(prop.list_auxiliary_states())
        self.outputs = list(prop.list_outputs())
        self.is_loss = not prop.need_top_grad_

    def __call__(self, *tensors, **attrs):
        raise MXNetError("Custom has rules for shapes and is bound before it runs")

    def _ask(self, what: str, values: list) -> tuple[list, list, list]:
        """Return the result of ``infer_shape`` or ``infer_type`` for inputs, outputs and states."""
        function = getattr(self._prop, what)
        answer = call_user_code(f"{type(self._prop).__name__}.{what}", function, values)
        if not isinstance(answer, list | tuple) or len(answer) not in (2, 3):
            raise MXNetError(f"{type(self._prop).__name__}.{what} must return 2 or 3 lists")
        inputs, outputs, *states = map(list, answer)
        states = states[0] if states else []
        for part, names in (
            (inputs, self.inputs),
            (outputs, self.outputs),
            (states, self.states),
        ):
            if len(part) != len(names):
                raise MXNetError(
                    f"{type(self._prop).__name__}.{what} returned {len(part)} values for {names}"
                )
        return inputs, outputs, states

    def shape_rule(self, inputs, outputs, attrs):
        count = len(self.inputs)
        shapes = [[0 if n is None else n for n in shape or ()] for shape in inputs[:count]]
        try:
            answer = self._ask("infer_shape", shapes)
        except Failure:
            if all(is_known(shape) for shape in inputs[:count]):
                raise
            return inputs, outputs
        arguments, results, states = ([_shape(s) for s in part] for part in answer)
        return [*arguments, *states], results

    def type_rule(self, inputs, outputs, attrs):
        arguments = inputs[: len(self.inputs)]
        first = next((dtype for dtype in arguments if dtype is not None), None)
        if first is None and arguments:
            return inputs, outputs
        types = [dtypes.NUMPY_OF[first if dtype is None else dtype] for dtype in arguments]
        answer = self._ask("infer_type", types)
        arguments, results, states = ([dtypes.lookup(t).torch for t in part] for part in answer)
        return [*arguments, *states], results

    def bind(self, ctx, training):
        operators: dict = {}

        def custom(*tensors):
            split = len(self.inputs)
            shapes = [list(t.shape) for t in tensors[:split]]
            types = [np.dtype(dtypes.NUMPY_OF[t.dtype]).type for t in tensors[:split]]
            key = (*map(tuple, shapes), *types)
            if key not in operators:
                operators[key] = create_operator(self._op_type, self._prop, ctx, shapes, types)
            out_shapes = self._ask("infer_shape", shapes)[1]
            out_types = self._ask("infer_type", types)[1]
            specs = list(zip(map(tuple, out_shapes), out_types, strict=True))
            call = _Call(operators[key], specs, ctx, training, tensors[split:], self._cls)
            results = _Recorded.apply(call, *tensors[:split])
            return results[0] if len(results) == 1 else results

        return custom


def _shape(shape):
    """Read a shape returned by a user's method; nothing and 0 mean unknown."""
    return tuple(int(n) if n else None for n in shape) or None


class _Call:
    """One run of an operator in a graph."""

    def __init__(self, operator, specs, ctx, training, states, cls):
        self.operator, self.specs, self.ctx, self.training = operator, specs, ctx, training
        self.cls = cls
        self.states = [self.array(tensor) for tensor in states]

    def array(self, tensor: torch.Tensor) -> NDArray:
        return wrap(tensor.detach().contiguous(), self.ctx, self.cls)


class _Recorded(Function):
    """The node in torch's graph for one run."""

    @staticmethod
    def forward(ctx, call, *tensors):
        ctx.call = call
        call.inputs = [call.array(tensor) for tensor in tensors]
        with scope(tape=None, training=call.training):
            call.outputs = run_forward(
                call.operator, call.training, call.inputs, call.specs, call.states, call.ctx,
                call.cls,
            )  # fmt: skip
        results = tuple(array._t for array in call.outputs)
        ctx.mark_non_differentiable(*(t for t in results if not t.is_floating_point()))
        return tuple(t.clone() for t in results)

    @staticmethod
    def backward(ctx, *grads):
        call = ctx.call
        with scope(tape=None, training=call.training):
            gradients = run_backward(
                call.operator, list(map(call.array, grads)), call.inputs, call.outputs, call.states,
                ctx.needs_input_grad[1:],
            )  # fmt: skip
        return None, *(array._t if array._t.is_floating_point() else None for array in gradients)


def register_graph_operator(prop_of: Callable) -> None:
    """Register ``Custom`` for graphs; ``prop_of(op_type, texts)`` describes an operator."""
    FACTORIES["Custom"] = _factory("Custom", prop_of, lambda: NDArray)
    FACTORIES[NUMPY_NAME] = _factory(
        NUMPY_NAME, prop_of, lambda: import_module("mxnet.numpy").ndarray
    )


def _factory(name: str, prop_of: Callable, class_of_arrays: Callable) -> Callable:
    def make(attrs: dict[str, str], subgraphs: tuple):
        texts = {key: text for key, text in attrs.items() if not is_hidden(key)}
        op_type = texts.get("op_type")
        prop = prop_of(op_type, {k: v for k, v in texts.items() if k != "op_type"})
        kernel = Kernel(op_type, prop, class_of_arrays())
        return special_op(
            name,
            kernel,
            (*kernel.inputs, *kernel.states),
            len(kernel.outputs),
            texts,
            tuple(kernel.outputs),
            tuple(kernel.states),
            doc="Run an operator that is written in Python.",
            ignores_head_gradient=kernel.is_loss,
        )

    return make
