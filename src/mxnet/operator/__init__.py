"""Custom operators: ``CustomOp`` computes, ``CustomOpProp`` describes, ``nd.Custom`` runs.

>>> import mxnet as mx
>>> class Double(CustomOp):
...     def forward(self, is_train, req, in_data, out_data, aux):
...         self.assign(out_data[0], req[0], in_data[0] * 2)
...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
...         self.assign(in_grad[0], req[0], out_grad[0] * 2)
>>> @register("double")
... class DoubleProp(CustomOpProp):
...     def create_operator(self, ctx, in_shapes, in_dtypes):
...         return Double()
>>> mx.nd.Custom(mx.nd.array([3.0]), op_type="double").asscalar()
np.float32(6.0)
"""

from __future__ import annotations

import ctypes
import warnings
from typing import NamedTuple

import numpy as np

from .. import autograd, context as context, symbol as symbol
from .._graph.ir.node_ops import FACTORIES
from .._ops import OPS
from ..base import (
    MXCallbackList as MXCallbackList,
    MXNetError,
    NDArrayHandle,
    c_array as c_array,
    c_array_buf as c_array_buf,
    c_str as c_str,
    check_call as check_call,
    ctypes2numpy_shared as ctypes2numpy_shared,
    py_str as py_str,
)
from ..context import current_context
from ..ndarray import NDArray
from ..symbol._compose import apply_op
from ..util import is_np_array as is_np_array
from ._custom import (
    NUMPY_NAME,
    call_user_code,
    create_operator,
    dense_class,
    register_graph_operator,
    run_backward,
    run_forward,
)

# MXNet: its module has no __all__, so `import *` of old programs includes the last line too.
__all__ = [
    "CustomOp", "CustomOpProp", "MXNetError", "NDArrayOp", "NumpyOp", "OperatorArguments",
    "PythonOp", "get_all_registered_operators", "get_operator_arguments", "register",
    "NDArray", "NDArrayHandle", "context", "ctypes", "symbol", "warnings",
]  # fmt: skip

_props: dict[str, type[CustomOpProp]] = {}


class CustomOp:
    """The computation of an operator: define ``forward`` and, for training, ``backward``."""

    def forward(self, is_train, req, in_data, out_data, aux):
        """Write the outputs with ``self.assign(out_data[i], req[i], value)``."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        """Write the gradients with ``self.assign(in_grad[i], req[i], value)``."""
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def assign(self, dst, req, src):
        """Write a value to an array, add it, or do nothing for ``null``."""
        if req in ("write", "inplace"):
            dst[:] = src
        elif req == "add":
            dst[:] += src


class CustomOpProp:
    """The description of an operator: its inputs, outputs, shapes and types.

    Arguments of ``nd.Custom`` other than arrays are passed to ``__init__`` as strings.
    """

    def __init__(self, need_top_grad=True):
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape):
        """Return the shapes of inputs, outputs and auxiliary states."""
        outputs = tuple(in_shape[0] for _ in self.list_outputs())
        return in_shape, outputs, ()

    def infer_type(self, in_type):
        """Return the types of inputs, outputs and auxiliary states."""
        first = in_type[0]
        states = len(self.list_auxiliary_states())
        return in_type, [first] * len(self.list_outputs()), [first] * states

    def infer_storage_type(self, in_stype):
        """Return the storage types of inputs, outputs and auxiliary states: dense ones."""
        outputs, states = len(self.list_outputs()), len(self.list_auxiliary_states())
        return in_stype, ["default"] * outputs, ["default"] * states

    def infer_storage_type_backward(self, ograd_stype, in_stype, out_stype, igrad_stype, aux_stype):
        """Return the storage types of everything in a backward pass: dense ones."""
        dense = (["default"] * len(kinds) for kinds in (ograd_stype, in_stype, out_stype))
        return (*dense, ["default"] * len(igrad_stype), ["default"] * len(aux_stype))

    def list_outputs(self):
        """Return the names of the outputs."""
        return ["output"]

    def list_arguments(self):
        """Return the names of the inputs."""
        return ["data"]

    def list_auxiliary_states(self):
        """Return the names of arrays that the operator modifies."""
        return []

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        """Return the arrays that the backward pass depends on."""
        needed = [*in_data, *out_data]
        return [*out_grad, *needed] if self.need_top_grad_ else needed

    def create_operator(self, ctx, in_shapes, in_dtypes):
        """Create the operator for inputs of the given shapes and types."""
        return CustomOp()


def register(reg_name):
    """Return a decorator that registers a ``CustomOpProp`` for ``nd.Custom`` under a name."""

    def add(prop_cls):
        if not (isinstance(prop_cls, type) and issubclass(prop_cls, CustomOpProp)):
            raise MXNetError(
                f"operator.register({reg_name!r}) expects a CustomOpProp, got {prop_cls!r}"
            )
        _props[reg_name] = prop_cls
        return prop_cls

    return add


# --------------------------------------------------------------------------------- running them


class _Call(autograd.Function):
    """One call of a custom operator; ``prop`` provides storage types if some are sparse."""

    def __init__(self, operator, output_specs, states, ctx, prop=None):
        super().__init__()
        self._operator, self._ctx, self._prop = operator, ctx, prop
        self._output_specs, self._states = output_specs, states

    def forward(self, *inputs):
        outputs = run_forward(
            self._operator, autograd.is_training(), list(inputs), self._output_specs, self._states,
            self._ctx, dense_class(inputs[0]) if inputs else NDArray,
        )  # fmt: skip
        self.save_for_backward(list(inputs), outputs)
        return outputs if len(outputs) > 1 else outputs[0]

    def backward(self, *out_grads):
        inputs, outputs = self.saved_tensors
        stypes = None
        if self._prop is not None:
            arrays = out_grads, inputs, outputs
            inferred = call_user_code(
                f"{type(self._prop).__name__}.infer_storage_type_backward",
                self._prop.infer_storage_type_backward,
                *map(_stypes, arrays), ["default"] * len(inputs), _stypes(self._states),
            )  # fmt: skip
            out_grads, inputs, outputs = map(_with_storage, arrays, inferred[:3])
            stypes = inferred[3]
        return run_backward(
            self._operator, list(out_grads), inputs, outputs, self._states, self._needs_gradients,
            stypes,
        )  # fmt: skip


def _stypes(arrays) -> list[str]:
    return [array.stype for array in arrays]


def _with_storage(arrays, stypes) -> list[NDArray]:
    """Return arrays with the given storage types."""
    return [
        array if array.stype == stype else array.tostype(stype)
        for array, stype in zip(arrays, stypes, strict=True)
    ]


def _prop(op_type, texts):
    """Return the description of an operator with its arguments."""
    if op_type is None:
        raise MXNetError("Custom needs op_type, the name given to mx.operator.register")
    if op_type not in _props:
        names = ", ".join(sorted(_props)) or "none"
        raise MXNetError(f"Cannot find custom operator {op_type}; registered are: {names}")
    return call_user_code(f"custom operator {op_type}", lambda: _props[op_type](**texts))


def custom(*args, op_type=None, name=None, **kwargs):
    """Run the custom operator registered under ``op_type`` on arrays.

    Auxiliary states are the last arrays. Other arguments are passed to its ``CustomOpProp`` as
    strings.
    """
    prop = _prop(op_type, {k: str(v) for k, v in kwargs.items() if not isinstance(v, NDArray)})
    names = [*prop.list_arguments(), *prop.list_auxiliary_states()]
    arrays = list(args) + [kwargs[n] for n in names[len(args) :] if n in kwargs]
    if len(arrays) != len(names):
        raise MXNetError(
            f"custom operator {op_type} expects {len(names)} inputs ({', '.join(names)}), "
            f"but got {len(arrays)} instead"
        )
    count = len(prop.list_arguments())
    inputs, states = arrays[:count], arrays[count:]
    ctx = inputs[0].context if inputs else current_context()
    shapes, types = [list(x.shape) for x in inputs], [np.dtype(x.dtype).type for x in inputs]
    _, out_shapes, *_ = call_user_code(f"{op_type}.infer_shape", prop.infer_shape, shapes)
    _, out_types, *_ = call_user_code(f"{op_type}.infer_type", prop.infer_type, types)
    operator = create_operator(op_type, prop, ctx, shapes, types)
    specs = [(tuple(shape), dtype) for shape, dtype in zip(out_shapes, out_types, strict=True)]
    stypes = _stypes(inputs)
    if stypes.count("default") == len(stypes):
        return _Call(operator, specs, states, ctx)(*inputs)
    storage_types = call_user_code(f"{op_type}.infer_storage_type", prop.infer_storage_type, stypes)
    specs = [(*spec, stype) for spec, stype in zip(specs, storage_types[1], strict=True)]
    return _Call(operator, specs, states, ctx, prop)(*_with_storage(inputs, storage_types[0]))


def custom_symbol(*args, op_type=None, name=None, attr=None, **kwargs):
    """Create the symbol of the custom operator registered under ``op_type``."""
    return _symbol("Custom", None, args, op_type, name, attr, kwargs)


def custom_np_symbol(*args, op_type=None, name=None, attr=None, **kwargs):
    """Create the ``mx.sym.np`` symbol of a custom operator, which gets arrays of ``mx.np``."""
    return _symbol(NUMPY_NAME, symbol.np._Symbol, args, op_type, name, attr, kwargs)


def _symbol(operator: str, cls: type | None, args, op_type, name, attr, kwargs: dict):
    symbols = {k: v for k, v in kwargs.items() if isinstance(v, symbol.Symbol)}
    texts = {k: str(v) for k, v in kwargs.items() if k not in symbols}
    op = FACTORIES[operator]({**texts, "op_type": op_type} if op_type else texts, ())
    attrs = {**texts, "op_type": op_type, "name": name, "attr": attr}
    return apply_op(op, "custom", args, {**symbols, **attrs}, cls)


register_graph_operator(_prop)


# -------------------------------------------------------------------------- the operator table


class OperatorArguments(NamedTuple):
    """The number, names and types of an operator's parameters."""

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators():
    """Return the names of all operators."""
    return list(OPS)


def get_operator_arguments(op_name):
    """Return the parameters of an operator.

    >>> get_operator_arguments("Activation").names
    ['data', 'act_type']
    """
    if op_name not in OPS:
        raise MXNetError(f"there is no operator {op_name}")
    op = OPS[op_name]
    names = [*op.inputs, *op.attrs]
    types = ["NDArray-or-Symbol"] * len(op.inputs) + [a.describe() for a in op.attrs.values()]
    return OperatorArguments(len(names), names, types)


class PythonOp:
    """The oldest API for custom operators, only for symbols; replaced by ``CustomOp``."""

    def __init__(self, need_top_grad=True):
        warnings.warn(
            f"{type(self).__name__} has been deprecated. Please use CustomOp",
            DeprecationWarning,
            stacklevel=2,
        )
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args, **kwargs):
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args, **kwargs):
        """Create a symbol of the operator."""
        raise NotImplementedError(f"{type(self).__name__} does not define get_symbol")

    def need_top_grad(self):
        """Return whether the backward pass needs the gradient of the outputs."""
        return self.need_top_grad_

    def list_arguments(self):
        """Return the names of the inputs."""
        return ["data"]

    def list_outputs(self):
        """Return the names of the outputs."""
        return ["output"]

    def infer_shape(self, in_shape):
        """Return the shapes of inputs and outputs."""
        return in_shape, in_shape[:1]

    def backward(self, out_grad, in_data, out_data, in_grad):
        """Write the gradients into ``in_grad``."""
        first = in_grad[0]
        first[:] = 1.0

    def forward(self, in_data, out_data):
        """Write the outputs into ``out_data``."""
        first = out_data[0]
        first[:] = in_data[0]


class _OldOp(PythonOp):
    """An operator that becomes a symbol, implemented by a custom operator."""

    def get_symbol(self, *args, **kwargs):
        """Create a symbol of the operator."""
        op_type = f"_{type(self).__name__}_{id(self)}"
        register(op_type)(type("_Described", (_Described,), {"old": self}))
        return custom_symbol(*args, op_type=op_type, **kwargs)

    def _convert_inputs(self, arrays):
        """Convert arrays to the class that the operator works with."""
        return arrays


class _Described(CustomOpProp):
    """The description of an operator of the old API."""

    old: _OldOp

    def __init__(self):
        super().__init__(self.old.need_top_grad())

    def list_arguments(self):
        return self.old.list_arguments()

    def list_outputs(self):
        return self.old.list_outputs()

    def infer_shape(self, in_shape):
        return (*self.old.infer_shape(in_shape), [])

    def create_operator(self, ctx, in_shapes, in_dtypes):
        return _OldRun(self.old)


class _OldRun(CustomOp):
    """Runs an operator of the old API."""

    def __init__(self, old):
        self._old = old

    def forward(self, is_train, req, in_data, out_data, aux):
        results = self._old._convert_inputs(out_data)
        self._old.forward(in_data=self._old._convert_inputs(in_data), out_data=results)
        _copy_back(results, out_data)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        convert, gradients = self._old._convert_inputs, self._old._convert_inputs(in_grad)
        heads = {"out_grad": convert(out_grad)} if self._old.need_top_grad() else {"out_grad": []}
        self._old.backward(
            in_data=convert(in_data), out_data=convert(out_data), in_grad=gradients, **heads
        )
        _copy_back(gradients, in_grad)


def _copy_back(results, arrays):
    for values, array in zip(results, arrays, strict=True):
        if values is not array:
            array[:] = values


class NumpyOp(_OldOp):
    """The oldest API for custom operators in NumPy."""

    def _convert_inputs(self, arrays):
        return [array.asnumpy() for array in arrays]


class NDArrayOp(_OldOp):
    """The oldest API for custom operators with NDArrays."""

    def declare_backward_dependency(self, out_grad, in_data, out_data):
        """Return the arrays that the backward pass depends on."""
        return [*(out_grad if self.need_top_grad() else ()), *in_data, *out_data]
